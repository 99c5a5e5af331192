//! Graph convolution on a graph that was normalized and copied to the device once: Ŝ X W + b.
//!
//! ```text
//! NormalizedGraph ─► GpuCompressed (once)        Ŝ (X W)   when W makes rows shorter, or X is sparse
//!                                                (Ŝ X) W   when it makes them longer
//! ```
//!
//! Source: Kipf & Welling 2017, eq. (2).
//!
//! # Bound
//! That of [`crate::backend::cpu::gcn`], as both sums and the order are the same: |computed − exact| ≤ γ₍ₑ₊f₊₄₎ · (Σ |ŝ|·|x|·|w| + |b|).

use crate::backend::cpu::heads::expect;
use crate::backend::gpu::dense::product::{Finish, multiply};
use crate::backend::gpu::device::{Batch, GpuError, GpuMatrix};

use super::compressed::GpuCompressed;
use super::sparse_product::multiply_sparse;

/// The features of the nodes: dense, or sparse.
#[derive(Clone, Copy, Debug)]
pub enum GpuFeatures<'a> {
    /// Every number.
    Dense(&'a GpuMatrix),
    /// The numbers that are not 0.
    Sparse(&'a GpuCompressed),
}

/// Computes Ŝ X W + b, and its ReLU if `finish` has one.
///
/// # Shapes
/// | argument | shape |
/// |---|---|
/// | graph | [nodes, nodes] |
/// | features | [nodes, f] |
/// | projection | [f, g] |
/// | finish | bias [1, g] |
/// | result | [nodes, g] |
///
/// # Errors
/// [`crate::error::Error::ShapeMismatch`] naming the input whose shape does not fit, [`GpuError::Unsuited`] beyond the device's limits or when a sum could
/// leave f32.
///
/// # Complexity
/// entries · min(f, g) + nodes · f · g multiplications; with sparse features (entries of both) · g. Memory nodes · min(f, g).
pub fn convolve(
    batch: &mut Batch,
    graph: &GpuCompressed,
    features: GpuFeatures,
    projection: &GpuMatrix,
    finish: Finish,
) -> Result<GpuMatrix, GpuError> {
    let (rows, f) = match features {
        GpuFeatures::Dense(x) => (x.rows(), x.columns()),
        GpuFeatures::Sparse(x) => (x.rows(), x.width()),
    };
    let g = projection.columns();
    expect("x", 0, rows, graph.width(), "`graph`")?;
    expect("w", 0, projection.rows(), f, "`x`")?;
    if let Some(bias) = finish.bias {
        expect("b", 0, bias.columns(), g, "`w`")?;
    }
    let transformed = match features {
        GpuFeatures::Dense(x) if f <= g => {
            let heard = multiply_sparse(batch, graph, x, Finish::default())?;
            return multiply(batch, &heard, projection, finish);
        }
        GpuFeatures::Dense(x) => multiply(batch, x, projection, Finish::default())?,
        GpuFeatures::Sparse(x) => multiply_sparse(batch, x, projection, Finish::default())?,
    };
    multiply_sparse(batch, graph, &transformed, finish)
}
