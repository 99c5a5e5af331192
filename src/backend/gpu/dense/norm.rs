//! Layer norm, with the sum of a residual connection taken on the way.
//!
//! Source: Ba, Kiros & Hinton 2016, *Layer Normalization*, eq. (3) and (4).
//!
//! # Bound
//! That of [`crate::backend::cpu::norm`]. Both divisions by the width are products with its inverse, which was rounded once: two roundings for one, which
//! leaves the mean off by no more than the three γ₍d+3₎M of that derivation, and the variance by no more than its γ₍d+4₎s². The inverse root errs by two
//! units in the last place. [`crate::backend::check::NormalizedRows`] has the bound.

use crate::backend::cpu::heads::expect;
use crate::backend::gpu::device::{Batch, Bound, GpuError, GpuMatrix, Kernel, Parameter, check_magnitude};

static NORM: Kernel =
    Kernel { name: "norm", source: concat!(include_str!("../wgsl/row.wgsl"), include_str!("norm.wgsl")) };

/// About how many operations a number takes.
const WORK: u64 = 10;

/// The learned parameters, and the ε that prevents division by 0 for a row of equal numbers.
#[derive(Clone, Copy, Debug)]
pub struct Norm<'a> {
    /// [1, d]: what each feature is multiplied by; 1 without it.
    pub gamma: Option<&'a GpuMatrix>,
    /// [1, d]: added to each feature; 0 if absent.
    pub beta: Option<&'a GpuMatrix>,
    /// Added to the variance.
    pub epsilon: f32,
}

/// Normalizes every row of x [n, d], after adding the row of the residual, [n, d], if there is one.
///
/// # Errors
/// [`crate::error::Error::ShapeMismatch`] when an operand does not fit x; [`GpuError::Unsuited`] when a square could leave f32, or for an ε that is not a normal
/// number above 0, as the inverse root of 0 is none.
///
/// # Complexity
/// Three passes over each row; no memory beside the result.
pub fn normalize(
    batch: &mut Batch,
    x: &GpuMatrix,
    residual: Option<&GpuMatrix>,
    norm: &Norm,
) -> Result<GpuMatrix, GpuError> {
    let Norm { gamma, beta, epsilon } = *norm;
    let (rows, width) = (x.rows(), x.columns());
    if let Some(residual) = residual {
        expect("residual", 0, residual.rows(), rows, "`x`")?;
        expect("residual", 1, residual.columns(), width, "`x`")?;
    }
    for (name, learned) in [("gamma", gamma), ("beta", beta)] {
        if let Some(learned) = learned {
            expect(name, 0, learned.rows(), 1, "one number for each feature")?;
            expect(name, 1, learned.columns(), width, "`x`")?;
        }
    }
    if !(epsilon.is_normal() && epsilon > 0.0) {
        return Err(GpuError::epsilon(epsilon));
    }
    let of = |matrix: Option<&GpuMatrix>, without: f64| matrix.map_or(without, GpuMatrix::magnitude);
    // A distance from the mean is at most twice the largest number.
    let distance = 2.0 * (x.magnitude() + of(residual, 0.0));
    check_magnitude(width as f64 * distance * distance)?;
    // No number is further from the mean than √d deviations.
    let result = batch.matrix(rows, width, (width as f64).sqrt() * of(gamma, 1.0) + of(beta, 0.0))?;
    if width == 0 {
        return Ok(result);
    }
    let none = batch.matrix(1, 1, 0.0)?;
    let operands = [x, residual.unwrap_or(&none), gamma.unwrap_or(&none), beta.unwrap_or(&none), &result];
    let work = WORK * width as u64;
    for part in batch.parts(rows, 1, work) {
        let parameters = [
            Parameter::Count(width),
            Parameter::Count(part.start),
            Parameter::Count(usize::from(residual.is_some())),
            Parameter::Count(usize::from(gamma.is_some())),
            Parameter::Count(usize::from(beta.is_some())),
            Parameter::Number(1.0 / width as f32),
            Parameter::Number(epsilon),
        ];
        let groups = [part.len(), 1, 1];
        batch.run(&NORM, &[], &operands.map(Bound::Numbers), &parameters, groups, work * part.len() as u64)?;
    }
    Ok(result)
}
