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

use crate::catalog::{Algorithm, Default, Input, Kind, Output, always, when};
use crate::error::Result;
use crate::tensor::Tensor;
use crate::trace::{ADD, Op, Read, Run, StepSpec, Value};

use super::from_scores::Masking;
use super::head_projections::{
    KEY, KEY_BIAS, KEY_BIASED, KEY_HEADS, KEY_PROJECTION, QUERY, QUERY_BIAS, QUERY_BIASED, QUERY_HEADS,
    QUERY_PROJECTION, SOURCE, TO_KEY, TO_QUERY, TO_VALUE, VALUE, VALUE_BIAS, VALUE_BIASED, VALUE_HEADS,
    VALUE_PROJECTION, project,
};
use super::heads::{
    CAUSAL, CONCATENATED, EXPONENTIALS, HEAD_OUTPUT, MASKED, ROW_MAX, ROW_SUM, SCALE, SCALED, SCORES, WEIGHTS, WIDTH,
    attend_in_heads, bind_heads,
};
use super::mask::MASK;

/// The tokens that ask.
pub static X: StepSpec = StepSpec {
    id: "multi-head.x",
    symbol: "X",
    op: Op::Given,
    index: "id",
    axes: &["query", "feature"],
    reads: &[],
    formula: r"X \in \mathbb{R}^{n \times d}",
    source: SOURCE,
};

/// The tokens that are asked, where they are not the same.
pub static CONTEXT: StepSpec = StepSpec {
    id: "multi-head.context",
    symbol: "C",
    op: Op::Given,
    index: "jc",
    axes: &["key", "context-feature"],
    reads: &[],
    formula: r"C \in \mathbb{R}^{m \times d}",
    source: "Vaswani et al. 2017, section 3.2.3",
};

/// The output projection.
pub static OUTPUT_PROJECTION: StepSpec = StepSpec {
    id: "multi-head.output-projection",
    symbol: "W^O",
    op: Op::Given,
    index: "(hv)o",
    axes: &["head-value-feature", "output-feature"],
    reads: &[],
    formula: r"W^O \in \mathbb{R}^{H d_v \times d}",
    source: SOURCE,
};

/// The outputs of all heads, mixed.
pub static OUTPUT: StepSpec = StepSpec {
    id: "multi-head.output",
    symbol: "O",
    op: Op::Contract,
    index: "io",
    axes: &["query", "output-feature"],
    reads: &[
        Read { from: &["multi-head.concatenated"], index: "i(hv)" },
        Read { from: &["multi-head.output-projection"], index: "(hv)o" },
    ],
    formula: r"O = \text{Concat}(\text{head}_1, \ldots, \text{head}_H) W^O",
    source: SOURCE,
};

/// The bias of the output.
pub static OUTPUT_BIAS: StepSpec = StepSpec {
    id: "multi-head.output-bias",
    symbol: "b^O",
    op: Op::Given,
    index: "o",
    axes: &["output-feature"],
    reads: &[],
    formula: r"b^O \in \mathbb{R}^{d}",
    source: SOURCE,
};

/// The output with its bias.
pub static OUTPUT_BIASED: StepSpec = StepSpec {
    id: "multi-head.output-biased",
    symbol: "O + b^O",
    op: Op::Map(&ADD),
    index: "io",
    axes: &["query", "output-feature"],
    reads: &[
        Read { from: &["multi-head.output"], index: "io" },
        Read { from: &["multi-head.output-bias"], index: "o" },
    ],
    formula: r"O + b^O",
    source: SOURCE,
};

/// The learned numbers. Each matrix acts from the right: Q = X · query + query_bias.
#[derive(Clone, Copy, Debug)]
pub struct Params<'a> {
    /// [d, heads · k].
    pub query: &'a Tensor,
    /// [c, heads · k].
    pub key: &'a Tensor,
    /// [c, heads · v].
    pub value: &'a Tensor,
    /// [heads · v, o].
    pub output: &'a Tensor,
    /// [heads · k].
    pub query_bias: Option<&'a Tensor>,
    /// [heads · k].
    pub key_bias: Option<&'a Tensor>,
    /// [heads · v].
    pub value_bias: Option<&'a Tensor>,
    /// [o].
    pub output_bias: Option<&'a Tensor>,
}

/// What multi-head attention computes.
#[derive(Clone, Debug)]
pub struct MultiHead {
    /// [heads, n, m]: rows sum to 1.
    pub weights: Value,
    /// [n, o].
    pub output: Value,
}

