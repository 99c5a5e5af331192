//! Masks: which keys are hidden from a query.
//!
//! ```text
//! mask          causal
//!   1 0 1         1 0 0
//!   1 1 0         1 1 0        1 = may attend; elsewhere the score becomes −∞
//!   0 1 1         1 1 1
//! ```

use crate::error::{Error, Result};
use crate::op::{KEEP_OR_MINUS_INFINITY, Obstacle, Op, Rule, StepSpec, given, step};
use crate::tensor::Tensor;
use crate::trace::{Run, Value};

const SOURCE: &str = "Vaswani et al. 2017, section 3.2.3";

/// The mask of the input: 1 = may attend, 0 = may not.
pub static MASK: StepSpec =
    given("attention.mask", "ij", &["query", "key"]).written("M", r"M_{ij} \in \{0, 1\}", SOURCE);

/// The scores of one head, masked.
pub static MASKED: StepSpec =
    step("attention.masked", Op::Map(&KEEP_OR_MINUS_INFINITY), &["ij", "ij"], "ij", &["query", "key"]).written(
        r"S^{\text{masked}}",
        r"#1S_{ij} \leftarrow -\infty \enspace (#2M_{ij} = 0)",
        SOURCE,
    );

/// The mask that hides later keys: 1 up to the query's own position, 0 after it.
pub static CAUSAL_MASK: StepSpec =
    step("attention.causal-mask", Op::Rule(&LOWER_TRIANGLE), &[], "ij", &["query", "key"])
        .written(r"M^{\le}", r"M^{\le}_{ij} = [j \le i]", SOURCE);

/// The scores of one head, with later keys hidden.
pub static CAUSAL: StepSpec =
    step("attention.causal", Op::Map(&KEEP_OR_MINUS_INFINITY), &["ij", "ij"], "ij", &["query", "key"]).written(
        r"S^{\text{causal}}",
        r"#1S_{ij} \leftarrow -\infty \enspace (#2{M^{\le}}_{ij} = 0)",
        SOURCE,
    );

/// 1 on the diagonal and below it, 0 above.
static LOWER_TRIANGLE: Rule = Rule {
    name: "lower-triangle",
    template: "[j ≤ i]",
    value: |_, _, index| match index {
        [i, j] => f64::from(u8::from(j <= i)),
        _ => f64::NAN,
    },
    ..Rule::constant(Obstacle::Structure)
};

/// The masking steps for one arrangement of axes.
pub struct MaskSteps {
    /// The masked scores.
    pub masked: &'static StepSpec,
    /// The scores with later keys hidden.
    pub causal: &'static StepSpec,
}

/// The masking steps of one head.
pub static MASKS: MaskSteps = MaskSteps { masked: &MASKED, causal: &CAUSAL };

/// Marks a new mask as given, if there is one, and checks that it contains only 0 and 1.
///
/// # Errors
/// [`Error::OutOfRange`] naming the place, and those of [`Run::given`].
pub fn given_mask(run: &mut Run, mask: Option<Mask>) -> Result<Option<Value>> {
    match mask {
        None => Ok(None),
        Some(Mask::Known(mask)) => Ok(Some(mask)),
        Some(Mask::New(mask)) => {
            let given = run.given(&MASK, "mask", mask)?;
            check_mask("mask", mask)?;
            Ok(Some(given))
        }
    }
}

/// Checks that a mask contains only 0 and 1.
///
/// # Errors
/// [`Error::OutOfRange`] naming the place.
pub(crate) fn check_mask(input: &str, mask: &Tensor) -> Result<()> {
    match mask.data().iter().enumerate().find(|(_, value)| **value != 0.0 && **value != 1.0) {
        Some((offset, &value)) => Err(Error::OutOfRange {
            input: input.into(),
            index: mask.index_of(offset),
            value,
            expected: "0 or 1".into(),
        }
        .into()),
        None => Ok(()),
    }
}

/// A mask that is still to be validated, or that a larger algorithm has validated before.
#[derive(Clone, Copy, Debug)]
pub enum Mask<'a> {
    /// To be validated as the input `mask`.
    New(&'a Tensor),
    /// Validated.
    Known(Value),
}

/// Hides the keys that the mask and the causal order exclude.
///
/// # Errors
/// Those of [`Run::step`].
pub fn apply_masks(
    run: &mut Run,
    steps: &MaskSteps,
    scores: Value,
    mask: Option<Value>,
    causal: bool,
) -> Result<Value> {
    let scores = match mask {
        Some(mask) => run.step(steps.masked, &[scores, mask])?,
        None => scores,
    };
    if !causal {
        return Ok(scores);
    }
    let mask = run.step(&CAUSAL_MASK, &[])?;
    run.step(steps.causal, &[scores, mask])
}
