//! Graph attention, row by row: the features of a node's neighbors are weighed by a softmax over the neighbors.
//!
//! ```text
//! H = X W              [nodes, heads · k]
//! s, t = H a_s, H a_t  [nodes, heads]: the terms of a node as source and as target
//! row v, head h:  e_u = LeakyReLU(t_v + s_u) ─► softmax over the neighbors u ─► Σ w_u H_u
//! ```
//!
//! One pass for each row; nothing of size edges × heads is kept, only one row of scores. A node without neighbors gets zeros.
//!
//! Source: Veličković et al. 2018, eq. (1) to (5).
//!
//! # Bound
//! With u = 2⁻²⁴, f features, k of a head and e neighbors, let P_u = Σ |x_u|·|w| bound what rounding sees of H_u. A score errs by at most
//! δ = γ₍f₊k₊₄₎ · (Σ |a_s| P_u + Σ |a_t| P_v) + 8u · max |e|, half of which is for the factor log₂ e, a weight before the division by a
//! factor e^(±2δ)(1 ± 6u), and H_u by γ₍f₊₁₎ P_u. So, as in [`crate::backend::cpu::tiled`] and with η = e^(2δ) − 1 + 10u + γ₍ₑ₊₁₎, |computed − exact| ≤ (2(1 + η) η + 2 γ₍f₊₁₎) · Σ w P,
//! which [`crate::backend::check::GraphAttention`] computes.

use std::ops::Range;

use crate::error::{Error, Result};

use super::sparse_product::weighted_sum;
use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::compressed::Compressed;
use crate::backend::cpu::exponential::Exponential;
use crate::backend::cpu::lanes::{Lanes, WIDTH};
use crate::backend::cpu::matrix::{Matrix, MatrixMut};
use crate::backend::cpu::panels::Panels;
use crate::backend::cpu::product::multiply;

/// The learned parameters.
#[derive(Clone, Copy)]
pub struct Parameters<'a> {
    /// [f, heads · k].
    pub projection: Matrix<'a>,
    /// [heads, k]: the weights of a source's features.
    pub source: Matrix<'a>,
    /// [heads, k]: how much a target listens.
    pub target: Matrix<'a>,
    /// The slope of LeakyReLU below 0.
    pub negative_slope: f32,
}

/// Computes the layer into `output`, [nodes, heads · k], the heads side by side. Row v of `neighbors` lists the sources of the messages to v; its values
/// do not matter.
///
/// # Errors
/// A typed error naming the input whose shape does not fit, [`Error::TooLarge`].
///
/// # Complexity
/// nodes · f · heads · k + entries · heads · (k + 1) multiplications. Memory nodes · heads · (k + 2).
pub fn attend_to_neighbors(
    neighbors: &Compressed,
    x: Matrix,
    parameters: &Parameters,
    output: &mut [f32],
) -> Result<()> {
    let (nodes, width) = (neighbors.width(), parameters.projection.columns());
    let mut made = filled("transformed", nodes, width, 0.0)?;
    transform(neighbors, x, parameters, 0..nodes, &mut made)?;
    listen(neighbors, 0, Matrix::new("transformed", &made, nodes, width)?, parameters, output)
}

/// The first half of [`attend_to_neighbors`]: X W, for some of the nodes, into `output`, [sources, heads · k].
///
/// # Errors
/// As of [`attend_to_neighbors`].
pub fn transform(
    neighbors: &Compressed,
    x: Matrix,
    parameters: &Parameters,
    sources: Range<usize>,
    output: &mut [f32],
) -> Result<()> {
    let (nodes, heads, k) = (neighbors.width(), parameters.source.rows(), parameters.source.columns());
    let width = parameters.projection.columns();
    let expectations = [
        ("x", 0, x.rows(), nodes, "`graph`"),
        ("w", 0, parameters.projection.rows(), x.columns(), "`x`"),
        ("w", 1, width, heads.saturating_mul(k), "`attentionSource`"),
        ("attentionTarget", 0, parameters.target.rows(), heads, "`attentionSource`"),
        ("attentionTarget", 1, parameters.target.columns(), k, "`attentionSource`"),
    ];
    for (input, axis, found, expected, because) in expectations {
        if found != expected {
            let (input, because) = (input.into(), because.into());
            return Err(Error::ShapeMismatch { input, axis, expected, found, because }.into());
        }
    }
    let target = MatrixMut::new("transformed", output, sources.len(), width)?;
    multiply(x.row_range(sources), &Panels::of("w", parameters.projection)?, target, false)
}

