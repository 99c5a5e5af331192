//! Mean squared error: the loss of predictions that are numbers.
//!
//! ```text
//! predictions ŷ [n, d] ─┐
//!                       ├─► ŷ − y ─► squared ─► sum ─► / (n · d)
//! targets y [n, d] ─────┘
//! ```
//!
//! Source: Goodfellow, Bengio and Courville 2016, *Deep Learning*, section 5.1.4.
//!
//! Letters: i samples, f features.

use crate::algorithm::{Algorithm, always, output, required};
use crate::op::{MULTIPLY, NORMALIZE, Op, Reduction, SUBTRACT, StepSpec, given, step};

const SOURCE: &str = "Goodfellow et al. 2016, section 5.1.4";

/// What was predicted.
pub static PREDICTIONS: StepSpec = given("squared-error.predictions", "if", &["sample", "feature"])
    .written(r"\hat{Y}", r"\hat{Y} \in \mathbb{R}^{n \times d}", SOURCE);

/// What should have been.
pub static TARGETS: StepSpec =
    given("squared-error.targets", "if", &["sample", "feature"]).written("Y", r"Y \in \mathbb{R}^{n \times d}", SOURCE);

/// How far each prediction is off.
pub static DIFFERENCES: StepSpec =
    step("squared-error.differences", Op::Map(&SUBTRACT), &["if", "if"], "if", &["sample", "feature"])
        .written(r"\hat{Y} - Y", r"\hat{Y}_{if} - Y_{if}", SOURCE)
        .begins("loss");

/// The squares of the differences.
pub static SQUARES: StepSpec =
    step("squared-error.squares", Op::Map(&MULTIPLY), &["if", "if"], "if", &["sample", "feature"])
        .written(r"(\hat{Y} - Y)^2", r"(\hat{Y}_{if} - Y_{if})^2", SOURCE);

/// Their sum.
pub static SUM: StepSpec = step("squared-error.sum", Op::Reduce(Reduction::Sum), &["if"], "", &[])
    .written(r"\textstyle\sum (\hat{Y} - Y)^2", r"\sum_{i,f} (\hat{Y}_{if} - Y_{if})^2", SOURCE);

/// The number of samples.
pub static SAMPLES: StepSpec = step("squared-error.samples", Op::Size('i'), &["if"], "", &[]).written(
    "n",
    r"#1{\hat{Y}} \in \mathbb{R}^{n \times d}",
    SOURCE,
);

/// The number of features of each.
pub static FEATURES: StepSpec = step("squared-error.features", Op::Size('f'), &["if"], "", &[]).written(
    "d",
    r"#1{\hat{Y}} \in \mathbb{R}^{n \times d}",
    SOURCE,
);

/// How many numbers the mean is of.
pub static COUNT: StepSpec =
    step("squared-error.count", Op::Map(&MULTIPLY), &["", ""], "", &[]).written(r"n d", r"n d", SOURCE);

/// The mean of the squares.
pub static MEAN: StepSpec = step("squared-error.mean", Op::Map(&NORMALIZE), &["", ""], "", &[]).written(
    r"\bar{\ell}",
    r"\bar{\ell} = \frac{1}{n d} \sum_{i,f} (\hat{Y}_{if} - Y_{if})^2",
    SOURCE,
);

/// Computes the mean of (ŷ − y)² over all numbers of a table of predictions, and their sum.
///
/// # Shapes
/// | tensor | shape |
/// |---|---|
/// | predictions, targets | [n, d] |
/// | squares | [n, d] |
/// | sum, mean | [] |
///
/// The mean over no number is 0 (NaN with `emptyRow: "nan"`).
///
/// # Errors
/// [`crate::error::Error::ShapeMismatch`] where the two tables differ in shape.
///
/// # Complexity
/// n · d multiplications.
///
/// # Example
/// Off by 1 and by 3: the larger error counts nine times as much.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("predictions", Tensor::matrix(&[[2.0], [5.0]])?)
///     .with("targets", Tensor::matrix(&[[1.0], [2.0]])?);
/// let trace = catalog::trace("mean-squared-error", &inputs)?;
/// assert_eq!(trace.outputs["squares"].data(), [1.0, 9.0]);
/// assert_eq!(trace.outputs["mean"].data(), [5.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "mean-squared-error",
    title: "Mean squared error",
    source: SOURCE,
    inputs: &[required("predictions", &PREDICTIONS), required("targets", &TARGETS)],
    parts: &[always(&[&PREDICTIONS, &TARGETS, &DIFFERENCES, &SQUARES, &SUM, &SAMPLES, &FEATURES, &COUNT, &MEAN])],
    outputs: &[output("squares", &[&SQUARES]), output("sum", &[&SUM]), output("mean", &[&MEAN])],
    run: |inputs, run| {
        let predictions = run.given(&PREDICTIONS, "predictions", inputs.tensor("predictions")?)?;
        let targets = run.given(&TARGETS, "targets", inputs.tensor("targets")?)?;
        let differences = run.step(&DIFFERENCES, &[predictions, targets])?;
        let squares = run.step(&SQUARES, &[differences, differences])?;
        let sum = run.step(&SUM, &[squares])?;
        let samples = run.step(&SAMPLES, &[predictions])?;
        let features = run.step(&FEATURES, &[predictions])?;
        let count = run.step(&COUNT, &[samples, features])?;
        let mean = run.step(&MEAN, &[sum, count])?;
        Ok(vec![("squares", squares), ("sum", sum), ("mean", mean)])
    },
};
