//! From tokens to the queries, keys and values of several heads: project the whole input, add the bias if there is one, then split the result.
//!
//! ```text
//! X [n, d] ─► X W [n, H·k] ─► + b ─► head h gets columns h·k to h·k + k − 1 ─► [H, n, k]
//! ```
//!
//! The projection comes before the split: every head uses every feature of the input.
//!
//! Letters: i queries, j keys, d features of the input, c features of the context, h heads, k and v features of one head.
//!
//! Source: Vaswani et al. 2017, section 3.2.2.

use crate::algorithm::{Parameters, Part, always, when};
use crate::error::Result;
use crate::trace::{ADD, COPY, Op, Run, StepSpec, Value};

pub(super) const SOURCE: &str = "Vaswani et al. 2017, section 3.2.2";

/// The steps from tokens to one of query, key and value.
pub struct ProjectionSteps {
    /// The learned matrix.
    pub projection: &'static StepSpec,
    /// Tokens times matrix.
    pub projected: &'static StepSpec,
    /// The learned bias.
    pub bias: &'static StepSpec,
    /// The product with the bias added.
    pub biased: &'static StepSpec,
    /// The same numbers, one matrix a head.
    pub heads: &'static StepSpec,
    /// Names of matrix and bias among the learned numbers.
    pub inputs: (&'static str, &'static str),
}

/// Projects tokens and splits the result into heads.
///
/// # Errors
/// Those of [`Parameters::given`], naming the matrix or the bias.
///
/// # Complexity
/// tokens · width · heads · k multiplications.
pub(super) fn project(run: &mut Run, steps: &ProjectionSteps, tokens: Value, params: &Parameters) -> Result<Value> {
    let (matrix, bias) = steps.inputs;
    let projection = params.given(run, steps.projection, matrix)?;
    let projected = run.step(steps.projected, &[tokens, projection])?;
    let joined = match params.optional(run, steps.bias, bias)? {
        Some(bias) => run.step(steps.biased, &[projected, bias])?,
        None => projected,
    };
    run.step(steps.heads, &[joined])
}

/// The steps of queries, keys and values.
pub static PARTS: &[Part] = &[
    always(&QUERY_PROJECTION),
    always(&QUERY),
    when("bQuery", &QUERY_BIAS),
    when("bQuery", &QUERY_BIASED),
    always(&QUERY_HEADS),
    always(&KEY_PROJECTION),
    always(&KEY),
    when("bKey", &KEY_BIAS),
    when("bKey", &KEY_BIASED),
    always(&KEY_HEADS),
    always(&VALUE_PROJECTION),
    always(&VALUE),
    when("bValue", &VALUE_BIAS),
    when("bValue", &VALUE_BIASED),
    always(&VALUE_HEADS),
];

/// The steps of the queries.
pub static TO_QUERY: ProjectionSteps = ProjectionSteps {
    projection: &QUERY_PROJECTION,
    projected: &QUERY,
    bias: &QUERY_BIAS,
    biased: &QUERY_BIASED,
    heads: &QUERY_HEADS,
    inputs: ("wQuery", "bQuery"),
};

/// The steps of the keys.
pub static TO_KEY: ProjectionSteps = ProjectionSteps {
    projection: &KEY_PROJECTION,
    projected: &KEY,
    bias: &KEY_BIAS,
    biased: &KEY_BIASED,
    heads: &KEY_HEADS,
    inputs: ("wKey", "bKey"),
};

/// The steps of the values.
pub static TO_VALUE: ProjectionSteps = ProjectionSteps {
    projection: &VALUE_PROJECTION,
    projected: &VALUE,
    bias: &VALUE_BIAS,
    biased: &VALUE_BIASED,
    heads: &VALUE_HEADS,
    inputs: ("wValue", "bValue"),
};

/// The query projection, all heads side by side.
pub static QUERY_PROJECTION: StepSpec = StepSpec::given(
    "multi-head.query-projection",
    "W^Q",
    "d(hk)",
    &["feature", "head-feature"],
    r"W^Q \in \mathbb{R}^{d \times H d_k}",
    SOURCE,
);

/// The query of each token, all heads side by side.
pub static QUERY: StepSpec = StepSpec {
    id: "multi-head.query",
    symbol: "XW^Q",
    op: Op::Contract,
    index: "i(hk)",
    axes: &["query", "head-feature"],
    reads: &["id", "d(hk)"],
    formula: r"Q = X W^Q",
    source: SOURCE,
};

