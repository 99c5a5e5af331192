//! Normalization by mean and variance: the steps that layer norm and batch norm share.
//!
//! ```text
//! x ─► − mean ─► / √(variance + ε) ─► · γ ─► + β
//! ```
//!
//! The two differ only in the axis of the mean: over the features of one token, or over all tokens for one feature.

use crate::algorithm::{Arguments, Parameters};
use crate::error::{Error, Result};
use crate::op::{StepSpec, given};
use crate::trace::{Run, Value};

/// The default ε of PyTorch 2, `torch.nn.LayerNorm` and `torch.nn.BatchNorm1d`.
pub const EPSILON: f64 = 1e-5;

/// The steps of a normalization, for one arrangement of axes.
pub struct NormalizationSteps {
    /// The number of numbers in each mean.
    pub count: &'static StepSpec,
    /// Their sum.
    pub sum: &'static StepSpec,
    /// Sum / count.
    pub mean: &'static StepSpec,
    /// Number − mean.
    pub centered: &'static StepSpec,
    /// The square of the difference.
    pub squared: &'static StepSpec,
    /// The sum of the squares.
    pub square_sum: &'static StepSpec,
    /// Sum of squares / count.
    pub variance: &'static StepSpec,
    /// Variance + ε.
    pub stabilized: &'static StepSpec,
    /// √(variance + ε).
    pub deviation: &'static StepSpec,
    /// Centered number / deviation.
    pub normalized: &'static StepSpec,
    /// The learned factor of each feature.
    pub gamma: &'static StepSpec,
    /// Normalized number · γ.
    pub scaled: &'static StepSpec,
    /// The learned shift of each feature.
    pub beta: &'static StepSpec,
    /// Scaled number + β.
    pub shifted: &'static StepSpec,
}

/// ε: a small number that keeps the division defined where all numbers are equal.
pub static EPSILON_GIVEN: StepSpec = given("normalization.epsilon", "", &[])
    .written(r"\varepsilon", r"\varepsilon \ge 0", "Ioffe & Szegedy 2015, algorithm 1");

/// Validates ε.
///
/// # Errors
/// [`Error::OutOfRange`] when it is negative.
pub fn given_epsilon(run: &mut Run, arguments: &Arguments) -> Result<Value> {
    let epsilon = arguments.number("epsilon", EPSILON)?;
    let given = run.given_number(&EPSILON_GIVEN, "epsilon", epsilon)?;
    if epsilon < 0.0 {
        return Err(Error::OutOfRange {
            input: "epsilon".into(),
            index: Vec::new(),
            value: epsilon,
            expected: "at least 0".into(),
        }
        .into());
    }
    Ok(given)
}

/// Normalizes `x` by its mean and variance, or by those that are given, and applies `gamma` and `beta` where they are given.
///
/// # Errors
/// Those of [`Parameters::given`].
///
/// # Complexity
/// Proportional to the number of entries.
pub fn normalize(
    run: &mut Run,
    steps: &NormalizationSteps,
    x: Value,
    (mean, variance): (Option<Value>, Option<Value>),
    epsilon: Value,
    params: &Parameters,
) -> Result<Value> {
    let count = run.step(steps.count, &[x])?;
    let mean = match mean {
        Some(mean) => mean,
        None => {
            let sum = run.step(steps.sum, &[x])?;
            run.step(steps.mean, &[sum, count])?
        }
    };
    let centered = run.step(steps.centered, &[x, mean])?;
    let variance = match variance {
        Some(variance) => variance,
        None => {
            let squared = run.step(steps.squared, &[centered, centered])?;
            let square_sum = run.step(steps.square_sum, &[squared])?;
            run.step(steps.variance, &[square_sum, count])?
        }
    };
    let stabilized = run.step(steps.stabilized, &[variance, epsilon])?;
    let deviation = run.step(steps.deviation, &[stabilized])?;
    let normalized = run.step(steps.normalized, &[centered, deviation])?;
    let scaled = match params.optional(run, steps.gamma, "gamma")? {
        Some(gamma) => run.step(steps.scaled, &[normalized, gamma])?,
        None => normalized,
    };
    match params.optional(run, steps.beta, "beta")? {
        Some(beta) => run.step(steps.shifted, &[scaled, beta]),
        None => Ok(scaled),
    }
}
