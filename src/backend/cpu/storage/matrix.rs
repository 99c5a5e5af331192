//! Where the numbers of a matrix stand: rows of f32 at equal distances in a slice.
//!
//! ```text
//! data    0 1 2 3 4 5 6 7 8 9 …       columns 2..4 of a matrix of 5 columns:
//! row 0   └───────┘                    columns = 2, stride = 5
//! row 1             └───────┘          the heads of an attention lie so, side by side
//! ```

use std::ops::Range;

use crate::error::{Error, Result};

use crate::backend::cpu::lanes::{Lanes, WIDTH};

/// A matrix that is read.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a> {
    data: &'a [f32],
    rows: usize,
    columns: usize,
    stride: usize,
    /// What no number exceeds in magnitude, if that is known.
    bound: Option<f64>,
}

/// A matrix that is written.
#[derive(Debug)]
pub struct MatrixMut<'a> {
    data: &'a mut [f32],
    rows: usize,
    columns: usize,
    stride: usize,
}

/// The error of numbers that do not fill a matrix.
fn misfit(name: &str, rows: usize, columns: usize, found: usize) -> Box<Error> {
    Error::DataLength { input: name.into(), expected: rows.saturating_mul(columns), found }.into()
}

/// Cuts a range so that it lies within a length.
fn within(range: Range<usize>, length: usize) -> Range<usize> {
    let end = range.end.min(length);
    range.start.min(end)..end
}

impl<'a> Matrix<'a> {
    /// Sees a slice as a matrix, row by row. `name` is what an error calls it.
    ///
    /// # Errors
    /// [`Error::DataLength`] unless there are rows · columns numbers.
    pub fn new(name: &str, data: &'a [f32], rows: usize, columns: usize) -> Result<Matrix<'a>> {
        if rows.checked_mul(columns) != Some(data.len()) {
            return Err(misfit(name, rows, columns, data.len()));
        }
        Ok(Matrix { data, rows, columns, stride: columns, bound: None })
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How far the rows are apart.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Some of the rows, cut to those that are there.
    pub fn row_range(&self, range: Range<usize>) -> Matrix<'a> {
        let Range { start, end } = within(range, self.rows);
        let data = self.data.get(start * self.stride..).unwrap_or_default();
        Matrix { data, rows: end - start, ..*self }
    }

    /// Some of the columns, cut to those that are there.
    pub fn column_range(&self, range: Range<usize>) -> Matrix<'a> {
        let Range { start, end } = within(range, self.columns);
        Matrix { data: self.data.get(start..).unwrap_or_default(), columns: end - start, ..*self }
    }

    /// Every so many rows one, from a row on.
    pub fn every(&self, step: usize, first: usize) -> Matrix<'a> {
        let data = self.data.get(first * self.stride..).unwrap_or_default();
        let rows = self.rows.saturating_sub(first).div_ceil(step.max(1));
        Matrix { data, rows, stride: self.stride.saturating_mul(step), ..*self }
    }

    /// The same matrix, of which it is known what no number exceeds in magnitude.
    pub fn within(self, bound: f64) -> Matrix<'a> {
        Matrix { bound: Some(bound), ..self }
    }

    /// What no number exceeds in magnitude: what is known, or the largest.
    pub fn bound(&self) -> f64 {
        self.bound.unwrap_or_else(|| self.magnitude().into())
    }

    /// One row; empty when there is no such row.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &'a [f32] {
        let start = row * self.stride;
        if row < self.rows { self.data.get(start..start + self.columns).unwrap_or_default() } else { &[] }
    }

    /// The numbers from the first on, those between the rows' ends and beginnings included.
    pub fn data(&self) -> &'a [f32] {
        self.data
    }

    /// Where the first number stands.
    pub fn start(&self) -> *const f32 {
        self.data.as_ptr()
    }

    /// The largest magnitude; infinite when a number is not finite.
    pub fn magnitude(&self) -> f32 {
        let together = self.data.get(..self.rows * self.columns).filter(|_| self.stride == self.columns);
        match together {
            Some(numbers) => magnitude_of(numbers),
            None => (0..self.rows).map(|row| magnitude_of(self.row(row))).fold(0.0, f32::max),
        }
    }
}

