//! Attention without a table of scores, for heads up to [`WIDEST`] columns wide.
//!
//! ```text
//!           16 or 8 keys and values, in workgroup memory
//! 64 queries   ┌────────┐┌────────┐
//! one for each │ s ─► p ││ s ─► p │ …     p = e^(s − largest so far)
//! invocation   └───┬────┘└───┬────┘
//!                  ▼         ▼
//!              o ← o·c + Σ p v            c = e^(old largest − new largest), where the largest grew
//! ```
//!
//! Tiles of keys that no query of a workgroup sees are left out: a causal run does half the work, a window of w keys n · w of it.
//!
//! Source: Milakov & Gimelshein 2018, *Online normalizer calculation for softmax*, algorithm 3; Dao et al. 2022, *FlashAttention*, algorithm 1.
//!
//! # Bound
//! That of [`crate::backend::cpu::tiled`] with what WGSL allows in place of the CPU's exponential and division, and tiles of 8 keys in place of 64. A score
//! is a sum of d products, each of which passes through at most d + 1 roundings, is scaled with one more, and biased with one. What is taken off a score, and off
//! the largest each time that grows, adds up to its distance from the last largest, so that all those roundings are at most 2u · max |s|.
//! An exponential may err by 3 + 2|x| units in the last place; as the |x| of one key add up to at most 87.3, or the key is nothing, all of them together are
//! (3 + 2 · 87.3) · 2⁻²³ = 2.2e-5 of the weight at most, and of weights that matter much less: 1.2e-6 for those above e^−3.5. Each rescaling adds three units of
//! an exponential near 1 and one product. [`crate::backend::check::Precision::GPU`] has these numbers, [`crate::backend::check::Attention`] the bound.
//!
//! A weight below e^−87.3 is taken for that: no more than 1.3e-38 of a value. What is below 2⁻¹²⁶ may count as 0.

use crate::backend::gpu::device::{Batch, Bound, GpuError, GpuMatrix, Kernel, Parameter};

use super::options::{Heads, Lengths, reach};

static ATTENTION: Kernel = Kernel {
    name: "attention",
    source: concat!(include_str!("../wgsl/exponent.wgsl"), include_str!("tile.wgsl"), include_str!("attention.wgsl")),
};

/// How many queries make a workgroup.
const QUERIES: usize = 64;

/// How many columns a head may have, of keys as of values: the registers of an invocation hold a query and a result of this width.
pub const WIDEST: usize = 128;

/// Computes attention of checked operands: queries, keys and values.
pub(super) fn attend(
    batch: &mut Batch,
    [query, key, value]: [&GpuMatrix; 3],
    options: &Heads,
    lengths: &Lengths,
) -> Result<GpuMatrix, GpuError> {
    let Heads { heads, band, .. } = *options;
    let Lengths { queries, keys, width, value_width, scale } = *lengths;
    // A weighted mean exceeds no value.
    let result = batch.matrix(query.rows(), value.columns(), value.magnitude())?;
    if value_width == 0 {
        return Ok(result);
    }
    let (no_bias, no_mask) = (batch.matrix(1, 1, 0.0)?, batch.list(&[])?);
    let bias = options.bias.unwrap_or(&no_bias);
    let mask = options.mask.map_or(&no_mask, |mask| &mask.words);
    let buffers = [
        Bound::Numbers(query),
        Bound::Numbers(key),
        Bound::Numbers(value),
        Bound::Counts(mask),
        Bound::Numbers(bias),
        Bound::Numbers(&result),
    ];
    let tile = if width.max(value_width) > WIDEST / 2 { 8 } else { 16 };
    let constants = [("WIDTH", width.div_ceil(4) as u32), ("VALUES", value_width.div_ceil(4) as u32), ("KEYS", tile)];
    let visible = keys.min(band.before.saturating_add(band.after).saturating_add(1));
    let work = 2 * visible as u64 * (width + value_width) as u64 * heads as u64;
    for sequences in batch.parts(options.batch, 1, work.saturating_mul(queries as u64)) {
        let work = work.saturating_mul(sequences.len() as u64);
        for rows in batch.parts(queries, QUERIES, work) {
            let parameters = [
                Parameter::Count(queries),
                Parameter::Count(keys),
                Parameter::Count(rows.start),
                Parameter::Count(rows.end),
                Parameter::Count(sequences.start),
                Parameter::Count(width),
                Parameter::Count(value_width),
                Parameter::Count(query.columns()),
                Parameter::Count(value.columns()),
                reach(band.before),
                reach(band.after),
                Parameter::Count(options.mask.map_or(0, |mask| mask.stride())),
                Parameter::Count(usize::from(options.bias.is_some())),
                Parameter::Number(scale),
            ];
            let groups = [rows.len().div_ceil(QUERIES), heads, sequences.len()];
            batch.run(&ATTENTION, &constants, &buffers, &parameters, groups, work.saturating_mul(rows.len() as u64))?;
        }
    }
    Ok(result)
}
