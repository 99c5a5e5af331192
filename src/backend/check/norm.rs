//! Layer norm, whose bound [`crate::backend::cpu::norm`] derives.

use super::{Expected, Precision, Row};
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::norm::Norm;
use crate::backend::cpu::product;
use crate::error::Result;

/// The properties of a row that the bounds of its numbers depend on.
struct Spread {
    width: usize,
    /// M, the largest |x| + |r|.
    largest: f64,
    variance: f64,
    /// √(variance + ε).
    sigma: f64,
}

/// The largest difference of a result from the exact one; `distance` is |c|.
fn error_bound(precision: &Precision, spread: &Spread, distance: f64, gamma: f64, beta: f64) -> f64 {
    let unit = Precision::UNIT;
    let rounded = precision.quotient + 2.0 * unit;
    let error = 3.0 * product::error_bound(spread.width + 2) * spread.largest;
    let sums = product::error_bound(spread.width + 3);
    let variance = (2.0 * spread.variance.sqrt() * error + error * error) * (1.0 + sums) + sums * spread.variance;
    let square = spread.sigma * spread.sigma;
    let part = variance / (2.0 * square) + variance * variance / (2.0 * square * square) + rounded;
    if part >= 0.5 {
        return f64::INFINITY;
    }
    gamma * (error + distance * (2.0 * part + rounded)) * (1.0 + rounded) / spread.sigma
        + 2.0 * unit * (gamma * distance / spread.sigma + beta)
        + precision.lost
}

/// (x + r − mean) / √(variance + ε) · γ + β, row by row.
pub struct NormalizedRows<'a> {
    /// x.
    pub x: Matrix<'a>,
    /// r, of the same shape.
    pub residual: Option<Matrix<'a>>,
    /// γ, β and ε.
    pub norm: Norm<'a>,
    /// The engine's.
    pub precision: Precision,
}

impl Expected for NormalizedRows<'_> {
    fn shape(&self) -> (usize, usize) {
        (self.x.rows(), self.x.columns())
    }

    fn row(&self, row: usize) -> Result<Row> {
        let width = self.x.columns();
        let mut result = Row::zeros(width)?;
        let residual = self.residual.map(|residual| residual.row(row)).unwrap_or_default();
        let mut largest: f64 = 0.0;
        for (place, (number, from)) in result.exact.iter_mut().zip(self.x.row(row)).enumerate() {
            let (x, r) = (f64::from(*from), residual.get(place).map_or(0.0, |number| f64::from(*number)));
            *number = x + r;
            largest = largest.max(x.abs() + r.abs());
        }
        let mean = result.exact.iter().sum::<f64>() / width as f64;
        let variance = result.exact.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / width as f64;
        let sigma = (variance + f64::from(self.norm.epsilon)).sqrt();
        let spread = Spread { width, largest, variance, sigma };
        for (place, (exact, bound)) in result.exact.iter_mut().zip(&mut result.bound).enumerate() {
            let of = |list: Option<&[f32]>, without: f64| {
                list.and_then(|list| list.get(place)).map_or(without, |number| f64::from(*number))
            };
            let (gamma, beta) = (of(self.norm.gamma, 1.0), of(self.norm.beta, 0.0));
            let distance = *exact - mean;
            *exact = distance / sigma * gamma + beta;
            *bound = error_bound(&self.precision, &spread, distance.abs(), gamma.abs(), beta.abs());
        }
        Ok(result)
    }
}
