//! A poll on masks in place of full attention: whether the graph of the tokens is connected, and what that gives.

use crate::error::Result;
use crate::lecture::inputs::{Input, Inputs};
use crate::lecture::poll::{Decided, Evidence, Judgement, Poll, Ran, Statement, largest_difference};

use Decided::{ByArgument, ByRun};
use Input::{DirectedGraph, Graph, Matrix, Number};
use Judgement::One;

/// Each token with the next one.
const CHAIN: &[[usize; 2]] = &[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7]];
/// Each token with the one after the next.
const SECOND_NEXT: &[[usize; 2]] = &[[0, 2], [1, 3], [2, 4], [3, 5], [4, 6], [5, 7]];
/// The first of sixteen tokens with each other one.
const STAR_OF_16: &[[usize; 2]] = &[
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [0, 5],
    [0, 6],
    [0, 7],
    [0, 8],
    [0, 9],
    [0, 10],
    [0, 11],
    [0, 12],
    [0, 13],
    [0, 14],
    [0, 15],
];
/// The first of eight tokens with each other one.
const STAR: Input = Graph(8, STAR_OF_16.split_at(7).0);

const TOKENS: Input = Matrix(2, &[1., 0., 0., 1., 1., 1., 2., 0., 0., 2., 1., 2., 2., 1., 2., 2.]);
const UNIT: Input = Matrix(2, &[1.0, 0.0, 0.0, 1.0]);
const IN_STAR: Inputs = &[("graph", STAR), ("x", TOKENS), ("wQuery", UNIT), ("wKey", UNIT), ("wValue", UNIT)];

const AFTER_1: &str = "layers[0]/reach.reached";
const AFTER_2: &str = "layers[1]/reach.reached";
const AFTER_6: &str = "layers[5]/reach.reached";
const AFTER_7: &str = "layers[6]/reach.reached";

/// The layers after which nothing new is reached: no path without a circle has more edges.
const LAYERS: f64 = 7.0;

/// Bound of the rounding error of a sum.
const ROUNDING: f64 = 1e-12;

/// What is read from a run along a graph.
struct Reach {
    graph: Input,
    /// Facts with their steps and their pairs of a target and a source.
    cells: &'static [(&'static str, &'static str, [usize; 2])],
    /// The fact that counts pairs, and its step.
    pairs: (&'static str, &'static str),
    /// How many pairs are connected if the statement holds.
    connected: f64,
}

/// Which graphs can take the place of full attention.
pub static MASK: Poll = Poll {
    id: "S0-X05",
    part: "attention-on-graphs",
    options: &[
        Statement {
            id: "a",
            decided: ByRun,
            judged: One(|evidence| {
                connects(
                    evidence,
                    &Reach {
                        graph: Graph(8, CHAIN),
                        cells: &[("heard-after-6", AFTER_6, [0, 7]), ("heard-after-7", AFTER_7, [0, 7])],
                        pairs: ("pairs-after-2", AFTER_2),
                        connected: 64.0,
                    },
                )
            }),
        },
        Statement {
            id: "b",
            decided: ByArgument,
            judged: One(|evidence| {
                connects(
                    evidence,
                    &Reach {
                        graph: STAR,
                        cells: &[("heard-after-1", AFTER_1, [1, 7]), ("heard-after-2", AFTER_2, [1, 7])],
                        pairs: ("pairs-after-2", AFTER_2),
                        connected: 64.0,
                    },
                )
            }),
        },
        Statement {
            id: "c",
            decided: ByArgument,
            judged: One(|evidence| {
                let (short, long) = (reach(evidence, STAR)?, reach(evidence, Graph(16, STAR_OF_16))?);
                let of_8 = count(evidence, "star-of-8", &short, AFTER_1)?;
                let of_16 = count(evidence, "star-of-16", &long, AFTER_1)?;
                // Full attention: all cells, whatever they are.
                let all_of_8 = evidence.note("full-of-8", short.numbers(AFTER_1)?.len() as f64);
                let all_of_16 = evidence.note("full-of-16", long.numbers(AFTER_1)?.len() as f64);
                // Twice the tokens: nearer to twice the pairs than to four times.
                Ok(of_16 < 3.0 * of_8 && all_of_16 > 3.0 * all_of_8)
            }),
        },
        Statement {
            id: "d",
            decided: ByRun,
            judged: One(|evidence| {
                let masked = evidence.run("graph-masked-attention", IN_STAR, &[])?;
                let inputs = [("query", TOKENS), ("key", TOKENS), ("value", TOKENS)];
                let full = evidence.run("scaled-dot-product-attention", &inputs, &[])?;
                evidence.note_cell("weight-in-star", &masked, "attention.weights", &[1, 7])?;
                evidence.note_cell("weight-in-full", &full, "attention.weights", &[1, 7])?;
                let outputs = (masked.numbers("attention.output")?, full.numbers("attention.output")?);
                Ok(evidence.note("outputs", largest_difference(outputs.0, outputs.1)) < ROUNDING)
            }),
        },
        Statement {
            id: "e",
            decided: ByArgument,
            judged: One(|evidence| {
                connects(
                    evidence,
                    &Reach {
                        graph: Graph(8, SECOND_NEXT),
                        cells: &[("heard-from-second", AFTER_7, [0, 1]), ("heard-from-seventh", AFTER_7, [0, 6])],
                        pairs: ("pairs-after-7", AFTER_7),
                        connected: 32.0,
                    },
                )
            }),
        },
        Statement {
            id: "f",
            decided: ByArgument,
            judged: One(|evidence| {
                connects(
                    evidence,
                    &Reach {
                        graph: DirectedGraph(8, CHAIN),
                        cells: &[("last-from-first", AFTER_7, [7, 0]), ("first-from-last", AFTER_7, [0, 7])],
                        pairs: ("pairs-after-7", AFTER_7),
                        connected: 64.0,
                    },
                )
            }),
        },
    ],
};

/// Whether as many pairs as stated are connected.
fn connects(evidence: &mut Evidence, of: &Reach) -> Result<bool> {
    let run = reach(evidence, of.graph)?;
    for (id, step, pair) in of.cells {
        evidence.note_cell(id, &run, step, pair)?;
    }
    Ok(count(evidence, of.pairs.0, &run, of.pairs.1)? == of.connected)
}

/// Who has received from whom along a graph, layer by layer.
fn reach(evidence: &mut Evidence, graph: Input) -> Result<Ran> {
    evidence.run("receptive-field", &[("graph", graph), ("layers", Number(LAYERS))], &[])
}

/// The number of pairs in which the target has received from the source.
fn count(evidence: &mut Evidence, id: &'static str, run: &Ran, step: &str) -> Result<f64> {
    Ok(evidence.note(id, run.numbers(step)?.iter().sum()))
}
