//! Softmax of rows of scores, of those that are seen.
//!
//! # Bound
//! Let u = 2⁻²⁴, s the exact biased scores of a row of m, w the exact weights. Adding the bias and taking the largest off rounds once each: the exponents are off by
//! δ = 3u · max |s| at most. An exponential errs by 3 + 2|x| units in the last place, ρ = (3 + 2 · 87.3) · 2u = 2.2e-5 of itself at most, but for weights
//! above e^−3.5 of the largest by 1.2e-6. The sum adds m positive numbers (γ₍m₎), the division rounds by 5u and the product with it by u. With
//! η = e^(2δ) − 1 + ρ + γ₍m₎ + 6u,
//!
//! |computed − exact| ≤ 2(1 + η) η · w + 1.3e-38,
//!
//! the last for weights below e^−87.3 of the largest, which are taken for that, and for those that become so small that they count as 0.

use crate::backend::gpu::device::{Batch, Bound, GpuError, GpuMatrix, Kernel, Parameter, check_magnitude};

use super::mask::GpuMask;
pub use super::options::Rules;
use super::options::reach;

static SOFTMAX: Kernel = Kernel {
    name: "softmax",
    source: concat!(
        include_str!("../wgsl/exponent.wgsl"),
        include_str!("../wgsl/row.wgsl"),
        include_str!("softmax.wgsl")
    ),
};

/// About how many operations a number takes, exponential included.
const WORK: u64 = 20;

/// Replaces each row of scores [n, m] by its softmax; what a query does not see gets 0, and a query that sees nothing only that.
///
/// # Errors
/// [`crate::error::Error::ShapeMismatch`] when mask or bias are of another shape, [`GpuError::Unsuited`] when a difference of scores could leave f32.
///
/// # Complexity
/// Three passes over the scores. No memory: the matrix, and every copy of it, now has the weights.
pub fn softmax(batch: &mut Batch, scores: GpuMatrix, rules: &Rules) -> Result<GpuMatrix, GpuError> {
    rules.check_shapes(scores.rows(), scores.columns())?;
    let largest = scores.magnitude() + rules.bias.map_or(0.0, GpuMatrix::magnitude);
    check_magnitude(2.0 * largest)?;
    softmax_rows(batch, &scores, scores.rows(), 0, rules)?;
    Ok(scores.with_magnitude(1.0))
}

/// Replaces the first `rows` rows of scores by their softmax; they belong to the queries from `first` on.
pub(super) fn softmax_rows(
    batch: &mut Batch,
    scores: &GpuMatrix,
    rows: usize,
    first: usize,
    rules: &Rules,
) -> Result<(), GpuError> {
    let Rules { band, mask, bias } = *rules;
    let (no_bias, no_mask) = (batch.matrix(1, 1, 0.0)?, batch.list(&[])?);
    let keys = scores.columns();
    let buffers = [
        Bound::Numbers(scores),
        Bound::Counts(mask.map_or(&no_mask, |mask| &mask.words)),
        Bound::Numbers(bias.unwrap_or(&no_bias)),
    ];
    let work = WORK * keys as u64;
    for part in batch.parts(rows, 1, work) {
        let parameters = [
            Parameter::Count(keys),
            Parameter::Count(part.start),
            Parameter::Count(first + part.start),
            reach(band.before),
            reach(band.after),
            Parameter::Count(mask.map_or(0, GpuMask::stride)),
            Parameter::Count(usize::from(bias.is_some())),
        ];
        batch.run(&SOFTMAX, &[], &buffers, &parameters, [part.len(), 1, 1], work * part.len() as u64)?;
    }
    Ok(())
}
