//! A layer of a graph isomorphism network, step by step: the sum of the neighbors, the node's own share, and the feed-forward network.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{at, column, entries, matrix, of, product};
use super::mean_aggregation::{aggregated, maxima};
use super::{Difficulty, Exercise, Misconception, drawing};

/// Sum of the neighbors, sum with the node itself, output.
pub static EXERCISE: Exercise = Exercise {
    id: "graph-isomorphism-steps",
    algorithm: "graph-isomorphism-layer",
    back: None,
    asked: &["message.aggregated", "isomorphism.summed", "mlp/feed-forward.output"],
    decimals: 2,
    draw,
    misconceptions: &[
        MEAN_INSTEAD_OF_SUM, MAXIMUM_INSTEAD_OF_SUM, OWN_FEATURES_LEFT_OUT, EPSILON_WITHOUT_ONE, OWN_FACTOR_LEFT_OUT,
        FACTOR_ON_THE_NEIGHBORS, RELU_LEFT_OUT, RELU_AT_THE_END,
    ],
};

const MEAN_INSTEAD_OF_SUM: Misconception = Misconception::step("mean-instead-of-sum", "message.aggregated", |run| {
    aggregated(run, |heard, degrees, _| entries(heard, |v, _, count| count / at(degrees, v, 0)))
});

const MAXIMUM_INSTEAD_OF_SUM: Misconception =
    Misconception::step("maximum-instead-of-sum", "message.aggregated", maxima);

const OWN_FEATURES_LEFT_OUT: Misconception =
    Misconception::step("own-features-left-out", "isomorphism.summed", |run| summed(run, |_, _, received| received));

const EPSILON_WITHOUT_ONE: Misconception = Misconception::step("epsilon-without-one", "isomorphism.summed", |run| {
    summed(run, |epsilon, own, received| epsilon * own + received)
});

const OWN_FACTOR_LEFT_OUT: Misconception = Misconception::step("own-factor-left-out", "isomorphism.summed", |run| {
    summed(run, |_, own, received| own + received)
});

const FACTOR_ON_THE_NEIGHBORS: Misconception =
    Misconception::step("factor-on-the-neighbors", "isomorphism.summed", |run| {
        summed(run, |epsilon, own, received| own + (1.0 + epsilon) * received)
    });

const RELU_LEFT_OUT: Misconception = Misconception::step("relu-left-out", "mlp/feed-forward.output", |run| {
    of(&product(&matrix(run, "mlp/feed-forward.hidden")?, &matrix(run, "mlp/feed-forward.second")?)?)
});

const RELU_AT_THE_END: Misconception = Misconception::step("relu-at-the-end", "mlp/feed-forward.output", |run| {
    let output = product(&matrix(run, "mlp/feed-forward.hidden")?, &matrix(run, "mlp/feed-forward.second")?)?;
    of(&output.map(|number| number.max(0.0)))
});

/// Sums that are computed from ε, the node's own feature, and what it receives.
fn summed(run: &Trace, cell: fn(f64, f64, f64) -> f64) -> Result<Tensor> {
    let epsilon = at(&column(run, "isomorphism.epsilon")?, 0, 0);
    let features = matrix(run, "message.features")?;
    of(&entries(&matrix(run, "message.aggregated")?, |v, f, received| cell(epsilon, at(&features, v, f), received)))
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (nodes, range) = match difficulty {
        Difficulty::Easy => (3, (0, 5)),
        Difficulty::Medium | Difficulty::Hard => (4, (-3, 5)),
    };
    Ok(Arguments::new()
        .with("graph", drawing::graph(random, nodes, nodes - 3, false)?)
        .with("x", drawing::numbers(random, difficulty, &[nodes, 2], range)?)
        .with("epsilon", f64::from(random.integer(1, 6)) / 2.0)
        .with("w1", drawing::numbers(random, Difficulty::Easy, &[2, 2], (-2, 2))?)
        .with("w2", drawing::numbers(random, Difficulty::Easy, &[2, 2], (-2, 2))?))
}
