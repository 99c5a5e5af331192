//! Layer norm: the features of each token are normalized to mean 0 and variance 1.
//!
//! ```text
//! X [n, d]   1 2 3     mean 2    − mean  −1 0 1    variance 2/3    / √(variance + ε)   −1.22 0 1.22    · γ + β
//! ```
//!
//! No token depends on another, so the result is the same for any batch and any length, in training and afterwards.
//!
//! Source: Ba, Kiros & Hinton 2016, *Layer Normalization*, eq. (3) and (4).

use crate::algorithm::{Algorithm, Parameters, Part, always, include, number_or, optional, output, required, when};
use crate::error::Result;
use crate::op::{ADD, DIVIDE, MULTIPLY, Op, Reduction, SQUARE_ROOT, SUBTRACT, StepSpec, given, step};
use crate::trace::{Run, Value};

use super::normalization::{EPSILON, EPSILON_GIVEN, NormalizationSteps, given_epsilon, normalization_steps, normalize};

const SOURCE: &str = "Ba et al. 2016, eq. (3) and (4)";

normalization_steps!("layer-norm", 'f' as "d", 'i' of "token", SOURCE);

/// The steps of layer norm as a part of another algorithm; its inputs are `gamma` and `beta`.
pub static PARTS: &[Part] = &[
    always(&[&COUNT, &SUM, &MEAN, &CENTERED, &SQUARED, &SQUARE_SUM, &VARIANCE, &STABILIZED, &DEVIATION, &NORMALIZED]),
    when("gamma", &[&GAMMA, &SCALED]),
    when("beta", &[&BETA, &SHIFTED]),
];

/// The steps that may be the last of [`PARTS`].
pub static RESULTS: &[&StepSpec] = &[&SHIFTED, &SCALED, &NORMALIZED];

/// Normalizes each row of `x` [n, d], with `gamma` and `beta` from `params` where they are given.
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] when there is no feature, and those of [`Parameters::given`].
///
/// # Complexity
/// Proportional to n · d.
pub fn layer_norm(run: &mut Run, x: Value, epsilon: Value, params: &Parameters) -> Result<Value> {
    normalize(run, &STEPS, x, (None, None), epsilon, params)
}

/// Normalizes each token to mean 0 and variance 1 over its features, then scales and shifts each feature by `gamma` and `beta`. The variance is
/// biased, and ε (default 1e-5) is added to it before the root.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | gamma, beta | \[d\]; without them the factor is 1 and the shift 0 |
/// | output | [n, d] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; d must be at least 1, ε at least 0.
///
/// # Complexity
/// Proportional to n · d.
///
/// # Example
/// The mean of 1 and 5 is 3 and their variance 4, so both differ from the mean by one deviation. The scale of the input does not matter.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new().with("x", Tensor::matrix(&[[1.0, 5.0], [100.0, 500.0]])?).with("epsilon", 0.0);
/// let trace = catalog::trace("layer-norm", &inputs)?;
/// assert_eq!(trace.outputs["output"].data(), [-1.0, 1.0, -1.0, 1.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "layer-norm",
    title: "Layer norm",
    source: SOURCE,
    inputs: &[required("x", &X), optional("gamma", &GAMMA), optional("beta", &BETA), number_or("epsilon", EPSILON)],
    parts: &[always(&[&X, &EPSILON_GIVEN]), include("", PARTS)],
    outputs: &[output("output", RESULTS)],
    run: |inputs, run| {
        let x = run.given(&X, "x", inputs.tensor("x")?)?;
        run.require_positive('f', "x")?;
        let epsilon = given_epsilon(run, inputs)?;
        Ok(vec![("output", layer_norm(run, x, epsilon, &Parameters::new(inputs, ""))?)])
    },
};
