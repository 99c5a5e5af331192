//! Decoder: a stack of decoder layers, all of which read the same memory.
//!
//! ```text
//!                memory [m, c]
//!                 ▼          ▼
//! X [n, d] ─► layer 0 ─► layer 1 ─► … ─► (final norm) ─► [n, d]
//! ```
//!
//! Source: Vaswani et al. 2017, section 3.1.

use crate::algorithm::{Algorithm, Parameters, always, optional, output, required, rounds, within_when};
use crate::error::Result;
use crate::trace::{Run, Value};

use super::decoder_layer::{PARTS, decoder_layer};
use super::encoder::{FINAL_NORM, final_norm};
use super::encoder_layer::RESULTS;
use super::layer_inputs::{
    STACKED_BETA, STACKED_FIRST, STACKED_FIRST_BIAS, STACKED_GAMMA, STACKED_KEY_BIAS, STACKED_KEY_PROJECTION,
    STACKED_OUTPUT_BIAS, STACKED_OUTPUT_PROJECTION, STACKED_QUERY_BIAS, STACKED_QUERY_PROJECTION, STACKED_SECOND,
    STACKED_SECOND_BIAS, STACKED_VALUE_BIAS, STACKED_VALUE_PROJECTION,
};
use super::layer_norm::{BETA, GAMMA, PARTS as LAYER_NORM};
use super::normalization::EPSILON_GIVEN;
use super::sublayer::{ACTIVATION, Conventions, EPSILON_INPUT, HEADS, MEMORY, NORM_FIRST, X};

/// Runs the layers of `params` one after the other.
///
/// # Errors
/// Those of [`decoder_layer`].
pub fn decode(
    run: &mut Run,
    (x, memory): (Value, Value),
    layers: usize,
    conventions: &Conventions,
    params: &Parameters,
) -> Result<Value> {
    (0..layers).try_fold(x, |x, layer| {
        run.round("layers", layer, |run| {
            decoder_layer(run, (x, memory), conventions, &params.of_layer(layer)).map(|decoded| decoded.output)
        })
    })
}

/// Runs tokens through a stack of decoder layers. The output at a position depends on the tokens up to it and on the memory.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | memory | [m, c] |
/// | selfAttention, crossAttention, w1, b1, w2, b2, norm1, norm2, norm3 | as in the decoder layer, with one more axis in front: [layers, …] |
/// | norm.gamma, norm.beta | \[d\], used if `finalNorm` is true |
/// | output | [n, d] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; all parameters of the layers need the same number of them, at least one.
///
/// # Complexity
/// As many decoder layers as there are.
///
/// # Example
/// With the identity for values and zeros elsewhere, the mean of the tokens up to it and that of the memory are added to each token:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let (nothing, one) = (Tensor::new(vec![1, 1, 1], vec![0.0])?, Tensor::new(vec![1, 1, 1], vec![1.0])?);
/// let mut inputs = Arguments::new()
///     .with("x", Tensor::matrix(&[[2.0], [4.0]])?)
///     .with("memory", Tensor::matrix(&[[10.0], [30.0]])?)
///     .with("heads", 1.0)
///     .with("normFirst", true);
/// for attention in ["selfAttention", "crossAttention"] {
///     for (matrix, value) in [("wQuery", &nothing), ("wKey", &nothing), ("wValue", &one), ("wOutput", &one)] {
///         inputs = inputs.with(&format!("{attention}.{matrix}"), value.clone());
///     }
/// }
/// let inputs = inputs.with("w1", nothing.clone()).with("w2", nothing);
/// // A single feature normalizes to 0, so that self-attention adds nothing here: 2 + 20 and 4 + 20.
/// assert_eq!(catalog::trace("decoder", &inputs)?.outputs["output"].data(), [22.0, 24.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "decoder",
    title: "Decoder",
    source: "Vaswani et al. 2017, section 3.1",
    inputs: &[
        required("x", &X),
        required("memory", &MEMORY),
        HEADS,
        NORM_FIRST,
        ACTIVATION,
        EPSILON_INPUT,
        FINAL_NORM,
        required("selfAttention.wQuery", &STACKED_QUERY_PROJECTION).learned_in_params(),
        optional("selfAttention.bQuery", &STACKED_QUERY_BIAS).learned_in_params(),
        required("selfAttention.wKey", &STACKED_KEY_PROJECTION).learned_in_params(),
        optional("selfAttention.bKey", &STACKED_KEY_BIAS).learned_in_params(),
        required("selfAttention.wValue", &STACKED_VALUE_PROJECTION).learned_in_params(),
        optional("selfAttention.bValue", &STACKED_VALUE_BIAS).learned_in_params(),
        required("selfAttention.wOutput", &STACKED_OUTPUT_PROJECTION).learned_in_params(),
        optional("selfAttention.bOutput", &STACKED_OUTPUT_BIAS).learned_in_params(),
        required("crossAttention.wQuery", &STACKED_QUERY_PROJECTION).learned_in_params(),
        optional("crossAttention.bQuery", &STACKED_QUERY_BIAS).learned_in_params(),
        required("crossAttention.wKey", &STACKED_KEY_PROJECTION).learned_in_params(),
        optional("crossAttention.bKey", &STACKED_KEY_BIAS).learned_in_params(),
        required("crossAttention.wValue", &STACKED_VALUE_PROJECTION).learned_in_params(),
        optional("crossAttention.bValue", &STACKED_VALUE_BIAS).learned_in_params(),
        required("crossAttention.wOutput", &STACKED_OUTPUT_PROJECTION).learned_in_params(),
        optional("crossAttention.bOutput", &STACKED_OUTPUT_BIAS).learned_in_params(),
        required("w1", &STACKED_FIRST).learned_in_params(),
        optional("b1", &STACKED_FIRST_BIAS).learned_in_params(),
        required("w2", &STACKED_SECOND).learned_in_params(),
        optional("b2", &STACKED_SECOND_BIAS).learned_in_params(),
        optional("norm1.gamma", &STACKED_GAMMA).learned_in_params(),
        optional("norm1.beta", &STACKED_BETA).learned_in_params(),
        optional("norm2.gamma", &STACKED_GAMMA).learned_in_params(),
        optional("norm2.beta", &STACKED_BETA).learned_in_params(),
        optional("norm3.gamma", &STACKED_GAMMA).learned_in_params(),
        optional("norm3.beta", &STACKED_BETA).learned_in_params(),
        optional("norm.gamma", &GAMMA).learned(),
        optional("norm.beta", &BETA).learned(),
    ],
    parts: &[
        always(&[&X, &MEMORY, &EPSILON_GIVEN]),
        rounds("layers", "", PARTS),
        within_when("finalNorm", "final-norm", "norm.", LAYER_NORM),
    ],
    outputs: &[output("output", RESULTS)],
    run: |inputs, run| {
        let x = run.given(&X, "x", inputs.tensor("x")?)?;
        let memory = run.given(&MEMORY, "memory", inputs.tensor("memory")?)?;
        let conventions = Conventions::read(run, inputs)?;
        let params = Parameters::new(inputs, "");
        let decoded = decode(run, (x, memory), params.layers(ALGORITHM.inputs)?, &conventions, &params)?;
        let last = (inputs.flag("finalNorm")?, &Parameters::new(inputs, "norm."));
        Ok(vec![("output", final_norm(run, decoded, "final-norm", &conventions, last)?)])
    },
};
