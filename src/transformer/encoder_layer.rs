//! Encoder layer: every token attends to every token, then a feed-forward network is applied to each.
//!
//! ```text
//! post-norm   X ─► + self-attention ─► norm ─► + feed-forward ─► norm ─►
//! pre-norm    X ─► + self-attention of the normalized X ─► + feed-forward of the normalized X ─►
//! ```
//!
//! Source: Vaswani et al. 2017, section 3.1 (post-norm); Xiong et al. 2020, figure 1 (pre-norm).

use crate::algorithm::{
    Algorithm, Inputs, Parameters, Part, always, flag, include, optional, output, required, when, within, within_when,
};
use crate::attention::head_options::HeadOptions;
use crate::attention::head_projections::{
    KEY_BIAS, KEY_PROJECTION, QUERY_BIAS, QUERY_PROJECTION, VALUE_BIAS, VALUE_PROJECTION,
};
use crate::attention::heads::{CAUSAL, MASKED, WEIGHTS};
use crate::attention::mask::{CAUSAL_MASK, MASK, Mask, given_mask};
use crate::attention::multi_head::{
    NOTHING, OUTPUT_BIAS, OUTPUT_PROJECTION, multi_head_attention, parts as attention_parts,
};
use crate::error::Result;
use crate::op::StepSpec;
use crate::trace::{Run, Value};

use super::feed_forward::{FIRST, FIRST_BIAS, PARTS as FEED_FORWARD, SECOND, SECOND_BIAS};
use super::layer_norm::{BETA, GAMMA, NORMALIZED, PARTS as LAYER_NORM, SCALED, SHIFTED};
use super::normalization::EPSILON_GIVEN;
use super::sublayer::{ACTIVATION, ATTENDED, Conventions, EPSILON_INPUT, FED, HEADS, NORM_1, NORM_2, NORM_FIRST, X};

const SOURCE: &str = "Vaswani et al. 2017, section 3.1";

static MASKED_ATTENTION: &[Part] =
    &attention_parts(when("/mask", &[&MASKED]), when("/causal", &[&CAUSAL_MASK, &CAUSAL]));
static PLAIN_ATTENTION: &[Part] = &attention_parts(NOTHING, NOTHING);

const fn layer(attention: &'static [Part]) -> [Part; 8] {
    [
        within_when("/normFirst", "pre-norm1", "norm1.", LAYER_NORM),
        within("attention", "attention.", attention),
        always(const { &[&ATTENDED] }),
        within_when("!/normFirst", "post-norm1", "norm1.", LAYER_NORM),
        within_when("/normFirst", "pre-norm2", "norm2.", LAYER_NORM),
        within("feed-forward", "", FEED_FORWARD),
        always(const { &[&FED] }),
        within_when("!/normFirst", "post-norm2", "norm2.", LAYER_NORM),
    ]
}

/// The table of a layer whose attention the inputs `mask` and `causal` restrict.
pub static PARTS: &[Part] = &layer(MASKED_ATTENTION);
/// The table of a layer in which every token attends to every token.
pub static UNMASKED_PARTS: &[Part] = &layer(PLAIN_ATTENTION);
/// The steps that may be the last of a layer.
pub static RESULTS: &[&StepSpec] = &[&FED, &SHIFTED, &SCALED, &NORMALIZED];

/// Runs one layer over `x` [n, d] and returns its output and the weights of its attention.
///
/// # Errors
/// As [`ALGORITHM`].
///
/// # Complexity
/// As [`ALGORITHM`].
pub fn encoder_layer(
    run: &mut Run,
    x: Value,
    conventions: &Conventions,
    (mask, causal): (Option<Value>, bool),
    params: &Parameters,
) -> Result<(Value, Value)> {
    let options = HeadOptions { mask: mask.map(Mask::Known), causal, ..HeadOptions::default() };
    let mut weights = x;
    let attended = conventions.join(run, x, ("attention", NORM_1, &ATTENDED), params, |run, x| {
        let found = multi_head_attention(run, (x, None), conventions.heads, &params.inside("attention"), &options)?;
        weights = found.weights;
        Ok(found.output)
    })?;
    Ok((conventions.feed_forward(run, attended, NORM_2, params)?, weights))
}

