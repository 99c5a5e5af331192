//! The feed-forward layer, whose bound [`crate::backend::cpu::feed_forward`] derives.

use super::product::add;
use super::{Expected, Precision, Row};
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::product::error_bound;
use crate::error::Result;

/// A linear layer, not laid out.
#[derive(Clone, Copy)]
pub struct Layer<'a> {
    /// [inputs, outputs].
    pub weights: Matrix<'a>,
    /// \[outputs\].
    pub bias: Option<&'a [f32]>,
}

/// ReLU(X W₁ + b₁) W₂ + b₂.
pub struct FeedForward<'a> {
    /// X.
    pub x: Matrix<'a>,
    /// W₁ and b₁.
    pub first: Layer<'a>,
    /// W₂ and b₂.
    pub second: Layer<'a>,
    /// The engine's.
    pub precision: Precision,
}

impl Expected for FeedForward<'_> {
    fn shape(&self) -> (usize, usize) {
        (self.x.rows(), self.second.weights.columns())
    }

    fn row(&self, row: usize) -> Result<Row> {
        let (inputs, units) = (self.x.columns(), self.first.weights.columns());
        let mut hidden = Row::zeros(units)?;
        for (input, number) in self.x.row(row).iter().enumerate() {
            let number = f64::from(*number);
            add(&mut hidden, number, number.abs(), self.first.weights.row(input));
        }
        add(&mut hidden, 1.0, 1.0, self.first.bias.unwrap_or_default());
        let mut result = Row::zeros(self.second.weights.columns())?;
        for (unit, (sum, reach)) in hidden.exact.iter().zip(&hidden.bound).enumerate() {
            add(&mut result, sum.max(0.0), *reach, self.second.weights.row(unit));
        }
        add(&mut result, 1.0, 1.0, self.second.bias.unwrap_or_default());
        // The underflow of a product is multiplied by the weights after it.
        let factors = units.saturating_mul(inputs.saturating_add(1)) as f64;
        let largest = f64::from(self.second.weights.magnitude()).max(1.0);
        Ok(result.bound_by(error_bound(inputs + units + 3), factors * largest * self.precision.lost))
    }
}
