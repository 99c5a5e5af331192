//! Errors about recurrence, layers of transformers and their training.

use crate::lecture::inputs::{Input, Inputs};
use crate::lecture::{Erratum, Kind, Quoted, Status, Wrong};

use Input::{Absent, Flag, Matrix, Number, Vector};
use Quoted::{Formula, Words};
use Status::{Contested, Notation, Withdrawn};

const UNIT_2: Input = Matrix(2, &[1.0, 0.0, 0.0, 1.0]);

/// A sentence of twenty words, of which three are selected: one is hidden, one replaced, one left as it is.
const SENTENCE: Inputs = &[
    ("tokens", Vector(&[0., 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12., 13., 14., 15., 16., 17., 18., 19.])),
    ("vocabulary", Number(30.0)),
    ("maskToken", Number(29.0)),
    ("seed", Number(935.0)),
];

/// Predictions of the four words that follow in a sentence of five, with a vocabulary of three.
const PREDICTIONS: Input = Matrix(3, &[2.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 3.0, 1.0, 1.0, 0.0]);

/// Every erratum of these.
pub static ERRATA: &[Erratum] = &[
    // Every selected word replaced by the mask.
    Erratum {
        id: "S0-E15",
        part: "training",
        quoted: Words,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "token-masking",
            inputs: SENTENCE,
            wrong: Wrong::Inputs(&[("maskRate", Number(1.0)), ("randomRate", Number(0.0))]),
            shown: &[("masking.corrupted", ""), ("masking.selected", "")],
        },
    },
    // A model of the next word that is evaluated on masked words only.
    Erratum {
        id: "S0-E17",
        part: "training",
        quoted: Formula,
        status: Status::Error,
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
        part: "recurrence",
        quoted: Formula,
        status: Notation,
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
    Erratum {
        id: "S3-E01",
        part: "feed-forward",
        quoted: Words,
        status: Status::Error,
        kind: Kind::Amount { right: || Ok(4.0 * 768.0), wrong: || Ok(3024.0) },
    },
    // ReLU, of which the article speaks as the activation of the original transformer, which is right.
    Erratum { id: "S3-E04", part: "feed-forward", quoted: Words, status: Withdrawn, kind: Kind::Statement },
    // No residual around the feed-forward network.
    Erratum {
        id: "S3-E02",
        part: "feed-forward",
        quoted: Formula,
        status: Contested,
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
    // A year.
    Erratum { id: "S0-E12", part: "references", quoted: Words, status: Notation, kind: Kind::Statement },
    // A name.
    Erratum { id: "S0-E13", part: "encoder-decoder", quoted: Words, status: Notation, kind: Kind::Statement },
    // A decoder that the model does not have.
    Erratum { id: "S0-E14", part: "training", quoted: Words, status: Status::Error, kind: Kind::Statement },
    // A condition that contains the predicted word.
    Erratum { id: "S0-E16", part: "training", quoted: Formula, status: Notation, kind: Kind::Statement },
    // A reason that is not the main one.
    Erratum { id: "S0-E26", part: "normalization", quoted: Words, status: Contested, kind: Kind::Statement },
    // The wording of a poll.
    Erratum { id: "S1-E13", part: "polls", quoted: Words, status: Contested, kind: Kind::Statement },
    // Numbers of equations that have none.
    Erratum { id: "S3-E03", part: "article", quoted: Words, status: Notation, kind: Kind::Statement },
    // Code of a formula that is shown as code.
    Erratum { id: "S3-E07", part: "article", quoted: Words, status: Notation, kind: Kind::Statement },
];