/// Validates the mask of the self-attention, if there is one.
///
/// # Errors
/// Those of [`given_mask`].
pub fn given_self_mask(run: &mut Run, inputs: &Inputs) -> Result<Option<Value>> {
    run.bind('j', run.size('i')?, "`x`")?;
    given_mask(run, inputs.optional_tensor("mask")?.map(Mask::New))
}

/// Applies self-attention and then the feed-forward network; both with a residual connection and a layer norm. With
/// `normFirst` the norms precede the two parts (pre-norm), otherwise they follow them (post-norm, as in the first transformer). `causal` makes it the
/// layer of a decoder-only model.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | attention | as in multi-head attention, its output d wide |
/// | w1, b1, w2, b2 | [d, f], \[f\], [f, d], \[d\] |
/// | norm1, norm2: gamma, beta | \[d\] |
/// | mask | [n, n] |
/// | output | [n, d] |
/// | weights | [heads, n, n] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit.
///
/// # Complexity
/// 4 n · d² + 2 n² · d + 2 n · d · f multiplications, where the heads together are as wide as a token.
///
/// # Example
/// With all matrices 0 nothing is added to the token: post-norm still normalizes it, pre-norm leaves it unchanged.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let nothing = Tensor::matrix(&[[0.0, 0.0], [0.0, 0.0]])?;
/// let mut inputs = Arguments::new().with("x", Tensor::matrix(&[[1.0, 5.0]])?).with("heads", 1.0).with("epsilon", 0.0);
/// for name in ["attention.wQuery", "attention.wKey", "attention.wValue", "attention.wOutput", "w1", "w2"] {
///     inputs = inputs.with(name, nothing.clone());
/// }
/// assert_eq!(catalog::trace("encoder-layer", &inputs)?.outputs["output"].data(), [-1.0, 1.0]);
/// let inputs = inputs.with("normFirst", true);
/// assert_eq!(catalog::trace("encoder-layer", &inputs)?.outputs["output"].data(), [1.0, 5.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "encoder-layer",
    title: "Encoder layer",
    source: SOURCE,
    inputs: &[
        required("x", &X),
        HEADS,
        NORM_FIRST,
        ACTIVATION,
        EPSILON_INPUT,
        optional("mask", &MASK),
        flag("causal", false),
        required("attention.wQuery", &QUERY_PROJECTION).learned_in_params(),
        optional("attention.bQuery", &QUERY_BIAS).learned_in_params(),
        required("attention.wKey", &KEY_PROJECTION).learned_in_params(),
        optional("attention.bKey", &KEY_BIAS).learned_in_params(),
        required("attention.wValue", &VALUE_PROJECTION).learned_in_params(),
        optional("attention.bValue", &VALUE_BIAS).learned_in_params(),
        required("attention.wOutput", &OUTPUT_PROJECTION).learned_in_params(),
        optional("attention.bOutput", &OUTPUT_BIAS).learned_in_params(),
        required("w1", &FIRST).learned_in_params(),
        optional("b1", &FIRST_BIAS).learned_in_params(),
        required("w2", &SECOND).learned_in_params(),
        optional("b2", &SECOND_BIAS).learned_in_params(),
        optional("norm1.gamma", &GAMMA).learned_in_params(),
        optional("norm1.beta", &BETA).learned_in_params(),
        optional("norm2.gamma", &GAMMA).learned_in_params(),
        optional("norm2.beta", &BETA).learned_in_params(),
    ],
    parts: &[always(&[&X, &EPSILON_GIVEN]), when("mask", &[&MASK]), include("", PARTS)],
    outputs: &[output("weights", &[&WEIGHTS]), output("output", RESULTS)],
    run: |inputs, run| {
        let x = run.given(&X, "x", inputs.tensor("x")?)?;
        let conventions = Conventions::read(run, inputs)?;
        let masking = (given_self_mask(run, inputs)?, inputs.flag("causal")?);
        let params = Parameters::new(inputs, "");
        let (output, weights) = encoder_layer(run, x, &conventions, masking, &params)?;
        Ok(vec![("weights", weights), ("output", output)])
    },
};
