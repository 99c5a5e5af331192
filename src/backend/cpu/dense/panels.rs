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

use super::groups::transpose_into;
use super::tile::COLUMNS;
use crate::backend::cpu::buffer::{filled, room};
use crate::backend::cpu::lanes::{Lanes, WIDTH};
use crate::backend::cpu::matrix::Matrix;

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
            let whole = columns / (2 * COLUMNS) * 2 * COLUMNS;
            // SAFETY: there is room for whole panels of every block, however many columns of the last one the matrix has.
            unsafe {
                for column in (0..whole).step_by(2 * COLUMNS) {
                    to = copy_panels::<2>(block.column_range(column..columns), to);
                }
                for column in (whole..columns).step_by(COLUMNS) {
                    let last = block.column_range(column..columns);
                    to = if last.columns() < COLUMNS { copy_edge(last, to) } else { copy_panels::<1>(last, to) };
                }
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

/// Copies the first columns of a matrix, N panels side by side, which share what a cache reads at once. Answers where the copy ends.
///
/// # Safety
/// The matrix has so many columns, and there is room for them.
#[inline(never)]
unsafe fn copy_panels<const N: usize>(matrix: Matrix, mut to: *mut f32) -> *mut f32 {
    let (mut from, stride, length) = (matrix.start(), matrix.stride(), matrix.rows() * COLUMNS);
    for _ in 0..matrix.rows() {
        for panel in 0..N {
            // SAFETY: the caller's.
            unsafe { copy_row(from.add(panel * COLUMNS), to.add(panel * length)) };
        }
        (from, to) = (from.wrapping_add(stride), to.wrapping_add(COLUMNS));
    }
    to.wrapping_add((N - 1) * length)
}

/// Copies a matrix of fewer columns than a panel has, padded with zeros. Returns the end of the copy.
///
/// # Safety
/// There is room for a panel.
unsafe fn copy_edge(matrix: Matrix, mut to: *mut f32) -> *mut f32 {
    let mut aside = [0.0; COLUMNS];
    for row in 0..matrix.rows() {
        aside.iter_mut().zip(matrix.row(row)).for_each(|(to, from)| *to = *from);
        // SAFETY: the caller's.
        unsafe { copy_row(aside.as_ptr(), to) };
        to = to.wrapping_add(COLUMNS);
    }
    to
}

/// # Safety
/// [`COLUMNS`] numbers are there, and room for as many.
#[inline(always)]
unsafe fn copy_row(from: *const f32, to: *mut f32) {
    // SAFETY: the caller's.
    unsafe {
        Lanes::load(from).store(to);
        Lanes::load(from.add(WIDTH)).store(to.add(WIDTH));
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
