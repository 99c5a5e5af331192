//! Products with a sparse left factor: S [m, k] · X [k, n].
//!
//! ```text
//! row i of S:  s₃  s₇  s₉        result row i = s₃ · X₃ + s₇ · X₇ + s₉ · X₉
//!               │   │   │         32 columns at a time, kept in registers
//! ```
//!
//! # Bound
//! A result with e entries in its row adds e products in order: |computed − exact| ≤ γ₍ₑ₊₁₎ · Σ |s|·|x|, as in [`crate::backend::cpu::product`].

use crate::error::{Error, Result};

use crate::backend::cpu::compressed::Compressed;
use crate::backend::cpu::lanes::{Lanes, WIDTH};
use crate::backend::cpu::matrix::{Matrix, MatrixMut};

/// How many vectors are kept in registers.
const VECTORS: usize = 8;

/// Computes S · X into `target`. Rows and columns beyond any of them are left out.
///
/// # Errors
/// [`Error::ShapeMismatch`] unless X has a row for every column of S.
///
/// # Complexity
/// entries · n multiplications; no memory.
pub fn multiply_sparse(left: &Compressed, right: Matrix, target: &mut MatrixMut) -> Result<()> {
    if right.rows() != left.width() {
        let (expected, found) = (left.width(), right.rows());
        let (input, because) = ("x".into(), "the sparse factor".into());
        return Err(Error::ShapeMismatch { input, axis: 0, expected, found, because }.into());
    }
    for row in 0..left.rows().min(target.rows()) {
        let (columns, values) = left.row(row);
        // SAFETY: the columns of a compressed matrix lie within its width, which is how many rows X has.
        unsafe { weighted_sum(columns, values, right, target.row(row)) };
    }
    Ok(())
}

/// Computes the sum of some rows of a matrix, each times its weight, into `to`; as many columns as both have.
///
/// # Safety
/// Every one of `rows` is a row of the matrix.
#[inline(always)]
pub unsafe fn weighted_sum(rows: &[u32], weights: &[f32], matrix: Matrix, to: &mut [f32]) {
    let width = to.len().min(matrix.columns());
    let mut column = 0;
    // SAFETY: columns up to `width` lie within matrix and target.
    unsafe {
        while column + VECTORS * WIDTH <= width {
            strip::<VECTORS>(rows, weights, matrix, column, to);
            column += VECTORS * WIDTH;
        }
        while column + WIDTH <= width {
            strip::<1>(rows, weights, matrix, column, to);
            column += WIDTH;
        }
    }
    for (column, to) in to.iter_mut().enumerate().take(width).skip(column) {
        let term = |(row, weight): (&u32, &f32)| weight * matrix.row(*row as usize).get(column).unwrap_or(&0.0);
        *to = rows.iter().zip(weights).map(term).fold(0.0, |sum, term| sum + term);
    }
}

/// # Safety
/// As of [`weighted_sum`]; `column` begins N vectors in both matrix and target.
#[inline(never)]
unsafe fn strip<const N: usize>(rows: &[u32], weights: &[f32], matrix: Matrix, column: usize, to: &mut [f32]) {
    let (start, stride) = (matrix.start().wrapping_add(column), matrix.stride());
    let mut sums = [Lanes::ZERO; N];
    for (row, weight) in rows.iter().zip(weights) {
        let (from, weight) = (start.wrapping_add(*row as usize * stride), Lanes::splat(*weight));
        for (i, sum) in sums.iter_mut().enumerate() {
            // SAFETY: the row is one of the matrix's, and has N vectors from `column` on.
            *sum = weight.times_plus(unsafe { Lanes::load(from.add(i * WIDTH)) }, *sum);
        }
    }
    for (i, sum) in sums.into_iter().enumerate() {
        // SAFETY: the target has N vectors from `column` on.
        unsafe { sum.store(to.as_mut_ptr().add(column + i * WIDTH)) };
    }
}
