//! Products, whose bound [`crate::backend::cpu::product`] and [`crate::backend::cpu::sparse_product`] derive.

use super::{Expected, Precision, Row};
use crate::backend::cpu::compressed::Compressed;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::product::error_bound;
use crate::error::Result;

/// Σ of rows of a matrix, each times its weight, with Σ of the magnitudes as what may be off.
pub(super) fn combine(terms: impl Iterator<Item = (usize, f64)>, matrix: Matrix) -> Result<Row> {
    let mut row = Row::zeros(matrix.columns())?;
    for (place, weight) in terms {
        add(&mut row, weight, weight.abs(), matrix.row(place));
    }
    Ok(row)
}

/// Adds a row of numbers, times its weight; `size` is what its magnitudes are multiplied by.
pub(super) fn add(row: &mut Row, weight: f64, size: f64, numbers: &[f32]) {
    for ((exact, bound), number) in row.exact.iter_mut().zip(&mut row.bound).zip(numbers) {
        let number = f64::from(*number);
        *exact += weight * number;
        *bound += size * number.abs();
    }
}

impl Row {
    /// Turns the sums of magnitudes into bounds: a part of each, and the underflow of very small numbers.
    pub(super) fn bound_by(mut self, part: f64, lost: f64) -> Row {
        self.bound.iter_mut().for_each(|size| *size = *size * part + lost);
        self
    }
}

/// A [m, k] · B [k, n].
pub struct Product<'a> {
    /// A.
    pub left: Matrix<'a>,
    /// B.
    pub right: Matrix<'a>,
    /// The engine's.
    pub precision: Precision,
}

impl Expected for Product<'_> {
    fn shape(&self) -> (usize, usize) {
        (self.left.rows(), self.right.columns())
    }

    fn row(&self, row: usize) -> Result<Row> {
        let depth = self.left.columns();
        let terms = self.left.row(row).iter().map(|number| f64::from(*number)).enumerate();
        Ok(combine(terms, self.right)?.bound_by(error_bound(depth), depth as f64 * self.precision.lost))
    }
}

/// S [m, k] · X [k, n] of a sparse S.
pub struct SparseProduct<'a> {
    /// S.
    pub left: &'a Compressed,
    /// X.
    pub right: Matrix<'a>,
    /// The engine's.
    pub precision: Precision,
}

impl Expected for SparseProduct<'_> {
    fn shape(&self) -> (usize, usize) {
        (self.left.rows(), self.right.columns())
    }

    fn row(&self, row: usize) -> Result<Row> {
        let entries = self.left.row(row).0.len();
        Ok(combine(terms(self.left, row), self.right)?
            .bound_by(error_bound(entries), entries as f64 * self.precision.lost))
    }
}

/// The entries of a row.
pub(super) fn terms(matrix: &Compressed, row: usize) -> impl Iterator<Item = (usize, f64)> {
    let (columns, values) = matrix.row(row);
    columns.iter().zip(values).map(|(column, value)| (*column as usize, f64::from(*value)))
}
