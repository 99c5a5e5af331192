//! Relative position bias: one learned number for each distance between query and key; far distances share one.
//!
//! ```text
//! j − i        −3  −2  −1   0   1   2   3
//! clipped      −2  −2  −1   0   1   2   2        reach r = 2
//! row of table  0   0   1   2   3   4   4        2r + 1 rows
//! ```
//!
//! The buckets of T5 clip more gently: near distances have a row each, farther ones share rows that widen like logarithms.
//!
//! Letters: i queries, j keys, t rows of the table, p positions.
//!
//! Source: Shaw et al. 2018, *Self-Attention with Relative Position Representations*, section 3.2 (one number instead of a vector); Raffel et al.
//! 2020, *Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer*, section 2.1.

use crate::algorithm::{Algorithm, always, choice, integer, integer_or, output, required, when};
use crate::error::{Error, Result};
use crate::op::derivatives::HALF;
use crate::op::{ADD, Cost, Function, Obstacle, Op, SUBTRACT, Slope, StepSpec, given, step};
use crate::trace::{Run, Value};

use super::index::{LENGTH, POSITIONS, counted_positions};
use super::t5_buckets::{MAX_DISTANCE, T5_BUCKETS, T5_BUCKETS_BACK, checked_table};

const SOURCE: &str = "Raffel et al. 2020, section 2.1";
const CLIPPED_SOURCE: &str = "Shaw et al. 2018, section 3.2, whose tables hold vectors";
const WAYS: &[&str] = &["clipped", "t5", "t5-causal"];

/// The learned numbers.
pub static TABLE: StepSpec =
    given("relative-position.table", "t", &["row"]).written("w", r"w \in \mathbb{R}^{2r + 1}", SOURCE);

/// The offset of each key from each query.
pub static OFFSETS: StepSpec =
    step("relative-position.offsets", Op::Map(&SUBTRACT), &["j", "i"], "ij", &["query", "key"])
        .written("j - i", "p_j - p_i", SOURCE);

/// The number of rows of the table.
pub static ROWS: StepSpec =
    step("relative-position.rows", Op::Size('t'), &["t"], "", &[]).written("t", r"w \in \mathbb{R}^t", SOURCE);

/// The largest distance with a row of its own.
pub static REACH: StepSpec = step("relative-position.reach", Op::Map(&HALF_OF_PREDECESSOR), &[""], "", &[])
    .written("r", "r = (t - 1) / 2", CLIPPED_SOURCE);

/// The offsets, clipped to the reach.
pub static CLIPPED: StepSpec = step("relative-position.clipped", Op::Map(&CLIP), &["ij", ""], "ij", &["query", "key"])
    .written(r"\text{clip}(j - i)", r"\max(-r, \min(r, j - i))", CLIPPED_SOURCE);

/// The row of each offset, from 0.
pub static BUCKETS: StepSpec = step("relative-position.buckets", Op::Map(&ADD), &["ij", ""], "ij", &["query", "key"])
    .written(r"\beta", r"\beta_{ij} = \max(-r, \min(r, j - i)) + r", CLIPPED_SOURCE)
    .names();

/// The bias of each score.
pub static BIAS: StepSpec = step("relative-position.bias", Op::Gather, &["t", "ij"], "ij", &["query", "key"])
    .written("B", r"B_{ij} = w_{\beta_{ij}}", SOURCE);

/// (a − 1) / 2
static HALF_OF_PREDECESSOR: Function = Function::unary(
    "half-of-predecessor",
    "({0} − 1) / 2",
    Cost { multiplications: 1, additions: 1, ..Cost::NONE },
    |number| (number - 1.0) / 2.0,
)
.slopes(&[Slope::Factor(&HALF)]);

/// a, but at most b and at least −b.
static CLIP: Function = Function::binary(
    "clip",
    "clip({0}, ±{1})",
    Cost { additions: 1, comparisons: 2, ..Cost::NONE },
    |number, reach| {
        let least = 0.0 - reach;
        if number > reach {
            reach
        } else if number < least {
            least
        } else {
            number
        }
    },
)
.slopes(&[Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names)]);

fn clipped_buckets(run: &mut Run, rows: Value, offsets: Value) -> Result<Value> {
    let reach = run.step(&REACH, &[rows])?;
    let clipped = run.step(&CLIPPED, &[offsets, reach])?;
    run.step(&BUCKETS, &[clipped, reach])
}

/// Looks up the bias of each query and key by their offset.
///
/// # Shapes
/// | value | shape |
/// |---|---|
/// | table | [2r + 1]; any even number of buckets for T5 |
/// | bias | [length, length] |
///
/// `buckets` is `"clipped"`, `"t5"`, or `"t5-causal"` as in T5's decoder, where later keys are masked. In T5, `maxDistance` is the distance from
/// which on the last bucket holds all.
///
/// # Errors
/// [`Error::ShapeMismatch`] for a clipped table without a middle or too short a table, [`Error::OutOfRange`] for too small a `maxDistance`,
/// [`Error::NotDivisible`] for an odd number of buckets in two directions.
///
/// # Complexity
/// Proportional to length².
///
/// # Example
/// Reach 1: before, same, after.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new().with("length", 3.0).with("table", Tensor::vector(vec![-1.0, 0.0, 2.0])?);
/// let trace = catalog::trace("relative-position-bias", &inputs)?;
/// assert_eq!(trace.outputs["bias"].data(), [0.0, 2.0, 2.0, -1.0, 0.0, 2.0, -1.0, -1.0, 0.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "relative-position-bias",
    title: "Relative position bias",
    source: SOURCE,
    inputs: &[
        integer("length", 0),
        required("table", &TABLE).learned(),
        choice("buckets", WAYS, "clipped"),
        // The distance beyond which T5 does not distinguish distances.
        integer_or("maxDistance", 1, 128),
    ],
    parts: &[
        always(&[&TABLE, &LENGTH, &POSITIONS, &OFFSETS, &ROWS]),
        when("buckets=clipped", &[&REACH, &CLIPPED, &BUCKETS]),
        when("!buckets=clipped", &[&MAX_DISTANCE]),
        when("buckets=t5", &[&T5_BUCKETS]),
        when("buckets=t5-causal", &[&T5_BUCKETS_BACK]),
        always(&[&BIAS]),
    ],
    outputs: &[output("bias", &[&BIAS])],
    run: |inputs, run| {
        let length = inputs.integer("length")?;
        let table = run.given(&TABLE, "table", inputs.tensor("table")?)?;
        let way = inputs.choice("buckets")?;
        let (t5, bidirectional) = (way != "clipped", way == "t5");
        let most = inputs.integer("maxDistance")?;
        let size = run.size('t')?;
        if t5 {
            checked_table(run, bidirectional, most)?;
        } else if size.is_multiple_of(2) {
            let because = "one row for each distance from −r to r".into();
            let input = "table".into();
            return Err(Error::ShapeMismatch { input, axis: 0, expected: size + 1, found: size, because }.into());
        }
        let (positions, _) = counted_positions(run, length)?;
        let offsets = run.step(&OFFSETS, &[positions, positions])?;
        let rows = run.step(&ROWS, &[table])?;
        let buckets = if t5 {
            let most = run.given_number(&MAX_DISTANCE, "maxDistance", most as f64)?;
            run.step(if bidirectional { &T5_BUCKETS } else { &T5_BUCKETS_BACK }, &[offsets, rows, most])?
        } else {
            clipped_buckets(run, rows, offsets)?
        };
        Ok(vec![("bias", run.step(&BIAS, &[table, buckets])?)])
    },
};
