//! Relative position bias: one learned number for every distance between query and key, the far distances sharing.
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
//! Source: Shaw et al. 2018, *Self-Attention with Relative Position Representations*, section 3.2 (one number instead of a vector); Raffel et al. 2020,
//! *Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer*, section 2.1.

use crate::algorithm::{Algorithm, Output, always, choice, integer, integer_or, required, when};
use crate::error::{Error, Result};
use crate::trace::{ADD, Cost, Function, Op, Run, SUBTRACT, StepSpec, Value};

use super::index::counted_positions;
use super::sinusoidal::{LENGTH, POSITIONS};
use super::t5_buckets::{MAX_DISTANCE, T5_BUCKETS, T5_BUCKETS_BACK, checked_table};

const SOURCE: &str = "Shaw et al. 2018, section 3.2";
/// The distance beyond which T5 does not distinguish.
const DEFAULT_MAX_DISTANCE: usize = 128;
const WAYS: &[&str] = &["clipped", "t5", "t5-causal"];

/// The learned numbers.
pub static TABLE: StepSpec =
    StepSpec::given("relative-position.table", "w", "t", &["row"], r"w \in \mathbb{R}^{2r + 1}", SOURCE);

/// How far each key stands behind each query.
pub static OFFSETS: StepSpec = StepSpec {
    id: "relative-position.offsets",
    symbol: "j - i",
    op: Op::Map(&SUBTRACT),
    index: "ij",
    axes: &["query", "key"],
    reads: &["j", "i"],
    formula: "j - i",
    source: SOURCE,
};

/// The number of rows of the table.
pub static ROWS: StepSpec = StepSpec {
    id: "relative-position.rows",
    symbol: "t",
    op: Op::Size('t'),
    index: "",
    axes: &[],
    reads: &["t"],
    formula: "t",
    source: SOURCE,
};

/// The largest distance with a row of its own.
pub static REACH: StepSpec = StepSpec {
    id: "relative-position.reach",
    symbol: "r",
    op: Op::Map(&HALF_OF_PREDECESSOR),
    index: "",
    axes: &[],
    reads: &[""],
    formula: "r = (t - 1) / 2",
    source: SOURCE,
};

/// The distances, with those beyond the reach taken as the reach.
pub static CLIPPED: StepSpec = StepSpec {
    id: "relative-position.clipped",
    symbol: r"\text{clip}(j - i)",
    op: Op::Map(&CLIP),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij", ""],
    formula: r"\max(-r, \min(r, j - i))",
    source: SOURCE,
};

/// The row of each distance, from 0.
pub static BUCKETS: StepSpec = StepSpec {
    id: "relative-position.buckets",
    symbol: r"\beta",
    op: Op::Map(&ADD),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij", ""],
    formula: r"\beta_{ij} = \max(-r, \min(r, j - i)) + r",
    source: SOURCE,
};

/// What is added to each score.
pub static BIAS: StepSpec = StepSpec {
    id: "relative-position.bias",
    symbol: "B",
    op: Op::Gather,
    index: "ij",
    axes: &["query", "key"],
    reads: &["t", "ij"],
    formula: r"B_{ij} = w_{\beta_{ij}}",
    source: SOURCE,
};

/// (a − 1) / 2
static HALF_OF_PREDECESSOR: Function = Function {
    name: "half-of-predecessor",
    template: "({0} − 1) / 2",
    arity: 1,
    cost: Cost { multiplications: 1, additions: 1, ..Cost::NONE },
    apply: |x, _| x.first().map_or(f64::NAN, |number| (number - 1.0) / 2.0),
};

/// a, but at most b and at least −b.
static CLIP: Function = Function {
    name: "clip",
    template: "clip({0}, ±{1})",
    arity: 2,
    cost: Cost { additions: 1, comparisons: 2, ..Cost::NONE },
    apply: |x, _| match x {
        [number, reach] => {
            let least = 0.0 - reach;
            if number > reach {
                *reach
            } else if *number < least {
                least
            } else {
                *number
            }
        }
        _ => f64::NAN,
    },
};

fn clipped_buckets(run: &mut Run, rows: Value, offsets: Value) -> Result<Value> {
    let reach = run.step(&REACH, &[rows])?;
    let clipped = run.step(&CLIPPED, &[offsets, reach])?;
    run.step(&BUCKETS, &[clipped, reach])
}

/// Looks the bias of every query and key up by their distance.
///
/// # Shapes
/// | value | shape |
/// |---|---|
/// | table | [2r + 1]; any even number of buckets for T5 |
/// | bias | [length, length] |
///
/// `buckets` is `"clipped"`, `"t5"`, or `"t5-causal"` as in T5's decoder, where later keys are hidden anyway. In T5, `maxDistance` says from where on the last
/// bucket holds everything.
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
        required("table", &TABLE),
        choice("buckets", WAYS, "clipped"),
        integer_or("maxDistance", 1, DEFAULT_MAX_DISTANCE),
    ],
    parts: &[
        always(&TABLE),
        always(&LENGTH),
        always(&POSITIONS),
        always(&OFFSETS),
        always(&ROWS),
        when("buckets=clipped", &REACH),
        when("buckets=clipped", &CLIPPED),
        when("buckets=clipped", &BUCKETS),
        when("!buckets=clipped", &MAX_DISTANCE),
        when("buckets=t5", &T5_BUCKETS),
        when("buckets=t5-causal", &T5_BUCKETS_BACK),
        always(&BIAS),
    ],
    outputs: &[Output { name: "bias", steps: &[&BIAS] }],
    run: |arguments, run| {
        let length = arguments.integer("length", 0)?;
        let table = run.given(&TABLE, "table", arguments.tensor("table")?)?;
        let way = arguments.choice("buckets", WAYS)?.unwrap_or("clipped");
        let (t5, bidirectional) = (way != "clipped", way == "t5");
        let most = arguments.optional_integer("maxDistance", 1)?.unwrap_or(DEFAULT_MAX_DISTANCE);
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
