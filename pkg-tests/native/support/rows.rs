//! Matrices as lists of rows, for formulas that are written out once more as loops.

use attograph::tensor::Tensor;

pub type Rows = Vec<Vec<f64>>;

/// Returns the rows of a matrix.
pub fn rows(matrix: &Tensor) -> Rows {
    let [count, width] = *matrix.shape() else { panic!("{:?} is no matrix", matrix.shape()) };
    (0..count).map(|row| matrix.data()[row * width..(row + 1) * width].to_vec()).collect()
}

/// Returns the matrix of some rows.
pub fn matrix(rows: &[Vec<f64>]) -> Tensor {
    Tensor::matrix(rows).expect("rows of one length")
}

/// Returns a matrix of one column.
pub fn column(numbers: &[f64]) -> Tensor {
    Tensor::new(vec![numbers.len(), 1], numbers.to_vec()).expect("a column")
}

/// Returns the rows of the identity.
pub fn identity(width: usize) -> Rows {
    (0..width).map(|row| (0..width).map(|column| f64::from(u8::from(row == column))).collect()).collect()
}

pub fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

/// Returns a row times a matrix.
pub fn times(row: &[f64], w: &[Vec<f64>]) -> Vec<f64> {
    let width = w.first().map_or(0, Vec::len);
    (0..width).map(|column| row.iter().zip(w).map(|(number, weights)| number * weights[column]).sum()).collect()
}

/// Returns the product of two matrices.
pub fn product(x: &Rows, w: &Rows) -> Rows {
    x.iter().map(|row| times(row, w)).collect()
}

/// Returns a matrix with a vector added to each row.
pub fn plus(x: &Rows, bias: &[f64]) -> Rows {
    x.iter().map(|row| row.iter().zip(bias).map(|(number, bias)| number + bias).collect()).collect()
}

/// Returns some neighboring columns of a matrix.
pub fn columns(x: &Rows, from: usize, count: usize) -> Rows {
    x.iter().map(|row| row[from..from + count].to_vec()).collect()
}
