//! Errors about recurrence, training and pictures.

use crate::backend::Reference;
use crate::catalog::{Arguments, evaluate};
use crate::error::{Error, Result};
use crate::lecture::inputs::{Input, Inputs};
use crate::lecture::{Erratum, Kind, Wrong};
use crate::tensor::Tensor;

use Input::{Absent, Matrix, Number, Vector, Word};

/// A sentence of twenty words, of which three are selected: one is hidden, one replaced, one left as it is.
const SENTENCE: Inputs = &[
    ("tokens", Vector(&[0., 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 13., 14., 15., 16., 17., 18., 19.])),
    ("vocabulary", Number(30.0)),
    ("maskToken", Number(29.0)),
    ("seed", Number(19.0)),
];

/// Predictions of the four words that follow in a sentence of five, with a vocabulary of three.
const PREDICTIONS: Input = Matrix(3, &[2.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 3.0, 1.0, 1.0, 0.0]);

/// Every erratum of these.
pub static ERRATA: &[Erratum] = &[
    // Every selected word replaced by the mask.
    Erratum {
        id: "S0-E15",
        kind: Kind::Run {
            algorithm: "token-masking",
            inputs: SENTENCE,
            wrong: Wrong::Inputs(&[("maskRate", Number(1.0)), ("randomRate", Number(0.0))]),
            shown: &[("masking.corrupted", "")],
        },
    },
    // A model of the next word that is asked about masked words only.
    Erratum {
        id: "S0-E17",
        kind: Kind::Run {
            algorithm: "causal-language-model-loss",
            inputs: &[
                ("logits", Matrix(3, &[2., 0., 0., 0., 1., 0., 0., 0., 3., 1., 1., 0., 0., 0., 0.])),
                ("tokens", Vector(&[1.0, 0.0, 1.0, 2.0, 0.0])),
            ],
            wrong: Wrong::Algorithm(
                "masked-language-model-loss",
                &[("logits", PREDICTIONS), ("labels", Vector(&[0.0, 1.0, 2.0, 0.0])), ("masked", Vector(&[1.0]))],
            ),
            shown: &[("loss.per-token", ""), ("loss.mean", "")],
        },
    },
    // Numbers of a picture called pixels.
    Erratum {
        id: "S0-E18",
        kind: Kind::Amount {
            right: || patches(&[3, 64, 64], 1.0).map(|shape| shape.iter().product::<usize>() as f64),
            wrong: || patches(&[3, 64, 64], 1.0).and_then(|shape| first(&shape)),
        },
    },
    // A picture cut into 16 by 16 tokens, where tokens have 16 by 16 pixels.
    Erratum {
        id: "S0-E19",
        kind: Kind::Amount {
            right: || patches(&[1, 224, 224], 16.0).and_then(|shape| first(&shape)),
            wrong: || patches(&[1, 224, 224], 224.0 / 16.0).and_then(|shape| first(&shape)),
        },
    },
    // The variance of a dot product without the variance of both its factors.
    Erratum {
        id: "S0-E25",
        kind: Kind::Run {
            algorithm: "query-key-variance",
            inputs: &[("width", Number(4.0)), ("deviation", Number(2.0)), ("seed", Number(1.0))],
            wrong: Wrong::Step("variance.predicted", |run| {
                let number = |step| run.step(step).map(|step| step.tensor.data().iter().sum::<f64>());
                Ok(Tensor::scalar(number("variance.entry-variance")? * number("variance.width")?))
            }),
            shown: &[("variance.predicted", "")],
        },
    },
    // A first step that has no state to start from.
    Erratum {
        id: "S0-E27",
        kind: Kind::Run {
            algorithm: "rnn",
            inputs: &[
                ("x", Matrix(1, &[1.0, 1.0])),
                ("h0", Vector(&[1.0])),
                ("wInput", Matrix(1, &[1.0])),
                ("wHidden", Matrix(1, &[0.5])),
            ],
            wrong: Wrong::Inputs(&[("h0", Absent)]),
            shown: &[("rnn.states", "")],
        },
    },
    // The orders of three numbers.
    Erratum { id: "S1-E02", kind: Kind::Amount { right: || Ok(orders(3)), wrong: || Ok(orders(6)) } },
    // The width of BERT's feed-forward network.
    Erratum { id: "S3-E01", kind: Kind::Amount { right: || Ok(4.0 * 768.0), wrong: || Ok(3024.0) } },
    // The activation of the original transformer in a model that uses another.
    Erratum {
        id: "S3-E04",
        kind: Kind::Run {
            algorithm: "feed-forward",
            inputs: &[
                ("x", Matrix(2, &[-1.0, 2.0])),
                ("w1", Matrix(2, &[1.0, 0.0, 0.0, 1.0])),
                ("w2", Matrix(2, &[1.0, 0.0, 0.0, 1.0])),
                ("activation", Word("gelu")),
            ],
            wrong: Wrong::Inputs(&[("activation", Word("relu"))]),
            shown: &[("feed-forward.gelu", "feed-forward.relu"), ("feed-forward.output", "")],
        },
    },
];

/// The shape that a picture of this shape has once it is cut into patches: a row a patch.
fn patches(image: &[usize], patch: f64) -> Result<Vec<usize>> {
    let blank = Tensor::new(image.to_vec(), vec![0.0; image.iter().product()])?;
    let inputs = Arguments::new().with("image", blank).with("patch", patch);
    let found = evaluate("image-patches", &inputs, &Reference)?;
    Ok(found.outputs.get("patches").map(|patches| patches.shape().to_vec()).unwrap_or_default())
}

fn first(shape: &[usize]) -> Result<f64> {
    let none = || Error::Internal { step: "vision.patches", reason: "no axes".into() };
    shape.first().map(|&length| length as f64).ok_or_else(|| none().into())
}

/// In how many orders so many different numbers can stand.
fn orders(numbers: u32) -> f64 {
    (1..=numbers).map(f64::from).product()
}
