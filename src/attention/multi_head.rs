//! Multi-head attention: several small attentions side by side, each with its own projections of the same tokens.
//!
//! ```text
//! X [n, d] ─────────► queries of H heads ─┐
//!                                         ├─► one attention a head ─► side by side [n, H·v] ─► W^O ─► [n, o]
//! context [m, c] ──┬► keys of H heads ────┤
//! (or X itself)    └► values of H heads ──┘
//! ```
//!
//! Source: Vaswani et al. 2017, *Attention Is All You Need*, section 3.2.2.

use crate::algorithm::{
    Algorithm, Parameters, Part, always, choice, flag, include, integer, optional, output, required, when,
};
use crate::error::Result;
use crate::op::{ADD, Op, StepSpec, given, step};
use crate::trace::{Run, Value};

use super::head_options::{HEAD_MASK, HeadOptions, KEPT, MODEL_WIDTH, Scale};
use super::head_projections::{
    BIAS_SOURCE, KEY_BIAS, KEY_PROJECTION, PARTS as PROJECTIONS, QUERY_BIAS, QUERY_PROJECTION, SOURCE, TO_KEY,
    TO_QUERY, TO_VALUE, VALUE_BIAS, VALUE_PROJECTION, project,
};
use super::heads::{
    ATTENDED, CAUSAL, CONCATENATED, MASKED, SCALE, SCALED, SCALED_SCORES, SCORES, WEIGHTS, WIDTH, attend_in_heads,
    bind_heads,
};
use super::mask::{CAUSAL_MASK, MASK, Mask};

/// The tokens of the queries.
pub static X: StepSpec =
    given("multi-head.x", "id", &["query", "feature"]).written("X", r"X \in \mathbb{R}^{n \times d}", SOURCE);

/// The tokens of keys and values, where they differ from those of the queries.
pub static CONTEXT: StepSpec = given("multi-head.context", "jc", &["key", "context-feature"])
    .written("C", r"C \in \mathbb{R}^{m \times d}", "Vaswani et al. 2017, section 3.2.3");

/// The output projection.
pub static OUTPUT_PROJECTION: StepSpec =
    given("multi-head.output-projection", "(hv)o", &["head-value-feature", "output-feature"])
        .written("W^O", r"W^O \in \mathbb{R}^{H d_v \times d}", SOURCE);

/// The outputs of all heads, times the output projection.
pub static OUTPUT: StepSpec =
    step("multi-head.output", Op::Contract, &["i(hv)", "(hv)o"], "io", &["query", "output-feature"]).written(
        "O",
        r"O = \text{Concat}(\text{head}_1, \ldots, \text{head}_H) W^O",
        SOURCE,
    );

/// The bias of the output.
pub static OUTPUT_BIAS: StepSpec =
    given("multi-head.output-bias", "o", &["output-feature"]).written("b^O", r"b^O \in \mathbb{R}^{d}", BIAS_SOURCE);

/// The output with its bias.
pub static OUTPUT_BIASED: StepSpec =
    step("multi-head.output-biased", Op::Map(&ADD), &["io", "o"], "io", &["query", "output-feature"])
        .written("O + b^O", r"O + b^O", BIAS_SOURCE);

/// The results of multi-head attention.
#[derive(Clone, Debug)]
pub struct MultiHead {
    /// [heads, n, m]: rows sum to 1.
    pub weights: Value,
    /// [n, o].
    pub output: Value,
}

/// The steps from the heads to the output.
pub static MIXED: &[Part] = &[always(&[&OUTPUT_PROJECTION, &OUTPUT]), when("bOutput", &[&OUTPUT_BIAS, &OUTPUT_BIASED])];

/// No step.
pub const NOTHING: Part = include("", &[]);

/// The table of multi-head attention as a part of another algorithm, with the steps that mask its scores; its inputs are `wQuery`, `bQuery` and so
/// on.
pub const fn parts(mask: Part, causal: Part) -> [Part; 7] {
    [
        include("", PROJECTIONS),
        include("", SCALED_SCORES),
        mask,
        causal,
        include("", ATTENDED),
        always(const { &[&CONCATENATED] }),
        include("", MIXED),
    ]
}

/// Attends from `x` [n, d] to `context` [m, c], or to `x` itself without one. The number of heads has to be bound before.
///
/// # Errors
/// As [`ALGORITHM`].
///
/// # Complexity
/// As [`ALGORITHM`].
pub fn multi_head_attention(
    run: &mut Run,
    (x, context): (Value, Option<Value>),
    heads: usize,
    params: &Parameters,
    options: &HeadOptions,
) -> Result<MultiHead> {
    bind_heads(run, heads)?;
    let (keys, keys_name) = context.map_or((x, "`x`"), |context| (context, "`context`"));
    run.bind_axes("id", x, "`x`")?;
    run.bind_axes("jc", keys, keys_name)?;
    let query = project(run, &TO_QUERY, x, params)?;
    run.require_positive('k', &params.name("wQuery"))?;
    let key = project(run, &TO_KEY, keys, params)?;
    let value = project(run, &TO_VALUE, keys, params)?;
    let heads = attend_in_heads(run, (query, key, value), options)?;
    let projection = params.given(run, &OUTPUT_PROJECTION, "wOutput")?;
    let mixed = run.step(&OUTPUT, &[heads.concatenated, projection])?;
    let output = match params.optional(run, &OUTPUT_BIAS, "bOutput")? {
        Some(bias) => run.step(&OUTPUT_BIASED, &[mixed, bias])?,
        None => mixed,
    };
    Ok(MultiHead { weights: heads.weights, output })
}

