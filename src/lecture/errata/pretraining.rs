//! Errors about recurrence, layers of transformers and their training.

use crate::lecture::inputs::{Input, Inputs};
use crate::lecture::{Erratum, Kind, Wrong};

use Input::{Absent, Flag, Matrix, Number, Vector, Word};

const UNIT_2: Input = Matrix(2, &[1.0, 0.0, 0.0, 1.0]);

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
    // A model of the next word that is evaluated on masked words only.
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
    // A first step without an initial state.
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
    // No residual around the feed-forward network.
    Erratum {
        id: "S3-E02",
        kind: Kind::Run {
            algorithm: "encoder-layer",
            inputs: &[
                ("x", UNIT_2),
                ("heads", Number(1.0)),
                ("normFirst", Flag(false)),
                ("attention.wQuery", UNIT_2),
                ("attention.wKey", UNIT_2),
                ("attention.wValue", UNIT_2),
                ("attention.wOutput", UNIT_2),
                ("w1", Matrix(2, &[1.0, 0.0, 0.0, 1.0])),
                ("w2", Matrix(2, &[0.0, 1.0, 1.0, 0.0])),
            ],
            wrong: Wrong::Step("transformer.fed-forward", |run| {
                Ok(run.step("feed-forward/feed-forward.output")?.tensor.clone())
            }),
            shown: &[("transformer.fed-forward", ""), ("post-norm2/layer-norm.normalized", "")],
        },
    },
];
