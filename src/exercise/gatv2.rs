//! GATv2, step by step: scores in which the LeakyReLU comes before the attention vector, weights, and the weighted sum of the sources.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::op::LEAKY_RELU;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::gat::{
    FEATURES_AGGREGATED, MASK_BY_PRODUCT, MASK_WITHOUT_RENORMALIZING, SELF_LEFT_OUT, SOFTMAX_OVER_ALL_NODES,
    SOFTMAX_OVER_TARGETS, draw_layer, one_head, only_head,
};
use super::matrices::{at, column, product, tensor, unfit};
use super::{Difficulty, Exercise, Misconception};

/// Scores, weights, output of one head.
pub static EXERCISE: Exercise = Exercise {
    id: "gatv2-steps",
    algorithm: "gatv2-layer",
    back: None,
    asked: &["gatv2.scores", "gat.weights", "gat.aggregated"],
    decimals: 2,
    draw,
    misconceptions: &[
        ACTIVATED_AFTER_THE_PRODUCT, NOT_ACTIVATED, RELU, SLOPE_ONE_HUNDREDTH, MATRICES_EXCHANGED, SELF_LEFT_OUT,
        SOFTMAX_OVER_ALL_NODES, MASK_BY_PRODUCT, MASK_WITHOUT_RENORMALIZING, SOFTMAX_OVER_TARGETS, FEATURES_AGGREGATED,
        TARGETS_AGGREGATED, TRANSPOSED_WEIGHTS,
    ],
};

/// The order of GAT.
const ACTIVATED_AFTER_THE_PRODUCT: Misconception =
    Misconception::step("activated-after-the-product", "gatv2.scores", |run| {
        let slope = slope(run)?;
        let unactivated = scores(run, 1.0)?;
        let scores = unactivated.data().iter().map(|&score| LEAKY_RELU.apply(&[score, slope], &run.settings));
        Tensor::new(unactivated.shape().to_vec(), scores.collect())
    });

const NOT_ACTIVATED: Misconception = Misconception::step("sums-not-activated", "gatv2.scores", |run| scores(run, 1.0));

const RELU: Misconception = Misconception::step("relu-instead-of-leaky-relu", "gatv2.scores", |run| scores(run, 0.0));

const SLOPE_ONE_HUNDREDTH: Misconception =
    Misconception::step("slope-one-hundredth", "gatv2.scores", |run| scores(run, 0.01));

/// The scores of the pairs in the other direction.
const MATRICES_EXCHANGED: Misconception = Misconception::step("projections-exchanged", "gatv2.scores", |run| {
    one_head(&only_head(run, "gatv2.scores")?.transpose())
});

const TARGETS_AGGREGATED: Misconception = Misconception::step("targets-aggregated", "gat.aggregated", |run| {
    one_head(&product(&only_head(run, "gat.weights")?, &only_head(run, "gatv2.targets")?)?)
});

const TRANSPOSED_WEIGHTS: Misconception = Misconception::step("transposed-weights", "gat.aggregated", |run| {
    one_head(&product(&only_head(run, "gat.weights")?.transpose(), &only_head(run, "gatv2.sources")?)?)
});

fn slope(run: &Trace) -> Result<f64> {
    Ok(at(&column(run, "gat.negative-slope")?, 0, 0))
}

/// The products of the attention vector with the sums, through a LeakyReLU of this slope.
fn scores(run: &Trace, slope: f64) -> Result<Tensor> {
    let (attention, sums) = (tensor(run, "gatv2.attention")?.data(), tensor(run, "gatv2.sums")?);
    let [heads, targets, sources, width] = *sums.shape() else { return Err(unfit("sums without features")) };
    let term = |(weight, sum): (&f64, &f64)| weight * LEAKY_RELU.apply(&[*sum, slope], &run.settings);
    let score = |sum: &[f64]| attention.iter().zip(sum).map(term).sum();
    Tensor::new(vec![heads, targets, sources], sums.data().chunks(width.max(1)).map(score).collect())
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    draw_layer(
        random,
        difficulty,
        &[("wSource", [2, 2], (-1, 2)), ("wTarget", [2, 2], (-1, 2)), ("attention", [1, 2], (-1, 1))],
    )
}
