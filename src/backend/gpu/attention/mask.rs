//! Which keys each query may see: a bit for each pair.

use crate::backend::cpu::heads::expect;
use crate::backend::gpu::device::{Batch, GpuError, GpuList};

/// Bits of a word.
const WORD: usize = 32;

/// A mask in the graphics processor's memory, a 32nd of a matrix of its shape. A row begins with a word of its own.
#[derive(Clone, Debug)]
pub struct GpuMask {
    pub(super) words: GpuList,
    queries: usize,
    keys: usize,
}

impl GpuMask {
    /// Copies a mask to the device, row by row; 0 hides a key.
    ///
    /// # Errors
    /// [`crate::error::Error::ShapeMismatch`] unless there are queries · keys numbers, [`GpuError::Unsuited`] beyond what the device may bind.
    pub fn upload(batch: &mut Batch, mask: &[u8], queries: usize, keys: usize) -> Result<GpuMask, GpuError> {
        expect("mask", 0, mask.len(), queries.saturating_mul(keys), "queries · keys")?;
        let word = |bits: &[u8]| bits.iter().rev().fold(0, |word, bit| word << 1 | u32::from(*bit != 0));
        let words: Vec<u32> = mask.chunks(keys.max(1)).flat_map(|row| row.chunks(WORD).map(word)).collect();
        Ok(GpuMask { words: batch.list(&words)?, queries, keys })
    }

    /// How many queries.
    pub fn queries(&self) -> usize {
        self.queries
    }

    /// How many keys.
    pub fn keys(&self) -> usize {
        self.keys
    }

    /// How many words a row has.
    pub(super) fn stride(&self) -> usize {
        self.keys.div_ceil(WORD)
    }
}
