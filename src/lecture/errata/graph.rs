//! Errors about layers on graphs.

use crate::catalog::trace;
use crate::error::Result;
use crate::exercise::matrices::{matrix, product};
use crate::lecture::inputs::{Input, Inputs, arguments};
use crate::lecture::{Erratum, Kind, Quoted, Status, Wrong};
use crate::tensor::Tensor;

use Input::{Flag, Graph, Matrix, Word};
use Quoted::{Formula, Words};
use Status::{Contested, Notation};

/// The lecture's graph: A to F, each edge once.
pub(in crate::lecture) const LECTURE_EDGES: &[[usize; 2]] = &[[0, 1], [1, 2], [1, 3], [2, 3], [3, 4], [3, 5], [4, 5]];
/// The same as printed, with one edge twice.
const PRINTED_EDGES: &[[usize; 2]] = &[[0, 1], [1, 2], [1, 3], [2, 3], [2, 3], [3, 4], [3, 5], [4, 5]];
/// A path of three nodes.
pub(super) const PATH_EDGES: &[[usize; 2]] = &[[0, 1], [1, 2]];
/// The same as an input.
pub(super) const PATH: Input = Graph(3, PATH_EDGES);

const UNIT_1: Input = Matrix(1, &[1.0]);
const PAIRS: Input = Matrix(2, &[1.0, 0.0, 0.0, 2.0, 1.0, 1.0]);

/// One bright pixel in a row of four with the ends joined.
const PIXELS: Inputs =
    &[("graph", Graph(4, &[[0, 1], [1, 2], [2, 3], [0, 3]])), ("x", Matrix(1, &[0.0, 0.0, 9.0, 0.0])), ("w", UNIT_1)];

/// Each node of the lecture's graph has its number as its feature: the mean over its neighbors, without itself.
const MEAN: Inputs = &[
    ("graph", Graph(6, LECTURE_EDGES)),
    ("x", Matrix(1, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])),
    ("w", UNIT_1),
    ("selfLoops", Flag(false)),
    ("normalization", Word("row")),
];

/// The same nodes in a graph convolution, as Kipf and Welling define it.
const CONVOLUTION: Inputs = &[
    ("graph", Graph(6, LECTURE_EDGES)),
    ("x", Matrix(1, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])),
    ("w", UNIT_1),
    ("selfLoops", Flag(true)),
    ("normalization", Word("symmetric")),
];

/// Every erratum of these.
pub static ERRATA: &[Erratum] = &[
    // A layer without features, which equals one whose features are the identity.
    Erratum {
        id: "S1-E01",
        part: "graph-convolution",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "gcn-layer",
            inputs: &[
                ("graph", PATH),
                ("x", Matrix(3, &[1.0, 0.0, 2.0, 0.0, 3.0, 1.0, 4.0, 1.0, 0.0])),
                ("w", Matrix(2, &[1.0, 0.0, 0.0, 1.0, 1.0, 1.0])),
            ],
            wrong: Wrong::Inputs(&[("x", Matrix(3, &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]))]),
            shown: &[("gcn.transformed", ""), ("gcn.aggregated", "")],
        },
    },
    // One edge listed twice.
    Erratum {
        id: "S1-E03",
        part: "graphs",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "gcn-normalization",
            inputs: &[("graph", Graph(6, LECTURE_EDGES))],
            wrong: Wrong::Inputs(&[("graph", Graph(6, PRINTED_EDGES))]),
            shown: &[("graph.adjacency", ""), ("gcn.normalized-adjacency", "")],
        },
    },
    // An image shifted by one pixel, stated to give the same features.
    Erratum {
        id: "S1-E07",
        part: "symmetry",
        quoted: Words,
        status: Contested,
        kind: Kind::Run {
            algorithm: "gcn-layer",
            inputs: PIXELS,
            wrong: Wrong::Inputs(&[("x", Matrix(1, &[0.0, 9.0, 0.0, 0.0]))]),
            shown: &[("gcn.transformed", "")],
        },
    },
    // The node's own features multiplied by A′, which the document does not define: here by the adjacency.
    Erratum {
        id: "S1-E09",
        part: "graph-convolution",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "mean-aggregation-layer",
            inputs: &[
                ("graph", PATH),
                ("x", PAIRS),
                ("wNeighbor", Matrix(2, &[1.0, 0.0, 0.0, 1.0])),
                ("wSelf", Matrix(2, &[2.0, 0.0, 1.0, 1.0])),
            ],
            wrong: Wrong::Step("message.from-self", |run| -> Result<Tensor> {
                let own = matrix(run, "message.from-self")?;
                Tensor::try_from(&product(&matrix(run, "graph.message-counts")?, &own)?)
            }),
            shown: &[("message.from-self", ""), ("message.combined", "")],
        },
    },
    // The mean over neighbors and a graph convolution, as if they were equal. Neither is wrong: the second formula is the right side.
    Erratum {
        id: "S1-E10",
        part: "graph-convolution",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "gcn-layer",
            inputs: CONVOLUTION,
            wrong: Wrong::Inputs(MEAN),
            shown: &[("gcn.aggregated", "")],
        },
    },
    // A row of features in a formula for columns.
    Erratum {
        id: "S1-E11",
        part: "graph-convolution",
        quoted: Formula,
        status: Notation,
        kind: Kind::Run {
            algorithm: "gcn-layer",
            inputs: &[("graph", PATH), ("x", PAIRS), ("w", Matrix(2, &[1.0, 2.0, 0.0, 1.0]))],
            wrong: Wrong::Inputs(&[("w", Matrix(2, &[1.0, 0.0, 2.0, 1.0]))]),
            shown: &[("gcn.transformed", "")],
        },
    },
    // Functions of one node's features and of one row of the adjacency, instead of all.
    Erratum {
        id: "S1-E08",
        part: "symmetry",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Amount {
            right: || {
                let (features, adjacency) = shapes_of_a_graph()?;
                Ok(length(&features) + length(&adjacency))
            },
            wrong: || {
                let (features, adjacency) = shapes_of_a_graph()?;
                // One row of each.
                Ok(length(features.get(1..).unwrap_or_default()) + length(adjacency.get(1..).unwrap_or_default()))
            },
        },
    },
    // Signs that the copy lost.
    Erratum { id: "S3-E05", part: "article", quoted: Words, status: Notation, kind: Kind::Statement },
    // What was true of its time.
    Erratum { id: "S3-E08", part: "article", quoted: Words, status: Contested, kind: Kind::Statement },
];

/// The shapes of the features and of the adjacency of the lecture's graph.
fn shapes_of_a_graph() -> Result<(Vec<usize>, Vec<usize>)> {
    let run = trace("gcn-layer", &arguments(MEAN, &[])?)?;
    let shape = |step| run.step(step).map(|step| step.tensor.shape().to_vec());
    Ok((shape("gcn.features")?, shape("graph.adjacency")?))
}

/// How many numbers a tensor of this shape has.
fn length(shape: &[usize]) -> f64 {
    shape.iter().product::<usize>() as f64
}