/// Computes Concat(head_1, …, head_H) W^O with head_h = softmax(Q_h K_hᵀ/√k) V_h.
///
/// Keys and values come from `context`, or from `x` itself when there is none (self-attention).
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | context | [m, c]; without it m = n and c = d |
/// | query, key, value and output matrix | [d, heads · k], [c, heads · k], [c, heads · v], [heads · v, o] |
/// | mask | [n, m], the same for every head |
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
/// Two heads with the identity for every matrix: each head sees one feature, and queries that find two equal keys take their mean.
/// ```
/// use attograph::attention::from_scores::Masking;
/// use attograph::attention::multi_head::{Params, multi_head_attention};
/// use attograph::backend::Reference;
/// use attograph::tensor::Tensor;
/// use attograph::trace::{Run, Settings, Untraced};
/// let x = Tensor::matrix(&[[0.0, 0.0]])?;
/// let context = Tensor::matrix(&[[2.0, 8.0], [4.0, 4.0]])?;
/// let one = Tensor::matrix(&[[1.0, 0.0], [0.0, 1.0]])?;
/// let params = Params {
///     query: &one, key: &one, value: &one, output: &one,
///     query_bias: None, key_bias: None, value_bias: None, output_bias: None,
/// };
/// let mut tape = Untraced;
/// let mut run = Run::new(&Reference, &mut tape, Settings::default());
/// let attention = multi_head_attention(&mut run, &x, Some(&context), 2, &params, &Masking::default())?;
/// assert_eq!(run.tensor(attention.output)?.data(), [3.0, 6.0]); // a query of 0 attends to both alike
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn multi_head_attention(
    run: &mut Run,
    x: &Tensor,
    context: Option<&Tensor>,
    heads: usize,
    params: &Params,
    masking: &Masking,
) -> Result<MultiHead> {
    bind_heads(run, heads)?;
    let x = run.given(&X, "x", x)?;
    let context = match context {
        Some(context) => run.given(&CONTEXT, "context", context)?,
        None => {
            run.bind('j', run.size('i')?, "`x`")?;
            run.bind('c', run.size('d')?, "`x`")?;
            x
        }
    };
    let query = project(run, &TO_QUERY, x, params.query, params.query_bias)?;
    run.require_positive('k', "params.wQuery")?;
    let key = project(run, &TO_KEY, context, params.key, params.key_bias)?;
    let value = project(run, &TO_VALUE, context, params.value, params.value_bias)?;
    let heads = attend_in_heads(run, (query, key, value), masking.mask, masking.causal)?;
    let projection = run.given(&OUTPUT_PROJECTION, "params.wOutput", params.output)?;
    let mixed = run.step(&OUTPUT, &[heads.concatenated, projection])?;
    let output = match params.output_bias {
        Some(bias) => {
            let bias = run.given(&OUTPUT_BIAS, "params.bOutput", bias)?;
            run.step(&OUTPUT_BIASED, &[mixed, bias])?
        }
        None => mixed,
    };
    Ok(MultiHead { weights: heads.weights, output })
}

/// Catalog entry.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "multi-head-attention",
    title: "Multi-head attention",
    source: SOURCE,
    inputs: &[
        Input { name: "x", kind: Kind::Tensor(&X), default: Default::Required },
        Input { name: "context", kind: Kind::Tensor(&CONTEXT), default: Default::Without },
        Input { name: "heads", kind: Kind::Integer { minimum: 1 }, default: Default::Required },
        Input { name: "params.wQuery", kind: Kind::Tensor(&QUERY_PROJECTION), default: Default::Required },
        Input { name: "params.bQuery", kind: Kind::Tensor(&QUERY_BIAS), default: Default::Without },
        Input { name: "params.wKey", kind: Kind::Tensor(&KEY_PROJECTION), default: Default::Required },
        Input { name: "params.bKey", kind: Kind::Tensor(&KEY_BIAS), default: Default::Without },
        Input { name: "params.wValue", kind: Kind::Tensor(&VALUE_PROJECTION), default: Default::Required },
        Input { name: "params.bValue", kind: Kind::Tensor(&VALUE_BIAS), default: Default::Without },
        Input { name: "params.wOutput", kind: Kind::Tensor(&OUTPUT_PROJECTION), default: Default::Required },
        Input { name: "params.bOutput", kind: Kind::Tensor(&OUTPUT_BIAS), default: Default::Without },
        Input { name: "mask", kind: Kind::Tensor(&MASK), default: Default::Without },
        Input { name: "causal", kind: Kind::Flag, default: Default::Flag(false) },
    ],
    parts: &[
        always(&X),
        when("context", &CONTEXT),
        always(&QUERY_PROJECTION),
        always(&QUERY),
        when("params.bQuery", &QUERY_BIAS),
        when("params.bQuery", &QUERY_BIASED),
        always(&QUERY_HEADS),
        always(&KEY_PROJECTION),
        always(&KEY),
        when("params.bKey", &KEY_BIAS),
        when("params.bKey", &KEY_BIASED),
        always(&KEY_HEADS),
        always(&VALUE_PROJECTION),
        always(&VALUE),
        when("params.bValue", &VALUE_BIAS),
        when("params.bValue", &VALUE_BIASED),
        always(&VALUE_HEADS),
        always(&SCORES),
        always(&WIDTH),
        always(&SCALE),
        always(&SCALED),
        when("mask", &MASK),
        when("mask", &MASKED),
        when("causal", &CAUSAL),
        always(&ROW_MAX),
        always(&EXPONENTIALS),
        always(&ROW_SUM),
        always(&WEIGHTS),
        always(&HEAD_OUTPUT),
        always(&CONCATENATED),
        always(&OUTPUT_PROJECTION),
        always(&OUTPUT),
        when("params.bOutput", &OUTPUT_BIAS),
        when("params.bOutput", &OUTPUT_BIASED),
    ],
    outputs: &[
        Output { name: "weights", steps: &[&WEIGHTS] },
        // With a bias both steps are in the trace, and the one with the bias is the result.
        Output { name: "output", steps: &[&OUTPUT_BIASED, &OUTPUT] },
    ],
    run: |arguments, run| {
        let masking = Masking { mask: arguments.optional_tensor("mask")?, causal: arguments.flag("causal", false)? };
        let params = Params {
            query: arguments.tensor("params.wQuery")?,
            key: arguments.tensor("params.wKey")?,
            value: arguments.tensor("params.wValue")?,
            output: arguments.tensor("params.wOutput")?,
            query_bias: arguments.optional_tensor("params.bQuery")?,
            key_bias: arguments.optional_tensor("params.bKey")?,
            value_bias: arguments.optional_tensor("params.bValue")?,
            output_bias: arguments.optional_tensor("params.bOutput")?,
        };
        let (x, context) = (arguments.tensor("x")?, arguments.optional_tensor("context")?);
        let attention = multi_head_attention(run, x, context, arguments.integer("heads", 1)?, &params, &masking)?;
        Ok(vec![("weights", attention.weights), ("output", attention.output)])
    },
};
