//! Layer norm, step by step. ε is drawn large enough to be seen in two decimals.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{at, column, entries, matrix, of, of_vector, row_sums, tensor};
use super::{Difficulty, Exercise, Misconception, drawing};

/// Distances from the mean, variance, result.
pub static EXERCISE: Exercise = Exercise {
    id: "layer-norm-steps",
    algorithm: "layer-norm",
    back: None,
    asked: &["layer-norm.centered", "layer-norm.variance", "layer-norm.normalized"],
    decimals: 2,
    draw,
    misconceptions: &[
        MEAN_NOT_SUBTRACTED, OVER_COLUMNS, OVER_ALL_NUMBERS, SAMPLE_VARIANCE, VARIANCE_NOT_DIVIDED, MEAN_OF_SQUARES,
        NO_EPSILON, EPSILON_AFTER_THE_ROOT, DIVIDED_BY_THE_VARIANCE,
    ],
};

const MEAN_NOT_SUBTRACTED: Misconception =
    Misconception::step("mean-not-subtracted", "layer-norm.centered", |run| Ok(tensor(run, "layer-norm.x")?.clone()));

/// There are as many tokens as features, so that the variances of the columns fit the shape of those of the rows.
const OVER_COLUMNS: Misconception = Misconception::steps(
    "normalized-over-columns",
    &[
        ("layer-norm.centered", |run| {
            let x = matrix(run, "layer-norm.x")?;
            let means = row_sums(&x.transpose()) / x.nrows() as f64;
            of(&entries(&x, |_, f, number| number - at(&means, f, 0)))
        }),
        ("layer-norm.variance", |run| {
            let squares = matrix(run, "layer-norm.centered")?.map(|distance| distance * distance);
            of_vector(&(row_sums(&squares.transpose()) / squares.nrows() as f64))
        }),
        ("layer-norm.normalized", |run| {
            let deviations = column(run, "layer-norm.deviation")?;
            of(&entries(&matrix(run, "layer-norm.centered")?, |_, f, distance| distance / at(&deviations, f, 0)))
        }),
    ],
);

const OVER_ALL_NUMBERS: Misconception = Misconception::steps(
    "normalized-over-all-numbers",
    &[
        ("layer-norm.centered", |run| {
            let x = matrix(run, "layer-norm.x")?;
            let mean = x.mean();
            of(&x.map(|number| number - mean))
        }),
        ("layer-norm.variance", |run| {
            let squares = matrix(run, "layer-norm.centered")?.map(|distance| distance * distance);
            of_vector(&row_sums(&squares).map(|_| squares.mean()))
        }),
    ],
);

const SAMPLE_VARIANCE: Misconception = Misconception::step("sample-variance", "layer-norm.variance", |run| {
    let features = tensor(run, "layer-norm.x")?.shape().get(1).copied().unwrap_or_default() as f64;
    of_vector(&(column(run, "layer-norm.square-sum")? / (features - 1.0)))
});

const VARIANCE_NOT_DIVIDED: Misconception = Misconception::step("squares-not-averaged", "layer-norm.variance", |run| {
    Ok(tensor(run, "layer-norm.square-sum")?.clone())
});

const MEAN_OF_SQUARES: Misconception = Misconception::step("squares-of-the-numbers", "layer-norm.variance", |run| {
    let squares = matrix(run, "layer-norm.x")?.map(|number| number * number);
    of_vector(&(row_sums(&squares) / squares.ncols() as f64))
});

const NO_EPSILON: Misconception =
    Misconception::step("no-epsilon", "layer-norm.normalized", |run| normalized(run, |variance, _| variance.sqrt()));

const EPSILON_AFTER_THE_ROOT: Misconception =
    Misconception::step("epsilon-after-the-root", "layer-norm.normalized", |run| {
        normalized(run, |variance, epsilon| variance.sqrt() + epsilon)
    });

const DIVIDED_BY_THE_VARIANCE: Misconception =
    Misconception::step("divided-by-the-variance", "layer-norm.normalized", |run| {
        normalized(run, |variance, epsilon| variance + epsilon)
    });

/// The distances, divided by a function of the variance and ε.
fn normalized(run: &Trace, divisor: fn(f64, f64) -> f64) -> Result<Tensor> {
    let variances = column(run, "layer-norm.variance")?;
    let epsilon = at(&column(run, "normalization.epsilon")?, 0, 0);
    let centered = matrix(run, "layer-norm.centered")?;
    of(&entries(&centered, |i, _, distance| distance / divisor(at(&variances, i, 0), epsilon)))
}

pub(super) fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (range, epsilon) = match difficulty {
        Difficulty::Easy => ((0, 6), 1.0),
        Difficulty::Medium => ((-3, 5), 1.0),
        Difficulty::Hard => ((-2, 2), 0.1),
    };
    let x = drawing::numbers(random, difficulty, &[3, 3], range)?;
    Ok(Arguments::new().with("x", x).with("epsilon", epsilon))
}
