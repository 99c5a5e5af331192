//! The gradient of the mean squared error: where a way back begins.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::trace::Trace;

use super::super::matrices::{matrix, of};
use super::super::{Back, Difficulty, Exercise, Misconception, drawing};

/// Differences, gradient of the predictions.
pub static EXERCISE: Exercise = Exercise {
    id: "squared-error-gradient-steps",
    algorithm: "mean-squared-error",
    back: Some(Back { of: None, wrt: &["predictions"] }),
    asked: &["squared-error.differences", "gradient/squared-error.predictions"],
    decimals: 2,
    draw,
    misconceptions: &[
        DIFFERENCE_TURNED, TWO_FORGOTTEN, COUNT_FORGOTTEN, DIVIDED_BY_SAMPLES, SIGN_TURNED, SQUARE_NOT_DERIVED,
    ],
};

const DIFFERENCE_TURNED: Misconception =
    Misconception::step("prediction-from-target", "squared-error.differences", |run| {
        of(&(-matrix(run, "squared-error.differences")?))
    });

const TWO_FORGOTTEN: Misconception = Misconception::step("two-of-the-square-forgotten", PREDICTIONS, |run| {
    back(run, |difference, _, all| difference / all)
});

const COUNT_FORGOTTEN: Misconception =
    Misconception::step("count-forgotten", PREDICTIONS, |run| back(run, |difference, _, _| 2.0 * difference));

const DIVIDED_BY_SAMPLES: Misconception = Misconception::step("divided-by-samples-only", PREDICTIONS, |run| {
    back(run, |difference, samples, _| 2.0 * difference / samples)
});

const SIGN_TURNED: Misconception = Misconception::step("gradient-turned-round", PREDICTIONS, |run| {
    back(run, |difference, _, all| -2.0 * difference / all)
});

const SQUARE_NOT_DERIVED: Misconception = Misconception::step("square-not-derived", PREDICTIONS, |run| {
    back(run, |difference, _, all| difference * difference / all)
});

const PREDICTIONS: &str = "gradient/squared-error.predictions";

/// A function of each difference, the number of samples and that of all numbers.
fn back(run: &Trace, slope: fn(f64, f64, f64) -> f64) -> Result<crate::tensor::Tensor> {
    let differences = matrix(run, "squared-error.differences")?;
    let (samples, all) = (differences.nrows() as f64, differences.len() as f64);
    of(&differences.map(|difference| slope(difference, samples, all)))
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (samples, range) = match difficulty {
        Difficulty::Easy => (2, (0, 5)),
        Difficulty::Medium => (3, (-4, 4)),
        Difficulty::Hard => (3, (-3, 3)),
    };
    let mut numbers = || drawing::numbers(random, difficulty, &[samples, 2], range);
    let (predictions, targets) = (numbers()?, numbers()?);
    Ok(Arguments::new().with("predictions", predictions).with("targets", targets))
}
