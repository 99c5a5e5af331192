//! Batch norm, step by step: each feature by its mean and variance over the batch. ε is drawn large enough to be seen in two decimals.

use crate::error::Result;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::layer_norm;
use super::matrices::{at, column, entries, matrix, of, of_vector, row_sums, tensor};
use super::{Exercise, Misconception};

/// Distances from the mean, variance, result.
pub static EXERCISE: Exercise = Exercise {
    id: "batch-norm-steps",
    algorithm: "batch-norm",
    back: None,
    asked: &["batch-norm.centered", "batch-norm.variance", "batch-norm.normalized"],
    decimals: 2,
    draw: layer_norm::draw,
    misconceptions: &[
        MEAN_NOT_SUBTRACTED, OVER_ROWS, OVER_ALL_NUMBERS, SAMPLE_VARIANCE, VARIANCE_NOT_DIVIDED, MEAN_OF_SQUARES,
        NO_EPSILON, EPSILON_AFTER_THE_ROOT, DIVIDED_BY_THE_VARIANCE,
    ],
};

const MEAN_NOT_SUBTRACTED: Misconception =
    Misconception::step("batch-mean-not-subtracted", "batch-norm.centered", |run| {
        Ok(tensor(run, "batch-norm.x")?.clone())
    });

/// There are as many examples as features, so that the variances of the rows fit the shape of those of the columns.
const OVER_ROWS: Misconception = Misconception::steps(
    "normalized-over-rows",
    &[
        ("batch-norm.centered", |run| {
            let x = matrix(run, "batch-norm.x")?;
            let means = row_sums(&x) / x.ncols() as f64;
            of(&entries(&x, |i, _, number| number - at(&means, i, 0)))
        }),
        ("batch-norm.variance", |run| {
            let squares = matrix(run, "batch-norm.centered")?.map(|distance| distance * distance);
            of_vector(&(row_sums(&squares) / squares.ncols() as f64))
        }),
        ("batch-norm.normalized", |run| {
            let deviations = column(run, "batch-norm.deviation")?;
            of(&entries(&matrix(run, "batch-norm.centered")?, |i, _, distance| distance / at(&deviations, i, 0)))
        }),
    ],
);

const OVER_ALL_NUMBERS: Misconception = Misconception::steps(
    "one-mean-for-the-batch",
    &[
        ("batch-norm.centered", |run| {
            let x = matrix(run, "batch-norm.x")?;
            let mean = x.mean();
            of(&x.map(|number| number - mean))
        }),
        ("batch-norm.variance", |run| {
            let squares = matrix(run, "batch-norm.centered")?.map(|distance| distance * distance);
            of_vector(&row_sums(&squares).map(|_| squares.mean()))
        }),
    ],
);

const SAMPLE_VARIANCE: Misconception = Misconception::step("batch-sample-variance", "batch-norm.variance", |run| {
    let examples = matrix(run, "batch-norm.x")?.nrows() as f64;
    of_vector(&(column(run, "batch-norm.square-sum")? / (examples - 1.0)))
});

const VARIANCE_NOT_DIVIDED: Misconception = Misconception::step("squares-not-averaged", "batch-norm.variance", |run| {
    Ok(tensor(run, "batch-norm.square-sum")?.clone())
});

const MEAN_OF_SQUARES: Misconception = Misconception::step("squares-of-the-numbers", "batch-norm.variance", |run| {
    let squares = matrix(run, "batch-norm.x")?.map(|number| number * number);
    of_vector(&(row_sums(&squares.transpose()) / squares.nrows() as f64))
});

const NO_EPSILON: Misconception =
    Misconception::step("no-epsilon", "batch-norm.normalized", |run| normalized(run, |variance, _| variance.sqrt()));

const EPSILON_AFTER_THE_ROOT: Misconception =
    Misconception::step("epsilon-after-the-root", "batch-norm.normalized", |run| {
        normalized(run, |variance, epsilon| variance.sqrt() + epsilon)
    });

const DIVIDED_BY_THE_VARIANCE: Misconception =
    Misconception::step("divided-by-the-variance", "batch-norm.normalized", |run| {
        normalized(run, |variance, epsilon| variance + epsilon)
    });

/// The distances, divided by a function of the variance and ε.
fn normalized(run: &Trace, divisor: fn(f64, f64) -> f64) -> Result<Tensor> {
    let variances = column(run, "batch-norm.variance")?;
    let epsilon = at(&column(run, "normalization.epsilon")?, 0, 0);
    let centered = matrix(run, "batch-norm.centered")?;
    of(&entries(&centered, |_, f, distance| distance / divisor(at(&variances, f, 0), epsilon)))
}
