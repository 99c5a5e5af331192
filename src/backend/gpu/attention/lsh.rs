//! LSH attention of tokens that were sorted by bucket: each chunk sees itself and the chunk before it.
//!
//! ```text
//! CPU: Q ─► buckets ─► sort by counting ─► order
//! GPU: Q, V, order ─► for each round and chunk:  Σ e^(s − m) v,  m,  Σ e^(s − m)  ─► rounds brought to one m, and divided
//! ```
//!
//! Which tokens share a chunk is computed by [`sorted_places`](crate::backend::cpu::lsh::sorted_places), so that both engines take the same. A key is divided
//! by its norm where a chunk fetches it. No logarithm is needed to weigh the rounds, as m and the sum of each are kept.
//!
//! Source: Kitaev et al. 2020, section 2 and appendix A.
//!
//! # Bound
//! That of [`crate::backend::cpu::lsh`], with [`Precision::GPU`](crate::backend::check::Precision::GPU), as [`crate::backend::check::HashAttention`] computes
//! it. A score is a sum of k products, each of which passes through k roundings, times the inverse norm: half of the k + 2 roundings of the mean square,
//! 4u for the inverse root, and a product with a rounded 1/√k; together less than the 2k + 12 of the CPU. With chunks of w, r rounds and an exponential's
//! error ε, taken once in a round and once between the rounds, and with the largest score raised at most every four keys, let
//! η = e^(2δ) − 1 + 2ε + (w/2 + 1)·7u + γ₍₂w₊₁₎ + γ₍ᵣ₊₁₎. As all rounds are one softmax, |computed − exact| ≤ (2(1 + η) η + 6u) · Σ w |v|.
//!
//! The bound is that of the CPU's steps, which divide in every round and weigh rounds by logits. It is larger: with the η' of one round, whose
//! largest score may grow every 16 keys, it is at least 12η', while η ≤ 4η' for up to a hundred rounds.

use crate::backend::cpu::lsh::Lsh;
use crate::backend::gpu::device::{Batch, Bound, GpuError, GpuList, GpuMatrix, Kernel, Parameter};
use crate::error::Error;

static CHUNKS: Kernel = Kernel {
    name: "attention by hash",
    source: concat!(include_str!("../wgsl/exponent.wgsl"), include_str!("tile.wgsl"), include_str!("lsh.wgsl")),
};
static ROUNDS: Kernel = Kernel {
    name: "rounds of attention by hash",
    source: concat!(include_str!("../wgsl/exponent.wgsl"), include_str!("lsh_rounds.wgsl")),
};

/// How many queries make a workgroup, and how many numbers of the result.
const INVOCATIONS: usize = 64;

/// How many columns a head may have: query and result of one are in an invocation's registers.
pub const WIDEST: usize = 128;

/// Up to how many columns 16 keys and values, and of wider ones 8, are in workgroup memory at a time: about 8 KiB, half of what every device has.
const WIDEST_OF_16: usize = 64;

/// How many numbers of all rounds are kept at a time, beyond those of one head: 4 MiB, which keep a large processor busy.
const AT_ONCE: usize = 1 << 20;

/// The sizes that all heads share.
struct Sizes {
    tokens: usize,
    rounds: usize,
    length: usize,
    /// Columns of one head.
    width: usize,
    /// Columns of all heads.
    stride: usize,
}

