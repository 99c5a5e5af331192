//! Graph convolution on a graph that was normalized once: Ŝ X W + b, with Ŝ = D̂^-½ Â D̂^-½.
//!
//! ```text
//! edges ─► Ŝ in compressed rows (once)        Ŝ (X W)   when W makes rows shorter, or X is sparse
//!                                             (Ŝ X) W   when it makes them longer
//! ```
//!
//! Source: Kipf & Welling 2017, eq. (2).
//!
//! # Bound
//! An entry of Ŝ is computed in f64 and rounded once. In either order each product s·x·w passes through that rounding, at most f + 1 and e + 1 of the two
//! sums (f features, e entries of the row), and the bias: |computed − exact| ≤ γ₍ₑ₊f₊₄₎ · (Σ |ŝ|·|x|·|w| + |b|).

use crate::error::{Error, Result};

use super::buffer::filled;
use super::compressed::Compressed;
use super::matrix::{Matrix, MatrixMut};
use super::panels::Panels;
use super::product::multiply;
use super::sparse_product::multiply_sparse;

/// A graph's normalized adjacency: row v holds what target v hears from each source.
pub struct NormalizedGraph(Compressed);

impl NormalizedGraph {
    /// Normalizes a graph. `messages` are pairs of source and target; without weights each weighs 1. With `self_loops` every node that does not hear itself
    /// does so with weight 1.
    ///
    /// # Errors
    /// Those of [`Compressed::from_entries`]; [`Error::InvalidDegree`] for a node whose weights add up to less than 0.
    ///
    /// # Complexity
    /// Nodes + messages.
    pub fn new(
        nodes: usize,
        messages: &[[u32; 2]],
        weights: Option<&[f32]>,
        self_loops: bool,
    ) -> Result<NormalizedGraph> {
        let mut entries: Vec<[u32; 2]> = messages.iter().map(|&[source, target]| [target, source]).collect();
        let mut values: Option<Vec<f32>> = weights.map(<[f32]>::to_vec);
        if self_loops {
            let mut hears_itself = filled("nodes", nodes, 1, false)?;
            for [target, source] in &entries {
                if let Some(place) = hears_itself.get_mut(*target as usize).filter(|_| source == target) {
                    *place = true;
                }
            }
            let missing = hears_itself.iter().enumerate().filter(|(_, hears)| !**hears);
            entries.extend(missing.map(|(node, _)| [node as u32; 2]));
            if let Some(values) = &mut values {
                values.resize(entries.len().max(values.len()), 1.0);
            }
        }
        let mut matrix = Compressed::from_entries("messages", (nodes, nodes), &entries, values.as_deref())?;
        let mut roots = filled("nodes", nodes, 1, 0f64)?;
        for (node, root) in roots.iter_mut().enumerate() {
            let degree: f64 = matrix.row(node).1.iter().map(|weight| f64::from(*weight)).sum();
            if degree < 0.0 {
                return Err(Error::InvalidDegree { node, degree }.into());
            }
            *root = if degree == 0.0 { 0.0 } else { 1.0 / degree.sqrt() };
        }
        let root = |node: usize| roots.get(node).copied().unwrap_or_default();
        for node in 0..nodes {
            let scales: Vec<f64> =
                matrix.row(node).0.iter().map(|source| root(node) * root(*source as usize)).collect();
            for (value, scale) in matrix.values_mut(node).iter_mut().zip(scales) {
                *value = (f64::from(*value) * scale) as f32;
            }
        }
        Ok(NormalizedGraph(matrix))
    }

    /// The normalized adjacency.
    pub fn matrix(&self) -> &Compressed {
        &self.0
    }
}

/// What is known about each node: most of it, or little.
#[derive(Clone, Copy)]
pub enum Features<'a> {
    /// Every number.
    Dense(Matrix<'a>),
    /// The numbers that are not 0.
    Sparse(&'a Compressed),
}

impl Features<'_> {
    fn width(&self) -> usize {
        match self {
            Features::Dense(matrix) => matrix.columns(),
            Features::Sparse(matrix) => matrix.width(),
        }
    }
}

/// Computes Ŝ X W + b into `output`, [nodes, g], and applies ReLU if asked.
///
/// # Shapes
/// | argument | shape |
/// |---|---|
/// | features | [nodes, f] |
/// | projection | [f, g] |
/// | bias | \[g\] |
///
/// # Errors
/// A typed error naming the input whose shape does not fit, [`Error::TooLarge`].
///
/// # Complexity
/// entries · min(f, g) + nodes · f · g multiplications; with sparse features (entries of both) · g. Memory nodes · min(f, g).
pub fn convolve(
    graph: &NormalizedGraph,
    features: Features,
    projection: Matrix,
    bias: Option<&[f32]>,
    relu: bool,
    output: &mut [f32],
) -> Result<()> {
    let (nodes, f, g) = (graph.0.rows(), features.width(), projection.columns());
    let expect = |input: &str, axis: usize, found: usize, expected: usize, because: &str| {
        let (input, because) = (input.into(), because.into());
        if found == expected {
            Ok(())
        } else {
            Err(Box::new(Error::ShapeMismatch { input, axis, expected, found, because }))
        }
    };
    expect("w", 0, projection.rows(), f, "`x`")?;
    if let Some(bias) = bias {
        expect("b", 0, bias.len(), g, "`w`")?;
    }
    let mut target = MatrixMut::new("output", output, nodes, g)?;
    match features {
        Features::Dense(x) if f <= g => {
            expect("x", 0, x.rows(), nodes, "`graph`")?;
            let mut heard = filled("aggregated", nodes, f, 0.0)?;
            multiply_sparse(&graph.0, x, &mut MatrixMut::new("aggregated", &mut heard, nodes, f)?)?;
            let whole = target.row_range(0..nodes);
            multiply(Matrix::new("aggregated", &heard, nodes, f)?, &Panels::of("w", projection)?, whole, false)?;
        }
        _ => {
            let mut made = filled("transformed", nodes, g, 0.0)?;
            let mut transformed = MatrixMut::new("transformed", &mut made, nodes, g)?;
            match features {
                Features::Dense(x) => {
                    expect("x", 0, x.rows(), nodes, "`graph`")?;
                    multiply(x, &Panels::of("w", projection)?, transformed, false)?;
                }
                Features::Sparse(x) => {
                    expect("x", 0, x.rows(), nodes, "`graph`")?;
                    multiply_sparse(x, projection, &mut transformed)?;
                }
            }
            multiply_sparse(&graph.0, Matrix::new("transformed", &made, nodes, g)?, &mut target)?;
        }
    }
    for node in 0..nodes {
        let row = target.row(node);
        row.iter_mut().zip(bias.unwrap_or_default()).for_each(|(number, bias)| *number += bias);
        if relu {
            row.iter_mut().for_each(|number| *number = if *number > 0.0 { *number } else { 0.0 });
        }
    }
    Ok(())
}
