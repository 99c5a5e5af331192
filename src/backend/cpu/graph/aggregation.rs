//! The mean over the neighbors beside the node itself: D⁻¹A X W + X B + b, on a graph that was normalized once by [`NormalizedGraph::mean`].
//!
//! ```text
//! X ─► D⁻¹A (X W), or (D⁻¹A X) W ─┐
//! X ─► X B ───────────────────────┴─► + b ─► σ
//! ```
//!
//! Source: Hamilton et al. 2017, *Inductive Representation Learning on Large Graphs*, algorithm 1.
//!
//! # Bound
//! An entry of D⁻¹A is rounded once. A product s·x·w passes through the roundings of a convolution ([`super::gcn`]), and then the additions of X B, of which there
//! is one for each block of its depth, at most f; x·b' through f + 1 and those: |computed − exact| ≤ γ₍ₑ₊₂f₊₅₎ · (Σ |s|·|x|·|w| + Σ |x|·|b'| + |b|), with f
//! features and e entries of the row.

use crate::error::{Error, Result};

use super::gcn::{Features, NormalizedGraph, convolve, finish};
use crate::backend::cpu::matrix::{Matrix, MatrixMut};
use crate::backend::cpu::panels::Panels;
use crate::backend::cpu::product::multiply;

/// The learned parameters.
#[derive(Clone, Copy)]
pub struct Parameters<'a> {
    /// W, [f, g]: for the mean of the neighbors.
    pub neighbor: Matrix<'a>,
    /// B, [f, g]: for the node itself.
    pub own: Matrix<'a>,
    /// b, \[g\].
    pub bias: Option<&'a [f32]>,
}

/// Computes the layer into `output`, [nodes, g], and applies ReLU if `relu`.
///
/// # Errors
/// A typed error naming the input whose shape does not fit, [`Error::TooLarge`].
///
/// # Complexity
/// entries · min(f, g) + 2 · nodes · f · g multiplications. Memory nodes · min(f, g).
pub fn aggregate(
    graph: &NormalizedGraph,
    x: Matrix,
    parameters: &Parameters,
    relu: bool,
    output: &mut [f32],
) -> Result<()> {
    let (nodes, width) = (graph.matrix().rows(), parameters.neighbor.columns());
    let expectations = [
        ("wSelf", 0, parameters.own.rows(), x.columns(), "`x`"),
        ("wSelf", 1, parameters.own.columns(), width, "`wNeighbor`"),
        ("b", 0, parameters.bias.map_or(width, <[f32]>::len), width, "`wNeighbor`"),
    ];
    for (input, axis, found, expected, because) in expectations {
        if found != expected {
            let (input, because) = (input.into(), because.into());
            return Err(Error::ShapeMismatch { input, axis, expected, found, because }.into());
        }
    }
    convolve(graph, Features::Dense(x), parameters.neighbor, None, false, output)?;
    let mut target = MatrixMut::new("output", output, nodes, width)?;
    let whole = target.row_range(0..nodes);
    multiply(x, &Panels::of("wSelf", parameters.own)?, whole, true)?;
    finish(&mut target, parameters.bias, relu);
    Ok(())
}
