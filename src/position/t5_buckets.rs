//! The buckets of T5: one for each near distance, and logarithmically wider ones for far distances.
//!
//! ```text
//! 8 buckets, both ways, distances up to 16      |j − i|   0  1  2 3 4 5  6 7 8 …
//!                                               bucket    0  1  2        3            + 4 where j > i
//! ```
//!
//! Source: Raffel et al. 2020, *Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer*, section 2.1, and the authors'
//! program.

use crate::error::{Error, Result};
use crate::op::{Cost, Function, Obstacle, Op, Slope, StepSpec, given, step};
use crate::trace::Run;

const T5_SOURCE: &str = "Raffel et al. 2020, section 2.1";

/// The distance beyond which all distances share a bucket.
pub static MAX_DISTANCE: StepSpec =
    given("relative-position.max-distance", "", &[]).written(r"\delta", r"\delta", T5_SOURCE);

/// The row of each offset as in T5, with separate rows for earlier and later keys.
pub static T5_BUCKETS: StepSpec =
    step("relative-position.t5-buckets", Op::Map(&T5_BUCKET), T5_READS, "ij", &["query", "key"])
        .written(
            r"\beta",
            r"\beta_{ij} = \tfrac{t}{2} [j > i] + \text{bucket}(|j - i|, \tfrac{t}{2}, \delta)",
            T5_SOURCE,
        )
        .names();

/// The row of each offset as in the decoder of T5, the first for all later keys.
pub static T5_BUCKETS_BACK: StepSpec =
    step("relative-position.t5-buckets-back", Op::Map(&T5_BUCKET_BACK), T5_READS, "ij", &["query", "key"]).written(
        r"\beta",
        r"\beta_{ij} = \text{bucket}(\max(i - j, 0), t, \delta)",
        T5_SOURCE,
    );

const T5_READS: &[&str] = &["ij", "", ""];

/// The bucket of offset a among b buckets that end at distance c, the upper half of them for positive offsets.
static T5_BUCKET: Function = Function::ternary(
    "t5-bucket",
    "bucket({0}; {1}, {2})",
    Cost { multiplications: 6, additions: 5, functions: 5, comparisons: 3 },
    |offset, buckets, most| {
        let half = buckets / 2.0;
        let bucket = t5_bucket(offset.abs(), half, most);
        if offset > 0.0 { bucket + half } else { bucket }
    },
)
.slopes(&[Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names)]);

/// The bucket of offset a among b buckets that end at distance c, positive offsets counting as 0.
static T5_BUCKET_BACK: Function = Function::ternary(
    "t5-bucket-back",
    "bucket({0}; {1}, {2})",
    Cost { multiplications: 5, additions: 5, functions: 4, comparisons: 3 },
    |offset, buckets, most| t5_bucket(if offset < 0.0 { -offset } else { 0.0 }, buckets, most),
)
.slopes(&[Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names)]);

/// The lower half of the buckets holds one distance each, the upper half logarithmically wider ranges; the last also holds all larger distances.
fn t5_bucket(distance: f64, buckets: f64, most: f64) -> f64 {
    let exact = libm::floor(buckets / 2.0);
    if distance < exact {
        return distance;
    }
    let share = libm::log(distance / exact) / libm::log(most / exact) * (buckets - exact);
    // A distance on the border of two buckets belongs to the upper one, independent of the rounding of the logarithms.
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
