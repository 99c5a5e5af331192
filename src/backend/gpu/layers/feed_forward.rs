//! The feed-forward layer: ReLU(X W₁ + b₁) W₂ + b₂.
//!
//! Source: Vaswani et al. 2017, section 3.3.
//!
//! # Bound
//! That of [`crate::backend::cpu::feed_forward`].

use crate::backend::gpu::dense::product::{Finish, multiply};
use crate::backend::gpu::device::{Batch, GpuError, GpuMatrix};

/// A linear layer: weights and bias.
#[derive(Clone, Copy, Debug)]
pub struct Linear<'a> {
    /// [inputs, outputs].
    pub weights: &'a GpuMatrix,
    /// [1, outputs].
    pub bias: Option<&'a GpuMatrix>,
}

impl Linear<'_> {
    /// Computes X W + b.
    ///
    /// # Errors
    /// Those of [`multiply`].
    pub fn apply(&self, batch: &mut Batch, x: &GpuMatrix) -> Result<GpuMatrix, GpuError> {
        multiply(batch, x, self.weights, Finish { bias: self.bias, relu: false })
    }
}

/// Computes both layers of every row.
///
/// # Errors
/// Those of [`multiply`].
///
/// # Complexity
/// n · f · (d + o) multiplications; memory for n · f hidden units.
pub fn feed_forward(batch: &mut Batch, x: &GpuMatrix, first: &Linear, second: &Linear) -> Result<GpuMatrix, GpuError> {
    let hidden = multiply(batch, x, first.weights, Finish { bias: first.bias, relu: true })?;
    second.apply(batch, &hidden)
}
