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
    /// Where each cell that was named is kept, and after those the cells of the diagonal.
    places: Vec<u32>,
    repeats: Vec<usize>,
}

/// The place of what is not kept.
const NOWHERE: u32 = u32::MAX;

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
    /// assert_eq!((pattern.named(1), pattern.diagonal(1), pattern.repeats()), (Some(3), Some(2), &[2][..]));
    /// ```
    pub fn with_diagonal(rows: usize, cells: impl Iterator<Item = [usize; 2]>) -> Pattern {
        // What is outside of the matrix is in no bucket.
        let inside = |[row, column]: [usize; 2]| match row < rows && column < rows {
            true => [row as u32, column as u32],
            false => [NOWHERE; 2],
        };
        let mut all = Vec::with_capacity(cells.size_hint().0 + rows);
        cells.for_each(|cell| all.push(inside(cell)));
        let named = all.len();
        all.extend((0..rows as u32).map(|node| [node; 2]));
        let numbered = || all.iter().zip(0..);
        let by_column = Buckets::new(rows, || numbered().map(|([row, column], number)| (*column, [*row, number])));
        let by_row = Buckets::new(rows, || {
            by_column
                .each()
                .flat_map(|(column, cells)| cells.iter().map(move |[row, number]| (*row, [column, *number])))
        });
        let (mut starts, mut columns) = (Vec::with_capacity(rows + 1), Vec::with_capacity(named + rows));
        let (mut places, mut repeats) = (vec![NOWHERE; named + rows], Vec::new());
        for (_, row) in by_row.each() {
            starts.push(columns.len());
            let mut last = NOWHERE;
            for [column, number] in row {
                let number = *number as usize;
                if *column != last {
                    columns.push(*column);
                } else if number < named {
                    repeats.push(number);
                }
                if let Some(place) = places.get_mut(number) {
                    *place = columns.len() as u32 - 1;
                }
                last = *column;
            }
        }
        starts.push(columns.len());
        repeats.sort_unstable();
        Pattern { starts, columns, places, repeats }
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

    /// The place of the cell that was named as the one of this number, if it is in the matrix.
    #[inline(always)]
    pub fn named(&self, number: usize) -> Option<usize> {
        let named = self.places.get(..self.places.len() - self.rows())?;
        named.get(number).filter(|place| **place != NOWHERE).map(|place| *place as usize)
    }

    /// The place of a cell of the diagonal, if there is such.
    #[inline(always)]
    pub fn diagonal(&self, row: usize) -> Option<usize> {
        self.places.get(self.places.len() - self.rows()..)?.get(row).map(|place| *place as usize)
    }

    /// Which of the cells that were named had been named before, by their numbers, which ascend.
    pub fn repeats(&self) -> &[usize] {
        &self.repeats
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

/// Pairs of numbers in the order of a bucket that each belongs to; those of one bucket stay in their order.
struct Buckets {
    ends: Vec<u32>,
    items: Vec<[u32; 2]>,
}

impl Buckets {
    /// Puts items into so many buckets, of which each names one.
    ///
    /// # Complexity
    /// Items + buckets: they are counted, not compared.
    fn new<Items: Iterator<Item = (u32, [u32; 2])>>(buckets: usize, items: impl Fn() -> Items) -> Buckets {
        let mut next = vec![0u32; buckets];
        items().for_each(|(bucket, _)| {
            if let Some(count) = next.get_mut(bucket as usize) {
                *count += 1;
            }
        });
        let mut sum = 0;
        for start in &mut next {
            (*start, sum) = (sum, sum + *start);
        }
        let mut sorted = vec![[0; 2]; sum as usize];
        items().for_each(|(bucket, item)| {
            if let Some(place) = next.get_mut(bucket as usize) {
                if let Some(to) = sorted.get_mut(*place as usize) {
                    *to = item;
                }
                *place += 1;
            }
        });
        // Each begins where the one before it ends.
        Buckets { ends: next, items: sorted }
    }

    /// Each bucket's number and items.
    fn each(&self) -> impl Iterator<Item = (u32, &[[u32; 2]])> {
        let starts = std::iter::once(&0).chain(&self.ends);
        let bounds = (0..).zip(starts.zip(&self.ends));
        bounds
            .map(|(bucket, (start, end))| (bucket, self.items.get(*start as usize..*end as usize).unwrap_or_default()))
    }
}