/// The bias of the queries.
pub static QUERY_BIAS: StepSpec =
    StepSpec::given("multi-head.query-bias", "b^Q", "(hk)", &["head-feature"], r"b^Q \in \mathbb{R}^{H d_k}", SOURCE);

/// The queries with their bias.
pub static QUERY_BIASED: StepSpec = StepSpec {
    id: "multi-head.query-biased",
    symbol: "Q",
    op: Op::Map(&ADD),
    index: "i(hk)",
    axes: &["query", "head-feature"],
    reads: &["i(hk)", "(hk)"],
    formula: r"Q = X W^Q + b^Q",
    source: SOURCE,
};

/// The queries, one matrix a head.
pub static QUERY_HEADS: StepSpec = StepSpec {
    id: "multi-head.query-heads",
    symbol: "Q_h",
    op: Op::Map(&COPY),
    index: "hik",
    axes: &["head", "query", "feature"],
    reads: &["i(hk)"],
    formula: r"Q = [Q_1, \ldots, Q_H]",
    source: SOURCE,
};

/// The key projection, all heads side by side.
pub static KEY_PROJECTION: StepSpec = StepSpec {
    id: "multi-head.key-projection",
    symbol: "W^K",
    index: "c(hk)",
    axes: &["context-feature", "head-feature"],
    formula: r"W^K \in \mathbb{R}^{d \times H d_k}",
    ..QUERY_PROJECTION
};

/// The key of each token, all heads side by side.
pub static KEY: StepSpec = StepSpec {
    id: "multi-head.key",
    symbol: "XW^K",
    op: Op::Contract,
    index: "j(hk)",
    axes: &["key", "head-feature"],
    reads: &["jc", "c(hk)"],
    formula: r"K = X W^K",
    source: SOURCE,
};

/// The bias of the keys.
pub static KEY_BIAS: StepSpec =
    StepSpec { id: "multi-head.key-bias", symbol: "b^K", formula: r"b^K \in \mathbb{R}^{H d_k}", ..QUERY_BIAS };

/// The keys with their bias.
pub static KEY_BIASED: StepSpec = StepSpec {
    id: "multi-head.key-biased",
    symbol: "K",
    op: Op::Map(&ADD),
    index: "j(hk)",
    axes: &["key", "head-feature"],
    reads: &["j(hk)", "(hk)"],
    formula: r"K = X W^K + b^K",
    source: SOURCE,
};

/// The keys, one matrix a head.
pub static KEY_HEADS: StepSpec = StepSpec {
    id: "multi-head.key-heads",
    symbol: "K_h",
    op: Op::Map(&COPY),
    index: "hjk",
    axes: &["head", "key", "feature"],
    reads: &["j(hk)"],
    formula: r"K = [K_1, \ldots, K_H]",
    source: SOURCE,
};

/// The value projection, all heads side by side.
pub static VALUE_PROJECTION: StepSpec = StepSpec {
    id: "multi-head.value-projection",
    symbol: "W^V",
    index: "c(hv)",
    axes: &["context-feature", "head-value-feature"],
    formula: r"W^V \in \mathbb{R}^{d \times H d_v}",
    ..QUERY_PROJECTION
};

/// The value of each token, all heads side by side.
pub static VALUE: StepSpec = StepSpec {
    id: "multi-head.value",
    symbol: "XW^V",
    op: Op::Contract,
    index: "j(hv)",
    axes: &["key", "head-value-feature"],
    reads: &["jc", "c(hv)"],
    formula: r"V = X W^V",
    source: SOURCE,
};

/// The bias of the values.
pub static VALUE_BIAS: StepSpec = StepSpec {
    id: "multi-head.value-bias",
    symbol: "b^V",
    index: "(hv)",
    axes: &["head-value-feature"],
    formula: r"b^V \in \mathbb{R}^{H d_v}",
    ..QUERY_BIAS
};

/// The values with their bias.
pub static VALUE_BIASED: StepSpec = StepSpec {
    id: "multi-head.value-biased",
    symbol: "V",
    op: Op::Map(&ADD),
    index: "j(hv)",
    axes: &["key", "head-value-feature"],
    reads: &["j(hv)", "(hv)"],
    formula: r"V = X W^V + b^V",
    source: SOURCE,
};

/// The values, one matrix a head.
pub static VALUE_HEADS: StepSpec = StepSpec {
    id: "multi-head.value-heads",
    symbol: "V_h",
    op: Op::Map(&COPY),
    index: "hjv",
    axes: &["head", "key", "value-feature"],
    reads: &["j(hv)"],
    formula: r"V = [V_1, \ldots, V_H]",
    source: SOURCE,
};
