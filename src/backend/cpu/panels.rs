//! A right factor, laid out as the tiles read it: panels of eight columns, row after row.
//!
//! ```text
//! matrix [depth, columns]           panels
//!  0  1 …  7 │  8  9 … 15 │ 16       [ 0 … 7][17 … 24]… [8 … 15]… [16 0 … 0]…
//! 17 18 … 24 │ …                     one panel after the other, the last one filled up with zeros
//! ```
//!
//! The depth is cut into blocks so that a panel (8 KiB) stays in the first cache while all rows of the left factor meet it.

use std::ops::Range;

use crate::error::Result;

use super::buffer::{filled, room};
use super::groups::transpose_into;
use super::lanes::{Lanes, WIDTH};
use super::matrix::Matrix;
use super::tile::COLUMNS;

/// The most rows of a panel that are taken together.
pub const BLOCK_DEPTH: usize = 256;

/// A packed right factor.
pub struct Panels {
    lanes: Vec<Lanes>,
    depth: usize,
    columns: usize,
}

impl Panels {
    /// Packs a matrix.
    ///
    /// # Errors
    /// [`crate::error::Error::TooLarge`].
    pub fn of(name: &str, matrix: Matrix) -> Result<Panels> {
        let (depth, columns) = (matrix.rows(), matrix.columns());
        let mut lanes: Vec<Lanes> = room(name, depth, columns.next_multiple_of(COLUMNS) / WIDTH)?;
        let mut to = lanes.as_mut_ptr().cast();
        for start in (0..depth).step_by(BLOCK_DEPTH) {
            let block = matrix.row_range(start..start + BLOCK_DEPTH);
            for column in (0..columns).step_by(COLUMNS) {
                // SAFETY: there is room for eight columns of every block, however many of them the matrix has.
                to = unsafe { copy_columns(block.column_range(column..column + COLUMNS), to) };
            }
        }
        // SAFETY: every panel of every block was written.
        unsafe { lanes.set_len(lanes.capacity().min(depth * columns.div_ceil(COLUMNS) * COLUMNS / WIDTH)) };
        Ok(Panels { lanes, depth, columns })
    }

    /// Packs a matrix, turned over: its rows become columns.
    ///
    /// # Errors
    /// [`crate::error::Error::TooLarge`].
    pub fn of_transposed(name: &str, matrix: Matrix) -> Result<Panels> {
        let (depth, columns) = (matrix.columns(), matrix.rows());
        let lanes = filled(name, depth, columns.next_multiple_of(COLUMNS) / WIDTH, Lanes::ZERO)?;
        let mut panels = Panels { lanes, depth, columns };
        panels.fill(|panel, rows, to| {
            for half in [0, 4] {
                let sources = [0, 1, 2, 3].map(|i| matrix.row(panel * COLUMNS + half + i));
                let sources = sources.map(|source| source.get(rows.clone()).unwrap_or_default());
                transpose_into(sources, half, COLUMNS, to);
            }
        });
        Ok(panels)
    }

    /// Has every panel of every block of the depth filled: its number, the rows of the block, its numbers.
    fn fill(&mut self, mut fill: impl FnMut(usize, Range<usize>, &mut [f32])) {
        let mut rest = Lanes::numbers_of(&mut self.lanes);
        for start in (0..self.depth).step_by(BLOCK_DEPTH) {
            let rows = start..self.depth.min(start + BLOCK_DEPTH);
            for panel in 0..self.columns.div_ceil(COLUMNS) {
                let Some((numbers, behind)) = rest.split_at_mut_checked(rows.len() * COLUMNS) else { return };
                fill(panel, rows.clone(), numbers);
                rest = behind;
            }
        }
    }

