//! Exercises on gradients: the way back through a step, from the gradient of its result to those of what it was computed from.
//!
//! ```text
//! forward     X, W ─► Y = X W         A = softmax(S)        x̂ = (x − μ) / σ
//! backward    ∂L/∂W = Xᵀ ∂L/∂Y        A (∂L/∂A − D)         (g − mean g − x̂ mean(g x̂)) / σ
//! ```

pub mod attention;
pub mod layer_norm;
pub mod linear;
pub mod readout;
pub mod softmax;
pub mod squared_error;

use nalgebra::DMatrix;

use super::matrices::{at, filled};

/// A matrix whose rows are all the same number, one for each row.
fn spread(numbers: &DMatrix<f64>, columns: usize) -> DMatrix<f64> {
    filled((numbers.nrows(), columns), &|i, _| at(numbers, i, 0))
}

/// As many ones.
fn ones(like: &DMatrix<f64>) -> DMatrix<f64> {
    like.map(|_| 1.0)
}
