//! The gradient of a softmax: a row shares one whole, so each score answers for the whole row.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;

use super::super::matrices::{column, matrix, of, of_vector, row_sums};
use super::super::{Back, Difficulty, Exercise, Misconception, UPSTREAM, drawing};
use super::{ones, spread};

/// Weights, weighted sum of the gradients, gradient of the scores.
pub static EXERCISE: Exercise = Exercise {
    id: "softmax-gradient-steps",
    algorithm: "softmax-jacobian",
    back: Some(Back { of: Some("weights"), wrt: &["scores"] }),
    asked: &["attention.weights", "gradient/jacobian.scores/weighted-sum", "gradient/jacobian.scores"],
    decimals: 2,
    draw,
    misconceptions: &[
        PLAIN_MEAN, PLAIN_SUM, DIAGONAL_ONLY, ROW_LEFT_OUT, WEIGHT_LEFT_OUT, SIGN_TURNED, UPSTREAM_FORGOTTEN,
    ],
};

const PLAIN_MEAN: Misconception =
    Misconception::step("gradients-not-weighted", "gradient/jacobian.scores/weighted-sum", |run| {
        let gradients = matrix(run, "gradient/attention.weights")?;
        of_vector(&(row_sums(&gradients) / gradients.ncols() as f64))
    });

const PLAIN_SUM: Misconception =
    Misconception::step("gradients-only-added", "gradient/jacobian.scores/weighted-sum", |run| {
        of_vector(&row_sums(&matrix(run, "gradient/attention.weights")?))
    });

const DIAGONAL_ONLY: Misconception = Misconception::step("jacobian-diagonal-only", "gradient/jacobian.scores", |run| {
    let weights = matrix(run, "attention.weights")?;
    let slopes = weights.map(|weight| weight * (1.0 - weight));
    of(&slopes.component_mul(&matrix(run, "gradient/attention.weights")?))
});

const ROW_LEFT_OUT: Misconception = Misconception::step("row-sum-left-out", "gradient/jacobian.scores", |run| {
    of(&matrix(run, "attention.weights")?.component_mul(&matrix(run, "gradient/attention.weights")?))
});

const WEIGHT_LEFT_OUT: Misconception = Misconception::step("weight-left-out", "gradient/jacobian.scores", |run| {
    let gradients = matrix(run, "gradient/attention.weights")?;
    let sums = column(run, "gradient/jacobian.scores/weighted-sum")?;
    of(&(&gradients - spread(&sums, gradients.ncols())))
});

const SIGN_TURNED: Misconception = Misconception::step("difference-turned-round", "gradient/jacobian.scores", |run| {
    let gradients = matrix(run, "gradient/attention.weights")?;
    let sums = column(run, "gradient/jacobian.scores/weighted-sum")?;
    of(&matrix(run, "attention.weights")?.component_mul(&(spread(&sums, gradients.ncols()) - gradients)))
});

const UPSTREAM_FORGOTTEN: Misconception =
    Misconception::step("upstream-forgotten", "gradient/jacobian.scores", |run| {
        let weights = matrix(run, "attention.weights")?;
        of(&weights.component_mul(&(ones(&weights) - &weights)))
    });

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (rows, scores, gradients) = match difficulty {
        Difficulty::Easy => (1, (0, 2), (0, 6)),
        Difficulty::Medium => (2, (-1, 2), (-5, 5)),
        Difficulty::Hard => (2, (-2, 2), (-4, 4)),
    };
    let numbers = drawing::numbers(random, difficulty, &[rows, 3], scores)?;
    let upstream = drawing::numbers(random, difficulty, &[rows, 3], gradients)?;
    Ok(Arguments::new().with("scores", numbers).with(UPSTREAM, upstream))
}
