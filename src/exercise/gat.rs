//! Graph attention, step by step: scores of pairs, weights over a neighborhood, and their weighted sum.

use nalgebra::DMatrix;

use crate::catalog::Arguments;
use crate::error::Result;
use crate::op::LEAKY_RELU;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{at, entries, heads, matrix, of_heads, product, softmax_columns, softmax_rows, tensor};
use super::{Difficulty, Exercise, Misconception, drawing};

/// Scores, weights, output of one head.
pub static EXERCISE: Exercise = Exercise {
    id: "gat-steps",
    algorithm: "gat-layer",
    back: None,
    asked: &["gat.scores", "gat.weights", "gat.aggregated"],
    decimals: 2,
    draw,
    misconceptions: &[
        SLOPE_TWO_HUNDREDTHS, SLOPE_ONE_HUNDREDTH, RELU, NO_LEAKY_RELU, SOURCE_AND_TARGET_SWAPPED, SELF_LEFT_OUT,
        SOFTMAX_OVER_ALL_NODES, MASK_BY_PRODUCT, MASK_WITHOUT_RENORMALIZING, SOFTMAX_OVER_TARGETS, FEATURES_AGGREGATED,
        TRANSPOSED_WEIGHTS,
    ],
};

const SLOPE_TWO_HUNDREDTHS: Misconception =
    Misconception::step("slope-two-hundredths", "gat.scores", |run| leaky(run, 0.02));

const SLOPE_ONE_HUNDREDTH: Misconception =
    Misconception::step("slope-one-hundredth", "gat.scores", |run| leaky(run, 0.01));

const RELU: Misconception = Misconception::step("relu-instead-of-leaky-relu", "gat.scores", |run| leaky(run, 0.0));

/// Weights are positive, and LeakyReLU does not change positive numbers: applying it after the softmax is the same as leaving it out.
const NO_LEAKY_RELU: Misconception = Misconception::step("no-leaky-relu", "gat.scores", |run| leaky(run, 1.0));

/// Swapping the halves of the attention vector is the same as transposing the scores.
const SOURCE_AND_TARGET_SWAPPED: Misconception =
    Misconception::step("source-and-target-swapped", "gat.scores", |run| {
        one_head(&only_head(run, "gat.scores")?.transpose())
    });

pub(super) const SELF_LEFT_OUT: Misconception = Misconception::step("self-left-out", "gat.weights", |run| {
    let neighbors = matrix(run, "graph.neighbors")?;
    softmax(run, &neighbors, f64::NEG_INFINITY)
});

pub(super) const SOFTMAX_OVER_ALL_NODES: Misconception =
    Misconception::step("softmax-over-all-nodes", "gat.weights", |run| one_head(&softmax_rows(&scores(run)?)));

pub(super) const MASK_BY_PRODUCT: Misconception =
    Misconception::step("mask-by-product", "gat.weights", |run| softmax(run, &matrix(run, "graph.neighborhood")?, 0.0));

pub(super) const MASK_WITHOUT_RENORMALIZING: Misconception =
    Misconception::step("mask-without-renormalizing", "gat.weights", |run| {
        let heard = matrix(run, "graph.neighborhood")?;
        let weights = softmax_rows(&scores(run)?);
        one_head(&entries(&weights, |v, u, weight| if at(&heard, v, u) == 0.0 { 0.0 } else { weight }))
    });

pub(super) const SOFTMAX_OVER_TARGETS: Misconception =
    Misconception::step("softmax-over-targets", "gat.weights", |run| {
        one_head(&softmax_columns(&only_head(run, "gat.masked")?))
    });

pub(super) const FEATURES_AGGREGATED: Misconception =
    Misconception::step("features-aggregated", "gat.aggregated", |run| {
        one_head(&product(&only_head(run, "gat.weights")?, &matrix(run, "gat.features")?)?)
    });

const TRANSPOSED_WEIGHTS: Misconception = Misconception::step("transposed-weights", "gat.aggregated", |run| {
    one_head(&product(&only_head(run, "gat.weights")?.transpose(), &only_head(run, "gat.projected")?)?)
});

/// The scores of GAT, or those of GATv2.
fn scores(run: &Trace) -> Result<DMatrix<f64>> {
    only_head(run, if run.step("gatv2.scores").is_ok() { "gatv2.scores" } else { "gat.scores" })
}

pub(super) fn only_head(run: &Trace, step: &str) -> Result<DMatrix<f64>> {
    Ok(heads(run, step)?.into_iter().next().unwrap_or_default())
}

pub(super) fn one_head(head: &DMatrix<f64>) -> Result<Tensor> {
    of_heads(std::slice::from_ref(head))
}

/// The raw scores through a LeakyReLU of this slope.
fn leaky(run: &Trace, slope: f64) -> Result<Tensor> {
    let raw = tensor(run, "gat.raw-score")?;
    let scores = raw.data().iter().map(|&score| LEAKY_RELU.apply(&[score, slope], &run.settings));
    Tensor::new(raw.shape().to_vec(), scores.collect())
}

/// The softmax of the scores at edges, and of another value elsewhere.
fn softmax(run: &Trace, heard: &DMatrix<f64>, elsewhere: f64) -> Result<Tensor> {
    let scores = scores(run)?;
    one_head(&softmax_rows(&entries(&scores, |v, u, score| if at(heard, v, u) == 0.0 { elsewhere } else { score })))
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    draw_layer(
        random,
        difficulty,
        &[("w", [2, 2], (-1, 2)), ("attentionSource", [1, 2], (-2, 2)), ("attentionTarget", [1, 2], (-2, 2))],
    )
}

/// A learned matrix of a layer: its name, its shape, and the range of its numbers.
pub(super) type Learned = (&'static str, [usize; 2], (i32, i32));

/// Draws a connected graph with two features for each node, and the learned matrices of a layer.
pub(super) fn draw_layer(random: &mut Random, difficulty: Difficulty, learned: &[Learned]) -> Result<Arguments> {
    let (nodes, range) = match difficulty {
        Difficulty::Easy => (3, (-1, 2)),
        Difficulty::Medium => (4, (-3, 3)),
        Difficulty::Hard => (4, (-2, 2)),
    };
    let inputs = Arguments::new()
        .with("graph", drawing::graph(random, nodes, nodes - 3, false)?)
        .with("x", drawing::numbers(random, difficulty, &[nodes, 2], range)?);
    learned.iter().try_fold(inputs, |inputs, (name, shape, range)| {
        Ok(inputs.with(name, drawing::numbers(random, Difficulty::Easy, shape, *range)?))
    })
}
