//! A poll on what a network on graphs should be able to do: whether an MLP, a CNN and message passing depend on how the nodes are numbered.

use crate::error::Result;
use crate::lecture::inputs::{Input, Inputs};
use crate::lecture::poll::{Decided, Evidence, Judgement, Poll, Statement};

use Decided::{ByArgument, ByRun};
use Input::{Graph, Matrix, Vector};
use Judgement::One;

// The path A–B–C, numbered in the orders A, B, C and B, A, C. Each node has one feature: A 1, B 2, C 4.
const IN_ABC: Input = Matrix(1, &[1.0, 2.0, 4.0]);
const IN_BAC: Input = Matrix(1, &[2.0, 1.0, 4.0]);
const EDGES_IN_ABC: Input = Graph(3, &[[0, 1], [1, 2]]);
const EDGES_IN_BAC: Input = Graph(3, &[[0, 1], [0, 2]]);
/// Another feature of B.
const OTHER_B: Input = Matrix(1, &[1.0, 7.0, 4.0]);

/// An MLP on the features and the rows of the adjacency matrix, all in one row.
const ON_THE_ROW: Inputs = &[
    ("x", Matrix(ROW_OF_THREE.len(), ROW_OF_THREE)),
    (
        "w1",
        Matrix(2, &[1., 0., 0., 1., 1., 1., 0., 1., 1., 0., 0., 2., 1., 0., 0., 1., 2., 0., 0., 1., 1., 0., 1., 1.]),
    ),
    ("w2", Matrix(1, &[2.0, 1.0])),
];
const ROW_IN_BAC: Input = Matrix(12, &[2., 1., 4., 0., 1., 1., 1., 0., 0., 1., 0., 0.]);
const ROW_OF_THREE: &[f64] = &[1., 2., 4., 0., 1., 0., 1., 0., 1., 0., 1., 0.];
/// The path A–B–C–D.
const ROW_OF_FOUR: &[f64] = &[1., 2., 4., 3., 0., 1., 0., 0., 1., 0., 1., 0., 0., 1., 0., 1., 0., 0., 1., 0.];

/// An MLP on each node: a row for each.
const ON_EACH_NODE: Inputs =
    &[("x", IN_ABC), ("w1", Matrix(2, &[1.0, -1.0])), ("b1", Vector(&[0.0, 3.0])), ("w2", Matrix(1, &[2.0, 1.0]))];

/// Message passing; along the path in the order of the list it is a convolution with the kernel (1, 2, 1).
const ALONG_EDGES: Inputs =
    &[("graph", EDGES_IN_ABC), ("x", IN_ABC), ("wNeighbor", Matrix(1, &[1.0])), ("wSelf", Matrix(1, &[2.0]))];
const FOUR_NODES: Inputs = &[("graph", Graph(4, &[[0, 1], [1, 2], [2, 3]])), ("x", Matrix(1, &[1.0, 2.0, 4.0, 3.0]))];

/// A network with its inputs.
struct Network {
    algorithm: &'static str,
    /// The step with a row of outputs for each node, or with the answer.
    output: &'static str,
    inputs: Inputs,
}

const ROW: Network = Network { algorithm: "feed-forward", output: "feed-forward.output", inputs: ON_THE_ROW };
const NODE: Network = Network { inputs: ON_EACH_NODE, ..ROW };
const EDGES: Network = Network { algorithm: "message-passing-layer", output: "message.combined", inputs: ALONG_EDGES };

/// Which properties of a network on graphs an MLP, a CNN and message passing have.
pub static DESIRED: Poll = Poll {
    id: "S1-X02",
    part: "graphs",
    options: &[
        Statement {
            id: "a",
            decided: ByRun,
            judged: One(|evidence| {
                let answer = output(evidence, "answer-in-abc", &ROW, &[], 0)?;
                Ok(output(evidence, "answer-in-bac", &ROW, &[("x", ROW_IN_BAC)], 0)? == answer)
            }),
        },
        Statement {
            id: "b",
            decided: ByArgument,
            judged: One(|evidence| in_both_orders(evidence, &NODE, &[("x", IN_BAC)]).map(|(one, other)| one == other)),
        },
        Statement {
            id: "c",
            decided: ByArgument,
            judged: One(|evidence| {
                let own = output(evidence, "a-in-abc", &NODE, &[], 0)?;
                Ok(output(evidence, "a-with-other-b", &NODE, &[("x", OTHER_B)], 0)? != own)
            }),
        },
        Statement {
            id: "d",
            decided: ByRun,
            // In either order the neighbors are those in the list.
            judged: One(|evidence| in_both_orders(evidence, &EDGES, &[("x", IN_BAC)]).map(|(one, other)| one == other)),
        },
        Statement {
            id: "e",
            decided: ByArgument,
            judged: One(|evidence| {
                let (one, other) = in_both_orders(evidence, &EDGES, &[("graph", EDGES_IN_BAC), ("x", IN_BAC)])?;
                let changed = output(evidence, "a-with-other-b", &EDGES, &[("x", OTHER_B)], 0)?;
                Ok(one == other && one != changed)
            }),
        },
        Statement {
            id: "f",
            decided: ByArgument,
            judged: One(|evidence| {
                evidence.note("numbers-of-three", ROW_OF_THREE.len() as f64);
                evidence.note("numbers-of-four", ROW_OF_FOUR.len() as f64);
                let longer = [("x", Matrix(ROW_OF_FOUR.len(), ROW_OF_FOUR))];
                let refused = evidence.run(ROW.algorithm, ON_THE_ROW, &longer).err().map(|error| error.code());
                output(evidence, "output-of-d", &EDGES, FOUR_NODES, 3)?;
                Ok(refused == Some("shape-mismatch"))
            }),
        },
    ],
};

/// The output of a node, or the answer, which is a single one.
fn output(evidence: &mut Evidence, id: &'static str, of: &Network, changes: Inputs, node: usize) -> Result<f64> {
    let run = evidence.run(of.algorithm, of.inputs, changes)?;
    evidence.note_cell(id, &run, of.output, &[node, 0])
}

/// The output of A in the order A, B, C, and with the changes for the order B, A, C.
fn in_both_orders(evidence: &mut Evidence, of: &Network, changes: Inputs) -> Result<(f64, f64)> {
    Ok((output(evidence, "a-in-abc", of, &[], 0)?, output(evidence, "a-in-bac", of, changes, 1)?))
}
