//! Products with a sparse left factor: S [m, k] · X [k, n], with what often follows it.
//!
//! ```text
//! row i of S:  s₃  s₇  s₉        result row i = s₃ · X₃ + s₇ · X₇ + s₉ · X₉
//!               │   │   │         a lane for every column, up to 32 lanes with 4 columns each
//! ```
//!
//! # Bound
//! That of [`crate::backend::cpu::sparse_product`]: a result with e entries in its row adds e products in order, and then the bias:
//! |computed − exact| ≤ γ₍ₑ₊₁₎ · (Σ |s|·|x| + |b|), as the first sum, with 0, does not round. Of a long row the sums of t teams, at least 8, are added two by
//! two: e/t + 1 and log₂ t roundings, which is less.

use crate::backend::cpu::heads::expect;
use crate::backend::gpu::dense::product::Finish;
use crate::backend::gpu::device::{Batch, Bound, GpuError, GpuMatrix, Kernel, Parameter};

use super::compressed::GpuCompressed;
use super::lanes::Lanes;

static SPARSE_PRODUCT: Kernel = Kernel {
    name: "sparse product",
    source: concat!(include_str!("sparse_product_lane.wgsl"), include_str!("sparse_product.wgsl")),
};
static LONG_ROWS: Kernel = Kernel {
    name: "long rows of a sparse product",
    source: concat!(include_str!("sparse_product_lane.wgsl"), include_str!("sparse_product_long.wgsl")),
};

/// Computes S · X.
///
/// # Shapes
/// | argument | shape |
/// |---|---|
/// | left | [m, k] |
/// | right | [k, n] |
/// | bias | [1, n] |
/// | result | [m, n] |
///
/// # Errors
/// [`crate::error::Error::ShapeMismatch`] when X does not have a row for every column of S or the bias does not fit, [`GpuError::Unsuited`]
/// beyond the device's limits or when a sum could leave f32.
///
/// # Complexity
/// entries · n multiplications.
pub fn multiply_sparse(
    batch: &mut Batch,
    left: &GpuCompressed,
    right: &GpuMatrix,
    finish: Finish,
) -> Result<GpuMatrix, GpuError> {
    let columns = right.columns();
    expect("x", 0, right.rows(), left.width(), "the sparse factor")?;
    if let Some(bias) = finish.bias {
        expect("b", 0, bias.columns(), columns, "`x`")?;
    }
    let added = finish.bias.map_or(0.0, GpuMatrix::magnitude);
    let reach = left.longest_row() as f64 * left.magnitude() * right.magnitude() + added;
    let result = batch.matrix(left.rows(), columns, reach)?;
    let none = batch.matrix(1, 1, 0.0)?;
    let lanes = Lanes::over(columns);
    let [spread, per_lane, long] = lanes.constants();
    let biased = ("BIASED", u32::from(finish.bias.is_some()));
    let constants = [spread, per_lane, long, biased, ("RECTIFIED", u32::from(finish.relu))];
    let [starts, places] = left.structure();
    let [right, bias, target] = [right, finish.bias.unwrap_or(&none), &result].map(Bound::Numbers);
    let buffers = [starts, places, left.values(), right, bias, target];
    let work = 2 * left.mean_row() * columns as u64;
    for part in batch.parts(left.rows(), lanes.rows(), work) {
        let parameters = [part.end, part.start, columns].map(Parameter::Count);
        let groups = lanes.groups(part.len());
        batch.run(&SPARSE_PRODUCT, &constants, &buffers, &parameters, groups, work * part.len() as u64)?;
    }
    let long_rows = left.long_rows();
    let buffers = [starts, places, left.values(), right, bias, target, Bound::Counts(long_rows)];
    let work = 2 * (left.longest_row() * columns) as u64;
    for part in batch.parts(long_rows.len(), 1, work) {
        let parameters = [part.end, part.start, columns].map(Parameter::Count);
        let groups = lanes.groups_of_long(part.len());
        batch.run(&LONG_ROWS, &constants, &buffers, &parameters, groups, work * part.len() as u64)?;
    }
    Ok(result)
}
