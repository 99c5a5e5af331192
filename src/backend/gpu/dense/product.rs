//! Matrix product: A [m, k] · B [k, n], with what often follows it.
//!
//! # Bound
//! That of [`crate::backend::cpu::product`]: every product passes through at most k + 1 roundings, in whatever order and fused or not. A bias adds one.

use crate::backend::gpu::device::{Batch, Bound, GpuError, GpuMatrix, Kernel, Parameter};
use crate::error::Error;

use super::block::Block;

static PRODUCT: Kernel = Kernel { name: "product", source: include_str!("product.wgsl") };

/// Rows and columns of a workgroup's results, with one block of them for each invocation.
const TILE: usize = 64;

/// From so many workgroups with four blocks for each invocation on, these are taken: with fewer, cores of a large processor would have none.
const ENOUGH_GROUPS: usize = 128;

/// What follows a product: a bias, and ReLU.
#[derive(Clone, Copy, Debug, Default)]
pub struct Finish<'a> {
    /// [1, n]: added to every row.
    pub bias: Option<&'a GpuMatrix>,
    /// Whether ReLU is applied.
    pub relu: bool,
}

/// Computes A · B.
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
/// [`Error::ShapeMismatch`] when the depths or the bias do not fit, [`GpuError::Unsuited`] beyond the device's limits or when a sum
/// could leave f32.
///
/// # Complexity
/// m · k · n multiplications; A is read n/64 times, B m/64 times, and half as often where there are 128 tiles of 128 × 128 results or more.
pub fn multiply(batch: &mut Batch, left: &GpuMatrix, right: &GpuMatrix, finish: Finish) -> Result<GpuMatrix, GpuError> {
    let mismatch = |input: &str, expected: usize, found: usize| Error::ShapeMismatch {
        input: input.into(),
        axis: 0,
        expected,
        found,
        because: "`left`".into(),
    };
    let (rows, depth, columns) = (left.rows(), left.columns(), right.columns());
    if right.rows() != depth {
        return Err(Box::new(mismatch("right", depth, right.rows())).into());
    }
    if let Some(bias) = finish.bias.filter(|bias| bias.columns() != columns) {
        return Err(Box::new(mismatch("bias", columns, bias.columns())).into());
    }
    let added = finish.bias.map_or(0.0, GpuMatrix::magnitude);
    let result = batch.matrix(rows, columns, depth as f64 * left.magnitude() * right.magnitude() + added)?;
    let factors = Factors { left: Block::whole(left), right: Block::whole(right), transposed: false, scale: 1.0 };
    multiply_blocks(batch, &factors, finish, Block::whole(&result))?;
    Ok(result)
}

/// The factors of a product.
pub(in crate::backend::gpu) struct Factors<'a> {
    /// [m, k].
    pub left: Block<'a>,
    /// [k, n], or [n, k] when it is to be transposed.
    pub right: Block<'a>,
    pub transposed: bool,
    /// What every sum is multiplied by: one more rounding, unless it is 1.
    pub scale: f32,
}

/// Computes A · B · scale, or A · Bᵀ · scale, of operands that fit and cannot leave f32, into a part of a matrix.
pub(in crate::backend::gpu) fn multiply_blocks(
    batch: &mut Batch,
    factors: &Factors,
    finish: Finish,
    result: Block,
) -> Result<(), GpuError> {
    let Factors { left, right, transposed, scale } = *factors;
    let (rows, depth, columns) = (result.rows, left.columns, result.columns);
    let none = batch.matrix(1, 1, 0.0)?;
    let groups = |tile: usize| columns.div_ceil(tile).saturating_mul(rows.div_ceil(tile));
    let blocks = if groups(2 * TILE) >= ENOUGH_GROUPS { 2 } else { 1 };
    let tile = blocks * TILE;
    let constants = [
        ("BLOCKS", blocks as u32),
        ("BIASED", u32::from(finish.bias.is_some())),
        ("RECTIFIED", u32::from(finish.relu)),
        ("TRANSPOSED", u32::from(transposed)),
    ];
    let work = 2 * depth as u64 * columns as u64;
    for part in batch.parts(rows, tile, work) {
        let count = Parameter::Count;
        let parameters = [
            count(part.end),
            count(depth),
            count(columns),
            count(part.start),
            count(left.start),
            count(left.stride()),
            count(right.start),
            count(right.stride()),
            count(result.start),
            count(result.stride()),
            Parameter::Number(scale),
        ];
        let buffers = [left.matrix, right.matrix, finish.bias.unwrap_or(&none), result.matrix].map(Bound::Numbers);
        let groups = [columns.div_ceil(tile), part.len().div_ceil(tile), 1];
        batch.run(&PRODUCT, &constants, &buffers, &parameters, groups, work * part.len() as u64)?;
    }
    Ok(())
}
