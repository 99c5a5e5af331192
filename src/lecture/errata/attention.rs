//! Errors about attention on sequences.

use crate::catalog::trace;
use crate::error::Result;
use crate::exercise::matrices::{each, matrix, product};
use crate::lecture::inputs::{Input, Inputs, arguments};
use crate::lecture::{Erratum, Kind, Quoted, Status, Wrong};
use crate::tensor::Tensor;

use Input::{Matrix, Number, Word};
use Quoted::{Formula, Words};
use Status::{Contested, Notation};

const TOKENS: Input = Matrix(4, &[1.0, 2.0, 3.0, 4.0, 4.0, 5.0, 9.0, 1.0, 6.0, 2.0, 1.0, 4.0]);

/// The tokens of the lecture's worked example: each is its own query, key and value.
const WORKED: Inputs = &[("query", TOKENS), ("key", TOKENS), ("value", TOKENS)];

const UNIT_2: Input = Matrix(2, &[1.0, 0.0, 0.0, 1.0]);
const UNIT_4: Input = Matrix(4, &[1.0, 0., 0., 0., 0., 1.0, 0., 0., 0., 0., 1.0, 0., 0., 0., 0., 1.0]);
/// Half the sums of the two halves of a token for the first head, half their differences for the second.
const MIXED: Input = Matrix(4, &[0.5, 0., 0.5, 0., 0., 0.5, 0., 0.5, 0.5, 0., -0.5, 0., 0., 0.5, 0., -0.5]);
/// For each of two heads the identity on its half of the input.
const UNIT_HALVES: Input = Input::Tensor(&[2, 2, 2], &[1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]);

const QUERIES: Input = Matrix(2, &[1.0, 0.0, 0.0, 2.0]);
const KEYS: Input = Matrix(2, &[3.0, 1.0, 1.0, 1.0]);

/// Attention of several heads on two tokens, with an output projection that is not symmetric.
const PROJECTED: Inputs = &[
    ("x", UNIT_2),
    ("heads", Number(1.0)),
    ("wQuery", UNIT_2),
    ("wKey", UNIT_2),
    ("wValue", UNIT_2),
    ("wOutput", Matrix(2, &[1.0, 2.0, 0.0, 1.0])),
];

