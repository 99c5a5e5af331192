//! Attention of heads as a graphics processor is told it.

use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::pair_rule::Sight;
use crate::backend::gpu::heads::Heads;
use crate::backend::gpu::{Batch, GpuError, GpuMask, GpuMatrix};

/// How attention is computed, with masks that are not on the device yet.
pub struct Order {
    /// How many heads lie side by side.
    pub heads: usize,
    /// How many sequences lie one below the other.
    pub sequences: usize,
    /// Which keys a query sees by where they stand.
    pub sight: Sight,
    /// [n, m]: 0 hides a key.
    pub mask: Option<Vec<u8>>,
    /// [n, m]: added to the scaled scores.
    pub bias: Option<Vec<f32>>,
}

impl Order {
    /// Uploads the masks of so many queries and keys, those of all sequences together, and computes attention by them.
    ///
    /// # Errors
    /// A typed error when a mask does not fit, [`GpuError::Unsuited`] for one that cannot be sent, and those of `attend`.
    pub fn follow(
        &self,
        batch: &mut Batch,
        [queries, keys]: [usize; 2],
        attend: impl FnOnce(&mut Batch, &Heads) -> Result<GpuMatrix, GpuError>,
    ) -> Result<GpuMatrix, GpuError> {
        let &Order { heads, sequences, sight, .. } = self;
        // Rows that do not divide into sequences are refused by what computes.
        let [n, m] = [queries, keys].map(|rows| rows / sequences.max(1));
        let mask = self.mask.as_ref().map(|mask| GpuMask::upload(batch, mask, n, m)).transpose()?;
        let bias = self.bias.as_ref().map(|bias| batch.upload(Matrix::new("bias", bias, n, m)?)).transpose()?;
        attend(batch, &Heads { heads, batch: sequences, sight, mask: mask.as_ref(), bias: bias.as_ref(), scale: None })
    }
}
