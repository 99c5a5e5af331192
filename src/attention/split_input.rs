//! Attention on a split input: each head uses only its own part of the features. A variant found in lectures, not the transformer's.
//!
//! ```text
//! X [n, H·p] ─► parts X_h [n, p] ─┬─► X_h W_h^Q ─► Q_h ─┐
//!                                 ├─► X_h W_h^K ─► K_h ─┼─► one attention a part ─► side by side [n, H·v]
//!                                 └─► X_h W_h^V ─► V_h ─┘
//! ```
//!
//! In multi-head attention every head projects the whole input; here head h does not depend on the features of the other parts. Comparing the two
//! shows the purpose of the projections.
//!
//! Source: the variant that some lectures draw instead of Vaswani et al. 2017, section 3.2.2.

use crate::algorithm::{Algorithm, Parameters, always, flag, integer, optional, output, required, when};
use crate::error::Result;
use crate::op::{COPY, Op, StepSpec, given, step};
use crate::trace::{Run, Value};

use super::head_options::HeadOptions;
use super::heads::{
    CAUSAL, CONCATENATED, EXPONENTIALS, HEAD_OUTPUT, Heads, MASKED, ROW_MAX, ROW_SUM, SCALE, SCALED, SCORES, WEIGHTS,
    WIDTH, attend_in_heads, bind_heads,
};
use super::mask::{CAUSAL_MASK, MASK, Mask};

const SOURCE: &str = "a lecture's variant of Vaswani et al. 2017, section 3.2.2";

/// The tokens, with their features in as many equal parts as there are heads.
pub static X: StepSpec =
    given("split-input.x", "i(hp)", &["query", "feature"]).written("X", r"X \in \mathbb{R}^{n \times d}", SOURCE);

/// The part of each token that a head uses.
pub static PARTS: StepSpec =
    step("split-input.parts", Op::Map(&COPY), &["i(hp)"], "hip", &["head", "query", "part-feature"])
        .written("X_h", r"[X_1, \ldots, X_H] = X", SOURCE);

/// The query projection of each head.
pub static QUERY_PROJECTION: StepSpec =
    given("split-input.query-projection", "hpk", &["head", "part-feature", "feature"])
        .written("W^Q", r"W^Q_h \in \mathbb{R}^{d/H \times d_k}", SOURCE)
        .begins("projections");

/// The query of each part.
pub static QUERY: StepSpec =
    step("split-input.query", Op::Contract, &["hip", "hpk"], "hik", &["head", "query", "feature"])
        .written("Q_h", r"Q_h = X_h W^Q_h", SOURCE);

/// The key projection of each head.
pub static KEY_PROJECTION: StepSpec = StepSpec {
    id: "split-input.key-projection",
    symbol: "W^K",
    formula: r"W^K_h \in \mathbb{R}^{d/H \times d_k}",
    begins: None,
    ..QUERY_PROJECTION
};

/// The key of each part.
pub static KEY: StepSpec = step("split-input.key", Op::Contract, &["hjp", "hpk"], "hjk", &["head", "key", "feature"])
    .written("K_h", r"K_h = X_h W^K_h", SOURCE);

/// The value projection of each head.
pub static VALUE_PROJECTION: StepSpec =
    given("split-input.value-projection", "hpv", &["head", "part-feature", "value-feature"])
        .written("W^V", r"W^V_h \in \mathbb{R}^{d/H \times d_v}", SOURCE);

/// The value of each part.
pub static VALUE: StepSpec =
    step("split-input.value", Op::Contract, &["hjp", "hpv"], "hjv", &["head", "key", "value-feature"])
        .written("V_h", r"V_h = X_h W^V_h", SOURCE);

