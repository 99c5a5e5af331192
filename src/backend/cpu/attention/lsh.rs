//! LSH attention: tokens are sorted by bucket, and each chunk of the sorted sees itself and the chunk before it.
//!
//! ```text
//! X ─► Q = X W_qk ─► for each round: buckets ─► sort by counting ─► chunks ─► attention ─┐
//! X ─► V = X W_v ───────────────────────────────────────────────────────────────────────┴─► rounds weighted by their logits
//! ```
//!
//! The rounds follow each other: the first chunk of one looks back to the last of the one before. Memory: the sorted keys and values of one head,
//! rounds · n · 2k numbers, packed.
//!
//! Source: Kitaev et al. 2020, section 2 and appendix A.
//!
//! # Bound
//! Given the same order of the tokens. Dividing a key by its norm adds k + 6 roundings to each of its numbers, so a score errs by at most
//! δ = γ₍₂ₖ₊₁₃₎ · Σ |q|·|key| + 4u · max |s|, and a round as [`super::tiled`] derives from it, with 2w keys for chunks of w. A logit errs by δ, by that
//! round's sum and by its own rounding, and the weights of the rounds by twice that: see [`crate::backend::check::HashAttention`].
//!
//! Where two directions are equal up to rounding, a token may fall into another bucket than in f64; then the results are those of another, equally valid
//! hash.

use std::f32::consts::LOG2_E;
use std::ops::Range;

use crate::error::{Error, Result};

use super::buckets::{buckets, order_of};
use super::heads::{expect, part};
use super::keys::Keys;
use super::online::{Online, QUERIES};
use super::pair_rule::PairRule;
use super::tiled::check_range;
use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::exponential::power_of_two;
use crate::backend::cpu::matrix::{Matrix, MatrixMut};
use crate::backend::cpu::panels::Panels;
use crate::backend::cpu::product::multiply;

/// The options of LSH attention.
#[derive(Clone, Copy)]
pub struct Lsh<'a> {
    /// How many heads, at least 1.
    pub heads: usize,
    /// How many rounds, at least 1.
    pub rounds: usize,
    /// How many sorted places a chunk holds, at least 1.
    pub chunk_length: usize,
    /// The factors of the number of buckets, each even.
    pub factors: &'a [u32],
    /// Hide every token after the query.
    pub causal: bool,
    /// The score of a token for itself.
    pub self_score: f32,
    /// The score of a token for those after it.
    pub future_score: f32,
    /// Added to the mean square of a key.
    pub epsilon: f32,
}

impl Lsh<'_> {
    /// How many rounds n tokens take, and how long their chunks are: what fits into one chunk is one chunk, taken in one round.
    pub(in crate::backend) fn rounds_and_length(&self, n: usize) -> (usize, usize) {
        if n <= self.chunk_length { (1, n) } else { (self.rounds, self.chunk_length) }
    }

    /// Validates the shapes of queries and values, and returns the width of a head: at least 1.
    pub(in crate::backend) fn width_of_head(&self, query_key: (usize, usize), value: (usize, usize)) -> Result<usize> {
        let (n, width) = query_key;
        let k = part("wQueryKey", width, self.heads, "`heads`")?;
        expect("value", 0, value.0, n, "`x`")?;
        expect("value", 1, value.1, width, "`wQueryKey`")?;
        if k == 0 || self.rounds == 0 || self.chunk_length == 0 {
            let (input, expected) = ("chunkLength".into(), "at least 1".into());
            return Err(Error::OutOfRange { input, index: Vec::new(), value: 0.0, expected }.into());
        }
        let (rounds, length) = self.rounds_and_length(n);
        if n > length {
            part("x", n.saturating_mul(rounds), length, "`chunkLength`, counted over all `nHashes` rounds")?;
        }
        Ok(k)
    }
}

/// The sorted places, as a chunk sees them.
struct Piece<'a> {
    /// The token at each sorted place.
    tokens: &'a [u32],
    options: Lsh<'a>,
}

