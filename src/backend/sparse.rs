//! Matrices of nodes of which only some cells are kept, in f64: what becomes of their rows. Every sum is in the order of the columns, from 0, as the reference's.
//!
//! ```text
//! row 0   a₀₀ a₀₁      features   x₀        row of the product   0 + a₀₀ x₀ + a₀₁ x₁
//! row 1       a₁₁                 x₁                             0 + a₁₁ x₁
//! row 2   a₂₀     a₂₂             x₂                             0 + a₂₀ x₀ + a₂₂ x₂
//! ```
//!
//! Several matrices, such as those of heads, stand behind each other.

use crate::op::Reduction;
use crate::tensor::Pattern;

/// Copies to each kept cell what its row or its column has: `end` chooses. A row of the data has `behind` numbers for each node.
pub fn to_cells(pattern: &Pattern, data: &[f64], behind: usize, end: impl Fn(usize, usize) -> usize) -> Vec<f64> {
    let nodes = pattern.rows();
    let mut cells = Vec::with_capacity(data.len() / nodes.max(1) * pattern.len());
    for matrix in data.chunks_exact((nodes * behind).max(1)) {
        for row in 0..nodes {
            for column in pattern.row(row).1 {
                let start = end(row, *column as usize) * behind;
                cells.extend_from_slice(matrix.get(start..start + behind).unwrap_or_default());
            }
        }
    }
    cells
}

/// The sum or the maximum of each row.
pub fn reduce_rows(pattern: &Pattern, reduction: Reduction, cells: &[f64]) -> Vec<f64> {
    let mut result = Vec::with_capacity(matrices(pattern, cells).count() * pattern.rows());
    for matrix in matrices(pattern, cells) {
        for row in 0..pattern.rows() {
            let numbers = cells_of(pattern, matrix, row).0;
            result.push(numbers.iter().fold(reduction.start(), |so_far, number| reduction.fold(so_far, *number)));
        }
    }
    result
}

/// The sum or the maximum of each column.
pub fn reduce_columns(pattern: &Pattern, reduction: Reduction, cells: &[f64]) -> Vec<f64> {
    let mut result = Vec::new();
    for matrix in matrices(pattern, cells) {
        let mut columns = vec![reduction.start(); pattern.rows()];
        for (column, number) in pattern.columns().iter().zip(matrix) {
            if let Some(so_far) = columns.get_mut(*column as usize) {
                *so_far = reduction.fold(*so_far, *number);
            }
        }
        result.append(&mut columns);
    }
    result
}

/// The products of matrices and the features of nodes, as many numbers as this shape has.
///
/// # Complexity
/// Cells · features multiplications; memory for the result alone.
pub fn multiply(pattern: &Pattern, cells: &[f64], features: &[f64], shape: &[usize]) -> Vec<f64> {
    let (nodes, size) = (pattern.rows(), shape.iter().product::<usize>());
    let mut result = vec![0.0; size];
    let width = features.len() / (matrices(pattern, cells).count() * nodes).max(1);
    if width == 0 {
        return result;
    }
    let all = result.chunks_exact_mut(nodes * width).zip(features.chunks_exact(nodes * width));
    for ((result, features), matrix) in all.zip(matrices(pattern, cells)) {
        for (row, to) in result.chunks_exact_mut(width).enumerate() {
            let (weights, columns) = cells_of(pattern, matrix, row);
            weighted_sum(weights, columns, features, to);
        }
        if features.iter().any(|number| !number.is_finite()) {
            add_the_unseen(pattern, features, result);
        }
    }
    result
}

/// How many columns of a result are under way at once. As measured, natively more of them gain a third, as the rows of features are read once; in WebAssembly, which
/// has no vectors here, they take half as long again.
const AT_ONCE: usize = if cfg!(target_arch = "wasm32") { 8 } else { 32 };

/// The sum of some rows of the features, each times its weight, in order from 0.
fn weighted_sum(weights: &[f64], columns: &[u32], features: &[f64], to: &mut [f64]) {
    let row = Row { weights, columns, features, width: to.len() };
    row.sum_strips::<1>(row.sum_strips::<8>(row.sum_strips::<AT_ONCE>(to)));
}

/// The kept cells of a row, and the features that they are multiplied by, so many for each node.
struct Row<'a> {
    weights: &'a [f64],
    columns: &'a [u32],
    features: &'a [f64],
    width: usize,
}

impl Row<'_> {
    /// Fills the last columns of a result, `N` at once, and returns those that are left over.
    fn sum_strips<'to, const N: usize>(&self, to: &'to mut [f64]) -> &'to mut [f64] {
        let mut first = self.width - to.len();
        let (strips, rest) = to.as_chunks_mut::<N>();
        for strip in strips {
            *strip = self.sums(first);
            first += N;
        }
        rest
    }

    /// `N` columns of the result, from `first` on.
    #[inline(never)]
    fn sums<const N: usize>(&self, first: usize) -> [f64; N] {
        let mut sums = [0.0; N];
        for (weight, column) in self.weights.iter().zip(self.columns) {
            let start = *column as usize * self.width + first;
            let numbers = self.features.get(start..).and_then(<[f64]>::first_chunk).unwrap_or(&[f64::NAN; N]);
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += weight * number);
        }
        sums
    }
}

/// With a whole matrix each sum has a term 0 · x for each node that has no kept cell in the row, which is NaN where x is not finite.
fn add_the_unseen(pattern: &Pattern, features: &[f64], result: &mut [f64]) {
    let width = features.len() / pattern.rows().max(1);
    let mut all = vec![0usize; width];
    let count = |row: &[f64], counts: &mut [usize]| {
        counts.iter_mut().zip(row).for_each(|(count, number)| *count += usize::from(!number.is_finite()));
    };
    features.chunks_exact(width.max(1)).for_each(|row| count(row, &mut all));
    for (row, to) in result.chunks_exact_mut(width.max(1)).enumerate() {
        let mut seen = vec![0; width];
        for column in pattern.row(row).1 {
            let start = *column as usize * width;
            count(features.get(start..start + width).unwrap_or_default(), &mut seen);
        }
        let unseen = to.iter_mut().zip(all.iter().zip(seen)).filter(|(_, (all, seen))| *all > seen);
        unseen.for_each(|(to, _)| *to = f64::NAN);
    }
}

/// The cells of each matrix.
fn matrices<'a>(pattern: &Pattern, cells: &'a [f64]) -> impl Iterator<Item = &'a [f64]> {
    cells.chunks_exact(pattern.len().max(1))
}

/// The kept cells of a row, and their columns.
#[inline(always)]
fn cells_of<'a>(pattern: &'a Pattern, matrix: &'a [f64], row: usize) -> (&'a [f64], &'a [u32]) {
    let (start, columns) = pattern.row(row);
    (matrix.get(start..start + columns.len()).unwrap_or_default(), columns)
}
