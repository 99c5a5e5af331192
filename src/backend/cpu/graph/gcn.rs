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

use std::ops::Range;

use crate::error::{Error, Result};

use super::sparse_product::multiply_sparse;
use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::compressed::Compressed;
use crate::backend::cpu::matrix::{Matrix, MatrixMut};
use crate::backend::cpu::panels::Panels;
use crate::backend::cpu::product::multiply;

/// A graph's normalized adjacency: row v has the weights of the sources of target v.
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
        NormalizedGraph::divided(nodes, messages, weights, self_loops, |degree| {
            let root = if degree == 0.0 { 0.0 } else { 1.0 / degree.sqrt() };
            [root, root]
        })
    }

    /// As [`NormalizedGraph::new`], but what a node hears is the mean of what arrives: D̂⁻¹ Â.
    ///
    /// # Errors
    /// As of [`NormalizedGraph::new`].
    pub fn mean(
        nodes: usize,
        messages: &[[u32; 2]],
        weights: Option<&[f32]>,
        self_loops: bool,
    ) -> Result<NormalizedGraph> {
        NormalizedGraph::divided(nodes, messages, weights, self_loops, |degree| {
            [if degree == 0.0 { 0.0 } else { 1.0 / degree }, 1.0]
        })
    }

    /// `factors` says by what a message is multiplied for the degree of its target, and for that of its source.
    fn divided(
        nodes: usize,
        messages: &[[u32; 2]],
        weights: Option<&[f32]>,
        self_loops: bool,
        factors: fn(f64) -> [f64; 2],
    ) -> Result<NormalizedGraph> {
        let mut entries: Vec<[u32; 2]> = messages.iter().map(|&[source, target]| [target, source]).collect();
        // Before the loops are added: they would make up for weights too many.
        if let Some(weights) = weights.filter(|weights| weights.len() != messages.len()) {
            let (expected, found) = (messages.len(), weights.len());
            return Err(Error::DataLength { input: "messages".into(), expected, found }.into());
        }
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
                values.resize(entries.len(), 1.0);
            }
        }
        let mut matrix = Compressed::from_entries("messages", (nodes, nodes), &entries, values.as_deref())?;
        let mut ends = filled("nodes", nodes, 1, [0f64; 2])?;
        for (node, end) in ends.iter_mut().enumerate() {
            let degree: f64 = matrix.row(node).1.iter().map(|weight| f64::from(*weight)).sum();
            if degree < 0.0 {
                return Err(Error::InvalidDegree { node, degree }.into());
            }
            *end = factors(degree);
        }
        let factor = |node: usize| ends.get(node).copied().unwrap_or_default();
        for node in 0..nodes {
            let scales: Vec<f64> =
                matrix.row(node).0.iter().map(|source| factor(node)[0] * factor(*source as usize)[1]).collect();
            for (value, scale) in matrix.values_mut(node).iter_mut().zip(scales) {
                *value = (f64::from(*value) * scale) as f32;
            }
        }
        Ok(NormalizedGraph(matrix))
    }

    /// What some of the targets hear; of any other node nothing is known.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn block(&self, targets: Range<usize>) -> Result<NormalizedGraph> {
        self.0.block(targets).map(NormalizedGraph)
    }

    /// The normalized adjacency.
    pub fn matrix(&self) -> &Compressed {
        &self.0
    }
}

/// The features of the nodes: dense, or sparse.
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

/// Computes Ŝ X W + b into `output`, [targets, g], and applies ReLU if `relu`.
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
    match features {
        Features::Dense(x) if f <= g => {
            check(graph, features, projection, bias)?;
            let mut heard = filled("aggregated", nodes, f, 0.0)?;
            multiply_sparse(&graph.0, x, &mut MatrixMut::new("aggregated", &mut heard, nodes, f)?)?;
            let mut target = MatrixMut::new("output", output, nodes, g)?;
            let whole = target.row_range(0..nodes);
            multiply(Matrix::new("aggregated", &heard, nodes, f)?, &Panels::of("w", projection)?, whole, false)?;
            finish(&mut target, bias, relu);
            Ok(())
        }
        _ => {
            let sources = graph.0.width();
            let mut made = filled("transformed", sources, g, 0.0)?;
            transform(graph, features, projection, bias, 0..sources, &mut made)?;
            spread(graph, Matrix::new("transformed", &made, sources, g)?, bias, relu, output)
        }
    }
}