/// Computes LSH attention of n tokens, [n, heads · k], the heads side by side.
///
/// # Shapes
/// | argument | shape |
/// |---|---|
/// | query_key, value | [n, heads · k] |
/// | order | heads · rounds · n sorted places, as [`sorted_places`](crate::backend::cpu::lsh::sorted_places) returns them for the same queries and options |
///
/// A sequence that fits into one chunk is one chunk, taken in one round.
///
/// # Errors
/// [`Error::NotDivisible`] unless the chunk length divides rounds · n; a typed error for shapes that do not fit; [`GpuError::Unsuited`] beyond the device's
/// limits, for heads wider than [`WIDEST`], or when a score or sum could leave f32.
///
/// # Complexity
/// heads · rounds · n · 4 · chunk_length · k multiplications. Memory rounds · n · heads · (k + 2), for fewer heads at a time beyond 4 MiB.
pub fn attend_in_chunks(
    batch: &mut Batch,
    query_key: &GpuMatrix,
    value: &GpuMatrix,
    order: &[u32],
    options: &Lsh,
) -> Result<GpuMatrix, GpuError> {
    let (tokens, stride, heads) = (query_key.rows(), query_key.columns(), options.heads);
    let width = options.width_of_head((tokens, stride), (value.rows(), value.columns()))?;
    let (rounds, length) = options.rounds_and_length(tokens);
    let expected = heads * rounds * tokens;
    if order.len() != expected {
        let (input, found) = ("sortOrder".into(), order.len());
        return Err(Box::new(Error::DataLength { input, expected, found }).into());
    }
    if width > WIDEST {
        return Err(GpuError::Unsuited {
            reason: format!("{width} columns of a head, of which {WIDEST} are possible"),
        });
    }
    // The mean square of a key has to be a normal number, of which the inverse root is taken.
    if options.epsilon < f32::MIN_POSITIVE {
        return Err(GpuError::epsilon(options.epsilon));
    }
    let result = batch.matrix(tokens, stride, 2.0 * (rounds * length) as f64 * value.magnitude())?;
    if tokens == 0 {
        return Ok(result);
    }
    let sorted: Vec<u32> = order.iter().map(|place| place % tokens as u32).collect();
    let order = batch.list(&sorted)?;
    let of_head = rounds * tokens * width;
    let at_once = (AT_ONCE / of_head).clamp(1, heads);
    // A score is no larger than its query is long; two of them are subtracted.
    let squares = width as f64 * query_key.magnitude() * query_key.magnitude();
    let given = f64::from(options.self_score).abs() + f64::from(options.future_score).abs();
    let reach = squares + 4.0 * given + f64::from(options.epsilon);
    let collected = batch.matrix(rounds * tokens, at_once * width, result.magnitude())?;
    let softmaxes = batch.matrix(rounds * tokens, at_once * 2, reach)?;
    let sizes = Sizes { tokens, rounds, length, width, stride };
    for first in (0..heads).step_by(at_once) {
        let heads = (first, at_once.min(heads - first));
        attend_chunks(batch, [query_key, value, &collected, &softmaxes], &order, options, &sizes, heads)?;
        merge_rounds(batch, [&collected, &softmaxes, &result], &sizes, heads)?;
    }
    Ok(result)
}

/// Attention within the chunks of some heads: the first, and how many.
fn attend_chunks(
    batch: &mut Batch,
    [query_key, value, collected, softmaxes]: [&GpuMatrix; 4],
    order: &GpuList,
    options: &Lsh,
    sizes: &Sizes,
    (head, heads): (usize, usize),
) -> Result<(), GpuError> {
    let Sizes { tokens, rounds, length, width, stride } = *sizes;
    let places = rounds * tokens;
    let pieces = length.div_ceil(INVOCATIONS);
    let keys = if width <= WIDEST_OF_16 { 16 } else { 8 };
    let constants = [("WIDTH", width.div_ceil(4) as u32), ("KEYS", keys)];
    let numbers = Bound::Numbers;
    let buffers = [numbers(query_key), numbers(value), Bound::Counts(order), numbers(collected), numbers(softmaxes)];
    let work = 8 * (heads * INVOCATIONS) as u64 * (length * width) as u64;
    for part in batch.parts(places / length * pieces, 1, work) {
        let counts = [tokens, places, length, part.start, pieces, head, heads, width, stride];
        let mut parameters: Vec<Parameter> = counts.map(Parameter::Count).into();
        parameters.push(Parameter::Count(usize::from(options.causal)));
        let scale = (1.0 / (width as f64).sqrt()) as f32;
        let Lsh { self_score, future_score, epsilon, .. } = *options;
        parameters.extend([self_score, future_score, epsilon, scale].map(Parameter::Number));
        batch.run(&CHUNKS, &constants, &buffers, &parameters, [part.len(), heads, 1], work * part.len() as u64)?;
    }
    Ok(())
}

/// The results of some heads from those of their rounds.
fn merge_rounds(
    batch: &mut Batch,
    buffers: [&GpuMatrix; 3],
    sizes: &Sizes,
    (head, heads): (usize, usize),
) -> Result<(), GpuError> {
    let Sizes { tokens, rounds, width, stride, .. } = *sizes;
    let buffers = buffers.map(Bound::Numbers);
    let work = 4 * rounds as u64;
    for part in batch.parts(tokens * heads * width, INVOCATIONS, work) {
        let parameters = [part.end, part.start, tokens, rounds, head, heads, width, stride].map(Parameter::Count);
        let groups = [part.len().div_ceil(INVOCATIONS), 1, 1];
        batch.run(&ROUNDS, &[], &buffers, &parameters, groups, work * part.len() as u64)?;
    }
    Ok(())
}
