//! Polls on invariants: the largest number under a softmax, and distances and angles under a translation.

use crate::error::Result;
use crate::lecture::inputs::{Input, Inputs};
use crate::lecture::poll::{Decided, Evidence, Judgement, Poll, Statement};

use Decided::{ByArgument, ByRun};
use Input::Matrix;
use Judgement::One;

const ATTENTION: &str = "scaled-dot-product-attention";
const ONE: Input = Matrix(1, &[1.0]);

/// One query of 1 and keys of width 1: the keys are the scores.
const SCORES: Inputs = &[("query", ONE), ("key", Matrix(1, &[0.3, 2.0, -1.0])), ("value", Matrix(1, &[0.0, 0.0, 0.0]))];

/// Which of these change nothing.
pub static INVARIANCE: Poll = Poll {
    id: "S1-P3",
    part: "symmetry",
    options: &[
        Statement { id: "1127", decided: ByArgument, judged: One(keeps_the_largest) },
        Statement {
            id: "1128",
            decided: ByArgument,
            judged: One(|evidence| {
                let before = evidence.note("distance-before", distance(X, Y));
                let after = evidence.note("distance-after", distance(moved(X), moved(Y)));
                Ok(before == after)
            }),
        },
        Statement {
            id: "1129",
            decided: ByRun,
            judged: One(|evidence| {
                let before = evidence.note("angle-before", angle(X, Y));
                let after = evidence.note("angle-after", angle(moved(X), moved(Y)));
                Ok(before == after)
            }),
        },
    ],
};

/// The softmax of some numbers, and of two whose difference is lost in f64 once they are shifted.
fn keeps_the_largest(evidence: &mut Evidence) -> Result<bool> {
    let run = evidence.run(ATTENTION, SCORES, &[])?;
    let (scores, weights) = (run.row("attention.scaled", 0)?, run.row("attention.weights", 0)?);
    let (before, after) = (largest(scores), largest(weights));
    evidence.note_cell("largest-score", &run, "attention.scaled", &[0, before])?;
    evidence.note_cell("its-weight", &run, "attention.weights", &[0, before])?;
    let close =
        evidence.run(ATTENTION, SCORES, &[("key", Matrix(1, &[0.0, 1e-17])), ("value", Matrix(1, &[0.0, 0.0]))])?;
    let tie = close.row("attention.weights", 0)?;
    evidence.note("difference-of-close-weights", tie.iter().fold(0.0, |sum, weight| weight - sum));
    Ok(before == after)
}

/// The index of the largest number, the first if there are several.
fn largest(numbers: &[f64]) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (place, &number) in numbers.iter().enumerate() {
        if number > best.1 {
            best = (place, number);
        }
    }
    best.0
}

const X: [f64; 2] = [1.0, 0.0];
const Y: [f64; 2] = [0.0, 1.0];

/// A point moved by (1, 1).
fn moved([x, y]: [f64; 2]) -> [f64; 2] {
    [x + 1.0, y + 1.0]
}

fn distance([x, y]: [f64; 2], [u, v]: [f64; 2]) -> f64 {
    libm::hypot(x - u, y - v)
}

/// The angle between two points, seen from the origin, in degrees.
fn angle([x, y]: [f64; 2], [u, v]: [f64; 2]) -> f64 {
    libm::fabs(libm::atan2(x * v - y * u, x * u + y * v)).to_degrees()
}
