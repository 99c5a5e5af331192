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
use crate::op::{ADD, COPY, Op, StepSpec, given, step};
use crate::trace::{Run, Value};

pub(super) const SOURCE: &str = "Vaswani et al. 2017, section 3.2.2";
pub(super) const BIAS_SOURCE: &str = "Vaswani et al. 2017, section 3.2.2, with the biases of its implementations";

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
    /// The same numbers, one matrix for each head.
    pub heads: &'static StepSpec,
    /// The names of the matrix and of the bias among the learned parameters.
    pub inputs: (&'static str, &'static str),
}

/// Projects tokens and splits the result into heads.
///
/// # Errors
/// Those of [`Parameters::given`], naming the matrix or the bias.
///
/// # Complexity
/// tokens · width · heads · k multiplications.
pub(crate) fn project(run: &mut Run, steps: &ProjectionSteps, tokens: Value, params: &Parameters) -> Result<Value> {
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
    always(&[&QUERY_PROJECTION, &QUERY]),
    when("bQuery", &[&QUERY_BIAS, &QUERY_BIASED]),
    always(&[&QUERY_HEADS, &KEY_PROJECTION, &KEY]),
    when("bKey", &[&KEY_BIAS, &KEY_BIASED]),
    always(&[&KEY_HEADS, &VALUE_PROJECTION, &VALUE]),
    when("bValue", &[&VALUE_BIAS, &VALUE_BIASED]),
    always(&[&VALUE_HEADS]),
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
pub static QUERY_PROJECTION: StepSpec = given("multi-head.query-projection", "d(hk)", &["feature", "head-feature"])
    .written("W^Q", r"W^Q \in \mathbb{R}^{d \times H d_k}", SOURCE)
    .begins("projections");

/// The query of each token, all heads side by side.
pub static QUERY: StepSpec =
    step("multi-head.query", Op::Contract, &["id", "d(hk)"], "i(hk)", &["query", "head-feature"])
        .written("XW^Q", r"Q = #1X W^Q", SOURCE);

/// The bias of the queries.
pub static QUERY_BIAS: StepSpec = given("multi-head.query-bias", "(hk)", &["head-feature"])
    .written("b^Q", r"b^Q \in \mathbb{R}^{H d_k}", BIAS_SOURCE);

/// The queries with their bias.
pub static QUERY_BIASED: StepSpec =
    step("multi-head.query-biased", Op::Map(&ADD), &["i(hk)", "(hk)"], "i(hk)", &["query", "head-feature"])
        .written("Q", r"Q = #1{XW^Q} + b^Q", BIAS_SOURCE);

/// The queries, one matrix for each head.
pub static QUERY_HEADS: StepSpec =
    step("multi-head.query-heads", Op::Map(&COPY), &["i(hk)"], "hik", &["head", "query", "feature"])
        .written("Q_h", r"[Q_1, \ldots, Q_H] = #1{XW^Q}", SOURCE);

/// The key projection, all heads side by side.
pub static KEY_PROJECTION: StepSpec = given("multi-head.key-projection", "c(hk)", &["context-feature", "head-feature"])
    .written("W^K", r"W^K \in \mathbb{R}^{d \times H d_k}", SOURCE);

/// The key of each token, all heads side by side.
pub static KEY: StepSpec = step("multi-head.key", Op::Contract, &["jc", "c(hk)"], "j(hk)", &["key", "head-feature"])
    .written("XW^K", r"K = #1X W^K", SOURCE);

/// The bias of the keys.
pub static KEY_BIAS: StepSpec =
    StepSpec { id: "multi-head.key-bias", symbol: "b^K", formula: r"b^K \in \mathbb{R}^{H d_k}", ..QUERY_BIAS };

/// The keys with their bias.
pub static KEY_BIASED: StepSpec =
    step("multi-head.key-biased", Op::Map(&ADD), &["j(hk)", "(hk)"], "j(hk)", &["key", "head-feature"])
        .written("K", r"K = #1{XW^K} + b^K", BIAS_SOURCE);

/// The keys, one matrix for each head.
pub static KEY_HEADS: StepSpec =
    step("multi-head.key-heads", Op::Map(&COPY), &["j(hk)"], "hjk", &["head", "key", "feature"])
        .written("K_h", r"[K_1, \ldots, K_H] = #1{XW^K}", SOURCE);

/// The value projection, all heads side by side.
pub static VALUE_PROJECTION: StepSpec =
    given("multi-head.value-projection", "c(hv)", &["context-feature", "head-value-feature"])
        .written("W^V", r"W^V \in \mathbb{R}^{d \times H d_v}", SOURCE)
        .begins("projections");

/// The value of each token, all heads side by side.
pub static VALUE: StepSpec =
    step("multi-head.value", Op::Contract, &["jc", "c(hv)"], "j(hv)", &["key", "head-value-feature"])
        .written("XW^V", r"V = #1X W^V", SOURCE);

/// The bias of the values.
pub static VALUE_BIAS: StepSpec = given("multi-head.value-bias", "(hv)", &["head-value-feature"])
    .written("b^V", r"b^V \in \mathbb{R}^{H d_v}", BIAS_SOURCE);

/// The values with their bias.
pub static VALUE_BIASED: StepSpec =
    step("multi-head.value-biased", Op::Map(&ADD), &["j(hv)", "(hv)"], "j(hv)", &["key", "head-value-feature"])
        .written("V", r"V = #1{XW^V} + b^V", BIAS_SOURCE);

/// The values, one matrix for each head.
pub static VALUE_HEADS: StepSpec =
    step("multi-head.value-heads", Op::Map(&COPY), &["j(hv)"], "hjv", &["head", "key", "value-feature"])
        .written("V_h", r"[V_1, \ldots, V_H] = #1{XW^V}", SOURCE);
