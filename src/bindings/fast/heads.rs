//! How attention of several heads is computed, as a call says it.

use crate::backend::cpu::heads::Heads;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::pair_rule::Band;
use crate::backend::gpu::{Batch, GpuError, GpuMask, GpuMatrix, heads};
use crate::error::Result;

use super::call::{Options, floats, mask};

/// Heads, sequences, and which keys a query sees.
pub struct HeadOptions {
    heads: usize,
    sequences: usize,
    band: Band,
    mask: Option<Vec<u8>>,
    bias: Option<Vec<f32>>,
}

impl HeadOptions {
    /// Reads the options of attention to so many keys, those of all sequences together.
    pub fn of(options: &Options, keys: usize) -> Result<HeadOptions> {
        let (heads, sequences) = (options.heads(), options.batch());
        let before = options.window().map_or(usize::MAX, |window| window as usize);
        let band = Band { before, after: if options.causal() { 0 } else { before } };
        let keys = keys / sequences.max(1);
        let (mask, bias) = (mask(options.mask(), keys)?, floats("bias", options.bias(), Some(keys))?);
        Ok(HeadOptions { heads, sequences, band, mask, bias })
    }

    /// The options of the SIMD kernels and of the check.
    pub fn heads(&self) -> Heads<'_> {
        let &HeadOptions { heads, sequences: batch, band, .. } = self;
        Heads { heads, batch, band, mask: self.mask.as_deref(), bias: self.bias.as_deref(), scale: None }
    }

    /// Uploads mask and bias for so many queries and keys, those of all sequences together, and computes attention on a graphics processor.
    ///
    /// # Errors
    /// A typed error when one of them does not fit, [`GpuError::Unsuited`] for one that cannot be sent, and those of `attend`.
    pub fn upload(
        &self,
        batch: &mut Batch,
        [queries, keys]: [usize; 2],
        attend: impl FnOnce(&mut Batch, &heads::Heads) -> std::result::Result<GpuMatrix, GpuError>,
    ) -> std::result::Result<GpuMatrix, GpuError> {
        let &HeadOptions { heads, sequences, band, .. } = self;
        // Rows that do not divide into sequences are refused by what computes.
        let [n, m] = [queries, keys].map(|rows| rows / sequences.max(1));
        let mask = self.mask.as_ref().map(|mask| GpuMask::upload(batch, mask, n, m)).transpose()?;
        let bias = self.bias.as_ref().map(|bias| batch.upload(Matrix::new("bias", bias, n, m)?)).transpose()?;
        let (mask, bias) = (mask.as_ref(), bias.as_ref());
        attend(batch, &heads::Heads { heads, batch: sequences, band, mask, bias, scale: None })
    }
}
