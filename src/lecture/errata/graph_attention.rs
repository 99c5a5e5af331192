//! Errors about attention on graphs.

use crate::backend::Reference;
use crate::catalog::trace;
use crate::exercise::matrices::matrix;
use crate::lecture::inputs::{Input, Inputs, arguments};
use crate::lecture::{Erratum, Kind, Quoted, Status, Wrong};
use crate::measure::counting::count;
use crate::tensor::Tensor;
use Input::{Absent, Flag, Graph, Matrix, Vector, WeightedGraph, Word};
use Quoted::{Formula, Words};
use Status::{Contested, Notation};
use nalgebra::DMatrix;

use super::graph::{LECTURE_EDGES, PATH, PATH_EDGES};

const UNIT_2: Input = Matrix(2, &[1.0, 0.0, 0.0, 1.0]);
const UNIT_3: Input = Matrix(3, &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
const ONES: Input = Matrix(1, &[1.0, 1.0, 1.0]);

/// A path of three nodes with 0.5, −0.2, 1 as each row of scores: small, since large scores hide the effect of the mask.
const SMALL_SCORES: Inputs = &[
    ("graph", PATH),
    ("x", UNIT_3),
    ("wQuery", ONES),
    ("wKey", Matrix(1, &[0.5, -0.2, 1.0])),
    ("wValue", Matrix(1, &[1.0, 2.0, 3.0])),
];

/// The same with edges of different weights.
const WEIGHTED: Inputs = &[
    ("graph", WeightedGraph(3, PATH_EDGES, &[0.5, 2.0])),
    ("x", UNIT_3),
    ("wQuery", ONES),
    ("wKey", Matrix(1, &[0.5, -0.2, 1.0])),
    ("wValue", Matrix(1, &[1.0, 2.0, 3.0])),
    ("edgeWeights", Word("factor")),
];

/// A path of three nodes with values of their own.
const VALUES: Inputs = &[
    ("graph", PATH),
    ("x", Matrix(2, &[1.0, 0.0, 0.0, 1.0, 2.0, 1.0])),
    ("wQuery", Matrix(1, &[1.0, 0.0])),
    ("wKey", Matrix(1, &[0.0, 1.0])),
    ("wValue", Matrix(2, &[2.0, 0.0, 1.0, 1.0])),
];

/// Graph attention in which the two halves of the attention vector use different features.
const GAT: Inputs = &[
    ("graph", PATH),
    ("x", Matrix(2, &[1.0, 0.0, 0.0, 2.0, 1.0, 1.0])),
    ("w", Matrix(2, &[2.0, 1.0, 0.0, -1.0])),
    ("attentionSource", FIRST_FEATURE),
    ("attentionTarget", SECOND_FEATURE),
];
const FIRST_FEATURE: Input = Matrix(2, &[1.0, 0.0]);
const SECOND_FEATURE: Input = Matrix(2, &[0.0, 1.0]);

/// Every erratum of these.
pub static ERRATA: &[Erratum] = &[
    // Scores multiplied by 0 where there is no edge.
    Erratum {
        id: "S0-E03",
        part: "attention-on-graphs",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "graph-masked-attention",
            inputs: SMALL_SCORES,
            wrong: Wrong::Inputs(&[("masking", Word("hadamard"))]),
            shown: &[
                ("attention.masked", "graph-attention.hadamard"),
                ("attention.weights", ""),
                ("attention.output", ""),
            ],
        },
    },
    // Scores multiplied by the weights of edges.
    Erratum {
        id: "S0-E04",
        part: "attention-on-graphs",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "graph-masked-attention",
            inputs: WEIGHTED,
            wrong: Wrong::Inputs(&[("edgeWeights", Word("score-factor"))]),
            shown: &[("attention.weights", ""), ("attention.scores", ""), ("graph/weights/graph.with-loops", "")],
        },
    },
    // Features summed instead of values.
    Erratum {
        id: "S0-E05",
        part: "attention-on-graphs",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "graph-masked-attention",
            inputs: VALUES,
            wrong: Wrong::Inputs(&[("wValue", UNIT_2)]),
            shown: &[("attention.output", "")],
        },
    },
    // The softmax over the receiving nodes.
    Erratum {
        id: "S0-E06",
        part: "attention-on-graphs",
        quoted: Formula,
        status: Notation,
        kind: Kind::Run {
            algorithm: "graph-masked-attention",
            inputs: VALUES,
            wrong: Wrong::Step("attention.weights", |run| {
                let mut weights: DMatrix<f64> = matrix(run, "attention.masked")?;
                for mut column in weights.column_iter_mut() {
                    let largest = column.max();
                    column.apply(|score| *score = libm::exp(*score - largest));
                    let sum = column.sum();
                    column.apply(|weight| *weight /= sum);
                }
                Tensor::try_from(&weights)
            }),
            shown: &[("attention.weights", ""), ("attention.output", "")],
        },
    },
    // A letter.
    Erratum { id: "S0-E07", part: "attention-on-graphs", quoted: Formula, status: Notation, kind: Kind::Statement },
    // One letter for the matrix of the projections and for the vector of the scores; what is computed is right.
    Erratum { id: "S0-E08", part: "attention-on-graphs", quoted: Formula, status: Notation, kind: Kind::Statement },
    // The two ends of an edge exchanged.
    Erratum {
        id: "S0-E09",
        part: "graph-attention",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "gat-layer",
            inputs: GAT,
            wrong: Wrong::Inputs(&[("attentionSource", SECOND_FEATURE), ("attentionTarget", FIRST_FEATURE)]),
            shown: &[("gat.scores", ""), ("gat.weights", "")],
        },
    },
    // The products of queries and keys of attention that is computed in full and then masked, and of attention along the edges.
    Erratum {
        id: "S0-E24",
        part: "attention-on-graphs",
        quoted: Words,
        status: Contested,
        kind: Kind::Amount {
            right: || {
                let counts = count("graph-masked-attention", &arguments(LECTURE, &[])?, &Reference)?;
                let scores = counts.steps.iter().filter(|step| step.step == "attention.scores");
                Ok(scores.map(|step| step.operations.multiplications as f64).sum())
            },
            // One product for each message, and one for each self-loop.
            wrong: || {
                let run = trace("gcn-normalization", &arguments(&[("graph", Graph(6, LECTURE_EDGES))], &[])?)?;
                Ok(run.step("graph.with-loops")?.tensor.data().iter().sum())
            },
        },
    },
    // A citation.
    Erratum { id: "S0-E29", part: "references", quoted: Words, status: Contested, kind: Kind::Statement },
    // A Graphormer without degrees.
    Erratum {
        id: "S0-E28",
        part: "node-positions",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "graphormer-attention",
            inputs: &[
                ("graph", PATH),
                ("x", Matrix(2, &[1.0, 0.0, 0.0, 1.0, 1.0, 1.0])),
                ("wQuery", UNIT_2),
                ("wKey", UNIT_2),
                ("spatialBias", Vector(&[0.0, 1.0, 0.5, 0.0])),
                ("centrality", Matrix(2, &[0.0, 0.0, 1.0, 0.0, 0.0, 2.0])),
            ],
            wrong: Wrong::Inputs(&[("centrality", Absent)]),
            shown: &[("attention.scores", ""), ("attention.weights", "")],
        },
    },
    // A neighborhood without the node itself, although a sentence contains each of its words.
    Erratum {
        id: "S2-E03",
        part: "sentences",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "graph-masked-attention",
            inputs: VALUES,
            wrong: Wrong::Inputs(&[("selfLoops", Flag(false))]),
            shown: &[("attention.weights", ""), ("attention.output", "")],
        },
    },
];

/// The lecture's graph of six nodes and seven edges, with one feature for each node.
const LECTURE: Inputs = &[
    ("graph", Graph(6, LECTURE_EDGES)),
    ("x", Matrix(1, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])),
    ("wQuery", Matrix(1, &[1.0])),
    ("wKey", Matrix(1, &[1.0])),
    ("wValue", Matrix(1, &[1.0])),
];
