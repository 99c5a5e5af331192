//! The options of LSH attention, and the lengths that result from them.

use crate::error::{Error, Result};
use crate::tensor::MAX_ELEMENTS;
use crate::trace::Run;

use super::lsh_hashes::SORT_ORDER;

/// The score of a token for itself in Hugging Face transformers: low, but above that of any forbidden place.
pub const DEFAULT_SELF_SCORE: f64 = -1e5;
/// The score of a token for those after it in Hugging Face transformers.
pub const DEFAULT_FUTURE_SCORE: f64 = -1e9;
/// The number that Hugging Face transformers adds to the mean square of a key.
pub const DEFAULT_EPSILON: f64 = 1e-6;

/// The input of keys that a query sees in several rounds: each counts every time, as in Hugging Face transformers, or once, as in the paper.
pub const REPEATED_KEYS: &[&str] = &["each-time", "once"];

/// The options.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of heads, at least 1.
    pub heads: usize,
    /// The width of a head; without it, that of the shapes.
    pub head_size: Option<usize>,
    /// The number of buckets, even; without it, that of the shape of the rotations.
    pub n_buckets: Option<usize>,
    /// The number of rounds of hashing; without it, that of the shape of the rotations.
    pub n_hashes: Option<usize>,
    /// The number of sorted places in a chunk, at least 1.
    pub chunk_length: usize,
    /// Makes the directions of each round orthonormal: true rotations.
    pub orthogonal: bool,
    /// A key that a query sees several times counts once: its score is lowered by the logarithm of how often.
    pub once: bool,
    /// Hides every token after the query.
    pub causal: bool,
    /// The score of a token for itself.
    pub self_score: f64,
    /// The score of a token for those after it.
    pub future_score: f64,
    /// The number that is added to the mean square of a key, above 0.
    pub epsilon: f64,
}

/// Sets the lengths that are options; the others are set by the shapes.
pub(super) fn bind_options(run: &mut Run, options: &Options) -> Result<()> {
    run.bind('h', options.heads, "`heads`")?;
    if let Some(size) = options.head_size {
        run.bind('k', size, "`headSize`")?;
    }
    if let Some(hashes) = options.n_hashes {
        run.bind('r', hashes, "`nHashes`")?;
    }
    match options.n_buckets {
        Some(buckets) if buckets % 2 == 1 => Err(Error::NotDivisible {
            input: "nBuckets".into(),
            size: buckets,
            divisor: 2,
            because: "each direction and its opposite".into(),
        }
        .into()),
        Some(buckets) => run.bind('u', buckets / 2, "half of `nBuckets`"),
        None => Ok(()),
    }
}

/// Sets the number of chunks, their length, and their window. A sequence that fits into one chunk is one chunk, in one round.
pub(super) fn bind_chunks(run: &mut Run, chunk_length: usize) -> Result<()> {
    let (length, hashes) = (run.size('i')?, run.size('r')?);
    let (rounds, places, width, window) = if length <= chunk_length {
        (1, length, length, length)
    } else {
        let places = length.checked_mul(hashes).ok_or_else(|| Error::TooLarge {
            what: SORT_ORDER.id.into(),
            shape: vec![hashes, length],
            limit: MAX_ELEMENTS,
        })?;
        (hashes, places, chunk_length, chunk_length * 2)
    };
    let chunks = match places.checked_rem(width) {
        None => 1,
        Some(0) => places / width,
        Some(_) => {
            return Err(Error::NotDivisible {
                input: "x".into(),
                size: places,
                divisor: chunk_length,
                because: "`chunkLength`, counted over all `nHashes` rounds".into(),
            }
            .into());
        }
    };
    for (letter, size) in [('t', rounds), ('s', places), ('c', chunks), ('w', width), ('j', window)] {
        run.bind(letter, size, "`chunkLength`")?;
    }
    Ok(())
}

/// Validates that a zero vector gets a norm above 0.
pub(super) fn check_epsilon(epsilon: f64) -> Result<()> {
    if epsilon <= 0.0 {
        let expected = "above 0".into();
        return Err(Error::OutOfRange { input: "epsilon".into(), index: Vec::new(), value: epsilon, expected }.into());
    }
    Ok(())
}
