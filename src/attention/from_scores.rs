//! From scores to output: the steps that all kinds of scores share.
//!
//! ```text
//! S [n, m] ─► mask ─► softmax over keys ─► A [n, m] ─┐
//!                                                    ├─► A V [n, v]
//! V [m, v] ──────────────────────────────────────────┘
//! ```

use crate::error::Result;
use crate::trace::{Notice, Run, Value};

use super::mask::{MASKS, Mask, apply_masks};
use super::scaled_dot_product::OUTPUT;
use super::softmax::{SOFTMAX, softmax_rows};

/// The keys that are hidden from a query.
#[derive(Clone, Copy, Debug, Default)]
pub struct Masking<'a> {
    /// [n, m]: 1 = may attend, 0 = may not.
    pub mask: Option<Mask<'a>>,
    /// Hide every key after the query's own position.
    pub causal: bool,
}

/// The results of one head of attention.
#[derive(Clone, Debug)]
pub struct Scored {
    /// [n, m]: the scores, before the mask.
    pub scores: Value,
    /// [n, m]: rows sum to 1.
    pub weights: Value,
    /// [n, v].
    pub output: Value,
}

/// Masks scores, takes their softmax over the keys and averages the values with it.
///
/// # Errors
/// Those of [`Run::step`] and of [`softmax_rows`].
///
/// # Complexity
/// n · m · v multiplications.
pub fn attend_from_scores(
    run: &mut Run,
    scores: Value,
    value: Value,
    mask: Option<Value>,
    causal: bool,
) -> Result<Scored> {
    let masked = apply_masks(run, &MASKS, scores, mask, causal)?;
    let weights = softmax_rows(run, &SOFTMAX, masked, Notice::fully_masked_rows)?;
    let output = run.step(&OUTPUT, &[weights, value])?;
    Ok(Scored { scores, weights, output })
}
