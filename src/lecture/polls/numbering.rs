//! A poll on what a network on graphs should be able to do: whether an MLP, a CNN and message passing depend on how the nodes are numbered.

use crate::error::Result;
use crate::lecture::inputs::{Input, Inputs};
use crate::lecture::poll::{Decided, Evidence, Judgement, Poll, Ran, Statement};

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
/// The place of A, B and C in the order B, A, C.
const PLACES: [usize; 3] = [1, 0, 2];

/// An MLP on the features and the rows of the adjacency matrix, all in one row.
const ON_THE_ROW: Inputs = &[
    ("x", Matrix(12, &[1., 2., 4., 0., 1., 0., 1., 0., 1., 0., 1., 0.])),
    (
        "w1",
        Matrix(2, &[1., 0., 0., 1., 1., 1., 0., 1., 1., 0., 0., 2., 1., 0., 0., 1., 2., 0., 0., 1., 1., 0., 1., 1.]),
    ),
    ("w2", Matrix(1, &[2.0, 1.0])),
];
const ROW_IN_BAC: Input = Matrix(12, &[2., 1., 4., 0., 1., 1., 1., 0., 0., 1., 0., 0.]);
/// The path A–B–C–D.
const ROW_OF_FOUR: &[f64] = &[1., 2., 4., 3., 0., 1., 0., 0., 1., 0., 1., 0., 0., 1., 0., 1., 0., 0., 1., 0.];

/// An MLP on each node: a row for each.
const ON_EACH_NODE: Inputs =
    &[("x", IN_ABC), ("w1", Matrix(2, &[1.0, -1.0])), ("b1", Vector(&[0.0, 3.0])), ("w2", Matrix(1, &[2.0, 1.0]))];

/// Message passing; along the path in the order of the list it is a convolution with the kernel (1, 2, 1).
const ALONG_EDGES: Inputs =
    &[("graph", EDGES_IN_ABC), ("x", IN_ABC), ("wNeighbor", Matrix(1, &[1.0])), ("wSelf", Matrix(1, &[2.0]))];
const FOUR_NODES: Inputs = &[("graph", Graph(4, &[[0, 1], [1, 2], [2, 3]])), ("x", Matrix(1, &[1.0, 2.0, 4.0, 3.0]))];

const MLP: &str = "feed-forward";
const MLP_OUTPUT: &str = "feed-forward.output";
const MESSAGES: &str = "message-passing-layer";
const MESSAGES_OUTPUT: &str = "message.combined";

/// Which properties of a network on graphs an MLP, a CNN and message passing have.
pub static DESIRED: Poll = Poll {
    id: "S1-X02",
    part: "graphs",
    options: &[
        Statement {
            id: "a",
            decided: ByRun,
            judged: One(|evidence| {
                let one = evidence.run(MLP, ON_THE_ROW, &[])?;
                let other = evidence.run(MLP, ON_THE_ROW, &[("x", ROW_IN_BAC)])?;
                let answer = evidence.note_cell("answer-in-abc", &one, MLP_OUTPUT, &[0, 0])?;
                Ok(evidence.note_cell("answer-in-bac", &other, MLP_OUTPUT, &[0, 0])? == answer)
            }),
        },
        Statement {
            id: "b",
            decided: ByArgument,
            judged: One(|evidence| {
                let one = evidence.run(MLP, ON_EACH_NODE, &[])?;
                let other = evidence.run(MLP, ON_EACH_NODE, &[("x", IN_BAC)])?;
                keeps_to_the_nodes(evidence, MLP_OUTPUT, &one, &other)
            }),
        },
        Statement {
            id: "c",
            decided: ByArgument,
            judged: One(|evidence| {
                let run = evidence.run(MLP, ON_EACH_NODE, &[])?;
                let changed = evidence.run(MLP, ON_EACH_NODE, &[("x", OTHER_B)])?;
                hears_the_neighbor(evidence, MLP_OUTPUT, &run, &changed)
            }),
        },
        Statement {
            id: "d",
            decided: ByRun,
            judged: One(|evidence| {
                // In either order the neighbors are those in the list.
                let one = evidence.run(MESSAGES, ALONG_EDGES, &[])?;
                let other = evidence.run(MESSAGES, ALONG_EDGES, &[("x", IN_BAC)])?;
                keeps_to_the_nodes(evidence, MESSAGES_OUTPUT, &one, &other)
            }),
        },
        Statement {
            id: "e",
            decided: ByArgument,
            judged: One(|evidence| {
                let one = evidence.run(MESSAGES, ALONG_EDGES, &[])?;
                let other = evidence.run(MESSAGES, ALONG_EDGES, &[("graph", EDGES_IN_BAC), ("x", IN_BAC)])?;
                let changed = evidence.run(MESSAGES, ALONG_EDGES, &[("x", OTHER_B)])?;
                let keeps = keeps_to_the_nodes(evidence, MESSAGES_OUTPUT, &one, &other)?;
                let after = evidence.note_cell("a-with-other-b", &changed, MESSAGES_OUTPUT, &[0, 0])?;
                Ok(keeps && one.row(MESSAGES_OUTPUT, 0)? != [after])
            }),
        },
        Statement {
            id: "f",
            decided: ByArgument,
            judged: One(|evidence| {
                let three = evidence.run(MLP, ON_THE_ROW, &[])?;
                evidence.note("numbers-of-three", three.numbers("feed-forward.x")?.len() as f64);
                evidence.note("numbers-of-four", ROW_OF_FOUR.len() as f64);
                let longer = evidence.run(MLP, ON_THE_ROW, &[("x", Matrix(ROW_OF_FOUR.len(), ROW_OF_FOUR))]);
                let refused = longer.err().map(|error| error.code());
                let four = evidence.run(MESSAGES, ALONG_EDGES, FOUR_NODES)?;
                evidence.note_cell("output-of-d", &four, MESSAGES_OUTPUT, &[3, 0])?;
                Ok(refused == Some("shape-mismatch"))
            }),
        },
    ],
};

/// Whether each node has the same output in both orders.
fn keeps_to_the_nodes(evidence: &mut Evidence, step: &'static str, abc: &Ran, bac: &Ran) -> Result<bool> {
    evidence.note_cell("a-in-abc", abc, step, &[0, 0])?;
    evidence.note_cell("a-in-bac", bac, step, &[1, 0])?;
    let mut same = true;
    for (node, place) in PLACES.into_iter().enumerate() {
        same &= abc.row(step, node)? == bac.row(step, place)?;
    }
    Ok(same)
}

/// Whether the output of A is another one when B has another feature.
fn hears_the_neighbor(evidence: &mut Evidence, step: &'static str, before: &Ran, changed: &Ran) -> Result<bool> {
    let own = evidence.note_cell("a-in-abc", before, step, &[0, 0])?;
    Ok(evidence.note_cell("a-with-other-b", changed, step, &[0, 0])? != own)
}
