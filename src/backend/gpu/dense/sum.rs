//! The sum of two matrices: a residual connection that no norm follows.
//!
//! # Bound
//! One rounding.

use crate::backend::cpu::heads::expect;
use crate::backend::gpu::device::{Batch, Bound, GpuError, GpuMatrix, Kernel, Parameter};

static SUM: Kernel = Kernel { name: "sum", source: include_str!("sum.wgsl") };

/// How many numbers a workgroup adds.
const NUMBERS: usize = 64;

/// Computes A + B, both [n, d].
///
/// # Errors
/// [`crate::error::Error::ShapeMismatch`] unless both have the same shape, [`GpuError::Unsuited`] when a sum could leave f32.
///
/// # Complexity
/// n · d additions.
pub fn add(batch: &mut Batch, left: &GpuMatrix, right: &GpuMatrix) -> Result<GpuMatrix, GpuError> {
    expect("right", 0, right.rows(), left.rows(), "`left`")?;
    expect("right", 1, right.columns(), left.columns(), "`left`")?;
    let result = batch.matrix(left.rows(), left.columns(), left.magnitude() + right.magnitude())?;
    for part in batch.parts(left.rows() * left.columns(), NUMBERS, 1) {
        let parameters = [part.start, part.end].map(Parameter::Count);
        let groups = [part.len().div_ceil(NUMBERS), 1, 1];
        batch.run(&SUM, &[], &[left, right, &result].map(Bound::Numbers), &parameters, groups, part.len() as u64)?;
    }
    Ok(result)
}
