//! The buckets of T5: near distances have one each, far ones share buckets that widen like logarithms.
//!
//! ```text
//! 8 buckets, both ways, distances up to 16      |j − i|   0  1  2 3 4 5  6 7 8 …
//!                                               bucket    0  1  2        3            + 4 where j > i
//! ```
//!
//! Source: Raffel et al. 2020, *Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer*, section 2.1, and the authors' program.

use crate::error::{Error, Result};
use crate::trace::{Cost, Function, Op, Run, StepSpec};

const T5_SOURCE: &str = "Raffel et al. 2020, section 2.1";

/// The distance beyond which nothing is distinguished.
pub static MAX_DISTANCE: StepSpec =
    StepSpec::given("relative-position.max-distance", r"\delta", "", &[], r"\delta", T5_SOURCE);

/// The row of each distance as in T5, earlier and later keys apart.
pub static T5_BUCKETS: StepSpec = StepSpec {
    id: "relative-position.t5-buckets",
    symbol: r"\beta",
    op: Op::Map(&T5_BUCKET),
    index: "ij",
    axes: &["query", "key"],
    reads: T5_READS,
    formula: r"\beta_{ij} = \tfrac{t}{2} [j > i] + \text{bucket}(|j - i|)",
    source: T5_SOURCE,
};

/// The row of each distance as in the decoder of T5, later keys all in the first.
pub static T5_BUCKETS_BACK: StepSpec = StepSpec {
    id: "relative-position.t5-buckets-back",
    symbol: r"\beta",
    op: Op::Map(&T5_BUCKET_BACK),
    index: "ij",
    axes: &["query", "key"],
    reads: T5_READS,
    formula: r"\beta_{ij} = \text{bucket}(\max(i - j, 0))",
    source: T5_SOURCE,
};

const T5_READS: &[&str] = &["ij", "", ""];

/// The bucket of offset a among b buckets that end at distance c, the upper half of them for positive offsets.
static T5_BUCKET: Function = Function {
    name: "t5-bucket",
    template: "bucket({0}; {1}, {2})",
    arity: 3,
    cost: Cost { multiplications: 6, additions: 5, functions: 5, comparisons: 3 },
    apply: |x, _| match x {
        [offset, buckets, most] => {
            let half = buckets / 2.0;
            let bucket = t5_bucket(offset.abs(), half, *most);
            if *offset > 0.0 { bucket + half } else { bucket }
        }
        _ => f64::NAN,
    },
};

/// The bucket of offset a among b buckets that end at distance c, positive offsets counting as 0.
static T5_BUCKET_BACK: Function = Function {
    name: "t5-bucket-back",
    template: "bucket({0}; {1}, {2})",
    arity: 3,
    cost: Cost { multiplications: 5, additions: 5, functions: 4, comparisons: 3 },
    apply: |x, _| match x {
        [offset, buckets, most] => t5_bucket(if *offset < 0.0 { -offset } else { 0.0 }, *buckets, *most),
        _ => f64::NAN,
    },
};

/// The lower half of the buckets holds one distance each, the upper half ever wider ranges up to the largest distance and beyond.
fn t5_bucket(distance: f64, buckets: f64, most: f64) -> f64 {
    let exact = libm::floor(buckets / 2.0);
    if distance < exact {
        return distance;
    }
    let share = libm::log(distance / exact) / libm::log(most / exact) * (buckets - exact);
    // A distance on the border of two buckets belongs to the upper one, whichever way the logarithms are rounded.
    (exact + libm::floor(share + 1e-9)).min(buckets - 1.0)
}

/// Checks that the table has buckets for near and far distances in each direction, and that `maxDistance` lies among the far ones.
///
/// # Errors
/// [`Error::NotDivisible`], [`Error::ShapeMismatch`], [`Error::OutOfRange`].
pub(super) fn checked_table(run: &Run, bidirectional: bool, most: usize) -> Result<()> {
    let rows = run.size('t')?;
    let sides = if bidirectional { 2 } else { 1 };
    let because = "the buckets of T5: in each direction near distances and far ones".to_string();
    if rows % sides != 0 {
        return Err(Error::NotDivisible { input: "table".into(), size: rows, divisor: sides, because }.into());
    }
    if rows < 2 * sides {
        let input = "table".into();
        return Err(Error::ShapeMismatch { input, axis: 0, expected: 2 * sides, found: rows, because }.into());
    }
    let exact = rows / sides / 2;
    if most <= exact {
        return Err(Error::OutOfRange {
            input: "maxDistance".into(),
            index: Vec::new(),
            value: most as f64,
            expected: format!("more than {exact}, the number of distances with a bucket of their own"),
        }
        .into());
    }
    Ok(())
}
