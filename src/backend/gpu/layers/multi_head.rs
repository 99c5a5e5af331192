//! Multi-head attention: queries, keys and values are projected, attended to head by head, and what the heads give is projected once more.
//!
//! Source: Vaswani et al. 2017, section 3.2.2.

use crate::backend::gpu::attention::heads::{Heads, attend_heads};
use crate::backend::gpu::device::{Batch, GpuError, GpuMatrix};

use super::feed_forward::Linear;

/// Computes the attention of x, [batch · n, d], to a context, [batch · m, d], which is x itself for self-attention. `projections` are those of queries, keys,
/// values and output.
///
/// # Errors
/// Those of [`Linear::apply`] and [`attend_heads`].
///
/// # Complexity
/// That of its parts, each of which has the bound of its module. Memory: queries, keys, values and what the heads give.
pub fn attend_projected(
    batch: &mut Batch,
    x: &GpuMatrix,
    context: &GpuMatrix,
    projections: &[Linear; 4],
    options: &Heads,
) -> Result<GpuMatrix, GpuError> {
    let [query, key, value, output] = projections;
    let query = query.apply(batch, x)?;
    let (key, value) = (key.apply(batch, context)?, value.apply(batch, context)?);
    let heard = attend_heads(batch, &query, &key, &value, options)?;
    output.apply(batch, &heard)
}
