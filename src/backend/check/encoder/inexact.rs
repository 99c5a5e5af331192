//! Numbers in f64 with bounds of the errors of their f32 counterparts: the operands of a kernel that another kernel has computed.
//!
//! ```text
//! exact a, error e ──► kernel ──► exact a′ = f(a), error e′
//!                                 e′ = the error that f makes of e, plus the kernel's own bound for any input within e
//! ```

use crate::backend::check::{Layer, Precision};
use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::product::error_bound;
use crate::error::Result;

/// A matrix of such numbers.
pub(super) struct Inexact {
    rows: usize,
    columns: usize,
    exact: Vec<f64>,
    error: Vec<f64>,
}

impl Inexact {
    /// Builds a matrix row by row: `fill` gets the index of the row, its numbers and their errors, all zero.
    pub fn build(
        (rows, columns): (usize, usize),
        mut fill: impl FnMut(usize, &mut [f64], &mut [f64]) -> Result<()>,
    ) -> Result<Inexact> {
        let mut inexact = Inexact {
            rows,
            columns,
            exact: filled("check", rows, columns, 0.0)?,
            error: filled("check", rows, columns, 0.0)?,
        };
        let width = columns.max(1);
        let pairs = inexact.exact.chunks_exact_mut(width).zip(inexact.error.chunks_exact_mut(width));
        for (row, (exact, error)) in pairs.enumerate() {
            fill(row, exact, error)?;
        }
        Ok(inexact)
    }

    /// An operand of the whole computation, without errors.
    pub fn given(matrix: Matrix) -> Result<Inexact> {
        Inexact::build((matrix.rows(), matrix.columns()), |row, exact, _| {
            exact.iter_mut().zip(matrix.row(row)).for_each(|(to, from)| *to = f64::from(*from));
            Ok(())
        })
    }

    /// Rows and columns.
    pub fn shape(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// The numbers of a row, and their errors.
    pub fn row(&self, row: usize) -> (&[f64], &[f64]) {
        let places = row * self.columns..(row + 1) * self.columns;
        (self.exact.get(places.clone()).unwrap_or_default(), self.error.get(places).unwrap_or_default())
    }

    /// X W + b.
    pub fn linear(&self, layer: &Layer, precision: &Precision) -> Result<Inexact> {
        let (depth, columns) = (self.columns, layer.weights.columns());
        let mut sizes = filled("check", 1, columns, 0.0)?;
        Inexact::build((self.rows, columns), |row, exact, error| {
            sizes.fill(0.0);
            let (numbers, errors) = self.row(row);
            for (k, (number, off)) in numbers.iter().zip(errors).enumerate() {
                let places = exact.iter_mut().zip(error.iter_mut()).zip(&mut sizes);
                for (((sum, error), size), weight) in places.zip(layer.weights.row(k)) {
                    let weight = f64::from(*weight);
                    *sum += number * weight;
                    *error += off * weight.abs();
                    *size += (number.abs() + off) * weight.abs();
                }
            }
            for (error, size) in error.iter_mut().zip(&sizes) {
                *error += error_bound(depth) * size + depth as f64 * precision.lost;
            }
            for ((sum, error), bias) in exact.iter_mut().zip(error).zip(layer.bias.unwrap_or_default()) {
                *sum += f64::from(*bias);
                *error += Precision::UNIT * (sum.abs() + *error);
            }
            Ok(())
        })
    }

    /// Both layers of a feed-forward. ReLU makes no error larger.
    pub fn feed_forward(&self, [first, second]: &[Layer; 2], precision: &Precision) -> Result<Inexact> {
        let mut hidden = self.linear(first, precision)?;
        hidden.exact.iter_mut().for_each(|unit| *unit = unit.max(0.0));
        hidden.linear(second, precision)
    }

    /// The sum of both.
    pub fn plus(&self, other: &Inexact) -> Result<Inexact> {
        Inexact::build(self.shape(), |row, exact, error| {
            let ((a, e), (b, f)) = (self.row(row), other.row(row));
            for ((exact, error), ((a, b), (e, f))) in
                exact.iter_mut().zip(error).zip(a.iter().zip(b).zip(e.iter().zip(f)))
            {
                *exact = a + b;
                *error = e + f + Precision::UNIT * (exact.abs() + e + f);
            }
            Ok(())
        })
    }
}