impl PairRule for Piece<'_> {
    fn touches(&self, _queries: &Range<usize>, _keys: &Range<usize>) -> bool {
        true
    }

    fn apply(&self, query: usize, first: usize, scores: &mut [f32]) {
        let own = self.tokens.get(query).copied().unwrap_or_default();
        let Lsh { causal, self_score, future_score, .. } = self.options;
        let tokens = self.tokens.get(first..).unwrap_or_default();
        for (score, &token) in scores.iter_mut().zip(tokens) {
            *score = if causal && token > own { future_score * LOG2_E } else { *score };
            *score = if token == own { self_score * LOG2_E } else { *score };
        }
    }
}

/// Computes LSH attention of n tokens into `output`, [n, heads · k], the heads side by side. Answers the sorted places of every head: round · n + token.
///
/// # Shapes
/// | argument | shape |
/// |---|---|
/// | query_key, value | [n, heads · k] |
/// | rotations | [heads · rounds · k, Σ factors/2]: a matrix for each round of each head |
///
/// A sequence that fits into one chunk is one chunk, taken in one round.
///
/// # Errors
/// [`Error::NotDivisible`] unless the chunk length divides rounds · n; a typed error for shapes that do not fit; [`Error::TooLarge`].
///
/// # Complexity
/// heads · rounds · n · (k · Σ factors/2 + 4 · chunk_length · k) multiplications, and counting.
pub fn attend_by_hash(
    query_key: Matrix,
    value: Matrix,
    rotations: Matrix,
    options: &Lsh,
    output: &mut [f32],
) -> Result<Vec<u32>> {
    let (n, width) = (query_key.rows(), query_key.columns());
    let heads = options.heads;
    let k = options.width_of_head((n, width), (value.rows(), value.columns()))?;
    let height = heads.saturating_mul(options.rounds).saturating_mul(k);
    expect("rotations", 0, rotations.rows(), height, "heads · rounds · k")?;
    // A key has length 1 at most, so that no score is larger than the query is long.
    check_range(query_key, query_key, value)?;
    let (rounds, length) = options.rounds_and_length(n);
    let orders = sorted_places(query_key, rotations, options)?;
    let mut target = MatrixMut::new("output", output, n, width)?;
    for head in 0..heads {
        let columns = head * k..(head + 1) * k;
        let places = orders.get(head * rounds * n..(head + 1) * rounds * n).unwrap_or_default();
        let tokens = places.iter().map(|place| place % n.max(1) as u32).collect();
        let query = query_key.column_range(columns.clone());
        let sorted = Sorted::new(query, value.column_range(columns.clone()), tokens, options.epsilon)?;
        let (rows, logits) = sorted.attend(length, options)?;
        sorted.merge(n, &rows, &logits, &mut target.column_range(columns))?;
    }
    Ok(orders)
}

/// Sorts the tokens of every round of every head by their buckets: round · n + token, head after head. Shapes are those of [`attend_by_hash`].
///
/// # Errors
/// Those of [`buckets`].
pub fn sorted_places(query_key: Matrix, rotations: Matrix, options: &Lsh) -> Result<Vec<u32>> {
    let (n, heads) = (query_key.rows(), options.heads);
    let k = query_key.columns().checked_div(heads).unwrap_or_default();
    let mut orders = Vec::new();
    for head in 0..heads {
        let query = query_key.column_range(head * k..(head + 1) * k);
        for round in 0..options.rounds_and_length(n).0 {
            let start = (head * options.rounds + round) * k;
            let of_round = order_of(&buckets(query, rotations.row_range(start..start + k), options.factors)?)?;
            orders.extend(of_round.iter().map(|token| (round * n) as u32 + token));
        }
    }
    Ok(orders)
}

/// Queries, keys and values of one head in the order of their buckets, round after round.
struct Sorted {
    tokens: Vec<u32>,
    query: Vec<f32>,
    keys: Keys,
    width: usize,
}

