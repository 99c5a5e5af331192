//! Matrix product: A [m, k] · B [k, n].
//!
//! ```text
//!            B: panels of 8 columns, 256 deep
//!            ┌──┬──┬──┐
//!            │  │  │  │          for each block of 256 of the depth
//!            └──┴──┴──┘            for each 128 rows of A
//!  A ┌─────┐ ┌──┬──┬──┐              for each panel of B       (8 KiB, stays in the first cache)
//!    │ 4 × │ │  │  │  │                for each 4 rows of A    (128 KiB, stay in the second)
//!    └─────┘ └──┴──┴──┘                  one tile, in registers
//! ```
//!
//! # Bound
//! Each result is a sum of k products: those of one block are added in index order, then the blocks' sums in order. With u = 2⁻²⁴ and γₙ = nu/(1 − nu),
//! every product passes through at most k + 1 roundings (its own, then one for each addition), so that (Higham 2002, *Accuracy and Stability of Numerical
//! Algorithms*, section 3.1)
//!
//! |computed − exact| ≤ γ₍ₖ₊₁₎ · Σ |a|·|b|,
//!
//! with or without fused multiply-add, for results above 2⁻¹²⁶ / u; below that, subnormal products add k · 2⁻¹⁴⁹.

use crate::error::Result;

use super::groups::Groups;
use super::panels::{BLOCK_DEPTH, Panels};
use super::tile::{COLUMNS, Left, ROWS, Target, multiply_edge, multiply_tiles};
use crate::backend::cpu::buffer::room;
use crate::backend::cpu::matrix::{Matrix, MatrixMut};

/// How many rows of the left factor are taken together.
const BLOCK_ROWS: usize = 128;

/// Up to how many rows the left factor is read where it stands: those of a larger one are packed, or they would fight for the caches.
const FEW_ROWS: usize = 256;

/// The largest difference of a result from the exact one, as a part of Σ |a|·|b|: γ₍ₖ₊₁₎.
pub fn error_bound(depth: usize) -> f64 {
    let roundings = (depth + 1) as f64 * f64::from(f32::EPSILON) / 2.0;
    roundings / (1.0 - roundings)
}

/// Computes A · B into `target`, or adds it there. Rows and columns beyond any of the three are left out.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when the packed block of A, at most 128 KiB, cannot be allocated.
///
/// # Complexity
/// m · k · n multiplications.
pub fn multiply(left: Matrix, right: &Panels, mut target: MatrixMut, adds: bool) -> Result<()> {
    let area = Area { rows: target.rows(), columns: target.columns(), stride: target.stride(), start: target.start() };
    // SAFETY: nobody else has the target.
    unsafe { compute(left, right, area, adds) }
}

/// Computes A · B as a matrix of its own, row by row. Rows that only one factor has are left out.
///
/// # Errors
/// [`crate::error::Error::TooLarge`], also when the packed block of A cannot be allocated.
///
/// # Complexity
/// m · k · n multiplications.
pub fn product(left: Matrix, right: &Panels) -> Result<Vec<f32>> {
    let (rows, columns) = (left.rows(), right.columns());
    let mut numbers = room("product", rows, columns)?;
    let area = Area { start: numbers.as_mut_ptr(), stride: columns, rows, columns };
    // SAFETY: there is room for all rows and columns, and nobody else has it; the product writes every number.
    unsafe {
        compute(left, right, area, false)?;
        numbers.set_len(rows * columns);
    }
    Ok(numbers)
}

/// The target of a product, which may be uninitialized.
#[derive(Clone, Copy)]
struct Area {
    start: *mut f32,
    stride: usize,
    rows: usize,
    columns: usize,
}

/// Computes a product, or adds it. Writes every number of the area that lies within the rows of `left` and the columns of `right`.
///
/// # Safety
/// Nobody else reads or writes the area, which holds numbers if `adds`.
unsafe fn compute(left: Matrix, right: &Panels, area: Area, adds: bool) -> Result<()> {
    let (depth, columns) = (left.columns().min(right.depth()), right.columns().min(area.columns));
    let rows = left.rows().min(area.rows);
    let in_place = if rows <= FEW_ROWS { rows / ROWS * ROWS } else { 0 };
    let mut packed = Groups::with_room("left", (rows - in_place).min(BLOCK_ROWS), depth.min(BLOCK_DEPTH))?;
    // An empty sum is a block without depth.
    for start in (0..depth.max(1)).step_by(BLOCK_DEPTH) {
        let block = left.column_range(start..depth.min(start + BLOCK_DEPTH));
        let adds = adds || start > 0;
        let strips = |left: Left, first: usize, rows: usize| {
            for column in (0..columns).step_by(COLUMNS) {
                let part = Area {
                    start: area.start.wrapping_add(first * area.stride + column),
                    rows,
                    columns: COLUMNS.min(columns - column),
                    ..area
                };
                // SAFETY: the factors are those of one block of the depth, the area has as many rows as the left one.
                unsafe { strip(left, right.panel(start, column / COLUMNS), block.columns(), part, adds) };
            }
        };
        if in_place > 0 {
            strips(Left::rows(block.start(), block.stride()), 0, in_place);
        }
        for first in (in_place..rows).step_by(BLOCK_ROWS) {
            packed.pack(block.row_range(first..rows.min(first + BLOCK_ROWS)));
            strips(Left::groups(packed.group(0, 0), ROWS * block.columns()), first, packed.rows());
        }
    }
    Ok(())
}

/// Multiplies rows by one panel.
///
/// # Safety
/// The left factor has groups for all rows of the area, each with `depth` places, the panel as many rows; nobody else has the area.
unsafe fn strip(left: Left, right: *const f32, depth: usize, area: Area, adds: bool) {
    let Area { start, stride, rows, columns } = area;
    let whole = if columns == COLUMNS { rows / ROWS } else { 0 };
    // SAFETY: the caller's; whole tiles lie within the area, and so does what is left of those at its edges.
    unsafe {
        multiply_tiles(left, whole, right, depth, Target { start, stride }, adds);
        for group in whole..rows.div_ceil(ROWS) {
            let target = Target { start: start.add(group * ROWS * stride), stride };
            multiply_edge(left.after(group), right, depth, target, (ROWS.min(rows - group * ROWS), columns), adds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::multiply;
    use crate::backend::cpu::matrix::{Matrix, MatrixMut};
    use crate::backend::cpu::panels::Panels;

    #[test]
    fn rows_meet_columns() {
        let a = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let left = Matrix::new("a", &a, 2, 3).unwrap();
        let right = Panels::of("b", Matrix::new("b", &a, 3, 2).unwrap()).unwrap();
        let mut c = [1000.0; 4];
        multiply(left, &right, MatrixMut::new("c", &mut c, 2, 2).unwrap(), false).unwrap();
        assert_eq!(c, [22.0, 28.0, 49.0, 64.0]);
        multiply(left, &right, MatrixMut::new("c", &mut c, 2, 2).unwrap(), true).unwrap();
        assert_eq!(c, [44.0, 56.0, 98.0, 128.0]);
    }

    #[test]
    fn an_empty_sum_is_zero() {
        let right = Panels::of("b", Matrix::new("b", &[], 0, 2).unwrap()).unwrap();
        let mut c = [7.0; 4];
        multiply(Matrix::new("a", &[], 2, 0).unwrap(), &right, MatrixMut::new("c", &mut c, 2, 2).unwrap(), false)
            .unwrap();
        assert_eq!(c, [0.0; 4]);
    }
}
