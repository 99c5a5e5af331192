//! Polls on receptive fields and on the order of nodes.

use crate::error::Result;
use crate::lecture::errata::graph::LECTURE_EDGES;
use crate::lecture::inputs::{Input, Inputs};
use crate::lecture::poll::{Decided, Evidence, Judgement, Poll, Statement, largest_difference};

use Decided::{ByArgument, ByRun};
use Input::{Graph, Matrix, Number};
use Judgement::One;

/// The distance of nodes A and E.
const HOPS: usize = 3;

/// Which networks fit graphs.
pub static NETWORKS_ON_GRAPHS: Poll = Poll {
    id: "S1-P4",
    part: "graphs",
    options: &[
        Statement {
            id: "a",
            decided: ByRun,
            judged: One(|evidence| {
                // Three nodes with one feature each, in two orders.
                let one = evidence.run("rnn", READ, &[])?;
                let other = evidence.run("rnn", READ, &[("x", Matrix(1, &[3.0, 2.0, 1.0]))])?;
                let difference = largest_difference(one.row("rnn.states", 2)?, other.row("rnn.states", 2)?);
                Ok(evidence.note("last-state-in-another-order", difference) == 0.0)
            }),
        },
        Statement {
            id: "b",
            decided: ByRun,
            judged: One(|evidence| Ok(!depths_that_hear(evidence)?.iter().any(|depth| *depth > HOPS))),
        },
        Statement {
            id: "c",
            decided: ByArgument,
            judged: One(|evidence| Ok(!depths_that_hear(evidence)?.iter().any(|depth| *depth < HOPS))),
        },
        Statement {
            id: "d",
            decided: ByArgument,
            judged: One(|evidence| {
                // The path A–B–C as C–B–A: the same graph with its nodes in another order.
                let one = evidence.run("gat-layer", PATH, &[])?;
                let other = evidence.run("gat-layer", PATH, &[("x", Matrix(2, &[1.0, 1.0, 0.0, 2.0, 1.0, 0.0]))])?;
                let mut depends = 0.0f64;
                for node in 0..3 {
                    let pair = (one.row("gat.concatenated", node)?, other.row("gat.concatenated", 2 - node)?);
                    depends = depends.max(largest_difference(pair.0, pair.1));
                }
                Ok(evidence.note("outputs-in-another-order", depends) > 1e-12)
            }),
        },
    ],
};

const READ: Inputs =
    &[("x", Matrix(1, &[1.0, 2.0, 3.0])), ("wInput", Matrix(1, &[0.5])), ("wHidden", Matrix(1, &[0.5]))];

const PATH: Inputs = &[
    ("graph", Graph(3, &[[0, 1], [1, 2]])),
    ("x", Matrix(2, &[1.0, 0.0, 0.0, 2.0, 1.0, 1.0])),
    ("w", Matrix(2, &[2.0, 1.0, 0.0, -1.0])),
    ("attentionSource", Matrix(2, &[1.0, 0.0])),
    ("attentionTarget", Matrix(2, &[0.0, 1.0])),
];

/// The number of layers after which node A of the lecture's graph depends on node E, three hops away.
fn depths_that_hear(evidence: &mut Evidence) -> Result<Vec<usize>> {
    let mut depths = Vec::new();
    for (place, (id, step)) in LAST_LAYERS.into_iter().enumerate() {
        let depth = place + 1;
        let inputs = [("graph", Graph(6, LECTURE_EDGES)), ("layers", Number(depth as f64))];
        let run = evidence.run("receptive-field", &inputs, &[])?;
        if evidence.note_cell(id, &run, step, &[0, 4])? > 0.0 {
            depths.push(depth);
        }
    }
    Ok(depths)
}

/// The output after one to four layers.
const LAST_LAYERS: [(&str, &str); 4] = [
    ("heard-after-1", "layers[0]/reach.reached"),
    ("heard-after-2", "layers[1]/reach.reached"),
    ("heard-after-3", "layers[2]/reach.reached"),
    ("heard-after-4", "layers[3]/reach.reached"),
];
