//! A sparse matrix in compressed rows.
//!
//! ```text
//! 0 7 0 2        starts   0 2 2 3       row i holds the places starts[i] .. starts[i + 1]
//! 0 0 0 0   ⇔    columns  1 3 0
//! 5 0 0 0        values   7 2 5
//! ```

use std::ops::Range;

use crate::error::{Error, Result};

use super::buffer::filled;

/// A sparse matrix. Columns ascend within a row, none twice, and all lie within the matrix.
pub struct Compressed {
    starts: Vec<u32>,
    columns: Vec<u32>,
    values: Vec<f32>,
    width: usize,
}

impl Compressed {
    /// Builds a matrix from its entries, pairs of row and column; without values each is 1. Those of the same place are added up.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for an entry outside the matrix or a value that is not finite, [`Error::DataLength`] unless there is a value for each entry,
    /// [`Error::TooLarge`].
    ///
    /// # Complexity
    /// Rows + columns + entries: two passes of sorting by counting, first by column, then by row.
    pub fn from_entries(
        name: &str,
        (rows, width): (usize, usize),
        entries: &[[u32; 2]],
        values: Option<&[f32]>,
    ) -> Result<Compressed> {
        if let Some(values) = values.filter(|values| values.len() != entries.len()) {
            let (expected, found) = (entries.len(), values.len());
            return Err(Error::DataLength { input: name.into(), expected, found }.into());
        }
        let value_of = |entry: usize| values.map_or(Some(1.0), |values| values.get(entry).copied()).unwrap_or_default();
        for (place, &[row, column]) in entries.iter().enumerate() {
            let refuse = |part: usize, value: f64, expected: &str| {
                let (input, index) = (name.into(), vec![place, part]);
                Err(Error::OutOfRange { input, index, value, expected: expected.into() }.into())
            };
            if row as usize >= rows {
                return refuse(0, f64::from(row), "a row, counted from 0");
            }
            if column as usize >= width {
                return refuse(1, f64::from(column), "a column, counted from 0");
            }
            if !value_of(place).is_finite() {
                return refuse(2, f64::from(value_of(place)), "finite");
            }
        }
        let by_column = order(name, width, entries.len(), 0..entries.len(), |entry| part(entries, entry, 1))?;
        let by_column = by_column.iter().map(|&entry| entry as usize);
        let sorted = order(name, rows, entries.len(), by_column, |entry| part(entries, entry, 0))?;
        let mut matrix = Compressed {
            starts: filled(name, rows + 1, 1, 0)?,
            columns: filled(name, entries.len(), 1, 0)?,
            values: filled(name, entries.len(), 1, 0.0)?,
            width,
        };
        matrix.columns.clear();
        matrix.values.clear();
        let mut last = None;
        for entry in sorted {
            let entry = entry as usize;
            let (row, column, value) = (part(entries, entry, 0), part(entries, entry, 1), value_of(entry));
            match matrix.values.last_mut().filter(|_| last == Some((row, column))) {
                Some(sum) => *sum += value,
                None => {
                    matrix.columns.push(column as u32);
                    matrix.values.push(value);
                }
            }
            last = Some((row, column));
            if let Some(end) = matrix.starts.get_mut(row + 1) {
                *end = matrix.columns.len() as u32;
            }
        }
        // A row without entries ends where the one before it does.
        let mut end = 0;
        for start in &mut matrix.starts {
            end = end.max(*start);
            *start = end;
        }
        Ok(matrix)
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many entries.
    pub fn entries(&self) -> usize {
        self.columns.len()
    }

    /// Where the entries of a row stand.
    #[inline(always)]
    pub fn places(&self, row: usize) -> Range<usize> {
        match (self.starts.get(row), self.starts.get(row + 1)) {
            (Some(&start), Some(&end)) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// The columns and values of a row.
    #[inline(always)]
    pub fn row(&self, row: usize) -> (&[u32], &[f32]) {
        let places = self.places(row);
        (self.columns.get(places.clone()).unwrap_or_default(), self.values.get(places).unwrap_or_default())
    }

    /// The values of a row, to be changed.
    pub fn values_mut(&mut self, row: usize) -> &mut [f32] {
        let places = self.places(row);
        self.values.get_mut(places).unwrap_or_default()
    }

    /// Where each row starts, and where the last one ends.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The columns of all entries, row after row.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// The values of all entries, row after row.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Some of the rows, cut to those that are there, as a matrix of their own.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn block(&self, rows: Range<usize>) -> Result<Compressed> {
        let end = rows.end.min(self.rows());
        let starts = self.starts.get(rows.start.min(end)..=end).unwrap_or_default();
        let (first, last) = (starts.first().copied().unwrap_or_default(), starts.last().copied().unwrap_or_default());
        let places = first as usize..last as usize;
        let copy = |numbers: &[u32]| -> Result<Vec<u32>> {
            let mut copied = filled("graph", numbers.len(), 1, 0)?;
            copied.copy_from_slice(numbers);
            Ok(copied)
        };
        let mut values = filled("graph", places.len(), 1, 0.0)?;
        values.copy_from_slice(self.values.get(places.clone()).unwrap_or_default());
        let mut starts = copy(starts)?;
        starts.iter_mut().for_each(|start| *start -= first);
        Ok(Compressed {
            starts,
            columns: copy(self.columns.get(places).unwrap_or_default())?,
            values,
            width: self.width,
        })
    }

    /// Where to cut the rows into parts of about equal work: the first row of each part, and the end of the last. A row counts as one entry more than it
    /// has.
    pub fn cuts(&self, parts: usize) -> Vec<u32> {
        // In 64 bits: so many parts of so much may be more than an address.
        let work = |row: usize| (self.places(row).start + row) as u64 * parts as u64;
        let total = (self.entries() + self.rows()) as u64;
        let cut = |part: usize| {
            let (mut low, mut high) = (0, self.rows());
            while low < high {
                let middle = low.midpoint(high);
                (low, high) = if work(middle) < total * part as u64 { (middle + 1, high) } else { (low, middle) };
            }
            low as u32
        };
        (0..=parts).map(cut).collect()
    }

    /// The most entries of a row.
    pub fn longest_row(&self) -> usize {
        (0..self.rows()).map(|row| self.places(row).len()).max().unwrap_or_default()
    }
}

fn part(entries: &[[u32; 2]], entry: usize, part: usize) -> usize {
    entries.get(entry).and_then(|entry| entry.get(part)).map_or(0, |&number| number as usize)
}

/// Sorts items by a key below `keys`, those of one key in the order in which they came.
pub fn order(
    name: &str,
    keys: usize,
    count: usize,
    items: impl Iterator<Item = usize> + Clone,
    key: impl Fn(usize) -> usize,
) -> Result<Vec<u32>> {
    let mut places: Vec<u32> = filled(name, keys + 1, 1, 0)?;
    for item in items.clone() {
        if let Some(count) = places.get_mut(key(item) + 1) {
            *count += 1;
        }
    }
    let mut total = 0;
    for place in &mut places {
        total += *place;
        *place = total;
    }
    let mut sorted = filled(name, count, 1, 0)?;
    for item in items {
        if let Some(place) = places.get_mut(key(item)) {
            if let Some(to) = sorted.get_mut(*place as usize) {
                *to = item as u32;
            }
            *place += 1;
        }
    }
    Ok(sorted)
}

#[cfg(test)]
mod tests {
    use super::{Compressed, order};

    #[test]
    fn entries_are_sorted_and_those_of_one_place_added() {
        let entries = [[2, 0], [0, 3], [0, 1], [2, 0]];
        let matrix = Compressed::from_entries("x", (4, 4), &entries, Some(&[5.0, 2.0, 7.0, 1.0])).unwrap();
        assert_eq!(matrix.row(0), (&[1, 3][..], &[7.0, 2.0][..]));
        assert_eq!(matrix.row(1), (&[][..], &[][..]));
        assert_eq!(matrix.row(2), (&[0][..], &[6.0][..]));
        assert_eq!(matrix.row(3), (&[][..], &[][..]));
        assert_eq!((matrix.rows(), matrix.width(), matrix.entries(), matrix.longest_row()), (4, 4, 3, 2));
    }

    #[test]
    fn blocks_are_the_rows_between_cuts() {
        let entries = [[0, 1], [0, 2], [0, 3], [0, 4], [3, 0], [3, 2], [5, 1]];
        let matrix = Compressed::from_entries("x", (6, 5), &entries, None).unwrap();
        assert_eq!(matrix.cuts(1), [0, 6]);
        assert_eq!(matrix.cuts(2), [0, 3, 6]);
        assert_eq!(matrix.cuts(3), [0, 1, 4, 6]);
        let cuts = matrix.cuts(20);
        assert_eq!((cuts.len(), cuts.first(), cuts.last()), (21, Some(&0), Some(&6)));
        for ends in [[0, 6], [1, 4], [3, 3], [5, 9]] {
            let [start, end] = ends;
            let block = matrix.block(start..end).unwrap();
            assert_eq!((block.rows(), block.width()), (end.min(6) - start, 5));
            for row in 0..block.rows() {
                assert_eq!(block.row(row), matrix.row(start + row));
            }
        }
    }

    #[test]
    fn entries_outside_are_refused() {
        let code = |entries: &[[u32; 2]], values| {
            Compressed::from_entries("x", (2, 3), entries, values).err().map(|error| error.code())
        };
        assert_eq!(code(&[[2, 0]], None), Some("out-of-range"));
        assert_eq!(code(&[[0, 3]], None), Some("out-of-range"));
        assert_eq!(code(&[[0, 2]], Some(&[f32::NAN])), Some("out-of-range"));
        assert_eq!(code(&[[0, 2]], Some(&[])), Some("data-length"));
        assert_eq!(code(&[[1, 2]], Some(&[1.0])), None);
    }

    #[test]
    fn sorting_by_counting_is_stable() {
        let keys = [2usize, 0, 2, 1, 0];
        assert_eq!(order("x", 3, 5, 0..5, |item| keys[item]).unwrap(), [1, 4, 3, 0, 2]);
    }
}