/// The largest magnitude of numbers; infinite when one is not finite. Four vectors at a time, each with a maximum of its own, so that none waits for another.
#[inline(never)]
fn magnitude_of(numbers: &[f32]) -> f32 {
    const AT_ONCE: usize = 4;
    let (whole, rest) = numbers.as_chunks::<{ AT_ONCE * WIDTH }>();
    let mut most = [Lanes::ZERO; AT_ONCE];
    // A maximum passes over NaN: what is not finite has to be looked for on its own, and times 0 is no number.
    let mut nothing = [Lanes::ZERO; AT_ONCE];
    for chunk in whole {
        for (i, (most, nothing)) in most.iter_mut().zip(&mut nothing).enumerate() {
            // SAFETY: a chunk has that many vectors.
            let four = unsafe { Lanes::load(chunk.as_ptr().add(i * WIDTH)) };
            *most = most.or_larger(four).or_larger(Lanes::ZERO.minus(four));
            *nothing = nothing.plus(four.times(Lanes::ZERO));
        }
    }
    let [a, b, c, d] = most;
    let largest = a.or_larger(b).or_larger(c.or_larger(d)).largest();
    let [a, b, c, d] = nothing;
    let nothing = a.plus(b).plus(c.plus(d)).sum() + rest.iter().map(|number| number * 0.0).sum::<f32>();
    let largest = rest.iter().fold(largest, |most, number| most.max(number.abs()));
    if nothing == 0.0 { largest } else { f32::INFINITY }
}

impl<'a> MatrixMut<'a> {
    /// Sees a slice as a matrix, row by row. `name` is what an error calls it.
    ///
    /// # Errors
    /// [`Error::DataLength`] unless there is room for rows · columns numbers.
    pub fn new(name: &str, data: &'a mut [f32], rows: usize, columns: usize) -> Result<MatrixMut<'a>> {
        if rows.checked_mul(columns) != Some(data.len()) {
            return Err(misfit(name, rows, columns, data.len()));
        }
        Ok(MatrixMut { data, rows, columns, stride: columns })
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How far the rows are apart.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Some of the columns, cut to those that are there, for as long as they are borrowed.
    pub fn column_range(&mut self, range: Range<usize>) -> MatrixMut<'_> {
        let Range { start, end } = within(range, self.columns);
        let data = self.data.get_mut(start..).unwrap_or_default();
        MatrixMut { data, columns: end - start, rows: self.rows, stride: self.stride }
    }

    /// Some of the rows, cut to those that are there, for as long as they are borrowed.
    pub fn row_range(&mut self, range: Range<usize>) -> MatrixMut<'_> {
        let Range { start, end } = within(range, self.rows);
        let data = self.data.get_mut(start * self.stride..).unwrap_or_default();
        MatrixMut { data, rows: end - start, columns: self.columns, stride: self.stride }
    }

