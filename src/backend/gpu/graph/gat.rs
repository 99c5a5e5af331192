//! Graph attention, node by node: the features of a node's neighbors are weighed by a softmax over the neighbors.
//!
//! ```text
//! H = X W                              [nodes, heads · k]: the tiled product
//! s, t = H a_s, H a_t                  [nodes, 2 · heads]: the terms of a node as source and as target
//! node v, head h:  e_u = LeakyReLU(t_v + s_u) ─► softmax over the neighbors u ─► Σ w_u H_u
//! ```
//!
//! The neighbors are gone through twice, for the largest score and for the sums; nothing of size edges × heads is kept. A node without neighbors gets zeros;
//! one with many is shared by all lanes of a workgroup.
//!
//! Source: Veličković et al. 2018, eq. (1) to (5).
//!
//! # Bound
//! That of [`crate::backend::cpu::gat`], which computes in the same steps, with what WGSL allows in place of the CPU's exponential and division: an
//! exponential errs by 3 + 2|x| units in the last place for x ≥ −87.3, at most 2.2e-5 of the weight, and of weights above e^−3.5 by 1.2e-6. A weight below
//! e^−87.3 is taken for that: no more than 1.3e-38 of a number of H. [`crate::backend::check::Precision::GPU`] has these numbers,
//! [`crate::backend::check::GraphAttention`] the bound.

use std::ops::Range;

use crate::backend::cpu::heads::expect;
use crate::backend::gpu::dense::product::{Finish, multiply};
use crate::backend::gpu::device::{Batch, Bound, GpuError, GpuMatrix, Kernel, Parameter};

use super::compressed::GpuCompressed;
use super::lanes::Lanes;

static TERMS: Kernel = Kernel { name: "graph attention's terms", source: include_str!("gat_terms.wgsl") };
static ATTENTION: Kernel = Kernel {
    name: "graph attention",
    source: concat!(include_str!("../wgsl/exponent.wgsl"), include_str!("gat_lane.wgsl"), include_str!("gat.wgsl")),
};

static LONG_ROWS: Kernel = Kernel {
    name: "graph attention of many",
    source: concat!(
        include_str!("../wgsl/exponent.wgsl"),
        include_str!("gat_lane.wgsl"),
        include_str!("gat_long.wgsl")
    ),
};

/// How many pairs of node and head make a workgroup of the first kernel.
const PAIRS: usize = 64;

/// The learned parameters.
#[derive(Clone, Copy, Debug)]
pub struct GpuParameters<'a> {
    /// [f, heads · k].
    pub projection: &'a GpuMatrix,
    /// [heads, k]: the weights of a source's features.
    pub source: &'a GpuMatrix,
    /// [heads, k]: how much a target listens.
    pub target: &'a GpuMatrix,
    /// The slope of LeakyReLU below 0.
    pub negative_slope: f32,
}

/// Computes the layer, [nodes, heads · k], the heads side by side. Row v of `neighbors` lists the sources of the messages to v; its values do not
/// matter.
///
/// # Errors
/// [`crate::error::Error::ShapeMismatch`] naming the input whose shape does not fit, [`GpuError::Unsuited`] beyond the device's limits or when a score or
/// sum could leave f32.
///
/// # Complexity
/// nodes · f · heads · k + entries · heads · (k + 1) multiplications. Memory nodes · heads · (k + 2).
pub fn attend_to_neighbors(
    batch: &mut Batch,
    neighbors: &GpuCompressed,
    x: &GpuMatrix,
    parameters: GpuParameters,
) -> Result<GpuMatrix, GpuError> {
    let GpuParameters { projection, source, target, negative_slope } = parameters;
    let (nodes, heads, k) = (neighbors.rows(), source.rows(), source.columns());
    let width = projection.columns();
    expect("x", 0, x.rows(), nodes, "`graph`")?;
    expect("w", 0, projection.rows(), x.columns(), "`x`")?;
    expect("w", 1, width, heads.saturating_mul(k), "`attentionSource`")?;
    expect("attentionTarget", 0, target.rows(), heads, "`attentionSource`")?;
    expect("attentionTarget", 1, target.columns(), k, "`attentionSource`")?;
    expect("graph", 1, neighbors.width(), nodes, "its nodes")?;
    let made = multiply(batch, x, projection, Finish::default())?;
    let terms = terms(batch, &made, parameters)?;
    let reach = neighbors.longest_row().max(1) as f64 * made.magnitude();
    let result = batch.matrix(nodes, width, reach)?;
    let lanes = Lanes::over(width);
    let [starts, places] = neighbors.structure();
    let [terms, made, target] = [&terms, &made, &result].map(Bound::Numbers);
    let buffers = [starts, places, terms, made, target];
    let parameters_of = |part: Range<usize>| {
        let [end, first, width, k, heads] = [part.end, part.start, width, k, heads].map(Parameter::Count);
        [end, first, width, k, heads, Parameter::Number(negative_slope)]
    };
    let of_entry = 8 * projection.columns() as u64;
    let work = of_entry * neighbors.mean_row();
    for part in batch.parts(nodes, lanes.rows(), work) {
        let (groups, work) = (lanes.groups(part.len()), work * part.len() as u64);
        batch.run(&ATTENTION, &lanes.constants(), &buffers, &parameters_of(part), groups, work)?;
    }
    let long_rows = neighbors.long_rows();
    let buffers = [starts, places, terms, made, target, Bound::Counts(long_rows)];
    let work = of_entry * neighbors.longest_row() as u64;
    for part in batch.parts(long_rows.len(), 1, work) {
        let (groups, work) = (lanes.groups_of_long(part.len()), work * part.len() as u64);
        batch.run(&LONG_ROWS, &lanes.constants(), &buffers, &parameters_of(part), groups, work)?;
    }
    Ok(result)
}

/// The terms of every node as source and as target, for each head: [nodes, 2 · heads].
fn terms(batch: &mut Batch, made: &GpuMatrix, parameters: GpuParameters) -> Result<GpuMatrix, GpuError> {
    let GpuParameters { source, target, negative_slope, .. } = parameters;
    let (nodes, heads, k) = (made.rows(), source.rows(), source.columns());
    // A score is a sum of two terms, perhaps times the slope, and the largest is taken off.
    let steepest = f64::from(negative_slope).abs() + 1.0;
    let reach = 2.0 * steepest * k as f64 * made.magnitude() * (source.magnitude() + target.magnitude());
    let terms = batch.matrix(nodes, 2 * heads, reach)?;
    let buffers = [made, source, target, &terms].map(Bound::Numbers);
    let work = 4 * k as u64;
    for part in batch.parts(nodes * heads, PAIRS, work) {
        let parameters = [part.end, part.start, heads, k].map(Parameter::Count);
        let groups = [part.len().div_ceil(PAIRS), 1, 1];
        batch.run(&TERMS, &[], &buffers, &parameters, groups, work * part.len() as u64)?;
    }
    Ok(terms)
}
