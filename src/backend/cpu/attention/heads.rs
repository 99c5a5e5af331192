//! Attention of several heads side by side, of several sequences one below the other.
//!
//! ```text
//!               head 0   head 1   …
//! sequence 0  [ n rows × d columns each ]      queries [batch · n, heads · d]
//! sequence 1  [                         ]      keys    [batch · m, heads · d]
//!    …                                         values  [batch · m, heads · v]
//! ```
//!
//! Each head of each sequence is attention of its own ([`super::tiled`], or [`super::few`] where there are few queries), with its bound. Every head of every
//! sequence shares mask and bias. Extra memory is that of one head: m · (d + v) numbers, or m where there are few queries.

use std::ops::Range;

use crate::error::{Error, Result};

use super::few::{FEW, attend_few};
use super::keys::Keys;
use super::pair_rule::{Band, Rules};
use super::tiled::{attend, check_range};
use crate::backend::cpu::matrix::{Matrix, MatrixMut};

/// The options of attention of several heads.
#[derive(Clone, Copy, Debug)]
pub struct Heads<'a> {
    /// How many heads, at least 1.
    pub heads: usize,
    /// How many sequences, at least 1.
    pub batch: usize,
    /// Which keys a query sees by where they stand.
    pub band: Band,
    /// [n, m]: 0 hides a key.
    pub mask: Option<&'a [u8]>,
    /// [n, m]: added to the scaled scores.
    pub bias: Option<&'a [f32]>,
    /// What the scores are multiplied by, above 0; without it 1/√d.
    pub scale: Option<f32>,
}

impl Default for Heads<'_> {
    fn default() -> Self {
        Heads { heads: 1, batch: 1, band: Band::FULL, mask: None, bias: None, scale: None }
    }
}

/// The length of each of `parts` equal parts.
pub(in crate::backend) fn part(input: &str, size: usize, parts: usize, because: &str) -> Result<usize> {
    match size.checked_rem(parts) {
        Some(0) => Ok(size / parts),
        _ => Err(Error::NotDivisible { input: input.into(), size, divisor: parts, because: because.into() }.into()),
    }
}

/// The error of a length that is another than one demands.
pub(in crate::backend) fn expect(input: &str, axis: usize, found: usize, expected: usize, because: &str) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(Error::ShapeMismatch { input: input.into(), axis, expected, found, because: because.into() }.into())
}

/// Computes attention of every head of every sequence into `output`, [batch · n, heads · v].
///
/// # Shapes
/// | argument | shape |
/// |---|---|
/// | query | [batch · n, heads · d] |
/// | key | [batch · m, heads · d] |
/// | value | [batch · m, heads · v] |
/// | mask, bias | [n, m] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; d must be at least 1.
///
/// # Complexity
/// batch · heads · n · m · (d + v) multiplications, for as many keys as the queries see.
pub fn attend_heads(query: Matrix, key: Matrix, value: Matrix, options: &Heads, output: &mut [f32]) -> Result<()> {
    attend_rows(query, key, value, options, 0..query.rows(), output)
}

/// As [`attend_heads`], but only the rows of a range, which lies within the queries: `output` is [rows, heads · v].
///
/// Queries are taken `QUERIES` at a time, counted from the first of their sequence. A range that begins with such a tile and ends
/// with one, or with the sequence, has the very bits of the whole.
///
/// # Errors
/// As of [`attend_heads`].
pub fn attend_rows(
    query: Matrix,
    key: Matrix,
    value: Matrix,
    options: &Heads,
    range: Range<usize>,
    output: &mut [f32],
) -> Result<()> {
    let Heads { heads, batch, band, .. } = *options;
    let (d, v) = (part("query", query.columns(), heads, "`heads`")?, part("value", value.columns(), heads, "`heads`")?);
    let (n, m) = (part("query", query.rows(), batch, "`batch`")?, part("key", key.rows(), batch, "`batch`")?);
    expect("key", 1, key.columns(), query.columns(), "`query`")?;
    expect("value", 0, value.rows(), key.rows(), "`key`")?;
    if d == 0 {
        let expected = "at least one column for each head".into();
        return Err(Error::OutOfRange { input: "query".into(), index: Vec::new(), value: 0.0, expected }.into());
    }
    check_range(query, key, value)?;
    if let Some(mask) = options.mask {
        expect("mask", 0, mask.len(), n.saturating_mul(m), "queries · keys")?;
    }
    let bias = options.bias.map(|bias| Matrix::new("bias", bias, n, m)).transpose()?;
    let rules = Rules { band, mask: options.mask, bias, keys: m };
    let scale = options.scale.unwrap_or(1.0 / (d as f32).sqrt());
    let mut target = MatrixMut::new("output", output, range.len(), value.columns())?;
    for sequence in 0..batch {
        let (all, keys) = (rows(sequence, n), rows(sequence, m));
        let queries = all.start.max(range.start)..all.end.min(range.end);
        if queries.is_empty() {
            continue;
        }
        for head in 0..heads {
            let (features, values) = (rows(head, d), rows(head, v));
            let head_query = query.row_range(queries.clone()).column_range(features.clone());
            let head_key = key.row_range(keys.clone()).column_range(features);
            let head_value = value.row_range(keys.clone()).column_range(values.clone());
            let mut rows = target.row_range(queries.start - range.start..queries.end - range.start);
            let (position, mut target) = (queries.start - all.start, rows.column_range(values));
            if n <= FEW {
                attend_few([head_query, head_key, head_value], position, scale, &rules, &mut target)?;
            } else {
                let laid_out = Keys::new(head_key, head_value, scale)?;
                attend(head_query, position, &laid_out, &rules, &mut target, None)?;
            }
        }
    }
    Ok(())
}

/// The places of one of several parts of equal length.
fn rows(part: usize, length: usize) -> Range<usize> {
    part * length..(part + 1) * length
}