/// The first half of [`convolve`] where W makes rows shorter, or X is sparse: X W, for some of the nodes, into `output`, [sources, g].
///
/// # Errors
/// As of [`convolve`].
pub fn transform(
    graph: &NormalizedGraph,
    features: Features,
    projection: Matrix,
    bias: Option<&[f32]>,
    sources: Range<usize>,
    output: &mut [f32],
) -> Result<()> {
    check(graph, features, projection, bias)?;
    let mut target = MatrixMut::new("transformed", output, sources.len(), projection.columns())?;
    match features {
        Features::Dense(x) => multiply(x.row_range(sources), &Panels::of("w", projection)?, target, false),
        Features::Sparse(x) if sources == (0..x.rows()) => multiply_sparse(x, projection, &mut target),
        Features::Sparse(x) => multiply_sparse(&x.block(sources)?, projection, &mut target),
    }
}

/// Its second half: Ŝ H + b into `output`, [targets, g], of features H, [nodes, g].
///
/// # Errors
/// As of [`convolve`].
pub fn spread(
    graph: &NormalizedGraph,
    features: Matrix,
    bias: Option<&[f32]>,
    relu: bool,
    output: &mut [f32],
) -> Result<()> {
    let mut target = MatrixMut::new("output", output, graph.0.rows(), features.columns())?;
    multiply_sparse(&graph.0, features, &mut target)?;
    finish(&mut target, bias, relu);
    Ok(())
}

/// One step of a propagation with restart: (1 − α) Ŝ Z + α X into `output`, [targets, f].
///
/// # Bound
/// Of the two shares, each is rounded once. So each product (1 − α)·s·z passes through at most e + 4 roundings (e entries of the row), and α·x through 3:
/// |computed − exact| ≤ γ₍ₑ₊₄₎ · ((1 − α) Σ |ŝ|·|z| + α |x|).
///
/// # Errors
/// [`Error::ShapeMismatch`] unless Z and X have a row for each node, and as many columns.
///
/// # Complexity
/// (entries + 2 · nodes) · f multiplications.
pub fn restart(graph: &NormalizedGraph, state: Matrix, start: Matrix, alpha: f64, output: &mut [f32]) -> Result<()> {
    let expectations = [
        ("start", 0, start.rows(), graph.0.width(), "`graph`"),
        ("start", 1, start.columns(), state.columns(), "`state`"),
    ];
    for (input, axis, found, expected, because) in expectations {
        if found != expected {
            let (input, because) = (input.into(), because.into());
            return Err(Error::ShapeMismatch { input, axis, expected, found, because }.into());
        }
    }
    let (keep, alpha) = ((1.0 - alpha) as f32, alpha as f32);
    let mut target = MatrixMut::new("output", output, graph.0.rows(), state.columns())?;
    multiply_sparse(&graph.0, state, &mut target)?;
    for node in 0..target.rows() {
        let row = target.row(node);
        row.iter_mut().zip(start.row(node)).for_each(|(number, start)| *number = keep * *number + alpha * start);
    }
    Ok(())
}

fn check(graph: &NormalizedGraph, features: Features, projection: Matrix, bias: Option<&[f32]>) -> Result<()> {
    let rows = match features {
        Features::Dense(x) => x.rows(),
        Features::Sparse(x) => x.rows(),
    };
    let mut expectations = vec![("w", projection.rows(), features.width(), "`x`")];
    expectations.extend(bias.map(|bias| ("b", bias.len(), projection.columns(), "`w`")));
    expectations.push(("x", rows, graph.0.width(), "`graph`"));
    for (input, found, expected, because) in expectations {
        if found != expected {
            let (input, because) = (input.into(), because.into());
            return Err(Error::ShapeMismatch { input, axis: 0, expected, found, because }.into());
        }
    }
    Ok(())
}

/// Adds the bias, and applies ReLU if `relu`.
pub(super) fn finish(target: &mut MatrixMut, bias: Option<&[f32]>, relu: bool) {
    for node in 0..target.rows() {
        let row = target.row(node);
        row.iter_mut().zip(bias.unwrap_or_default()).for_each(|(number, bias)| *number += bias);
        if relu {
            row.iter_mut().for_each(|number| *number = if *number > 0.0 { *number } else { 0.0 });
        }
    }
}
