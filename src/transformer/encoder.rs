//! Encoder: a stack of encoder layers, in each of which every token attends to every token.
//!
//! ```text
//! X [n, d] ─► layer 0 ─► layer 1 ─► … ─► (final norm) ─► [n, d]
//! ```
//!
//! Source: Vaswani et al. 2017, section 3.1.

use crate::algorithm::{
    Algorithm, Input, Parameters, always, flag, optional, output, required, rounds, when, within_when,
};
use crate::attention::mask::MASK;
use crate::error::Result;
use crate::trace::{Run, Value};

use super::encoder_layer::{PARTS, RESULTS, encoder_layer, given_self_mask};
use super::layer_inputs::{
    STACKED_BETA, STACKED_FIRST, STACKED_FIRST_BIAS, STACKED_GAMMA, STACKED_KEY_BIAS, STACKED_KEY_PROJECTION,
    STACKED_OUTPUT_BIAS, STACKED_OUTPUT_PROJECTION, STACKED_QUERY_BIAS, STACKED_QUERY_PROJECTION, STACKED_SECOND,
    STACKED_SECOND_BIAS, STACKED_VALUE_BIAS, STACKED_VALUE_PROJECTION,
};
use super::layer_norm::{BETA, GAMMA, PARTS as LAYER_NORM, layer_norm};
use super::normalization::EPSILON_GIVEN;
use super::sublayer::{ACTIVATION, Conventions, EPSILON_INPUT, HEADS, NORM_FIRST, X};

/// Whether a layer norm follows the last layer; pre-norm stacks need it, since nothing else normalizes their sum.
pub const FINAL_NORM: Input = flag("finalNorm", false);

/// Runs the layers of `params` one after the other.
///
/// # Errors
/// Those of [`encoder_layer`].
pub fn encode(
    run: &mut Run,
    x: Value,
    layers: usize,
    conventions: &Conventions,
    masking: (Option<Value>, bool),
    params: &Parameters,
) -> Result<Value> {
    (0..layers).try_fold(x, |x, layer| {
        run.round("layers", layer, |run| {
            encoder_layer(run, x, conventions, masking, &params.of_layer(layer)).map(|(output, _)| output)
        })
    })
}

/// The layer norm after the last layer, if `finalNorm` is set, with `gamma` and `beta` of `params`.
///
/// # Errors
/// Those of [`layer_norm`].
pub fn final_norm(
    run: &mut Run,
    x: Value,
    name: &str,
    conventions: &Conventions,
    (wanted, params): (bool, &Parameters),
) -> Result<Value> {
    if wanted { run.within(name, |run| layer_norm(run, x, conventions.epsilon, params)) } else { Ok(x) }
}

/// Runs tokens through a stack of encoder layers. With `causal` it is a decoder-only model.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | attention, w1, b1, w2, b2, norm1, norm2 | as in the encoder layer, with one more axis in front: [layers, …] |
/// | norm.gamma, norm.beta | \[d\], used if `finalNorm` is true |
/// | mask | [n, n] |
/// | output | [n, d] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; all parameters of the layers need the same number of them, at least one.
///
/// # Complexity
/// As many encoder layers as there are.
///
/// # Example
/// Two pre-norm layers whose networks add their bias to every token: the biases of all layers add up on the residual path.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let nothing = Tensor::new(vec![2, 1, 1], vec![0.0, 0.0])?;
/// let mut inputs = Arguments::new().with("x", Tensor::matrix(&[[5.0]])?).with("heads", 1.0).with("normFirst", true);
/// for name in ["attention.wQuery", "attention.wKey", "attention.wValue", "attention.wOutput", "w1", "w2"] {
///     inputs = inputs.with(name, nothing.clone());
/// }
/// let inputs = inputs.with("b2", Tensor::matrix(&[[10.0], [100.0]])?);
/// assert_eq!(catalog::trace("encoder", &inputs)?.outputs["output"].data(), [115.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "encoder",
    title: "Encoder",
    source: "Vaswani et al. 2017, section 3.1",
    inputs: &[
        required("x", &X),
        HEADS,
        NORM_FIRST,
        ACTIVATION,
        EPSILON_INPUT,
        FINAL_NORM,
        optional("mask", &MASK),
        flag("causal", false),
        required("attention.wQuery", &STACKED_QUERY_PROJECTION).learned_in_params(),
        optional("attention.bQuery", &STACKED_QUERY_BIAS).learned_in_params(),
        required("attention.wKey", &STACKED_KEY_PROJECTION).learned_in_params(),
        optional("attention.bKey", &STACKED_KEY_BIAS).learned_in_params(),
        required("attention.wValue", &STACKED_VALUE_PROJECTION).learned_in_params(),
        optional("attention.bValue", &STACKED_VALUE_BIAS).learned_in_params(),
        required("attention.wOutput", &STACKED_OUTPUT_PROJECTION).learned_in_params(),
        optional("attention.bOutput", &STACKED_OUTPUT_BIAS).learned_in_params(),
        required("w1", &STACKED_FIRST).learned_in_params(),
        optional("b1", &STACKED_FIRST_BIAS).learned_in_params(),
        required("w2", &STACKED_SECOND).learned_in_params(),
        optional("b2", &STACKED_SECOND_BIAS).learned_in_params(),
        optional("norm1.gamma", &STACKED_GAMMA).learned_in_params(),
        optional("norm1.beta", &STACKED_BETA).learned_in_params(),
        optional("norm2.gamma", &STACKED_GAMMA).learned_in_params(),
        optional("norm2.beta", &STACKED_BETA).learned_in_params(),
        optional("norm.gamma", &GAMMA).learned(),
        optional("norm.beta", &BETA).learned(),
    ],
    parts: &[
        always(&[&X, &EPSILON_GIVEN]),
        when("mask", &[&MASK]),
        rounds("layers", "", PARTS),
        within_when("finalNorm", "final-norm", "norm.", LAYER_NORM),
    ],
    outputs: &[output("output", RESULTS)],
    run: |inputs, run| {
        let x = run.given(&X, "x", inputs.tensor("x")?)?;
        let conventions = Conventions::read(run, inputs)?;
        let masking = (given_self_mask(run, inputs)?, inputs.flag("causal")?);
        let params = Parameters::new(inputs, "");
        let encoded = encode(run, x, params.layers(ALGORITHM.inputs)?, &conventions, masking, &params)?;
        let last = (inputs.flag("finalNorm")?, &Parameters::new(inputs, "norm."));
        Ok(vec![("output", final_norm(run, encoded, "final-norm", &conventions, last)?)])
    },
};
