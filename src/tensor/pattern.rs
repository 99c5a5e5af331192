//! Which cells of a square matrix are kept, where all others hold one and the same number.
//!
//! ```text
//! targets     sources that are kept      starts   columns
//!   0          0  1                        0       0 1 | 1 | 0 2
//!   1          1                           2
//!   2          0  2                        3  (5)
//! ```

/// Cells of a square matrix, row by row; the columns of a row ascend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    starts: Vec<usize>,
    columns: Vec<u32>,
}

impl Pattern {
    /// Keeps these cells of a matrix of so many rows, pairs of row and column, and its diagonal. A cell that is named twice is kept once; one outside of the matrix
    /// is none.
    ///
    /// # Complexity
    /// Rows + cells: sorted by counting, first by column, then by row.
    ///
    /// # Example
    /// ```
    /// use attograph::tensor::Pattern;
    /// let pattern = Pattern::with_diagonal(3, [[0, 1], [2, 0], [0, 1]].into_iter());
    /// assert_eq!((pattern.len(), pattern.row(0).1, pattern.row(2).1), (5, &[0, 1][..], &[0, 2][..]));
    /// assert_eq!((pattern.place(2, 2), pattern.place(1, 0)), (Some(4), None));
    /// ```
    pub fn with_diagonal(rows: usize, cells: impl Iterator<Item = [usize; 2]> + Clone) -> Pattern {
        let mut all: Vec<[u32; 2]> = Vec::with_capacity(rows + cells.size_hint().0);
        for [row, column] in cells {
            if row < rows && column < rows {
                all.push([row as u32, column as u32]);
            }
        }
        all.extend((0..rows as u32).map(|node| [node, node]));
        let by_column = sorted_by_number(&all, rows, |[_, column]| column as usize);
        let all = sorted_by_number(&by_column, rows, |[row, _]| row as usize);
        let (mut starts, mut columns) = (Vec::with_capacity(rows + 1), Vec::with_capacity(all.len()));
        let mut last = [u32::MAX; 2];
        for cell in all {
            // Each row has its diagonal, so that none is skipped.
            if cell[0] != last[0] {
                starts.push(columns.len());
            }
            if cell != last {
                columns.push(cell[1]);
            }
            last = cell;
        }
        starts.push(columns.len());
        Pattern { starts, columns }
    }

    /// How many cells are kept.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether none is kept, as of a matrix without rows.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// How many rows the matrix has, and columns.
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// Where the cells of a row begin, and their columns.
    #[inline(always)]
    pub fn row(&self, row: usize) -> (usize, &[u32]) {
        let bound = |row: usize| self.starts.get(row).copied().unwrap_or(self.columns.len());
        (bound(row), self.columns.get(bound(row)..bound(row + 1)).unwrap_or_default())
    }

    /// The place of a cell among those that are kept, if it is.
    #[inline(always)]
    pub fn place(&self, row: usize, column: usize) -> Option<usize> {
        let (start, columns) = self.row(row);
        // The library is compiled for size, which calls a function for each comparison of a search of its own.
        let (mut low, mut high) = (0, columns.len());
        while low < high {
            let middle = (low + high) / 2;
            let found = columns.get(middle).map_or(usize::MAX, |found| *found as usize);
            if found < column {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (columns.get(low).is_some_and(|found| *found as usize == column)).then_some(start + low)
    }

    /// The column of each cell.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// How many cells a row has on average, rounded up.
    pub fn width(&self) -> usize {
        self.len().div_ceil(self.rows().max(1))
    }
}

/// Items in the order of a number that each has, below `count`; those with the same number stay in their order.
///
/// # Complexity
/// Items + count: they are counted, not compared.
pub(crate) fn sorted_by_number<T: Copy + Default>(items: &[T], count: usize, number: impl Fn(T) -> usize) -> Vec<T> {
    let mut next = vec![0usize; count + 1];
    for item in items {
        if let Some(found) = next.get_mut(number(*item) + 1) {
            *found += 1;
        }
    }
    let mut sum = 0;
    for start in &mut next {
        sum += *start;
        *start = sum;
    }
    let mut sorted = vec![T::default(); items.len()];
    for item in items {
        if let Some(place) = next.get_mut(number(*item)) {
            if let Some(to) = sorted.get_mut(*place) {
                *to = *item;
            }
            *place += 1;
        }
    }
    sorted
}
