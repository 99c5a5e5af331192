//! Rows and columns of a matrix, where they lie: heads are columns side by side, sequences rows one below another.

use std::ops::Range;

use crate::backend::gpu::device::GpuMatrix;

/// Some neighboring rows and columns of a matrix, which has them.
#[derive(Clone, Copy, Debug)]
pub(in crate::backend::gpu) struct Block<'a> {
    pub matrix: &'a GpuMatrix,
    /// The place of its first number.
    pub start: usize,
    pub rows: usize,
    pub columns: usize,
}

impl<'a> Block<'a> {
    /// All of a matrix.
    pub fn whole(matrix: &'a GpuMatrix) -> Block<'a> {
        Block { matrix, start: 0, rows: matrix.rows(), columns: matrix.columns() }
    }

    /// A part of a matrix.
    pub fn of(matrix: &'a GpuMatrix, rows: Range<usize>, columns: Range<usize>) -> Block<'a> {
        let start = rows.start * matrix.columns() + columns.start;
        Block { matrix, start, rows: rows.len(), columns: columns.len() }
    }

    /// How far its rows are apart.
    pub fn stride(&self) -> usize {
        self.matrix.columns()
    }
}