/// Its second half, from features H, [nodes, heads · k]: what the targets hear that `neighbors` has rows of, the first of which is node `first`, into
/// `output`, [targets, heads · k].
///
/// # Errors
/// [`Error::ShapeMismatch`] unless there are features of every node; [`Error::TooLarge`].
pub fn listen(
    neighbors: &Compressed,
    first: usize,
    made: Matrix,
    parameters: &Parameters,
    output: &mut [f32],
) -> Result<()> {
    let (heads, k) = (parameters.source.rows(), parameters.source.columns());
    if made.rows() != neighbors.width() {
        let (input, because) = ("x".into(), "`graph`".into());
        let (expected, found) = (neighbors.width(), made.rows());
        return Err(Error::ShapeMismatch { input, axis: 0, expected, found, because }.into());
    }
    let says = spoken(made, parameters.source)?;
    let listens = spoken(made, parameters.target)?;
    let mut scores = filled("scores", neighbors.longest_row().next_multiple_of(WIDTH), 1, 0.0)?;
    let mut target = MatrixMut::new("output", output, neighbors.rows(), made.columns())?;
    for node in 0..neighbors.rows() {
        let (sources, _) = neighbors.row(node);
        for head in 0..heads {
            let listens = listens.get((first + node) * heads + head).copied().unwrap_or_default();
            for (score, source) in scores.iter_mut().zip(sources) {
                let sum = listens + says.get(*source as usize * heads + head).copied().unwrap_or_default();
                *score = if sum > 0.0 { sum } else { parameters.negative_slope * sum };
            }
            let weights = softmax(&mut scores, sources.len());
            let columns = head * k..(head + 1) * k;
            let mut row = target.row_range(node..node + 1);
            // SAFETY: the sources are columns of a matrix as wide as there are nodes.
            unsafe {
                weighted_sum(sources, weights, made.column_range(columns.clone()), row.column_range(columns).row(0))
            };
        }
    }
    Ok(())
}

/// The terms of every node as source, or as target, for each head.
fn spoken(made: Matrix, vectors: Matrix) -> Result<Vec<f32>> {
    let (heads, k) = (vectors.rows(), vectors.columns());
    let mut result = filled("scores", made.rows(), heads, 0.0)?;
    for (node, row) in result.chunks_exact_mut(heads.max(1)).enumerate() {
        for (head, to) in row.iter_mut().enumerate() {
            let features = made.row(node).iter().skip(head * k);
            *to = features.zip(vectors.row(head)).fold(0.0, |sum, (a, b)| sum + a * b);
        }
    }
    Ok(result)
}

/// Turns the first `count` scores into weights that add up to 1.
fn softmax(scores: &mut [f32], count: usize) -> &[f32] {
    let largest =
        scores.iter().take(count).fold(f32::NEG_INFINITY, |most, score| if most < *score { *score } else { most });
    let exponential = Exponential::table();
    let mut total = Lanes::ZERO;
    let log2_e = Lanes::splat(std::f32::consts::LOG2_E);
    let offset = Lanes::splat(if largest.is_finite() { largest } else { 0.0 });
    scores.iter_mut().skip(count).take(WIDTH - 1).for_each(|score| *score = f32::NEG_INFINITY);
    for four in scores.chunks_exact_mut(WIDTH).take(count.div_ceil(WIDTH)) {
        // SAFETY: a chunk has four numbers.
        unsafe {
            let weights = exponential.of(Lanes::load(four.as_ptr()).minus(offset).times(log2_e));
            total = total.plus(weights);
            weights.store(four.as_mut_ptr());
        }
    }
    let factor = 1.0 / total.sum();
    let weights = scores.get_mut(..count).unwrap_or_default();
    weights.iter_mut().for_each(|weight| *weight *= factor);
    weights
}
