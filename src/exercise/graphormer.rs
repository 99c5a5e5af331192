//! Graphormer's bias, step by step: a learned number for each distance, added to the score of the pair.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::attention::{NO_SCALE, SOFTMAX_OVER_QUERIES};
use super::matrices::{at, column, entries, matrix, of, tensor};
use super::{Difficulty, Exercise, Misconception, drawing};

/// Bias, biased scores, weights.
pub static EXERCISE: Exercise = Exercise {
    id: "graphormer-bias-steps",
    algorithm: "graphormer-attention",
    back: None,
    asked: &["graphormer.bias", "attention.biased", "attention.weights"],
    decimals: 2,
    draw,
    misconceptions: &[
        ADJACENCY_INSTEAD_OF_DISTANCE, TABLE_FROM_DISTANCE_ONE, DISTANCE_AS_BIAS, NO_BIAS_FOR_ITSELF, BIAS_LEFT_OUT,
        BIAS_MULTIPLIED, BIAS_SUBTRACTED, BIAS_BEFORE_SCALE, NO_SCALE, SOFTMAX_OVER_QUERIES,
    ],
};

const ADJACENCY_INSTEAD_OF_DISTANCE: Misconception =
    Misconception::step("adjacency-instead-of-distance", "graphormer.bias", |run| {
        bias(run, |distance, last| if (0.0..=1.0).contains(&distance) { distance as usize } else { last })
    });

const TABLE_FROM_DISTANCE_ONE: Misconception =
    Misconception::step("table-from-distance-one", "graphormer.bias", |run| {
        bias(run, |distance, last| if distance < 0.0 { last } else { (distance as usize).saturating_sub(1) })
    });

const DISTANCE_AS_BIAS: Misconception =
    Misconception::step("distance-as-bias", "graphormer.bias", |run| Ok(tensor(run, "graph/graph.distances")?.clone()));

const NO_BIAS_FOR_ITSELF: Misconception = Misconception::step("no-bias-for-itself", "graphormer.bias", |run| {
    of(&entries(&matrix(run, "graphormer.bias")?, |i, j, bias| if i == j { 0.0 } else { bias }))
});

const BIAS_LEFT_OUT: Misconception =
    Misconception::step("bias-left-out", "attention.biased", |run| biased(run, |score, _, _| score));

const BIAS_MULTIPLIED: Misconception =
    Misconception::step("bias-multiplied", "attention.biased", |run| biased(run, |score, bias, _| score * bias));

const BIAS_SUBTRACTED: Misconception =
    Misconception::step("bias-subtracted", "attention.biased", |run| biased(run, |score, bias, _| score - bias));

const BIAS_BEFORE_SCALE: Misconception = Misconception::step("bias-before-scale", "attention.biased", |run| {
    biased(run, |score, bias, scale| score + bias / scale)
});

/// The biases from the table, at the index computed from a distance and the last index.
fn bias(run: &Trace, place: fn(f64, usize) -> usize) -> Result<Tensor> {
    let table = column(run, "graphormer.spatial-bias")?;
    let last = table.nrows().saturating_sub(1);
    of(&entries(&matrix(run, "graph/graph.distances")?, |_, _, distance| at(&table, place(distance, last), 0)))
}

/// Computes each entry from the scaled score, the bias and the scale.
fn biased(run: &Trace, together: fn(f64, f64, f64) -> f64) -> Result<Tensor> {
    let scale = at(&column(run, "attention.scale")?, 0, 0);
    let bias = matrix(run, "graphormer.bias")?;
    of(&entries(&matrix(run, "attention.scaled")?, |i, j, score| together(score, at(&bias, i, j), scale)))
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (nodes, range) = match difficulty {
        Difficulty::Easy => (3, (0, 2)),
        Difficulty::Medium | Difficulty::Hard => (4, (-2, 2)),
    };
    let inputs = Arguments::new()
        .with("graph", drawing::graph(random, nodes, nodes - 3, false)?)
        .with("x", drawing::numbers(random, difficulty, &[nodes, 2], range)?)
        // One entry for each possible distance, and one for pairs without a path.
        .with("spatialBias", drawing::numbers(random, difficulty, &[nodes + 1], (-3, 3))?);
    ["wQuery", "wKey"].into_iter().try_fold(inputs, |inputs, name| {
        Ok(inputs.with(name, drawing::numbers(random, Difficulty::Easy, &[2, 2], (-1, 1))?))
    })
}