const SCALES: &[&str] = &["d-head", "d-model", "none"];

/// Computes Concat(head_1, …, head_H) W^O with head_h = softmax(Q_h K_hᵀ/√k) V_h.
///
/// Keys and values come from `context`, or from `x` itself when there is none (self-attention). A head whose `headMask` is 0 is pruned: its output is
/// replaced by zeros. `scale` selects the divisor of the scores: `d-head` for √k (the default, as in the paper), `d-model` for √d as in lectures
/// that do not distinguish the two widths, `none` for no division.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | context | [m, c]; without it m = n and c = d |
/// | wQuery, wKey, wValue, wOutput | [d, heads · k], [c, heads · k], [c, heads · v], [heads · v, o] |
/// | bQuery, bKey, bValue, bOutput | as long as the matrix has columns; may be left out |
/// | mask | [n, m], the same for every head |
/// | headMask | \[heads\]: 1 = kept, 0 = pruned |
/// | weights | [heads, n, m] |
/// | output | [n, o] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; `heads` must divide the columns of the projections, and k must be at least 1.
///
/// # Complexity
/// n · d · H·k + m · c · H·(k + v) + n · m · H·(k + v) + n · H·v · o multiplications.
///
/// # Example
/// Two heads with the identity for every matrix: each head sees one feature, and queries that find two equal keys take their mean. Without its second
/// head, the output does not depend on the second feature.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let one = Tensor::matrix(&[[1.0, 0.0], [0.0, 1.0]])?;
/// let inputs = Arguments::new()
///     .with("x", Tensor::matrix(&[[0.0, 0.0]])?)
///     .with("context", Tensor::matrix(&[[2.0, 8.0], [4.0, 4.0]])?)
///     .with("heads", 2.0)
///     .with("wQuery", one.clone())
///     .with("wKey", one.clone())
///     .with("wValue", one.clone())
///     .with("wOutput", one);
/// let attention = catalog::trace("multi-head-attention", &inputs)?;
/// assert_eq!(attention.outputs["output"].data(), [3.0, 6.0]); // a query of 0 attends to both alike
/// let pruned = catalog::trace("multi-head-attention", &inputs.with("headMask", Tensor::vector(vec![1.0, 0.0])?))?;
/// assert_eq!(pruned.outputs["output"].data(), [3.0, 0.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "multi-head-attention",
    title: "Multi-head attention",
    source: SOURCE,
    inputs: &[
        required("x", &X),
        optional("context", &CONTEXT),
        integer("heads", 1),
        required("wQuery", &QUERY_PROJECTION).learned_in_params(),
        optional("bQuery", &QUERY_BIAS).learned_in_params(),
        required("wKey", &KEY_PROJECTION).learned_in_params(),
        optional("bKey", &KEY_BIAS).learned_in_params(),
        required("wValue", &VALUE_PROJECTION).learned_in_params(),
        optional("bValue", &VALUE_BIAS).learned_in_params(),
        required("wOutput", &OUTPUT_PROJECTION).learned_in_params(),
        optional("bOutput", &OUTPUT_BIAS).learned_in_params(),
        optional("mask", &MASK),
        flag("causal", false),
        choice("scale", SCALES, "d-head"),
        optional("headMask", &HEAD_MASK),
    ],
    parts: &[
        always(&[&X]),
        when("context", &[&CONTEXT]),
        include("", PROJECTIONS),
        always(&[&SCORES]),
        when("scale=d-head", &[&WIDTH]),
        when("scale=d-model", &[&MODEL_WIDTH]),
        when("!scale=none", &[&SCALE, &SCALED]),
        when("mask", &[&MASK, &MASKED]),
        when("causal", &[&CAUSAL_MASK, &CAUSAL]),
        include("", ATTENDED),
        when("headMask", &[&HEAD_MASK, &KEPT]),
        always(const { &[&CONCATENATED] }),
        include("", MIXED),
    ],
    outputs: &[
        output("weights", &[&WEIGHTS]),
        // With a bias both steps are in the trace, and the one with the bias is the result.
        output("output", &[&OUTPUT_BIASED, &OUTPUT]),
    ],
    run: |inputs, run| {
        let heads = inputs.integer("heads")?;
        bind_heads(run, heads)?;
        let x = run.given(&X, "x", inputs.tensor("x")?)?;
        let context =
            inputs.optional_tensor("context")?.map(|context| run.given(&CONTEXT, "context", context)).transpose()?;
        let options = HeadOptions {
            mask: inputs.optional_tensor("mask")?.map(Mask::New),
            causal: inputs.flag("causal")?,
            scale: match inputs.choice("scale")? {
                "d-model" => Scale::Model(x),
                "none" => Scale::None,
                _ => Scale::Head,
            },
            head_mask: inputs.optional_tensor("headMask")?,
        };
        let params = Parameters::new(inputs, "");
        let attention = multi_head_attention(run, (x, context), heads, &params, &options)?;
        Ok(vec![("weights", attention.weights), ("output", attention.output)])
    },
};