impl Sorted {
    fn new(query: Matrix, value: Matrix, tokens: Vec<u32>, epsilon: f32) -> Result<Sorted> {
        let (places, width) = (tokens.len(), query.columns());
        let mut queries = filled("query", places, width, 0.0)?;
        let mut keys = filled("key", places, width, 0.0)?;
        let mut values = filled("value", places, width, 0.0)?;
        let rows =
            queries.chunks_exact_mut(width).zip(keys.chunks_exact_mut(width)).zip(values.chunks_exact_mut(width));
        for (((to_query, to_key), to_value), token) in rows.zip(&tokens) {
            let row = query.row(*token as usize);
            to_query.copy_from_slice(row);
            to_value.copy_from_slice(value.row(*token as usize));
            let mean_square = row.iter().fold(0.0, |sum, number| sum + number * number) / width as f32;
            let scale = 1.0 / (mean_square + epsilon).sqrt() / (width as f32).sqrt();
            to_key.iter_mut().zip(row).for_each(|(to, number)| *to = number * scale);
        }
        let keys =
            Keys::new(Matrix::new("key", &keys, places, width)?, Matrix::new("value", &values, places, width)?, 1.0)?;
        Ok(Sorted { tokens, query: queries, keys, width })
    }

    /// Attention of every chunk: results and logits at the sorted places.
    fn attend(&self, length: usize, options: &Lsh) -> Result<(Vec<f32>, Vec<f32>)> {
        let places = self.tokens.len();
        let mut rows = filled("output", places, self.width, 0.0)?;
        let mut logits = filled("logits", places, 1, 0.0)?;
        let mut target = MatrixMut::new("output", &mut rows, places, self.width)?;
        let query = Matrix::new("query", &self.query, places, self.width)?;
        let mut online = Online::new(&self.keys)?;
        let piece = Piece { tokens: &self.tokens, options: *options };
        let chunks = places.checked_div(length).unwrap_or_default();
        for chunk in 0..chunks {
            let own = chunk * length..(chunk + 1) * length;
            let before = if chunk > 0 { chunk - 1 } else { chunks - 1 } * length;
            for first in own.clone().step_by(QUERIES) {
                let queries = first..own.end.min(first + QUERIES);
                online.start(query.row_range(queries.clone()), first);
                for seen in [before..before + length, own.clone()].into_iter().skip(usize::from(chunks == 1)) {
                    online.see(&self.keys, seen, &piece);
                }
                online.finish(&mut target.row_range(queries.clone()), logits.get_mut(queries));
            }
        }
        Ok((rows, logits))
    }

    /// The mean of each token's rounds, weighted by a softmax of their logits.
    fn merge(&self, n: usize, rows: &[f32], logits: &[f32], target: &mut MatrixMut) -> Result<()> {
        let mut largest = filled("logits", n, 1, f32::NEG_INFINITY)?;
        let mut sums = filled("logits", n, 1, 0.0)?;
        let of = |list: &[f32], token: u32| list.get(token as usize).copied().unwrap_or(f32::NEG_INFINITY);
        let weight = |logit: f32, most: f32| if most.is_finite() { power_of_two(logit - most) } else { 0.0 };
        for (&token, &logit) in self.tokens.iter().zip(logits) {
            if let Some(most) = largest.get_mut(token as usize).filter(|most| logit > **most) {
                *most = logit;
            }
        }
        for (&token, &logit) in self.tokens.iter().zip(logits) {
            if let Some(sum) = sums.get_mut(token as usize) {
                *sum += weight(logit, of(&largest, token));
            }
        }
        for row in 0..n {
            target.row(row).fill(0.0);
        }
        for ((&token, &logit), row) in self.tokens.iter().zip(logits).zip(rows.chunks_exact(self.width)) {
            let sum = of(&sums, token);
            let part = if sum > 0.0 { weight(logit, of(&largest, token)) / sum } else { 0.0 };
            target.row(token as usize).iter_mut().zip(row).for_each(|(to, number)| *to += part * number);
        }
        Ok(())
    }
}

/// Computes x W for queries or values.
///
/// # Errors
/// [`Error::ShapeMismatch`], [`Error::TooLarge`].
pub fn project(x: Matrix, projection: Matrix, name: &str) -> Result<Vec<f32>> {
    if projection.rows() != x.columns() {
        let (expected, found) = (x.columns(), projection.rows());
        return Err(Error::ShapeMismatch { input: name.into(), axis: 0, expected, found, because: "`x`".into() }.into());
    }
    let mut result = filled(name, x.rows(), projection.columns(), 0.0)?;
    let target = MatrixMut::new(name, &mut result, x.rows(), projection.columns())?;
    multiply(x, &Panels::of(name, projection)?, target, false)?;
    Ok(result)
}
