//! Layer norm of numbers that are not exact; [`crate::backend::cpu::encoder`] derives the bound.

use super::inexact::Inexact;
use crate::backend::check::Precision;
use crate::backend::cpu::norm::Norm;
use crate::backend::cpu::product::error_bound;
use crate::error::Result;

impl Inexact {
    /// The layer norm of every row, of the sum with a residual if there is one.
    pub fn normalize(&self, residual: Option<&Inexact>, norm: &Norm, precision: &Precision) -> Result<Inexact> {
        let (unit, width) = (Precision::UNIT, self.shape().1);
        let d = width as f64;
        let rounded = precision.quotient + 2.0 * unit;
        Inexact::build(self.shape(), |row, exact, error| {
            let (x, off) = self.row(row);
            let (r, r_off) = residual.map(|residual| residual.row(row)).unwrap_or_default();
            let (mut mean, mut mean_error) = (0.0, 0.0);
            for (place, (number, error)) in exact.iter_mut().zip(error.iter_mut()).enumerate() {
                let of = |list: &[f64]| list.get(place).copied().unwrap_or_default();
                (*number, *error) = (of(x) + of(r), of(off) + of(r_off));
                let reach = of(x).abs() + of(r).abs() + *error;
                mean += *number / d;
                mean_error += (*error + error_bound(width + 4) * reach) / d;
                *error += 3.0 * unit * reach;
            }
            exact.iter_mut().for_each(|number| *number -= mean);
            error.iter_mut().for_each(|error| *error += mean_error);
            let square_mean = |numbers: &[f64]| numbers.iter().map(|number| number * number).sum::<f64>() / d;
            let (square, spread, apart) =
                (square_mean(exact) + f64::from(norm.epsilon), square_mean(exact).sqrt(), square_mean(error).sqrt());
            let sigma = square.sqrt();
            let variance =
                2.0 * spread * apart + apart * apart + error_bound(width + 3) * (spread + apart) * (spread + apart);
            let part = variance / (2.0 * square) + variance * variance / (2.0 * square * square) + rounded;
            for (place, (number, error)) in exact.iter_mut().zip(error).enumerate() {
                let of = |list: Option<&[f32]>, without: f64| {
                    list.and_then(|list| list.get(place)).map_or(without, |number| f64::from(*number))
                };
                let (gamma, beta) = (of(norm.gamma, 1.0), of(norm.beta, 0.0));
                let farthest = 2.1 * d.sqrt();
                let moved = (*error * (1.0 + 2.0 * part) + 2.0 * part * number.abs()) / sigma;
                let moved = if part < 0.5 { moved.min(farthest) } else { farthest };
                let normal = *number / sigma;
                *number = normal * gamma + beta;
                *error = gamma.abs() * (moved + 4.0 * unit * (normal.abs() + moved))
                    + 2.0 * unit * beta.abs()
                    + precision.lost;
            }
            Ok(())
        })
    }
}