    /// How many rows the packed matrix has.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Writes the matrix as it was before it was laid out, row by row; as far as `to` reaches.
    pub fn unpack(&self, to: &mut [f32]) {
        const PER_ROW: usize = COLUMNS / WIDTH;
        let mut rest = self.lanes.as_slice();
        for start in (0..self.depth).step_by(BLOCK_DEPTH) {
            let rows = start..self.depth.min(start + BLOCK_DEPTH);
            for panel in 0..self.columns.div_ceil(COLUMNS) {
                let (own, behind) = rest.split_at_checked(rows.len() * PER_ROW).unwrap_or_default();
                for (row, from) in rows.clone().zip(own.chunks_exact(PER_ROW)) {
                    let from = from.iter().flat_map(|lanes| lanes.numbers());
                    let to = to.get_mut(row * self.columns..(row + 1) * self.columns).unwrap_or_default();
                    to.iter_mut().skip(panel * COLUMNS).zip(from).for_each(|(to, from)| *to = from);
                }
                rest = behind;
            }
        }
    }

    /// A panel of the block that begins at row `start`, which is a multiple of [`BLOCK_DEPTH`] below the depth.
    #[inline(always)]
    pub fn panel(&self, start: usize, panel: usize) -> *const f32 {
        let padded = self.columns.next_multiple_of(COLUMNS);
        let block = BLOCK_DEPTH.min(self.depth - start);
        let place = start * padded + panel * COLUMNS * block;
        debug_assert!(place + COLUMNS * block <= self.lanes.len() * 4);
        self.lanes.as_ptr().cast::<f32>().wrapping_add(place)
    }
}

/// Copies a matrix of at most [`COLUMNS`] columns, one row behind the other, with zeros for what is missing. Answers where the copy ends.
///
/// # Safety
/// There is room for [`COLUMNS`] numbers for every row.
#[inline(never)]
unsafe fn copy_columns(matrix: Matrix, mut to: *mut f32) -> *mut f32 {
    let (mut from, stride) = (matrix.start(), matrix.stride());
    // SAFETY: a row has two vectors, in the matrix or aside, and the room is the caller's.
    unsafe {
        if matrix.columns() == COLUMNS {
            for _ in 0..matrix.rows() {
                to = copy_row(from, to);
                from = from.wrapping_add(stride);
            }
            return to;
        }
        let mut aside = [0.0; COLUMNS];
        for row in 0..matrix.rows() {
            aside.iter_mut().zip(matrix.row(row)).for_each(|(to, from)| *to = *from);
            to = copy_row(aside.as_ptr(), to);
        }
    }
    to
}

/// # Safety
/// [`COLUMNS`] numbers are there, and room for as many.
#[inline(always)]
unsafe fn copy_row(from: *const f32, to: *mut f32) -> *mut f32 {
    // SAFETY: the caller's.
    unsafe {
        Lanes::load(from).store(to);
        Lanes::load(from.add(WIDTH)).store(to.add(WIDTH));
        to.add(COLUMNS)
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK_DEPTH, Panels};
    use crate::backend::cpu::matrix::Matrix;

    /// What a panel holds at a place of the matrix.
    fn packed(panels: &Panels, row: usize, column: usize) -> f32 {
        let start = row / BLOCK_DEPTH * BLOCK_DEPTH;
        let panel = panels.panel(start, column / 8);
        // SAFETY: the place lies within the panel, as the callers' rows and columns lie within the matrix.
        unsafe { *panel.add((row - start) * 8 + column % 8) }
    }

    #[test]
    fn every_number_is_found_again_and_the_rest_is_zero() {
        for (rows, columns) in [(0, 3), (1, 1), (3, 8), (5, 7), (4, 9), (13, 17), (256, 8), (257, 3), (515, 12)] {
            let data: Vec<f32> = (1..=rows * columns).map(|number| number as f32).collect();
            let matrix = Matrix::new("x", &data, rows, columns).unwrap();
            let straight = Panels::of("x", matrix).unwrap();
            let turned = Panels::of_transposed("x", matrix).unwrap();
            for i in 0..rows {
                for j in 0..columns.next_multiple_of(8) {
                    let expected = matrix.row(i).get(j).copied().unwrap_or(0.0);
                    assert_eq!(packed(&straight, i, j), expected, "[{i}, {j}] of [{rows}, {columns}]");
                }
            }
            for j in 0..columns {
                for i in 0..rows.next_multiple_of(8) {
                    let expected = matrix.row(i).get(j).copied().unwrap_or(0.0);
                    assert_eq!(packed(&turned, j, i), expected, "[{j}, {i}] of [{columns}, {rows}]");
                }
            }
        }
    }
}
