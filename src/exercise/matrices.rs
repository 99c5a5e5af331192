//! The numbers of a run as matrices, for misconceptions and errata to compute with.

use nalgebra::DMatrix;

use crate::error::{Error, Result};
use crate::tensor::Tensor;
use crate::trace::Trace;

/// The value of a step.
pub(crate) fn tensor<'a>(run: &'a Trace, step: &str) -> Result<&'a Tensor> {
    Ok(&run.step(step)?.tensor)
}

/// The value of a step that is a matrix.
pub(crate) fn matrix(run: &Trace, step: &str) -> Result<DMatrix<f64>> {
    to_matrix(tensor(run, step)?)
}

/// A tensor that is a matrix.
pub(super) fn to_matrix(tensor: &Tensor) -> Result<DMatrix<f64>> {
    DMatrix::try_from(tensor)
}

/// The value of a step that has one axis, as a column.
pub(super) fn column(run: &Trace, step: &str) -> Result<DMatrix<f64>> {
    let numbers = tensor(run, step)?.data();
    Ok(DMatrix::from_column_slice(numbers.len(), 1, numbers))
}

/// The value of a step whose first axis counts heads: one matrix for each head.
pub(super) fn heads(run: &Trace, step: &str) -> Result<Vec<DMatrix<f64>>> {
    let tensor = tensor(run, step)?;
    let [_, rows, columns] = *tensor.shape() else { return Err(unfit("the step has no heads")) };
    let size = (rows * columns).max(1);
    Ok(tensor.data().chunks(size).map(|head| DMatrix::from_row_slice(rows, columns, head)).collect())
}

/// A tensor of rank 2.
pub(super) fn of(matrix: &DMatrix<f64>) -> Result<Tensor> {
    Tensor::try_from(matrix)
}

/// A tensor of rank 1, from a matrix of one row or one column.
pub(super) fn of_vector(matrix: &DMatrix<f64>) -> Result<Tensor> {
    Tensor::vector(matrix.iter().copied().collect())
}

/// A tensor of rank 3, from one matrix for each head.
pub(super) fn of_heads(heads: &[DMatrix<f64>]) -> Result<Tensor> {
    let (rows, columns) = heads.first().map(DMatrix::shape).unwrap_or_default();
    // nalgebra stores matrices column by column, a tensor is row-major.
    let data = heads.iter().flat_map(|head| head.transpose().iter().copied().collect::<Vec<_>>()).collect();
    Tensor::new(vec![heads.len(), rows, columns], data)
}

/// Returns an entry; NaN outside of the matrix.
pub(super) fn at(matrix: &DMatrix<f64>, i: usize, j: usize) -> f64 {
    matrix.get((i, j)).copied().unwrap_or(f64::NAN)
}

/// The product, if the shapes allow one.
pub(crate) fn product(left: &DMatrix<f64>, right: &DMatrix<f64>) -> Result<DMatrix<f64>> {
    if left.ncols() != right.nrows() {
        return Err(unfit("shapes that do not multiply"));
    }
    Ok(left * right)
}

/// Applies a function to each number of a tensor.
pub(crate) fn each(tensor: &Tensor, change: fn(f64) -> f64) -> Result<Tensor> {
    Tensor::new(tensor.shape().to_vec(), tensor.data().iter().map(|&number| change(number)).collect())
}

/// Computes each entry from its index and its value.
pub(super) fn entries(matrix: &DMatrix<f64>, entry: impl Fn(usize, usize, f64) -> f64) -> DMatrix<f64> {
    filled(matrix.shape(), &|i, j| entry(i, j, at(matrix, i, j)))
}

/// A matrix whose entries are computed from their places. A single instance serves all callers, which keeps the WebAssembly file small.
pub(super) fn filled((rows, columns): (usize, usize), entry: &dyn Fn(usize, usize) -> f64) -> DMatrix<f64> {
    DMatrix::from_fn(rows, columns, entry)
}

/// The sum of each row, as a column.
pub(super) fn row_sums(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    DMatrix::from_fn(matrix.nrows(), 1, |i, _| matrix.row_iter().nth(i).map(|row| row.sum()).unwrap_or_default())
}

/// Each row's exponentials, divided by their sum; zeros in a row of nothing but −∞.
pub(super) fn softmax_rows(scores: &DMatrix<f64>) -> DMatrix<f64> {
    let mut weights = scores.clone();
    for mut row in weights.row_iter_mut() {
        let largest = row.max();
        if largest == f64::NEG_INFINITY {
            row.fill(0.0);
            continue;
        }
        row.apply(|score| *score = libm::exp(*score - largest));
        let sum = row.sum();
        row.apply(|weight| *weight /= sum);
    }
    weights
}

/// The softmax of each column.
pub(super) fn softmax_columns(scores: &DMatrix<f64>) -> DMatrix<f64> {
    softmax_rows(&scores.transpose()).transpose()
}

/// The error of a wrong formula that cannot be computed for these inputs.
pub(super) fn unfit(reason: &str) -> Box<Error> {
    Error::Internal { step: String::new(), reason: reason.into() }.into()
}
