//! Attention of several heads side by side, of several sequences one below the other, as [`crate::backend::cpu::heads`] lays them out.
//!
//! ```text
//! up to 128 columns a head ─► attention          no memory
//! more                     ─► sliced             product ─► softmax ─► product, of some queries at a time
//! ```
//!
//! Every head of every sequence shares mask and bias, and has the bound of [`super::attention`].

use crate::backend::cpu::heads::{expect, part};
use crate::backend::cpu::pair_rule::Sight;
use crate::error::Error;

use super::attention;
use super::batch::{Batch, check_magnitude};
use super::failure::GpuError;
use super::mask::GpuMask;
use super::matrix::GpuMatrix;
use super::sliced;

/// What attention of several heads is told.
#[derive(Clone, Copy, Debug)]
pub struct Heads<'a> {
    /// How many heads, at least 1.
    pub heads: usize,
    /// How many sequences, at least 1.
    pub batch: usize,
    /// Which keys a query sees by where they stand.
    pub sight: Sight,
    /// [n, m]: which keys a query may see.
    pub mask: Option<&'a GpuMask>,
    /// [n, m]: added to the scaled scores.
    pub bias: Option<&'a GpuMatrix>,
    /// What the scores are multiplied by, above 0; without it 1/√d.
    pub scale: Option<f32>,
}

impl Default for Heads<'_> {
    fn default() -> Self {
        Heads { heads: 1, batch: 1, sight: Sight::FULL, mask: None, bias: None, scale: None }
    }
}

/// The lengths of one head of one sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    /// n.
    pub queries: usize,
    /// m.
    pub keys: usize,
    /// d.
    pub width: usize,
    /// v.
    pub value_width: usize,
    pub scale: f32,
}

impl Heads<'_> {
    fn lengths(&self, query: &GpuMatrix, key: &GpuMatrix, value: &GpuMatrix) -> Result<Lengths, Box<Error>> {
        let width = part("query", query.columns(), self.heads, "`heads`")?;
        let value_width = part("value", value.columns(), self.heads, "`heads`")?;
        let (queries, keys) =
            (part("query", query.rows(), self.batch, "`batch`")?, part("key", key.rows(), self.batch, "`batch`")?);
        expect("key", 1, key.columns(), query.columns(), "`query`")?;
        expect("value", 0, value.rows(), key.rows(), "`key`")?;
        if width == 0 {
            let expected = "at least one column for each head".into();
            return Err(Error::OutOfRange { input: "query".into(), index: Vec::new(), value: 0.0, expected }.into());
        }
        self.rules().check_shapes(queries, keys)?;
        let scale = self.scale.unwrap_or(1.0 / (width as f32).sqrt());
        Ok(Lengths { queries, keys, width, value_width, scale })
    }
}

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
/// [`attention::WIDEST`] columns, of keys or of values, n · m of them whatever is seen, and 8 MiB, or 4 m bytes if that is more.
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
    if lengths.width.max(lengths.value_width) <= attention::WIDEST {
        return attention::attend(batch, [query, key, value], options, &lengths);
    }
    sliced::attend(batch, [query, key, value], options, &lengths, scores)
}
