//! Masks: which keys a query may not see.
//!
//! ```text
//! mask          causal
//!   1 0 1         1 0 0
//!   1 1 0         1 1 0        1 = may attend; elsewhere the score becomes −∞
//!   0 1 1         1 1 1
//! ```

use crate::error::{Error, Result};
use crate::tensor::Tensor;
use crate::trace::{KEEP_OR_MINUS_INFINITY, Op, Rule, Run, SourceCell, StepSpec, Value, each_once};

const SOURCE: &str = "Vaswani et al. 2017, section 3.2.3";

/// A mask as it is given: 1 = may attend, 0 = may not.
pub static MASK: StepSpec =
    StepSpec::given("attention.mask", "M", "ij", &["query", "key"], r"M_{ij} \in \{0, 1\}", SOURCE);

/// The scores of one head behind a mask.
pub static MASKED: StepSpec = StepSpec {
    id: "attention.masked",
    symbol: r"S^{\text{masked}}",
    op: Op::Map(&KEEP_OR_MINUS_INFINITY),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij", "ij"],
    formula: r"S_{ij} \leftarrow -\infty \enspace (M_{ij} = 0)",
    source: SOURCE,
};

/// The scores of one head with the future hidden.
pub static CAUSAL: StepSpec = StepSpec {
    id: "attention.causal",
    symbol: r"S^{\text{causal}}",
    op: Op::Rule(&HIDE_THE_FUTURE),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij"],
    formula: r"S_{ij} \leftarrow -\infty \enspace (j > i)",
    source: SOURCE,
};

/// Keeps a score where the last position is not beyond the one before it, and makes it −∞ elsewhere.
pub static HIDE_THE_FUTURE: Rule = Rule {
    name: "hide-the-future",
    template: "causal({0})",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| {
        let (Some(scores), Some([rows, columns])) = (operands.first(), shape.last_chunk()) else { return Vec::new() };
        let place = |offset: usize| (offset / columns.max(&1) % rows.max(&1), offset % columns.max(&1));
        scores.data().iter().enumerate().map(|(offset, &score)| hide_future(score, place(offset))).collect()
    },
    reads: |operands, _, index| {
        operands
            .first()
            .and_then(|scores| scores.offset(index))
            .map(|offset| SourceCell { operand: 0, offset })
            .into_iter()
            .collect()
    },
    value: |values, _, index| match (values, index.last_chunk()) {
        ([score], Some([i, j])) => hide_future(*score, (*i, *j)),
        _ => f64::NAN,
    },
};

fn hide_future(score: f64, (i, j): (usize, usize)) -> f64 {
    if j > i { f64::NEG_INFINITY } else { score }
}

/// The masking steps for one arrangement of axes.
pub struct MaskSteps {
    /// The scores behind a mask.
    pub masked: &'static StepSpec,
    /// The scores with the future hidden.
    pub causal: &'static StepSpec,
}

/// The masking steps of one head.
pub static MASKS: MaskSteps = MaskSteps { masked: &MASKED, causal: &CAUSAL };

/// Marks a mask as given, if there is one, and checks that it contains only 0 and 1.
///
/// # Errors
/// [`Error::OutOfRange`] naming the place, and those of [`Run::given`].
pub fn given_mask(run: &mut Run, mask: Option<&Tensor>) -> Result<Option<Value>> {
    let Some(mask) = mask else { return Ok(None) };
    let given = run.given(&MASK, "mask", mask)?;
    check_mask("mask", mask)?;
    Ok(Some(given))
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

/// A mask that is still to be taken in, or that a larger algorithm has taken in before.
#[derive(Clone, Copy, Debug)]
pub enum Mask<'a> {
    /// To be taken in as the input `mask`.
    New(&'a Tensor),
    /// Taken in.
    Known(Value),
}

/// Hides what the mask and the causal order forbid.
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
    if causal { run.step(steps.causal, &[scores]) } else { Ok(scores) }
}
