//! The little matrix arithmetic that wrong formulas need.

use nalgebra::DMatrix;

use crate::error::{Error, Result};
use crate::tensor::Tensor;
use crate::trace::Trace;

/// The matrix that a step holds.
pub(super) fn matrix(run: &Trace, step: &str) -> Result<DMatrix<f64>> {
    run.step(step)?.tensor.to_matrix().ok_or_else(|| no_matrix("a step is no matrix"))
}

/// The product, if the shapes allow one.
pub(super) fn product(left: &DMatrix<f64>, right: &DMatrix<f64>) -> Result<DMatrix<f64>> {
    if left.ncols() == right.nrows() { Ok(left * right) } else { Err(no_matrix("shapes that do not multiply")) }
}

/// The same shape, each number by itself.
pub(super) fn each(tensor: &Tensor, change: fn(f64) -> f64) -> Result<Tensor> {
    Tensor::new(tensor.shape().to_vec(), tensor.data().iter().map(|&number| change(number)).collect())
}

fn no_matrix(reason: &str) -> Box<Error> {
    Error::Internal { step: "", reason: reason.into() }.into()
}
