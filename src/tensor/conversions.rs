//! Tensors from nalgebra's matrices and vectors, and back.
//!
//! A tensor keeps rows together, a `DMatrix` columns. A conversion moves each number to where the other expects it, so that `tensor.get(&[i, j])` is
//! `matrix[(i, j)]`. A vector is a column, and a tensor of rank 1.

use nalgebra::{DMatrix, DVector};

use crate::error::{Error, Result};

use super::Tensor;

type Failure = Box<Error>;

/// A tensor of rank 2; [`Error::TooLarge`] beyond [`super::MAX_ELEMENTS`].
///
/// ```
/// use attograph::tensor::Tensor;
/// use nalgebra::DMatrix;
/// let x = Tensor::try_from(&DMatrix::from_row_slice(2, 3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]))?;
/// assert_eq!(x.shape(), [2, 3]);
/// assert_eq!(x.data(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
impl TryFrom<&DMatrix<f64>> for Tensor {
    type Error = Failure;

    fn try_from(matrix: &DMatrix<f64>) -> Result<Tensor> {
        Tensor::new(vec![matrix.nrows(), matrix.ncols()], matrix.transpose().data.into())
    }
}

/// As from a reference.
impl TryFrom<DMatrix<f64>> for Tensor {
    type Error = Failure;

    fn try_from(matrix: DMatrix<f64>) -> Result<Tensor> {
        Tensor::try_from(&matrix)
    }
}

/// A tensor of rank 1; [`Error::TooLarge`] beyond [`super::MAX_ELEMENTS`].
impl TryFrom<&DVector<f64>> for Tensor {
    type Error = Failure;

    fn try_from(vector: &DVector<f64>) -> Result<Tensor> {
        Tensor::vector(vector.as_slice().to_vec())
    }
}

/// As from a reference, without a copy.
impl TryFrom<DVector<f64>> for Tensor {
    type Error = Failure;

    fn try_from(vector: DVector<f64>) -> Result<Tensor> {
        Tensor::vector(vector.data.into())
    }
}

/// A tensor of rank 2 as a matrix; [`Error::WrongRank`] for any other.
///
/// ```
/// use attograph::tensor::Tensor;
/// use nalgebra::DMatrix;
/// let x = DMatrix::try_from(&Tensor::matrix(&[[1.0, 2.0], [3.0, 4.0]])?)?;
/// assert_eq!((&x * &x)[(0, 1)], 10.0);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
impl TryFrom<&Tensor> for DMatrix<f64> {
    type Error = Failure;

    fn try_from(tensor: &Tensor) -> Result<DMatrix<f64>> {
        match *tensor.shape() {
            [rows, columns] => Ok(DMatrix::from_row_slice(rows, columns, tensor.data())),
            ref shape => Err(Error::WrongRank { input: "tensor".into(), expected: 2, found: shape.len() }.into()),
        }
    }
}

/// A tensor of rank 1 as a vector; [`Error::WrongRank`] for any other.
impl TryFrom<&Tensor> for DVector<f64> {
    type Error = Failure;

    fn try_from(tensor: &Tensor) -> Result<DVector<f64>> {
        match tensor.shape() {
            [_] => Ok(DVector::from_column_slice(tensor.data())),
            shape => Err(Error::WrongRank { input: "tensor".into(), expected: 1, found: shape.len() }.into()),
        }
    }
}
