//! Errors about layers on graphs.

use crate::error::Result;
use crate::exercise::matrices::{matrix, product};
use crate::lecture::inputs::{Input, Inputs};
use crate::lecture::{Erratum, Kind, Wrong};
use crate::tensor::Tensor;

use Input::{Flag, Graph, Matrix, Word};

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

/// Every erratum of these.
pub static ERRATA: &[Erratum] = &[
    // A layer without features, which equals one whose features are the identity.
    Erratum {
        id: "S1-E01",
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
        kind: Kind::Run {
            algorithm: "gcn-layer",
            inputs: PIXELS,
            wrong: Wrong::Inputs(&[("x", Matrix(1, &[0.0, 9.0, 0.0, 0.0]))]),
            shown: &[("gcn.transformed", "")],
        },
    },
    // The node's own features multiplied by an adjacency.
    Erratum {
        id: "S1-E09",
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
    // The mean over neighbors replaced by a graph convolution, as if they were equal.
    Erratum {
        id: "S1-E10",
        kind: Kind::Run {
            algorithm: "gcn-layer",
            inputs: &[
                ("graph", Graph(6, LECTURE_EDGES)),
                ("x", Matrix(1, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])),
                ("w", UNIT_1),
                ("selfLoops", Flag(false)),
                ("normalization", Word("row")),
            ],
            wrong: Wrong::Inputs(&[("selfLoops", Flag(true)), ("normalization", Word("symmetric"))]),
            shown: &[("gcn.aggregated", "")],
        },
    },
    // A row of features in a formula for columns.
    Erratum {
        id: "S1-E11",
        kind: Kind::Run {
            algorithm: "gcn-layer",
            inputs: &[("graph", PATH), ("x", PAIRS), ("w", Matrix(2, &[1.0, 2.0, 0.0, 1.0]))],
            wrong: Wrong::Inputs(&[("w", Matrix(2, &[1.0, 0.0, 2.0, 1.0]))]),
            shown: &[("gcn.transformed", "")],
        },
    },
];