    /// Every so many rows one, from a row on, for as long as they are borrowed.
    pub fn every(&mut self, step: usize, first: usize) -> MatrixMut<'_> {
        let data = self.data.get_mut(first * self.stride..).unwrap_or_default();
        let rows = self.rows.saturating_sub(first).div_ceil(step.max(1));
        MatrixMut { data, rows, columns: self.columns, stride: self.stride.saturating_mul(step) }
    }

    /// One row; empty when there is no such row.
    #[inline(always)]
    pub fn row(&mut self, row: usize) -> &mut [f32] {
        let start = row * self.stride;
        if row < self.rows { self.data.get_mut(start..start + self.columns).unwrap_or_default() } else { &mut [] }
    }

    /// Writes vectors as rows, as far as it reaches.
    #[inline(always)]
    pub fn put(&mut self, rows: [Lanes; WIDTH]) {
        for (i, numbers) in rows.into_iter().enumerate() {
            let row = self.row(i);
            match row.first_chunk_mut() {
                Some(four) => numbers.put(four),
                None => row.iter_mut().zip(numbers.numbers()).for_each(|(to, number)| *to = number),
            }
        }
    }

    /// Copies a matrix, as far as both reach.
    pub fn copy(&mut self, from: Matrix) {
        for row in 0..self.rows {
            self.row(row).iter_mut().zip(from.row(row)).for_each(|(to, from)| *to = *from);
        }
    }

    /// Adds a matrix, as far as both reach.
    pub fn add(&mut self, from: Matrix) {
        for row in 0..self.rows {
            self.row(row).iter_mut().zip(from.row(row)).for_each(|(to, from)| *to += *from);
        }
    }

    /// The same matrix, to be read.
    pub fn read(&self) -> Matrix<'_> {
        Matrix { data: self.data, rows: self.rows, columns: self.columns, stride: self.stride, bound: None }
    }

    /// Where the first number stands.
    pub fn start(&mut self) -> *mut f32 {
        self.data.as_mut_ptr()
    }
}

#[cfg(test)]
mod tests {
    use super::{Matrix, MatrixMut};

    #[test]
    fn columns_of_rows_are_where_they_belong() {
        let data: Vec<f32> = (0..12).map(|number| number as f32).collect();
        let matrix = Matrix::new("x", &data, 3, 4).unwrap();
        let part = matrix.column_range(1..3).row_range(1..9);
        assert_eq!((part.rows(), part.columns(), part.stride()), (2, 2, 4));
        assert_eq!((part.row(0), part.row(1), part.row(2)), (&[5.0, 6.0][..], &[9.0, 10.0][..], &[][..]));
    }

    #[test]
    fn every_third_row_is_a_matrix() {
        let mut data: Vec<f32> = (0..14).map(|number| number as f32).collect();
        let part = Matrix::new("x", &data, 7, 2).unwrap().every(3, 1);
        assert_eq!((part.rows(), part.row(0), part.row(1)), (2, &[2.0, 3.0][..], &[8.0, 9.0][..]));
        assert_eq!(Matrix::new("x", &data, 7, 2).unwrap().every(3, 8).rows(), 0);
        MatrixMut::new("x", &mut data, 7, 2).unwrap().every(3, 1).row(1).fill(0.0);
        assert_eq!(data.get(6..11), Some(&[6.0, 7.0, 0.0, 0.0, 10.0][..]));
    }

    #[test]
    fn what_is_written_stands_in_its_columns() {
        let mut data = vec![0.0; 6];
        let mut matrix = MatrixMut::new("x", &mut data, 2, 3).unwrap();
        matrix.column_range(1..2).row(1).fill(7.0);
        assert_eq!(data, [0.0, 0.0, 0.0, 0.0, 7.0, 0.0]);
    }

    #[test]
    fn a_slice_must_fill_its_matrix() {
        assert_eq!(Matrix::new("x", &[1.0], 2, 3).unwrap_err().code(), "data-length");
        assert_eq!(Matrix::new("x", &[], usize::MAX, 2).unwrap_err().code(), "data-length");
    }

    #[test]
    fn a_number_that_is_not_finite_has_no_magnitude() {
        let magnitude = |data: &[f32]| Matrix::new("x", data, 1, data.len()).unwrap().magnitude();
        assert_eq!(magnitude(&[1.0, -3.0, 2.0]), 3.0);
        assert_eq!(magnitude(&[]), 0.0);
        for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(magnitude(&[1.0, wrong, 2.0]), f32::INFINITY);
            for length in [16, 17, 31, 64, 100] {
                for place in [0, 5, length / 2, length - 1] {
                    let mut numbers = vec![1.0; length];
                    numbers[place] = -4.0;
                    assert_eq!(magnitude(&numbers), 4.0, "{place} of {length}");
                    numbers[place] = wrong;
                    assert_eq!(magnitude(&numbers), f32::INFINITY, "{place} of {length}");
                }
            }
        }
    }
}
