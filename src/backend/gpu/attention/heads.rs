//! Attention of several heads side by side, of several sequences one below the other, as [`crate::backend::cpu::heads`] lays them out.
//!
//! ```text
//! up to 128 columns a head ─► tiled              no memory
//! more                     ─► sliced             product ─► softmax ─► product, of some queries at a time
//! ```
//!
//! Every head of every sequence shares mask and bias, and has the bound of `tiled`.

use crate::backend::gpu::device::{Batch, GpuError, GpuMatrix, check_magnitude};

pub use super::options::Heads;
use super::{sliced, tiled};

/// Computes attention of every head of every sequence.
///
/// # Shapes
/// | argument | shape |
/// |---|---|
/// | query | [batch · n, heads · d] |
/// | key | [batch · m, heads · d] |
/// | value | [batch · m, heads · v] |
/// | mask, bias | [n, m] |
/// | result | [batch · n, heads · v] |
///
/// # Errors
/// A typed error naming the input whose shape does not fit; d must be at least 1. [`GpuError::Unsuited`] beyond the device's limits, or when a score or a sum of
/// values could leave f32.
///
/// # Complexity
/// batch · heads · n · m · (d + v) multiplications, for as many keys as the queries see. No memory beside the result; for heads wider than
/// `tiled::WIDEST` columns, of keys or of values, n · m of them whatever is seen, and 8 MiB, or 4 m bytes if that is more.
pub fn attend_heads(
    batch: &mut Batch,
    query: &GpuMatrix,
    key: &GpuMatrix,
    value: &GpuMatrix,
    options: &Heads,
) -> Result<GpuMatrix, GpuError> {
    let lengths = options.lengths(query, key, value)?;
    let products = lengths.width as f64 * query.magnitude() * key.magnitude();
    let scores = products * f64::from(lengths.scale).abs().max(1.0) + options.bias.map_or(0.0, GpuMatrix::magnitude);
    // Twice, because scores are taken off each other.
    check_magnitude(2.0 * scores)?;
    check_magnitude(lengths.keys as f64 * value.magnitude())?;
    if lengths.width.max(lengths.value_width) <= tiled::WIDEST {
        return tiled::attend(batch, [query, key, value], options, &lengths);
    }
    sliced::attend(batch, [query, key, value], options, &lengths, scores)
}
