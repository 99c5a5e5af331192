//! A left factor, laid out as the tiles read it: groups of four rows, column after column.
//!
//! ```text
//! matrix                 groups
//!  0  1  2  3  4         [0 5 10 15][1 6 11 16][2 7 12 17]…
//!  5  6  7  8  9
//! 10 11 12 13 14
//! 15 16 17 18 19         the last group is filled up with zeros
//! ```
//!
//! A group is read from one end to the other, wherever its rows stood: rows that are a power of two apart fight for the same places of a cache.

use crate::error::Result;

use super::tile::ROWS;
use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::lanes::{Lanes, WIDTH};
use crate::backend::cpu::matrix::Matrix;

/// Packed rows, in memory that is reused.
pub struct Groups {
    lanes: Vec<Lanes>,
    rows: usize,
    depth: usize,
}

impl Groups {
    /// Allocates for so many rows and columns.
    ///
    /// # Errors
    /// [`crate::error::Error::TooLarge`].
    pub fn with_room(name: &str, rows: usize, columns: usize) -> Result<Groups> {
        let lanes = filled(name, rows.next_multiple_of(ROWS) / WIDTH, columns, Lanes::ZERO)?;
        Ok(Groups { lanes, rows: 0, depth: 0 })
    }

    /// Packs a matrix in place of the one before, as far as it fits.
    pub fn pack(&mut self, matrix: Matrix) {
        let depth = matrix.columns();
        (self.rows, self.depth) = (matrix.rows(), depth);
        let numbers = Lanes::numbers_of(&mut self.lanes);
        self.rows = self.rows.min(numbers.len().checked_div(depth).unwrap_or(usize::MAX) / ROWS * ROWS);
        for (group, to) in numbers.chunks_exact_mut((ROWS * depth).max(1)).take(self.rows.div_ceil(ROWS)).enumerate() {
            let sources = [0, 1, 2, 3].map(|i| matrix.row(group * ROWS + i));
            if sources.iter().any(|source| source.is_empty()) {
                to.fill(0.0);
            }
            transpose_into(sources, 0, ROWS, to);
        }
    }

    /// The group that a row begins, a multiple of `ROWS` below the number of rows, from a column on.
    #[inline(always)]
    pub fn group(&self, row: usize, column: usize) -> *const f32 {
        self.lanes.as_ptr().cast::<f32>().wrapping_add(row * self.depth + column * ROWS)
    }

    /// How many rows are packed.
    pub fn rows(&self) -> usize {
        self.rows
    }
}

/// Writes four rows as four columns, from column `first` on, of a matrix with rows of `width` numbers. A row that is not there is empty and leaves what
/// stands there.
pub fn transpose_into(sources: [&[f32]; 4], first: usize, width: usize, to: &mut [f32]) {
    let length = to.len() / width;
    let mut done = 0;
    if sources.iter().all(|source| source.len() >= length) && first + WIDTH <= width {
        while done + WIDTH <= length {
            // SAFETY: every source has at least four numbers from `done` on, and the target four rows.
            unsafe {
                let columns = Lanes::transpose(sources.map(|source| Lanes::load(source.as_ptr().add(done))));
                for (i, column) in columns.into_iter().enumerate() {
                    column.store(to.as_mut_ptr().add((done + i) * width + first));
                }
            }
            done += WIDTH;
        }
    }
    for (row, to) in to.chunks_exact_mut(width).enumerate().skip(done) {
        for (to, source) in to.iter_mut().skip(first).zip(sources) {
            if let Some(number) = source.get(row) {
                *to = *number;
            }
        }
    }
}
