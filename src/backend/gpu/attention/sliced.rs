//! Attention of heads that are too wide for registers: scores of some queries at a time, their softmax, and the values weighted by it.
//!
//! ```text
//! some queries of a head · all its keys ─► scores ─► softmax ─► weights · all its values
//!                                          at most 8 MiB, written over by the next
//! ```
//!
//! # Bound
//! That of [`super::tiled`]: nothing is rescaled, and each weight is rounded once more.

use crate::backend::gpu::dense::block::Block;
use crate::backend::gpu::dense::product::{Factors, Finish, multiply_blocks};
use crate::backend::gpu::device::{Batch, GpuError, GpuMatrix};

use super::options::{Heads, Lengths};
use super::softmax::softmax_rows;

/// How many scores there may be at a time.
const SCORES: usize = 1 << 21;

/// Computes attention of checked operands: queries, keys and values, whose scores do not exceed `largest`.
pub(super) fn attend(
    batch: &mut Batch,
    [query, key, value]: [&GpuMatrix; 3],
    options: &Heads,
    lengths: &Lengths,
    largest: f64,
) -> Result<GpuMatrix, GpuError> {
    let Lengths { queries, keys, width, value_width, scale } = *lengths;
    let result = batch.matrix(query.rows(), value.columns(), value.magnitude())?;
    let slice = (SCORES / keys.max(1)).clamp(1, queries.max(1));
    let scores = batch.matrix(slice, keys, largest)?;
    for sequence in 0..options.batch {
        let all_keys = sequence * keys..(sequence + 1) * keys;
        for head in 0..options.heads {
            let features = head * width..(head + 1) * width;
            let values = head * value_width..(head + 1) * value_width;
            let head_keys = Block::of(key, all_keys.clone(), features.clone());
            let head_values = Block::of(value, all_keys.clone(), values.clone());
            for first in (0..queries).step_by(slice) {
                let count = slice.min(queries - first);
                let top = sequence * queries + first;
                let some_queries = Block::of(query, top..top + count, features.clone());
                let table = Block::of(&scores, 0..count, 0..keys);
                let factors = Factors { left: some_queries, right: head_keys, transposed: true, scale };
                multiply_blocks(batch, &factors, Finish::default(), table)?;
                softmax_rows(batch, &scores, count, first, &options.rules())?;
                let factors = Factors { left: table, right: head_values, transposed: false, scale: 1.0 };
                let target = Block::of(&result, top..top + count, values.clone());
                multiply_blocks(batch, &factors, Finish::default(), target)?;
            }
        }
    }
    Ok(result)
}
