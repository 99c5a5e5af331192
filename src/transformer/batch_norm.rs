//! Batch norm: each feature is normalized to mean 0 and variance 1 over all tokens.
//!
//! ```text
//! X [n, d]   1 10     mean of each column   3 30     variance  4 400     (X − mean) / √(variance + ε)   −1 −1
//!            5 50                                                                                        1  1
//! ```
//!
//! The result of a token depends on the other tokens of its batch. So after training, the mean and the variance of the training
//! are used instead; both may be given. Layer norm does not need them.
//!
//! Letters: i tokens, f features.
//!
//! Source: Ioffe & Szegedy 2015, *Batch Normalization*, algorithms 1 and 2.

use crate::algorithm::{Algorithm, Parameters, always, number_or, optional, output, required, when};
use crate::op::{ADD, DIVIDE, MULTIPLY, Op, Reduction, SQUARE_ROOT, SUBTRACT, StepSpec, given, step};

use super::normalization::{EPSILON, EPSILON_GIVEN, NormalizationSteps, given_epsilon, normalization_steps, normalize};

pub(super) const SOURCE: &str = "Ioffe & Szegedy 2015, algorithm 1";
const RUNNING: &str = "Ioffe & Szegedy 2015, algorithm 2";

normalization_steps!("batch-norm", 'i' as "n", 'f' of "feature", SOURCE);

/// The mean of each feature over the training.
pub static RUNNING_MEAN: StepSpec =
    given("batch-norm.running-mean", "f", &["feature"]).written(r"\mu", r"\mu \in \mathbb{R}^{d}", RUNNING);

/// The variance of each feature over the training.
pub static RUNNING_VARIANCE: StepSpec = given("batch-norm.running-variance", "f", &["feature"])
    .written(r"\sigma^2", r"\sigma^2 \in \mathbb{R}^{d}", RUNNING);

/// Normalizes each feature to mean 0 and variance 1 over the tokens, then scales and shifts it by `gamma` and `beta`. The variance is biased. A
/// `mean` or a `variance` that is given is used instead of the tokens' own.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | mean, variance, gamma, beta | \[d\] |
/// | output | [n, d] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; n must be at least 1 unless mean and variance are given, ε at least 0.
///
/// # Complexity
/// Proportional to n · d.
///
/// # Example
/// The same token, normalized in two batches: its result depends on the other token.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let normalized = |other: f64| {
///     let inputs = Arguments::new().with("x", Tensor::matrix(&[[2.0], [other]])?).with("epsilon", 0.0);
///     Ok::<_, Box<attograph::error::Error>>(catalog::trace("batch-norm", &inputs)?.outputs["output"].data()[0])
/// };
/// assert_eq!(normalized(8.0)?, -1.0);
/// assert_eq!(normalized(-5.0)?, 1.0);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "batch-norm",
    title: "Batch norm",
    source: SOURCE,
    inputs: &[
        required("x", &X),
        optional("mean", &RUNNING_MEAN),
        optional("variance", &RUNNING_VARIANCE),
        optional("gamma", &GAMMA).learned(),
        optional("beta", &BETA).learned(),
        number_or("epsilon", EPSILON),
    ],
    parts: &[
        always(&[&X]),
        when("mean", &[&RUNNING_MEAN]),
        when("variance", &[&RUNNING_VARIANCE]),
        always(&[&EPSILON_GIVEN, &COUNT]),
        when("!mean", &[&SUM, &MEAN]),
        always(&[&CENTERED]),
        when("!variance", &[&SQUARED, &SQUARE_SUM, &VARIANCE]),
        always(&[&STABILIZED, &DEVIATION, &NORMALIZED]),
        when("gamma", &[&GAMMA, &SCALED]),
        when("beta", &[&BETA, &SHIFTED]),
    ],
    outputs: &[output("output", &[&SHIFTED, &SCALED, &NORMALIZED])],
    run: |inputs, run| {
        let params = Parameters::new(inputs, "");
        let x = run.given(&X, "x", inputs.tensor("x")?)?;
        let running =
            (params.optional(run, &RUNNING_MEAN, "mean")?, params.optional(run, &RUNNING_VARIANCE, "variance")?);
        if running.0.is_none() || running.1.is_none() {
            run.require_positive('i', "x")?;
        }
        let epsilon = given_epsilon(run, inputs)?;
        Ok(vec![("output", normalize(run, &STEPS, x, running, epsilon, &params)?)])
    },
};
