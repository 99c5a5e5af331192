//! Residual connections: an encoder layer with trivial attention, so that only the two sums and the norm between them remain.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{at, column, entries, matrix, of, of_vector, tensor};
use super::{Difficulty, Exercise, Misconception, drawing};

/// Attention, sum, norm, sum.
pub static EXERCISE: Exercise = Exercise {
    id: "residual-steps",
    algorithm: "encoder-layer",
    back: None,
    asked: &[
        "attention/multi-head.output", "transformer.attended", "post-norm1/layer-norm.normalized",
        "transformer.fed-forward",
    ],
    decimals: 2,
    draw,
    misconceptions: &[
        SUM_INSTEAD_OF_MEAN, NO_RESIDUAL, NORM_LEFT_OUT, ATTENTION_ALONE_NORMALIZED, SAMPLE_VARIANCE,
        MEAN_NOT_SUBTRACTED, NO_EPSILON, RESIDUAL_FROM_THE_INPUT, ACTIVATION_LEFT_OUT,
    ],
};

/// All scores are 0 here, so attention is the mean of the values.
const SUM_INSTEAD_OF_MEAN: Misconception =
    Misconception::step("sum-instead-of-mean", "attention/multi-head.output", |run| {
        let output = matrix(run, "attention/multi-head.output")?;
        of(&(&output * output.nrows() as f64))
    });

const NO_RESIDUAL: Misconception = Misconception::steps(
    "no-residual",
    &[
        ("transformer.attended", |run| Ok(tensor(run, "attention/multi-head.output")?.clone())),
        ("transformer.fed-forward", |run| Ok(tensor(run, "feed-forward/feed-forward.output")?.clone())),
    ],
);

const NORM_LEFT_OUT: Misconception = Misconception::step("norm-left-out", "post-norm1/layer-norm.normalized", |run| {
    Ok(tensor(run, "transformer.attended")?.clone())
});

const ATTENTION_ALONE_NORMALIZED: Misconception =
    Misconception::step("norm-before-the-sum", "post-norm1/layer-norm.normalized", |run| {
        let epsilon = at(&column(run, "normalization.epsilon")?, 0, 0);
        let attention = matrix(run, "attention/multi-head.output")?;
        let mut normalized = attention.clone();
        for mut row in normalized.row_iter_mut() {
            let (mean, deviation) = (row.mean(), (row.variance() + epsilon).sqrt());
            row.apply(|number| *number = (*number - mean) / deviation);
        }
        of(&(normalized + matrix(run, "transformer.x")?))
    });

const SAMPLE_VARIANCE: Misconception =
    Misconception::step("sample-variance", "post-norm1/layer-norm.variance", |run| {
        let features = tensor(run, "transformer.x")?.shape().get(1).copied().unwrap_or_default() as f64;
        of_vector(&(column(run, "post-norm1/layer-norm.square-sum")? / (features - 1.0)))
    });

const MEAN_NOT_SUBTRACTED: Misconception =
    Misconception::step("mean-not-subtracted", "post-norm1/layer-norm.normalized", |run| {
        normalized(run, "transformer.attended", |stabilized, _| stabilized.sqrt())
    });

const NO_EPSILON: Misconception = Misconception::step("no-epsilon", "post-norm1/layer-norm.normalized", |run| {
    normalized(run, "post-norm1/layer-norm.centered", |stabilized, epsilon| (stabilized - epsilon).sqrt())
});

const RESIDUAL_FROM_THE_INPUT: Misconception =
    Misconception::step("residual-from-the-input", "transformer.fed-forward", |run| {
        of(&(matrix(run, "feed-forward/feed-forward.output")? + matrix(run, "transformer.x")?))
    });

const ACTIVATION_LEFT_OUT: Misconception =
    Misconception::step("relu-left-out", "feed-forward/feed-forward.relu", |run| {
        Ok(tensor(run, "feed-forward/feed-forward.hidden")?.clone())
    });

/// A step, divided by a function of the variance with ε and of ε.
fn normalized(run: &Trace, step: &str, divisor: fn(f64, f64) -> f64) -> Result<Tensor> {
    let stabilized = column(run, "post-norm1/layer-norm.stabilized")?;
    let epsilon = at(&column(run, "normalization.epsilon")?, 0, 0);
    of(&entries(&matrix(run, step)?, |i, _, number| number / divisor(at(&stabilized, i, 0), epsilon)))
}

/// With queries of zeros all scores are equal; the projections of the values and of the output are the identity.
fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (tokens, range) = match difficulty {
        Difficulty::Easy => (2, (0, 6)),
        Difficulty::Medium => (2, (-4, 6)),
        Difficulty::Hard => (3, (-3, 3)),
    };
    let diagonal = |number: f64| Tensor::matrix(&[[number, 0.0, 0.0], [0.0, number, 0.0], [0.0, 0.0, number]]);
    let inputs = Arguments::new()
        .with("x", drawing::numbers(random, difficulty, &[tokens, 3], range)?)
        .with("heads", 1.0)
        .with("epsilon", 1.0)
        .with("attention.wQuery", diagonal(0.0)?)
        .with("attention.wKey", diagonal(0.0)?)
        .with("attention.wValue", diagonal(1.0)?)
        .with("attention.wOutput", diagonal(1.0)?);
    let (w1, w2) = (
        drawing::numbers(random, Difficulty::Easy, &[3, 2], (-1, 1))?,
        drawing::numbers(random, Difficulty::Easy, &[2, 3], (-1, 1))?,
    );
    Ok(inputs.with("w1", w1).with("w2", w2))
}
