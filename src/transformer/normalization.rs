//! Normalization by mean and variance: the steps that layer norm and batch norm share.
//!
//! ```text
//! x ─► − mean ─► / √(variance + ε) ─► · γ ─► + β
//! ```
//!
//! The two differ only in the axis of the mean: over the features of one token, or over all tokens for one feature.

use crate::algorithm::{Inputs, Parameters};
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

/// Declares the steps of a normalization as statics of a module, and `STEPS`, which has them all. With `"layer-norm", 'f' as "d", 'i' of "token"` the
/// ids begin with `layer-norm.`, and means are taken over the features f, of which there are d, for each token i.
macro_rules! normalization_steps {
    ($family:literal, $swept:literal as $count:literal, $kept:literal of $axis:literal, $source:expr) => {
        /// One row for each token.
        pub static X: StepSpec = given(concat!($family, ".x"), "if", &["token", "feature"])
            .written(r"X", r"X \in \mathbb{R}^{n \times d}", $source);

        /// How many numbers a mean is taken of.
        pub static COUNT: StepSpec = step(concat!($family, ".count"), Op::Size($swept), &["if"], "", &[])
            .written($count, r"#1X \in \mathbb{R}^{n \times d}", $source);

        /// The sum of these numbers.
        pub static SUM: StepSpec =
            step(concat!($family, ".sum"), Op::Reduce(Reduction::Sum), &["if"], concat!($kept), &[$axis]).written(
                concat!(r"\sum_", $swept, " x"),
                concat!(r"\sum_", $swept, " #1x_{if}"),
                $source,
            );

        /// Their mean.
        pub static MEAN: StepSpec =
            step(concat!($family, ".mean"), Op::Map(&DIVIDE), &[concat!($kept), ""], concat!($kept), &[$axis]).written(
                r"\mu",
                concat!(r"\mu_", $kept, r" = \frac{1}{", $count, r"} \sum_", $swept, " x_{if}"),
                $source,
            );

        /// The difference of each number from its mean.
        pub static CENTERED: StepSpec = step(
            concat!($family, ".centered"),
            Op::Map(&SUBTRACT),
            &["if", concat!($kept)],
            "if",
            &["token", "feature"],
        )
        .written(r"x - \mu", concat!(r"#1x_{if} - \mu_", $kept), $source);

        /// The squared differences.
        pub static SQUARED: StepSpec =
            step(concat!($family, ".squared"), Op::Map(&MULTIPLY), &["if", "if"], "if", &["token", "feature"]).written(
                r"(x - \mu)^2",
                concat!(r"(x_{if} - \mu_", $kept, ")^2"),
                $source,
            );

        /// The sum of the squared differences.
        pub static SQUARE_SUM: StepSpec =
            step(concat!($family, ".square-sum"), Op::Reduce(Reduction::Sum), &["if"], concat!($kept), &[$axis])
                .written(
                    concat!(r"\sum_", $swept, r" (x - \mu)^2"),
                    concat!(r"\sum_", $swept, r" (x_{if} - \mu_", $kept, ")^2"),
                    $source,
                );

        /// The mean squared difference (biased: the sum is divided by the count, not by one less).
        pub static VARIANCE: StepSpec =
            step(concat!($family, ".variance"), Op::Map(&DIVIDE), &[concat!($kept), ""], concat!($kept), &[$axis])
                .written(
                    r"\sigma^2",
                    concat!(
                        r"\sigma_", $kept, r"^2 = \frac{1}{", $count, r"} \sum_", $swept, r" (x_{if} - \mu_", $kept,
                        ")^2"
                    ),
                    $source,
                );

        /// The variance plus ε, which is not 0.
        pub static STABILIZED: StepSpec =
            step(concat!($family, ".stabilized"), Op::Map(&ADD), &[concat!($kept), ""], concat!($kept), &[$axis])
                .written(r"\sigma^2 + \varepsilon", concat!(r"\sigma_", $kept, r"^2 + \varepsilon"), $source);

        /// The square root of the variance plus ε.
        pub static DEVIATION: StepSpec =
            step(concat!($family, ".deviation"), Op::Map(&SQUARE_ROOT), &[concat!($kept)], concat!($kept), &[$axis])
                .written(
                    r"\sqrt{\sigma^2 + \varepsilon}",
                    concat!(r"\sqrt{\sigma_", $kept, r"^2 + \varepsilon}"),
                    $source,
                );

        /// The differences divided by the deviation.
        pub static NORMALIZED: StepSpec = step(
            concat!($family, ".normalized"),
            Op::Map(&DIVIDE),
            &["if", concat!($kept)],
            "if",
            &["token", "feature"],
        )
        .written(
            r"\hat{x}",
            concat!(r"\hat{x}_{if} = \frac{x_{if} - \mu_", $kept, r"}{\sqrt{\sigma_", $kept, r"^2 + \varepsilon}}"),
            $source,
        );

        /// A learned factor for each feature.
        pub static GAMMA: StepSpec = given(concat!($family, ".gamma"), "f", &["feature"])
            .written(r"\gamma", r"\gamma \in \mathbb{R}^{d}", $source);

        /// The normalized numbers times γ.
        pub static SCALED: StepSpec =
            step(concat!($family, ".times-gamma"), Op::Map(&MULTIPLY), &["if", "f"], "if", &["token", "feature"])
                .written(r"\hat{x} \gamma", r"\hat{x}_{if} \gamma_f", $source);

        /// A learned offset for each feature.
        pub static BETA: StepSpec =
            given(concat!($family, ".beta"), "f", &["feature"]).written(r"\beta", r"\beta \in \mathbb{R}^{d}", $source);

        /// The result with β added.
        pub static SHIFTED: StepSpec =
            step(concat!($family, ".plus-beta"), Op::Map(&ADD), &["if", "f"], "if", &["token", "feature"]).written(
                r"y",
                r"y_{if} = \hat{x}_{if} \gamma_f + \beta_f",
                $source,
            );

        /// All of them, in order.
        pub static STEPS: NormalizationSteps = NormalizationSteps {
            count: &COUNT,
            sum: &SUM,
            mean: &MEAN,
            centered: &CENTERED,
            squared: &SQUARED,
            square_sum: &SQUARE_SUM,
            variance: &VARIANCE,
            stabilized: &STABILIZED,
            deviation: &DEVIATION,
            normalized: &NORMALIZED,
            gamma: &GAMMA,
            scaled: &SCALED,
            beta: &BETA,
            shifted: &SHIFTED,
        };
    };
}

pub(super) use normalization_steps;

/// ε: a small number that keeps the division defined where all numbers are equal.
pub static EPSILON_GIVEN: StepSpec = given("normalization.epsilon", "", &[])
    .written(r"\varepsilon", r"\varepsilon \ge 0", "Ioffe & Szegedy 2015, algorithm 1");

/// Validates ε.
///
/// # Errors
/// [`Error::OutOfRange`] when it is negative.
pub fn given_epsilon(run: &mut Run, inputs: &Inputs) -> Result<Value> {
    let epsilon = inputs.number("epsilon")?;
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
