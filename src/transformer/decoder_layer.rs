//! Decoder layer: every token attends to those before it, then to the output of the encoder; then a feed-forward network is applied to each token.
//!
//! ```text
//! X ─► + causal self-attention ─► + cross-attention to the memory ─► + feed-forward ─►        a layer norm after each, or before each
//! ```
//!
//! Source: Vaswani et al. 2017, section 3.1.

use crate::algorithm::{Algorithm, Parameters, Part, always, include, optional, output, required, within, within_when};
use crate::attention::head_options::HeadOptions;
use crate::attention::head_projections::{
    KEY_BIAS, KEY_PROJECTION, QUERY_BIAS, QUERY_PROJECTION, VALUE_BIAS, VALUE_PROJECTION,
};
use crate::attention::heads::{CAUSAL, WEIGHTS};
use crate::attention::mask::CAUSAL_MASK;
use crate::attention::multi_head::{
    NOTHING, OUTPUT_BIAS, OUTPUT_PROJECTION, multi_head_attention, parts as attention_parts,
};
use crate::error::Result;
use crate::trace::{Run, Value};

use super::encoder_layer::RESULTS;
use super::feed_forward::{FIRST, FIRST_BIAS, PARTS as FEED_FORWARD, SECOND, SECOND_BIAS};
use super::layer_norm::{BETA, GAMMA, PARTS as LAYER_NORM};
use super::normalization::EPSILON_GIVEN;
use super::sublayer::{
    ACTIVATION, ATTENDED, CROSS_ATTENDED, Conventions, EPSILON_INPUT, FED, HEADS, MEMORY, NORM_1, NORM_2, NORM_3,
    NORM_FIRST, X,
};

static SELF_ATTENTION: &[Part] = &attention_parts(NOTHING, always(&[&CAUSAL_MASK, &CAUSAL]));
static CROSS_ATTENTION: &[Part] = &attention_parts(NOTHING, NOTHING);

/// The table of a layer.
pub static PARTS: &[Part] = &[
    within_when("/normFirst", "pre-norm1", "norm1.", LAYER_NORM),
    within("self-attention", "selfAttention.", SELF_ATTENTION),
    always(&[&ATTENDED]),
    within_when("!/normFirst", "post-norm1", "norm1.", LAYER_NORM),
    within_when("/normFirst", "pre-norm2", "norm2.", LAYER_NORM),
    within("cross-attention", "crossAttention.", CROSS_ATTENTION),
    always(&[&CROSS_ATTENDED]),
    within_when("!/normFirst", "post-norm2", "norm2.", LAYER_NORM),
    within_when("/normFirst", "pre-norm3", "norm3.", LAYER_NORM),
    within("feed-forward", "", FEED_FORWARD),
    always(&[&FED]),
    within_when("!/normFirst", "post-norm3", "norm3.", LAYER_NORM),
];

/// The results of one decoder layer.
#[derive(Clone, Copy, Debug)]
pub struct Decoded {
    /// [n, d].
    pub output: Value,
    /// [heads, n, n]: the weights of the self-attention.
    pub self_weights: Value,
    /// [heads, n, m]: the weights of the cross-attention.
    pub cross_weights: Value,
}

/// Runs one layer over `x` [n, d], reading `memory` [m, c].
///
/// # Errors
/// As [`ALGORITHM`].
///
/// # Complexity
/// As [`ALGORITHM`].
pub fn decoder_layer(
    run: &mut Run,
    (x, memory): (Value, Value),
    conventions: &Conventions,
    params: &Parameters,
) -> Result<Decoded> {
    let (mut self_weights, mut cross_weights) = (x, x);
    let heads = conventions.heads;
    let attended = conventions.join(run, x, ("self-attention", NORM_1, &ATTENDED), params, |run, x| {
        let options = HeadOptions { causal: true, ..HeadOptions::default() };
        let found = multi_head_attention(run, (x, None), heads, &params.inside("selfAttention"), &options)?;
        self_weights = found.weights;
        Ok(found.output)
    })?;
    let crossed = conventions.join(run, attended, ("cross-attention", NORM_2, &CROSS_ATTENDED), params, |run, x| {
        run.bind_axes("jc", memory, "`memory`")?;
        let options = HeadOptions::default();
        let found = multi_head_attention(run, (x, Some(memory)), heads, &params.inside("crossAttention"), &options)?;
        cross_weights = found.weights;
        Ok(found.output)
    })?;
    let output = conventions.feed_forward(run, crossed, NORM_3, params)?;
    Ok(Decoded { output, self_weights, cross_weights })
}

