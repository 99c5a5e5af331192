//! The feed-forward layer: ReLU(X W₁ + b₁) W₂ + b₂, 128 rows at a time.
//!
//! ```text
//! 128 rows of X ─► hidden units of these rows ─► ReLU ─► 128 rows of the result
//!                  stay in the second cache
//! ```
//!
//! Source: Vaswani et al. 2017, section 3.3.
//!
//! # Bound
//! A hidden unit errs by γ₍d+2₎ · (Σ |x|·|w₁| + |b₁|), and ReLU makes no error larger. So a result with f hidden units errs by at most
//! γ₍d+f+4₎ · (Σ (Σ |x|·|w₁| + |b₁|) |w₂| + |b₂|).

use crate::error::{Error, Result};

use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::matrix::{Matrix, MatrixMut};
use crate::backend::cpu::panels::Panels;
use crate::backend::cpu::product::multiply;

/// How many rows are taken together.
const ROWS: usize = 128;

/// A linear layer: packed weights, and a bias.
#[derive(Clone, Copy)]
pub struct Linear<'a> {
    /// [inputs, outputs].
    pub weights: &'a Panels,
    /// \[outputs\].
    pub bias: Option<&'a [f32]>,
}

impl Linear<'_> {
    /// Computes X W + b into `target`.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] unless all shapes fit, [`Error::TooLarge`].
    pub fn apply(&self, x: Matrix, target: &mut MatrixMut) -> Result<()> {
        let outputs = self.weights.columns();
        let expectations = [
            ("w", 0, self.weights.depth(), x.columns(), "`x`"),
            ("b", 0, self.bias.map_or(outputs, <[f32]>::len), outputs, "`w`"),
            ("output", 1, target.columns(), outputs, "`w`"),
        ];
        for (input, axis, found, expected, because) in expectations {
            if found != expected {
                let (input, because) = (input.into(), because.into());
                return Err(Error::ShapeMismatch { input, axis, expected, found, because }.into());
            }
        }
        let rows = x.rows();
        multiply(x, self.weights, target.row_range(0..rows), false)?;
        if let Some(bias) = self.bias {
            for row in 0..rows {
                target.row(row).iter_mut().zip(bias).for_each(|(number, bias)| *number += bias);
            }
        }
        Ok(())
    }
}

/// Computes both layers of every row into `target`.
///
/// # Errors
/// Those of [`Linear::apply`].
///
/// # Complexity
/// n · f · (d + o) multiplications; memory for 128 · f hidden units.
pub fn feed_forward(x: Matrix, first: &Linear, second: &Linear, target: &mut MatrixMut) -> Result<()> {
    let units = first.weights.columns();
    let mut hidden = filled("hidden", x.rows().min(ROWS), units, 0.0)?;
    for start in (0..x.rows().max(1)).step_by(ROWS) {
        let rows = x.row_range(start..start + ROWS);
        let count = rows.rows();
        let part = hidden.get_mut(..count * units).unwrap_or_default();
        first.apply(rows, &mut MatrixMut::new("hidden", part, count, units)?)?;
        part.iter_mut().for_each(|unit| *unit = if *unit > 0.0 { *unit } else { 0.0 });
        second.apply(Matrix::new("hidden", part, count, units)?, &mut target.row_range(start..start + count))?;
    }
    Ok(())
}
