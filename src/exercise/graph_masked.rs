//! Attention masked by a graph, step by step: nodes that are not neighbors get −∞ before the softmax.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::attention::{KEYS_AS_VALUES, NO_SCALE, SOFTMAX_OVER_QUERIES, TRANSPOSED_WEIGHTS};
use super::matrices::{at, entries, matrix, of, product, softmax_rows, tensor};
use super::{Difficulty, Exercise, Misconception, drawing};

/// Masked scores, weights, output.
pub static EXERCISE: Exercise = Exercise {
    id: "graph-masked-attention-steps",
    algorithm: "graph-masked-attention",
    back: None,
    asked: &["attention.masked", "attention.weights", "attention.output"],
    decimals: 2,
    draw,
    misconceptions: &[
        NO_SCALE, NO_MASK, MASK_BY_PRODUCT, TRANSPOSED_MASK, INVERTED_MASK, SELF_LEFT_OUT, MASK_WITHOUT_RENORMALIZING,
        SOFTMAX_OVER_QUERIES, TRANSPOSED_WEIGHTS, KEYS_AS_VALUES, FEATURES_AS_VALUES,
    ],
};

const NO_MASK: Misconception =
    Misconception::step("graph-ignored", "attention.masked", |run| Ok(tensor(run, "attention.scaled")?.clone()));

/// Multiplying a score by 0 is the same as setting it to 0.
const MASK_BY_PRODUCT: Misconception =
    Misconception::step("mask-by-product", "attention.masked", |run| masked(run, |_, _, heard| heard, 0.0));

const TRANSPOSED_MASK: Misconception = Misconception::step("transposed-graph-mask", "attention.masked", |run| {
    let transposed = matrix(run, "graph/graph.neighborhood")?.transpose();
    let scores = matrix(run, "attention.scaled")?;
    of(&entries(&scores, |i, j, score| if at(&transposed, i, j) == 0.0 { f64::NEG_INFINITY } else { score }))
});

const INVERTED_MASK: Misconception = Misconception::step("inverted-mask", "attention.masked", |run| {
    masked(run, |_, _, heard| !heard, f64::NEG_INFINITY)
});

const SELF_LEFT_OUT: Misconception = Misconception::step("self-left-out", "attention.masked", |run| {
    masked(run, |i, j, heard| heard && i != j, f64::NEG_INFINITY)
});

const MASK_WITHOUT_RENORMALIZING: Misconception =
    Misconception::step("mask-without-renormalizing", "attention.weights", |run| {
        let heard = matrix(run, "graph/graph.neighborhood")?;
        let weights = softmax_rows(&matrix(run, "attention.scaled")?);
        of(&entries(&weights, |i, j, weight| if at(&heard, i, j) == 0.0 { 0.0 } else { weight }))
    });

const FEATURES_AS_VALUES: Misconception = Misconception::step("features-as-values", "attention.output", |run| {
    of(&product(&matrix(run, "attention.weights")?, &matrix(run, "multi-head.x")?)?)
});

/// The scaled scores where the mask keeps them, and another value elsewhere.
fn masked(run: &Trace, keep: fn(usize, usize, bool) -> bool, hidden: f64) -> Result<Tensor> {
    let heard = matrix(run, "graph/graph.neighborhood")?;
    let kept = |i, j| keep(i, j, at(&heard, i, j) != 0.0);
    of(&entries(&matrix(run, "attention.scaled")?, |i, j, score| if kept(i, j) { score } else { hidden }))
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (nodes, range) = match difficulty {
        Difficulty::Easy => (3, (0, 2)),
        Difficulty::Medium => (4, (-2, 2)),
        Difficulty::Hard => (4, (-1, 2)),
    };
    // Directed, so that the mask is not its own transpose.
    let graph = drawing::graph(random, nodes, nodes - 2, true)?;
    let x = drawing::numbers(random, difficulty, &[nodes, 2], range)?;
    ["wQuery", "wKey", "wValue"]
        .into_iter()
        .try_fold(Arguments::new().with("graph", graph).with("x", x), |inputs, name| {
            Ok(inputs.with(name, drawing::numbers(random, Difficulty::Easy, &[2, 2], (-1, 1))?))
        })
}
