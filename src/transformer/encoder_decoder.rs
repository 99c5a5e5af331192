//! Encoder and decoder: one stack reads the source, the other computes the target and attends to the output of the first.
//!
//! ```text
//! source [m, d] ─► encoder layers ─► memory [m, d] ─┐
//!                                                   ▼
//! target [n, d] ──────────────────────────► decoder layers ─► [n, d]
//! ```
//!
//! In training the whole target is known, and all positions are computed at once (teacher forcing). In use the target grows by one token in each
//! step. The causal mask makes the two agree.
//!
//! Source: Vaswani et al. 2017, section 3.1.

use crate::algorithm::{
    Algorithm, Parameters, always, choice, include_when, optional, output, required, rounds, within, within_when,
};
use crate::op::{Op, StepSpec, given, step};
use crate::rules::rows::{APPENDED, FIRST_ROWS};
use crate::tensor::element_count;

use super::decoder::decode;
use super::decoder_layer::PARTS as DECODER_LAYER;
use super::encoder::{FINAL_NORM, encode, final_norm};
use super::encoder_layer::UNMASKED_PARTS as ENCODER_LAYER;
use super::layer_inputs::{
    STACKED_BETA, STACKED_FIRST, STACKED_FIRST_BIAS, STACKED_GAMMA, STACKED_KEY_BIAS, STACKED_KEY_PROJECTION,
    STACKED_OUTPUT_BIAS, STACKED_OUTPUT_PROJECTION, STACKED_QUERY_BIAS, STACKED_QUERY_PROJECTION, STACKED_SECOND,
    STACKED_SECOND_BIAS, STACKED_VALUE_BIAS, STACKED_VALUE_PROJECTION,
};
use super::layer_norm::{BETA, GAMMA, NORMALIZED, PARTS as LAYER_NORM, SCALED, SHIFTED};
use super::normalization::EPSILON_GIVEN;
use super::sublayer::{ACTIVATION, Conventions, EPSILON_INPUT, FED, HEADS, NORM_FIRST};

const SOURCE: &str = "Vaswani et al. 2017, section 3.1";
const DECODINGS: &[&str] = &["teacher-forcing", "step-by-step"];

/// The tokens of the source, as vectors.
pub static SOURCE_TOKENS: StepSpec = given("transformer.source", "jf", &["source-token", "feature"])
    .written("X", r"X \in \mathbb{R}^{m \times d}", SOURCE);

/// The tokens of the target, as vectors.
pub static TARGET_TOKENS: StepSpec =
    given("transformer.target", "nf", &["token", "feature"]).written("Y", r"Y \in \mathbb{R}^{n \times d}", SOURCE);

/// The decoded tokens before the first step: none.
pub static START: StepSpec =
    step("transformer.decoding-start", Op::Rule(&FIRST_ROWS), &["nf"], "pf", &["token", "feature"])
        .written(r"O_0", r"O_0 = ()", SOURCE);

/// The tokens that are known at this step.
pub static PREFIX: StepSpec = step("transformer.prefix", Op::Rule(&FIRST_ROWS), &["nf"], "if", &["token", "feature"])
    .written(r"Y_{\le t}", r"Y_{\le t} = (y_1, \ldots, y_t)", SOURCE);

/// The decoded tokens so far; this step adds the last row.
pub static DECODED: StepSpec =
    step("transformer.decoded", Op::Rule(&APPENDED), &["pf", "if"], "if", &["token", "feature"])
        .written(r"O_t", r"O_t \leftarrow [#1{O_{t-1}}; #2{o_t}]", SOURCE);