/// Every erratum of this topic.
pub static ERRATA: &[Erratum] = &[
    // The softmax of the columns.
    Erratum {
        id: "S0-E01",
        part: "self-attention",
        quoted: Words,
        status: Contested,
        kind: Kind::Run {
            algorithm: "scaled-dot-product-attention",
            inputs: WORKED,
            wrong: Wrong::Inputs(&[("softmaxAxis", Word("queries"))]),
            shown: &[("attention.weights", "attention.column-weights"), ("attention.output", "")],
        },
    },
    // Keys times queries.
    Erratum {
        id: "S0-E02",
        part: "self-attention",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "scaled-dot-product-attention",
            inputs: &[("query", QUERIES), ("key", KEYS), ("value", UNIT_2)],
            wrong: Wrong::Inputs(&[("query", KEYS), ("key", QUERIES)]),
            shown: &[("attention.scores", ""), ("attention.weights", ""), ("attention.output", "")],
        },
    },
    // The weights transposed before the product with the values.
    Erratum {
        id: "S1-E04",
        part: "self-attention",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "scaled-dot-product-attention",
            inputs: WORKED,
            wrong: Wrong::Step("attention.output", |run| {
                let weights = matrix(run, "attention.weights")?;
                Tensor::try_from(&product(&weights.transpose(), &matrix(run, "attention.value")?)?)
            }),
            shown: &[("attention.output", "")],
        },
    },
    // The input split among two heads, instead of projected as a whole by each of two.
    Erratum {
        id: "S1-E05",
        part: "multi-head",
        quoted: Words,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "multi-head-attention",
            inputs: &[
                ("x", TOKENS),
                ("heads", Number(2.0)),
                ("wQuery", MIXED),
                ("wKey", MIXED),
                ("wValue", UNIT_4),
                ("wOutput", UNIT_4),
            ],
            wrong: Wrong::Algorithm(
                "split-input-attention",
                &[
                    ("x", TOKENS),
                    ("heads", Number(2.0)),
                    ("wQuery", UNIT_HALVES),
                    ("wKey", UNIT_HALVES),
                    ("wValue", UNIT_HALVES),
                ],
            ),
            shown: &[("multi-head.concatenated", ""), ("multi-head.weights", "")],
        },
    },
    // Tokens in another order, stated to change nothing.
    Erratum {
        id: "S1-E06",
        part: "symmetry",
        quoted: Words,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "scaled-dot-product-attention",
            inputs: &[("query", LAST_FIRST), ("key", LAST_FIRST), ("value", LAST_FIRST)],
            wrong: Wrong::Inputs(WORKED),
            shown: &[("attention.output", "")],
        },
    },
    // Digits truncated instead of rounded.
    Erratum {
        id: "S1-E12",
        part: "self-attention",
        quoted: Formula,
        status: Notation,
        kind: Kind::Run {
            algorithm: "scaled-dot-product-attention",
            inputs: WORKED,
            wrong: Wrong::Step("attention.output", |run| {
                each(&run.step("attention.output")?.tensor, |number| (100.0 * number).trunc() / 100.0)
            }),
            shown: &[("attention.output", "")],
        },
    },
    // As many keys as queries, even in cross-attention.
    Erratum {
        id: "S1-E14",
        part: "self-attention",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "scaled-dot-product-attention",
            inputs: &[("query", UNIT_2), ("key", Matrix(2, &[2., 1., 0., 3., 1., 1.])), ("value", THREE_VALUES)],
            wrong: Wrong::Inputs(&[("key", Matrix(2, &[2., 1., 0., 3.])), ("value", UNIT_2)]),
            shown: &[("attention.scores", ""), ("attention.weights", ""), ("attention.output", "")],
        },
    },
    // No division by the root of the width.
    Erratum {
        id: "S2-E01",
        part: "sentences",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "scaled-dot-product-attention",
            inputs: WORKED,
            wrong: Wrong::Inputs(&[("scale", Word("none"))]),
            shown: &[("attention.scaled", "attention.scores"), ("attention.weights", ""), ("attention.output", "")],
        },
    },
    // A matrix on the left in one formula, on the right in the next.
    Erratum {
        id: "S2-E02",
        part: "multi-head",
        quoted: Formula,
        status: Notation,
        kind: Kind::Run {
            algorithm: "multi-head-attention",
            inputs: PROJECTED,
            wrong: Wrong::Inputs(&[("wOutput", Matrix(2, &[1.0, 0.0, 2.0, 1.0]))]),
            shown: &[("multi-head.output", "")],
        },
    },
    // How many times the variance of an entry a dot product has, for a width of 4 and a deviation of 2.
    Erratum {
        id: "S0-E25",
        part: "self-attention",
        quoted: Words,
        status: Notation,
        kind: Kind::Amount {
            right: || Ok(variance("variance.predicted")? / variance("variance.entry-variance")?),
            wrong: || variance("variance.width"),
        },
    },
    // The permutations of three numbers.
    Erratum {
        id: "S1-E02",
        part: "symmetry",
        quoted: Words,
        status: Status::Error,
        kind: Kind::Amount { right: || Ok(orders(3)), wrong: || Ok(orders(6)) },
    },
];

const LAST_FIRST: Input = Matrix(4, &[6.0, 2.0, 1.0, 4.0, 1.0, 2.0, 3.0, 4.0, 4.0, 5.0, 9.0, 1.0]);
const THREE_VALUES: Input = Matrix(2, &[1.0, 0.0, 0.0, 1.0, 2.0, 2.0]);

/// Returns a number of the variance of dot products of four entries with a deviation of 2.
fn variance(step: &str) -> Result<f64> {
    let inputs = [("width", Number(4.0)), ("deviation", Number(2.0)), ("seed", Number(1.0))];
    let run = trace("query-key-variance", &arguments(&inputs, &[])?)?;
    Ok(run.step(step)?.tensor.data().iter().sum())
}

/// The number of permutations of this many different numbers.
fn orders(numbers: u32) -> f64 {
    (1..=numbers).map(f64::from).product()
}