/// Splits the features of `x` [n, d] into `heads` equal parts, attends within each and concatenates the outputs. The number of heads has to be bound
/// before `x` is given.
///
/// # Errors
/// As [`ALGORITHM`].
///
/// # Complexity
/// As [`ALGORITHM`].
pub fn split_input_attention(
    run: &mut Run,
    x: Value,
    heads: usize,
    params: &Parameters,
    options: &HeadOptions,
) -> Result<Heads> {
    bind_heads(run, heads)?;
    let length = run.shape(x)?.first().copied().unwrap_or_default();
    run.bind('j', length, "`x`")?;
    let parts = run.step(&PARTS, &[x])?;
    let query_projection = params.given(run, &QUERY_PROJECTION, "wQuery")?;
    run.require_positive('k', &params.name("wQuery"))?;
    let query = run.step(&QUERY, &[parts, query_projection])?;
    let key_projection = params.given(run, &KEY_PROJECTION, "wKey")?;
    let key = run.step(&KEY, &[parts, key_projection])?;
    let value_projection = params.given(run, &VALUE_PROJECTION, "wValue")?;
    let value = run.step(&VALUE, &[parts, value_projection])?;
    attend_in_heads(run, (query, key, value), options)
}

/// Splits the features into `heads` equal parts, attends within each and concatenates the outputs.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | wQuery, wKey | [heads, d/heads, k] |
/// | wValue | [heads, d/heads, v] |
/// | mask | [n, n]: 1 = may attend, 0 = may not |
/// | weights | [heads, n, n] |
/// | output | [n, heads · v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; `heads` must divide d, and k must be at least 1.
///
/// # Complexity
/// n · d · (2k + v) + heads · n² · (k + v) multiplications.
///
/// # Example
/// Two tokens that agree in their first feature and differ in the second: the first head, which uses only the first feature, cannot distinguish them.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let ones = Tensor::new(vec![2, 1, 1], vec![1.0, 1.0])?;
/// let inputs = Arguments::new()
///     .with("x", Tensor::matrix(&[[1.0, 5.0], [1.0, -5.0]])?)
///     .with("heads", 2.0)
///     .with("wQuery", ones.clone())
///     .with("wKey", ones.clone())
///     .with("wValue", ones);
/// let weights = &catalog::trace("split-input-attention", &inputs)?.outputs["weights"];
/// assert_eq!(weights.get(&[0, 0, 0]), Some(0.5));
/// assert!(weights.get(&[1, 0, 0]).unwrap() > 0.999_999);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "split-input-attention",
    title: "Split-input attention",
    source: SOURCE,
    inputs: &[
        required("x", &X),
        integer("heads", 1),
        required("wQuery", &QUERY_PROJECTION).learned(),
        required("wKey", &KEY_PROJECTION).learned(),
        required("wValue", &VALUE_PROJECTION).learned(),
        optional("mask", &MASK),
        flag("causal", false),
    ],
    parts: &[
        always(&[
            &X, &PARTS, &QUERY_PROJECTION, &QUERY, &KEY_PROJECTION, &KEY, &VALUE_PROJECTION, &VALUE, &SCORES, &WIDTH,
            &SCALE, &SCALED,
        ]),
        when("mask", &[&MASK, &MASKED]),
        when("causal", &[&CAUSAL_MASK, &CAUSAL]),
        always(&[&ROW_MAX, &EXPONENTIALS, &ROW_SUM, &WEIGHTS, &HEAD_OUTPUT, &CONCATENATED]),
    ],
    outputs: &[output("weights", &[&WEIGHTS]), output("output", &[&CONCATENATED])],
    run: |inputs, run| {
        inputs.require(&["wQuery", "wKey", "wValue"])?;
        let options = HeadOptions {
            mask: inputs.optional_tensor("mask")?.map(Mask::New),
            causal: inputs.flag("causal")?,
            ..HeadOptions::default()
        };
        let heads = inputs.integer("heads")?;
        inputs.require(&["x"])?;
        bind_heads(run, heads)?;
        let x = run.given(&X, "x", inputs.tensor("x")?)?;
        let heads = split_input_attention(run, x, heads, &Parameters::new(inputs, ""), &options)?;
        Ok(vec![("weights", heads.weights), ("output", heads.concatenated)])
    },
};