/// Runs source tokens through a stack of encoder layers, and target tokens through a stack of decoder layers that read its output. `decoding` decides
/// how the target is computed: `teacher-forcing` computes all positions at once, `step-by-step` runs the decoder on the first token, on the first
/// two, and so on, and keeps the last row each time. Both give the same output. Tokens are given as vectors: embedded, and with positional encodings
/// if needed.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | source | [m, d] |
/// | target | [n, d] |
/// | encoder, decoder: attention, w1 and so on | as in the layers, with one more axis in front: [layers, …]; the two stacks may differ in height |
/// | encoder.norm, decoder.norm: gamma, beta | \[d\], used if `finalNorm` is true |
/// | memory | [m, d] |
/// | output | [n, d] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; each stack needs at least one layer. Decoding step by step is limited to what
/// can be kept of it.
///
/// # Complexity
/// One pass through both stacks; step by step, n passes through the decoder, one after the other.
///
/// # Example
/// The decoder adds to a target token the mean of the encoder's output, here the normalized source token:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let nothing = Tensor::new(vec![1, 2, 2], vec![0.0; 4])?;
/// let one = Tensor::new(vec![1, 2, 2], vec![1.0, 0.0, 0.0, 1.0])?;
/// let mut inputs = Arguments::new()
///     .with("source", Tensor::matrix(&[[1.0, 5.0]])?)
///     .with("target", Tensor::matrix(&[[1.0, -1.0]])?)
///     .with("heads", 1.0)
///     .with("epsilon", 0.0);
/// for part in ["encoder.attention", "decoder.selfAttention", "decoder.crossAttention"] {
///     for matrix in ["wQuery", "wKey", "wValue", "wOutput"] {
///         let crossed = part == "decoder.crossAttention" && ["wValue", "wOutput"].contains(&matrix);
///         inputs = inputs.with(&format!("{part}.{matrix}"), if crossed { one.clone() } else { nothing.clone() });
///     }
/// }
/// for matrix in ["encoder.w1", "encoder.w2", "decoder.w1", "decoder.w2"] {
///     inputs = inputs.with(matrix, nothing.clone());
/// }
/// let trace = catalog::trace("encoder-decoder", &inputs)?;
/// assert_eq!(trace.outputs["memory"].data(), [-1.0, 1.0]);
/// let crossed = trace.step("decoder/layers[0]/transformer.cross-attended")?;
/// assert_eq!(crossed.tensor.data(), [0.0, 0.0]); // 1 − 1 and −1 + 1
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "encoder-decoder",
    title: "Encoder and decoder",
    source: SOURCE,
    inputs: &[
        required("source", &SOURCE_TOKENS),
        required("target", &TARGET_TOKENS),
        HEADS,
        NORM_FIRST,
        ACTIVATION,
        EPSILON_INPUT,
        FINAL_NORM,
        choice("decoding", DECODINGS, "teacher-forcing"),
        required("encoder.attention.wQuery", &STACKED_QUERY_PROJECTION).learned_in_params(),
        optional("encoder.attention.bQuery", &STACKED_QUERY_BIAS).learned_in_params(),
        required("encoder.attention.wKey", &STACKED_KEY_PROJECTION).learned_in_params(),
        optional("encoder.attention.bKey", &STACKED_KEY_BIAS).learned_in_params(),
        required("encoder.attention.wValue", &STACKED_VALUE_PROJECTION).learned_in_params(),
        optional("encoder.attention.bValue", &STACKED_VALUE_BIAS).learned_in_params(),
        required("encoder.attention.wOutput", &STACKED_OUTPUT_PROJECTION).learned_in_params(),
        optional("encoder.attention.bOutput", &STACKED_OUTPUT_BIAS).learned_in_params(),
        required("encoder.w1", &STACKED_FIRST).learned_in_params(),
        optional("encoder.b1", &STACKED_FIRST_BIAS).learned_in_params(),
        required("encoder.w2", &STACKED_SECOND).learned_in_params(),
        optional("encoder.b2", &STACKED_SECOND_BIAS).learned_in_params(),
        optional("encoder.norm1.gamma", &STACKED_GAMMA).learned_in_params(),
        optional("encoder.norm1.beta", &STACKED_BETA).learned_in_params(),
        optional("encoder.norm2.gamma", &STACKED_GAMMA).learned_in_params(),
        optional("encoder.norm2.beta", &STACKED_BETA).learned_in_params(),
        required("decoder.selfAttention.wQuery", &STACKED_QUERY_PROJECTION).learned_in_params(),
        optional("decoder.selfAttention.bQuery", &STACKED_QUERY_BIAS).learned_in_params(),
        required("decoder.selfAttention.wKey", &STACKED_KEY_PROJECTION).learned_in_params(),
        optional("decoder.selfAttention.bKey", &STACKED_KEY_BIAS).learned_in_params(),
        required("decoder.selfAttention.wValue", &STACKED_VALUE_PROJECTION).learned_in_params(),
        optional("decoder.selfAttention.bValue", &STACKED_VALUE_BIAS).learned_in_params(),
        required("decoder.selfAttention.wOutput", &STACKED_OUTPUT_PROJECTION).learned_in_params(),
        optional("decoder.selfAttention.bOutput", &STACKED_OUTPUT_BIAS).learned_in_params(),
        required("decoder.crossAttention.wQuery", &STACKED_QUERY_PROJECTION).learned_in_params(),
        optional("decoder.crossAttention.bQuery", &STACKED_QUERY_BIAS).learned_in_params(),
        required("decoder.crossAttention.wKey", &STACKED_KEY_PROJECTION).learned_in_params(),
        optional("decoder.crossAttention.bKey", &STACKED_KEY_BIAS).learned_in_params(),
        required("decoder.crossAttention.wValue", &STACKED_VALUE_PROJECTION).learned_in_params(),
        optional("decoder.crossAttention.bValue", &STACKED_VALUE_BIAS).learned_in_params(),
        required("decoder.crossAttention.wOutput", &STACKED_OUTPUT_PROJECTION).learned_in_params(),
        optional("decoder.crossAttention.bOutput", &STACKED_OUTPUT_BIAS).learned_in_params(),
        required("decoder.w1", &STACKED_FIRST).learned_in_params(),
        optional("decoder.b1", &STACKED_FIRST_BIAS).learned_in_params(),
        required("decoder.w2", &STACKED_SECOND).learned_in_params(),
        optional("decoder.b2", &STACKED_SECOND_BIAS).learned_in_params(),
        optional("decoder.norm1.gamma", &STACKED_GAMMA).learned_in_params(),
        optional("decoder.norm1.beta", &STACKED_BETA).learned_in_params(),
        optional("decoder.norm2.gamma", &STACKED_GAMMA).learned_in_params(),
        optional("decoder.norm2.beta", &STACKED_BETA).learned_in_params(),
        optional("decoder.norm3.gamma", &STACKED_GAMMA).learned_in_params(),
        optional("decoder.norm3.beta", &STACKED_BETA).learned_in_params(),
        optional("encoder.norm.gamma", &GAMMA).learned().formerly("encoderNorm.gamma"),
        optional("encoder.norm.beta", &BETA).learned().formerly("encoderNorm.beta"),
        optional("decoder.norm.gamma", &GAMMA).learned().formerly("decoderNorm.gamma"),
        optional("decoder.norm.beta", &BETA).learned().formerly("decoderNorm.beta"),
    ],
    parts: &[
        always(&[&SOURCE_TOKENS, &TARGET_TOKENS, &EPSILON_GIVEN]),
        within("encoder", "encoder.", &[rounds("layers", "", ENCODER_LAYER)]),
        within_when("finalNorm", "encoder-norm", "encoder.norm.", LAYER_NORM),
        include_when(
            "decoding=teacher-forcing",
            "",
            &[
                within("decoder", "decoder.", &[rounds("layers", "", DECODER_LAYER)]),
                within_when("finalNorm", "decoder-norm", "decoder.norm.", LAYER_NORM),
            ],
        ),
        include_when(
            "decoding=step-by-step",
            "",
            &[
                always(&[&START]),
                rounds(
                    "steps",
                    "",
                    &[
                        always(&[&PREFIX]),
                        within("decoder", "decoder.", &[rounds("layers", "", DECODER_LAYER)]),
                        within_when("finalNorm", "decoder-norm", "decoder.norm.", LAYER_NORM),
                        always(&[&DECODED]),
                    ],
                ),
            ],
        ),
    ],
    outputs: &[
        output("output", &[&DECODED, &START, &FED, &SHIFTED, &SCALED, &NORMALIZED]),
        output("memory", &[&FED, &SHIFTED, &SCALED, &NORMALIZED]),
    ],
    run: |inputs, run| {
        let source = run.given(&SOURCE_TOKENS, "source", inputs.tensor("source")?)?;
        let target = run.given(&TARGET_TOKENS, "target", inputs.tensor("target")?)?;
        let conventions = Conventions::read(run, inputs)?;
        let last = inputs.flag("finalNorm")?;
        let encoder = Parameters::new(inputs, "encoder.");
        let decoder = Parameters::new(inputs, "decoder.");
        let (encoder_layers, decoder_layers) = (encoder.layers(ALGORITHM.inputs)?, decoder.layers(ALGORITHM.inputs)?);
        let encoded =
            run.within("encoder", |run| encode(run, source, encoder_layers, &conventions, (None, false), &encoder))?;
        let norm = Parameters::new(inputs, "encoder.norm.");
        let memory = final_norm(run, encoded, "encoder-norm", &conventions, (last, &norm))?;
        let norm = Parameters::new(inputs, "decoder.norm.");
        let decoded = |run: &mut crate::trace::Run, tokens| {
            let decoded =
                run.within("decoder", |run| decode(run, (tokens, memory), decoder_layers, &conventions, &decoder))?;
            final_norm(run, decoded, "decoder-norm", &conventions, (last, &norm))
        };
        if inputs.choice("decoding")? != "step-by-step" {
            return Ok(vec![("memory", memory), ("output", decoded(run, target)?)]);
        }
        let length = run.size('n')?;
        element_count("steps", &[decoder_layers, length, length, conventions.width])?;
        element_count("steps", &[decoder_layers, length, length, length, conventions.heads])?;
        run.bind('p', 0, "the start of decoding")?;
        let mut output = run.step(&START, &[target])?;
        for step in 0..length {
            output = run.round("steps", step, |run| {
                run.bind('i', step + 1, "the tokens known so far")?;
                let prefix = run.step(&PREFIX, &[target])?;
                let decoded = decoded(run, prefix)?;
                run.step(&DECODED, &[output, decoded])
            })?;
        }
        Ok(vec![("memory", memory), ("output", output)])
    },
};