/// Applies causal self-attention, then cross-attention to the memory (the queries come from the decoder, the keys and the values from the encoder's
/// output), and then the feed-forward network; all with residual connections and layer norms, after each part or, with `normFirst`,
/// before it.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | memory | [m, c] |
/// | selfAttention, crossAttention | as in multi-head attention, their outputs d wide; keys and values of the latter read c features |
/// | w1, b1, w2, b2 | [d, f], \[f\], [f, d], \[d\] |
/// | norm1, norm2, norm3: gamma, beta | \[d\] |
/// | output | [n, d] |
/// | selfWeights, crossWeights | [heads, n, n], [heads, n, m] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit.
///
/// # Complexity
/// 6 n · d² + 2 m · d² + 2 n² · d + 2 n · m · d + 2 n · d · f multiplications, where the heads together are as wide as a token.
///
/// # Example
/// With all matrices 0 the weights of each token are equal: over itself for the first, over two for the second, over the whole memory for all.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let nothing = Tensor::matrix(&[[0.0, 0.0], [0.0, 0.0]])?;
/// let x = Tensor::matrix(&[[1.0, 5.0], [2.0, 0.0]])?;
/// let mut inputs = Arguments::new().with("x", x.clone()).with("memory", x).with("heads", 1.0);
/// for attention in ["selfAttention", "crossAttention"] {
///     for matrix in ["wQuery", "wKey", "wValue", "wOutput"] {
///         inputs = inputs.with(&format!("{attention}.{matrix}"), nothing.clone());
///     }
/// }
/// let inputs = inputs.with("w1", nothing.clone()).with("w2", nothing);
/// let trace = catalog::trace("decoder-layer", &inputs)?;
/// assert_eq!(trace.outputs["selfWeights"].data(), [1.0, 0.0, 0.5, 0.5]);
/// assert_eq!(trace.outputs["crossWeights"].data(), [0.5, 0.5, 0.5, 0.5]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "decoder-layer",
    title: "Decoder layer",
    source: "Vaswani et al. 2017, section 3.1",
    inputs: &[
        required("x", &X),
        required("memory", &MEMORY),
        HEADS,
        NORM_FIRST,
        ACTIVATION,
        EPSILON_INPUT,
        required("selfAttention.wQuery", &QUERY_PROJECTION).learned_in_params(),
        optional("selfAttention.bQuery", &QUERY_BIAS).learned_in_params(),
        required("selfAttention.wKey", &KEY_PROJECTION).learned_in_params(),
        optional("selfAttention.bKey", &KEY_BIAS).learned_in_params(),
        required("selfAttention.wValue", &VALUE_PROJECTION).learned_in_params(),
        optional("selfAttention.bValue", &VALUE_BIAS).learned_in_params(),
        required("selfAttention.wOutput", &OUTPUT_PROJECTION).learned_in_params(),
        optional("selfAttention.bOutput", &OUTPUT_BIAS).learned_in_params(),
        required("crossAttention.wQuery", &QUERY_PROJECTION).learned_in_params(),
        optional("crossAttention.bQuery", &QUERY_BIAS).learned_in_params(),
        required("crossAttention.wKey", &KEY_PROJECTION).learned_in_params(),
        optional("crossAttention.bKey", &KEY_BIAS).learned_in_params(),
        required("crossAttention.wValue", &VALUE_PROJECTION).learned_in_params(),
        optional("crossAttention.bValue", &VALUE_BIAS).learned_in_params(),
        required("crossAttention.wOutput", &OUTPUT_PROJECTION).learned_in_params(),
        optional("crossAttention.bOutput", &OUTPUT_BIAS).learned_in_params(),
        required("w1", &FIRST).learned_in_params(),
        optional("b1", &FIRST_BIAS).learned_in_params(),
        required("w2", &SECOND).learned_in_params(),
        optional("b2", &SECOND_BIAS).learned_in_params(),
        optional("norm1.gamma", &GAMMA).learned_in_params(),
        optional("norm1.beta", &BETA).learned_in_params(),
        optional("norm2.gamma", &GAMMA).learned_in_params(),
        optional("norm2.beta", &BETA).learned_in_params(),
        optional("norm3.gamma", &GAMMA).learned_in_params(),
        optional("norm3.beta", &BETA).learned_in_params(),
    ],
    parts: &[always(&[&X, &MEMORY, &EPSILON_GIVEN]), include("", PARTS)],
    outputs: &[output("selfWeights", &[&WEIGHTS]), output("crossWeights", &[&WEIGHTS]), output("output", RESULTS)],
    run: |inputs, run| {
        let x = run.given(&X, "x", inputs.tensor("x")?)?;
        let memory = run.given(&MEMORY, "memory", inputs.tensor("memory")?)?;
        let conventions = Conventions::read(run, inputs)?;
        let params = Parameters::new(inputs, "");
        let decoded = decoder_layer(run, (x, memory), &conventions, &params)?;
        Ok(vec![
            ("selfWeights", decoded.self_weights),
            ("crossWeights", decoded.cross_weights),
            ("output", decoded.output),
        ])
    },
};
