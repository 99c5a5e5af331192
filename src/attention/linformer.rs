//! Linformer: keys and values are projected along the sequence to a fixed number of rows before attention.
//!
//! ```text
//! K [m, d] ─► E K [c, d] ─┐
//! Q [n, d] ───────────────┴─► softmax(Q (E K)ᵀ / √d) [n, c] ─┐
//! V [m, v] ─► F V [c, v] ────────────────────────────────────┴─► O [n, v]
//! ```
//!
//! With c fixed, time and memory grow linearly with the sequence. A row of weights says how much a query attends to each mixture, no longer to each
//! token.
//!
//! Source: Wang et al. 2020, *Linformer: Self-Attention with Linear Complexity*, eq. (7).

use crate::algorithm::{Algorithm, always, optional, output, required, when, within};
use crate::op::{Op, StepSpec, given, step};
use crate::trace::Notice;

use super::scaled_dot_product::{KEY, OUTPUT, QUERY, SCALE, SCALED, SCORES, VALUE, WIDTH, scaled_scores};
use super::softmax::{EXPONENTIALS, ROW_MAX, ROW_SUM, SOFTMAX, WEIGHTS, softmax_rows};

const SOURCE: &str = "Wang et al. 2020, eq. (7)";

/// The projection of the keys along the sequence.
pub static LENGTH_PROJECTION: StepSpec = given("linformer.length-projection", "cj", &["mixture", "key"])
    .written("E", r"E \in \mathbb{R}^{c \times m}", SOURCE);

/// The projection of the values along the sequence, if it differs from that of the keys.
pub static VALUE_LENGTH_PROJECTION: StepSpec = StepSpec {
    id: "linformer.value-length-projection",
    symbol: "F",
    formula: r"F \in \mathbb{R}^{c \times m}",
    ..LENGTH_PROJECTION
};

/// The projected keys.
pub static KEYS: StepSpec = step("linformer.keys", Op::Contract, &["cj", "jk"], "ck", &["mixture", "feature"])
    .written("E K", r"\bar{K} = E K", SOURCE);

/// The projected values.
pub static VALUES: StepSpec =
    step("linformer.values", Op::Contract, &["cj", "jv"], "cv", &["mixture", "value-feature"])
        .written("F V", r"\bar{V} = #1F V", SOURCE);

/// Computes softmax(Q (E K)ᵀ/√d) F V.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | query | [n, d] |
/// | key | [m, d] |
/// | value | [m, v] |
/// | lengthProjection, valueLengthProjection | [c, m]; without the second, keys and values share the first |
/// | weights | [n, c] |
/// | output | [n, v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; d must be at least 1.
///
/// # Complexity
/// c · (m + n) · (d + v) multiplications.
///
/// # Example
/// With a single projected row there is one key, and every query gets the mean of the values:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let x = Tensor::matrix(&[[1.0, 2.0], [3.0, 4.0]])?;
/// let inputs = Arguments::new()
///     .with("query", x.clone())
///     .with("key", x.clone())
///     .with("value", x)
///     .with("lengthProjection", Tensor::matrix(&[[0.5, 0.5]])?);
/// let trace = catalog::trace("linformer-attention", &inputs)?;
/// assert_eq!(trace.outputs["output"].data(), [2.0, 3.0, 2.0, 3.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "linformer-attention",
    title: "Linformer attention",
    source: SOURCE,
    inputs: &[
        required("query", &QUERY),
        required("key", &KEY),
        required("value", &VALUE),
        required("lengthProjection", &LENGTH_PROJECTION).learned(),
        optional("valueLengthProjection", &VALUE_LENGTH_PROJECTION).learned(),
    ],
    parts: &[
        always(&[&QUERY, &KEY, &VALUE, &LENGTH_PROJECTION]),
        when("valueLengthProjection", &[&VALUE_LENGTH_PROJECTION]),
        always(&[&KEYS, &VALUES]),
        within(
            "mixtures",
            "",
            &[always(&[&SCORES, &WIDTH, &SCALE, &SCALED, &ROW_MAX, &EXPONENTIALS, &ROW_SUM, &WEIGHTS, &OUTPUT])],
        ),
    ],
    outputs: &[output("scores", &[&SCALED]), output("weights", &[&WEIGHTS]), output("output", &[&OUTPUT])],
    run: |inputs, run| {
        let query = run.given(&QUERY, "query", inputs.tensor("query")?)?;
        let key = run.given(&KEY, "key", inputs.tensor("key")?)?;
        let value = run.given(&VALUE, "value", inputs.tensor("value")?)?;
        run.require_positive('k', "query")?;
        let mixing = run.given(&LENGTH_PROJECTION, "lengthProjection", inputs.tensor("lengthProjection")?)?;
        let value_mixing = match inputs.optional_tensor("valueLengthProjection")? {
            Some(projection) => run.given(&VALUE_LENGTH_PROJECTION, "valueLengthProjection", projection)?,
            None => mixing,
        };
        let keys = run.step(&KEYS, &[mixing, key])?;
        let values = run.step(&VALUES, &[value_mixing, value])?;
        run.within("mixtures", |run| {
            let scores = scaled_scores(run, query, keys)?;
            let weights = softmax_rows(run, &SOFTMAX, scores, Notice::fully_masked_rows)?;
            let output = run.step(&OUTPUT, &[weights, values])?;
            Ok(vec![("scores", scores), ("weights", weights), ("output", output)])
        })
    },
};
