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
use super::matrix::{Matrix, MatrixMut};
use super::panels::{BLOCK_DEPTH, Panels};
use super::tile::{COLUMNS, ROWS, Target, multiply_edge, multiply_tile};

/// How many rows of the left factor are taken together.
const BLOCK_ROWS: usize = 128;

/// The largest difference of a result from the exact one, as a part of Σ |a|·|b|: γ₍ₖ₊₁₎.
pub fn error_bound(depth: usize) -> f64 {
    let roundings = (depth + 1) as f64 * f64::from(f32::EPSILON) / 2.0;
    roundings / (1.0 - roundings)
}

/// Computes A · B into `target`, or adds it there. Rows and columns beyond any of the three are left out.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when the packed block of A, at most 128 KiB, finds no room.
///
/// # Complexity
/// m · k · n multiplications.
pub fn multiply(left: Matrix, right: &Panels, mut target: MatrixMut, adds: bool) -> Result<()> {
    let depth = left.columns().min(right.depth());
    let rows = left.rows().min(target.rows());
    let columns = right.columns().min(target.columns());
    if depth == 0 && !adds {
        (0..rows).for_each(|row| target.row(row).fill(0.0));
    }
    let mut packed = Groups::with_room("left", rows.min(BLOCK_ROWS), depth.min(BLOCK_DEPTH))?;
    for start in (0..depth).step_by(BLOCK_DEPTH) {
        let block = left.column_range(start..depth.min(start + BLOCK_DEPTH));
        for first in (0..rows).step_by(BLOCK_ROWS) {
            packed.pack(block.row_range(first..rows.min(first + BLOCK_ROWS)));
            for column in (0..columns).step_by(COLUMNS) {
                let panel = right.panel(start, column / COLUMNS);
                let width = COLUMNS.min(columns - column);
                let mut target = target.row_range(first..rows);
                let mut target = target.column_range(column..column + width);
                let (to, stride) = (target.start(), target.stride());
                for row in (0..packed.rows()).step_by(ROWS) {
                    let (left, adds) = (packed.group(row, 0), adds || start > 0);
                    let height = ROWS.min(packed.rows() - row);
                    // SAFETY: group and panel are those of the block of depth that was packed; the target has the rows and columns that it was cut to.
                    unsafe {
                        let to = Target { start: to.add(row * stride), stride };
                        if (height, width) == (ROWS, COLUMNS) {
                            multiply_tile(left, panel, block.columns(), to, adds);
                        } else {
                            multiply_edge(left, panel, block.columns(), to, (height, width), adds);
                        }
                    }
                }
            }
        }
    }
    Ok(())
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
