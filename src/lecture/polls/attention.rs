//! Polls on one head of attention, and on the scaling of scores.

use crate::error::Result;
use crate::lecture::inputs::{Input, Inputs};
use crate::lecture::poll::{Decided, Evidence, Judgement, Poll, Statement, largest_difference};

use Decided::{ByArgument, ByRun};
use Input::{Matrix, Word};
use Judgement::One;

const TOKENS: Input = Matrix(4, &[1.0, 2.0, 3.0, 4.0, 4.0, 5.0, 9.0, 1.0, 6.0, 2.0, 1.0, 4.0]);
/// The same without the value of one of the tokens.
const WITHOUT_FIRST: Input = Matrix(4, &[0.0, 0.0, 0.0, 0.0, 4.0, 5.0, 9.0, 1.0, 6.0, 2.0, 1.0, 4.0]);
const WITHOUT_SECOND: Input = Matrix(4, &[1.0, 2.0, 3.0, 4.0, 0.0, 0.0, 0.0, 0.0, 6.0, 2.0, 1.0, 4.0]);

/// The worked example of the lecture.
const WORKED: Inputs = &[("query", TOKENS), ("key", TOKENS), ("value", TOKENS)];

const ATTENTION: &str = "scaled-dot-product-attention";

/// Which of the energies, weights and scales of self-attention are as stated.
pub static SELF_ATTENTION: Poll = Poll {
    id: "S1-P1",
    part: "self-attention",
    options: &[
        Statement {
            id: "a",
            decided: ByRun,
            judged: One(|evidence| {
                let [_, other_query, other_key] = what_first_weights_hear(evidence)?;
                Ok(other_query > 0.0 && other_key == 0.0)
            }),
        },
        Statement {
            id: "b",
            decided: ByArgument,
            judged: One(|evidence| {
                let [own_query, other_query, other_key] = what_first_weights_hear(evidence)?;
                Ok(own_query > 0.0 && other_key > 0.0 && other_query == 0.0)
            }),
        },
        Statement {
            id: "c",
            decided: ByRun,
            judged: One(|evidence| {
                let run = evidence.run(ATTENTION, WORKED, &[])?;
                let mut inside = true;
                for (key, id) in ["first-score", "second-score", "third-score"].into_iter().enumerate() {
                    let score = evidence.note_cell(id, &run, "attention.scaled", &[0, key])?;
                    inside &= (0.0..=1.0).contains(&score);
                }
                evidence.note_cell("largest-weight", &run, "attention.weights", &[0, 1])?;
                Ok(inside)
            }),
        },
        Statement {
            id: "d",
            decided: ByArgument,
            judged: One(|evidence| {
                let scaled = largest_slope(evidence, "slope-scaled", &[])?;
                let unscaled = largest_slope(evidence, "slope-unscaled", &[("scale", Word("none"))])?;
                Ok(evidence.note("slope-ratio", scaled / unscaled) > 1.0)
            }),
        },
    ],
};

/// The change of the first token's weights without the first query, without the second query, and without the second key.
fn what_first_weights_hear(evidence: &mut Evidence) -> Result<[f64; 3]> {
    let whole = evidence.run(ATTENTION, WORKED, &[])?;
    let changes: [(&str, Inputs); 3] = [
        ("without-own-query", &[("query", WITHOUT_FIRST)]),
        ("without-other-query", &[("query", WITHOUT_SECOND)]),
        ("without-other-key", &[("key", WITHOUT_SECOND)]),
    ];
    let mut found = [0.0; 3];
    for (found, (id, change)) in found.iter_mut().zip(changes) {
        let run = evidence.run(ATTENTION, WORKED, change)?;
        let difference = largest_difference(whole.row("attention.weights", 0)?, run.row("attention.weights", 0)?);
        *found = evidence.note(id, difference);
    }
    Ok(found)
}

/// The largest derivative of the first row's softmax: the largest p (1 − p), since no other derivative of a softmax is larger.
fn largest_slope(evidence: &mut Evidence, id: &'static str, change: Inputs) -> Result<f64> {
    let run = evidence.run(ATTENTION, WORKED, change)?;
    let weights = run.row("attention.weights", 0)?;
    let slope = weights.iter().fold(0.0, |largest: f64, weight| largest.max(weight * (1.0 - weight)));
    Ok(evidence.note(id, slope))
}
