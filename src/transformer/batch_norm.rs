//! Batch norm: every feature is brought to mean 0 and variance 1 over all tokens.
//!
//! ```text
//! X [n, d]   1 10     mean of each column   3 30     variance  4 400     (X − mean) / √(variance + ε)   −1 −1
//!            5 50                                                                                        1  1
//! ```
//!
//! What becomes of a token depends on the others that are normalized with it. So after training, the mean and the variance that were met in training
//! take the place of the tokens' own; both may be given. Layer norm needs nothing of the kind.
//!
//! Source: Ioffe & Szegedy 2015, *Batch Normalization*, algorithms 1 and 2.

use crate::algorithm::{Algorithm, Output, Parameters, always, number_or, optional, required, when};

use super::batch_norm_steps::{
    BETA, CENTERED, COUNT, DEVIATION, GAMMA, MEAN, NORMALIZED, RUNNING_MEAN, RUNNING_VARIANCE, SCALED, SHIFTED, SOURCE,
    SQUARE_SUM, SQUARED, STABILIZED, STEPS, SUM, VARIANCE, X,
};
use super::normalization::{EPSILON, EPSILON_GIVEN, given_epsilon, normalize};

/// Brings every feature to mean 0 and variance 1 over the tokens, then scales and shifts it as learned. The variance is the biased one. A `mean` or a
/// `variance` that is given is used instead of the tokens' own.
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
/// The same token, normalized in two batches: its neighbor decides what becomes of it.
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
        optional("gamma", &GAMMA),
        optional("beta", &BETA),
        number_or("epsilon", EPSILON),
    ],
    parts: &[
        always(&X),
        when("mean", &RUNNING_MEAN),
        when("variance", &RUNNING_VARIANCE),
        always(&EPSILON_GIVEN),
        always(&COUNT),
        when("!mean", &SUM),
        when("!mean", &MEAN),
        always(&CENTERED),
        when("!variance", &SQUARED),
        when("!variance", &SQUARE_SUM),
        when("!variance", &VARIANCE),
        always(&STABILIZED),
        always(&DEVIATION),
        always(&NORMALIZED),
        when("gamma", &GAMMA),
        when("gamma", &SCALED),
        when("beta", &BETA),
        when("beta", &SHIFTED),
    ],
    outputs: &[Output { name: "output", steps: &[&SHIFTED, &SCALED, &NORMALIZED] }],
    run: |arguments, run| {
        let params = Parameters::new(arguments, "");
        let x = run.given(&X, "x", arguments.tensor("x")?)?;
        let running =
            (params.optional(run, &RUNNING_MEAN, "mean")?, params.optional(run, &RUNNING_VARIANCE, "variance")?);
        if running.0.is_none() || running.1.is_none() {
            run.require_positive('i', "x")?;
        }
        let epsilon = given_epsilon(run, arguments)?;
        Ok(vec![("output", normalize(run, &STEPS, x, running, epsilon, &params)?)])
    },
};
