//! A sparse matrix in the graphics processor's memory, in compressed rows.

use crate::backend::cpu::compressed::Compressed;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::gpu::device::{Batch, Bound, GpuError, GpuList, GpuMatrix};

use super::lanes::LONG;

/// A [`Compressed`] matrix on the device: a graph, or features that are mostly 0. A copy of it is the same matrix.
#[derive(Clone, Debug)]
pub struct GpuCompressed {
    starts: GpuList,
    columns: GpuList,
    long_rows: GpuList,
    values: GpuMatrix,
    rows: usize,
    width: usize,
    entries: usize,
    longest_row: usize,
}

impl GpuCompressed {
    /// Copies a matrix to the device.
    ///
    /// # Errors
    /// [`GpuError::Unsuited`] beyond what the device may bind, or for a value that is not finite or close to the end of f32.
    pub fn upload(batch: &mut Batch, from: &Compressed) -> Result<GpuCompressed, GpuError> {
        let entries = from.entries();
        let is_long = |row: &u32| from.places(*row as usize).len() > LONG;
        let long_rows: Vec<u32> = (0..from.rows() as u32).filter(is_long).collect();
        Ok(GpuCompressed {
            starts: batch.list(from.starts())?,
            columns: batch.list(from.columns())?,
            long_rows: batch.list(&long_rows)?,
            values: batch.upload(Matrix::new("values", from.values(), 1, entries)?)?,
            rows: from.rows(),
            width: from.width(),
            entries,
            longest_row: from.longest_row(),
        })
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many entries.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// The most entries of a row.
    pub fn longest_row(&self) -> usize {
        self.longest_row
    }

    /// What no value exceeds in magnitude.
    pub fn magnitude(&self) -> f64 {
        self.values.magnitude()
    }

    /// Where the rows start, and the entries' columns.
    pub(super) fn structure(&self) -> [Bound<'_>; 2] {
        [Bound::Counts(&self.starts), Bound::Counts(&self.columns)]
    }

    /// The rows of more than [`LONG`] entries.
    pub(super) fn long_rows(&self) -> &GpuList {
        &self.long_rows
    }

    /// The entries' values.
    pub(super) fn values(&self) -> Bound<'_> {
        Bound::Numbers(&self.values)
    }

    /// The entries of a row of average length, rounded up: what a row costs, for each column of a dense factor.
    pub(super) fn mean_row(&self) -> u64 {
        self.entries.div_ceil(self.rows.max(1)) as u64
    }
}
