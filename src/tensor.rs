//! Tensors: a shape and its numbers.
//!
//! ```text
//! shape [2, 3]      data (row-major)
//!   1 2 3     ⇔     1 2 3 4 5 6
//!   4 5 6
//! ```
//!
//! The numbers are shared, so that a recorder keeps a tensor by a reference count and never copies it. Tensors convert from and to nalgebra's matrices
//! and vectors by `TryFrom`.

mod conversions;
mod pattern;

use std::sync::Arc;

use crate::error::{Error, Result};

pub use pattern::Pattern;

/// The most numbers one tensor may hold: 2²⁶, half a gigabyte. Larger tensors return [`Error::TooLarge`] instead of a failed allocation.
pub const MAX_ELEMENTS: usize = 1 << 26;

/// A dense tensor of f64 in row-major order. Cloning shares the numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    shape: Vec<usize>,
    data: Arc<Vec<f64>>,
}

impl Tensor {
    /// Makes a tensor from its shape and its numbers in row-major order.
    ///
    /// # Errors
    /// [`Error::DataLength`] when the numbers do not fill the shape, [`Error::TooLarge`] beyond [`MAX_ELEMENTS`].
    ///
    /// # Example
    /// ```
    /// use attograph::tensor::Tensor;
    /// let x = Tensor::new(vec![2, 3], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    /// assert_eq!(x.get(&[1, 0]), Some(4.0));
    /// assert_eq!(Tensor::new(vec![2, 3], vec![1.0]).unwrap_err().code(), "data-length");
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn new(shape: Vec<usize>, data: Vec<f64>) -> Result<Tensor> {
        let expected = element_count("tensor", &shape)?;
        if expected != data.len() {
            return Err(Error::DataLength { input: "tensor".into(), expected, found: data.len() }.into());
        }
        Ok(Tensor { shape, data: Arc::new(data) })
    }

    /// Makes a tensor of rank 0 from one number.
    pub fn scalar(value: f64) -> Tensor {
        Tensor { shape: Vec::new(), data: Arc::new(vec![value]) }
    }

    /// Makes a tensor of rank 1.
    ///
    /// # Errors
    /// [`Error::TooLarge`] beyond [`MAX_ELEMENTS`].
    pub fn vector(data: Vec<f64>) -> Result<Tensor> {
        Tensor::new(vec![data.len()], data)
    }

    /// Makes a tensor of rank 2 from its rows, all of one length.
    ///
    /// # Errors
    /// [`Error::DataLength`] when the rows differ in length, [`Error::TooLarge`] beyond [`MAX_ELEMENTS`].
    ///
    /// # Example
    /// ```
    /// use attograph::tensor::Tensor;
    /// let x = Tensor::matrix(&[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])?;
    /// assert_eq!(x.shape(), [3, 2]);
    /// assert!(Tensor::matrix(&[vec![1.0, 2.0], vec![3.0], vec![4.0, 5.0, 6.0]]).is_err()); // six numbers, but ragged
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn matrix<R: AsRef<[f64]>>(rows: &[R]) -> Result<Tensor> {
        let width = rows.first().map_or(0, |row| row.as_ref().len());
        let mut data = Vec::with_capacity(rows.len().saturating_mul(width));
        for row in rows {
            let row = row.as_ref();
            if row.len() != width {
                return Err(Error::DataLength { input: "row".into(), expected: width, found: row.len() }.into());
            }
            data.extend_from_slice(row);
        }
        Tensor::new(vec![rows.len(), width], data)
    }

    /// Returns a tensor of which only the shape is known.
    pub(crate) fn of_shape(shape: Vec<usize>) -> Tensor {
        Tensor { shape, data: Arc::new(Vec::new()) }
    }

    /// Returns whether only the shape is known, as of the steps of a run that is estimated; see [`crate::trace::Admission::ShapeOnly`].
    pub fn is_shape_only(&self) -> bool {
        self.data.len() != self.element_count()
    }

    /// Returns how many numbers the shape holds.
    pub fn element_count(&self) -> usize {
        self.shape.iter().product()
    }

    /// Returns what lies at one position of the first axis, and where it begins; of a tensor of which only the shape is known, the shape of it.
    pub(crate) fn share(&self, position: usize) -> (Tensor, usize) {
        let shape = self.shape.get(1..).unwrap_or_default().to_vec();
        let length = shape.iter().product::<usize>();
        let start = position * length;
        let data = self.data().get(start..start + length).unwrap_or_default().to_vec();
        (Tensor { shape, data: Arc::new(data) }, start)
    }

    /// Returns the length of every axis.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Returns the numbers in row-major order.
    pub fn data(&self) -> &[f64] {
        self.data.as_slice()
    }

    /// Returns the number at an index; `None` when there is no such cell.
    pub fn get(&self, index: &[usize]) -> Option<f64> {
        self.offset(index).and_then(|offset| self.data().get(offset).copied())
    }

    /// Returns the offset of an index in [`Tensor::data`]; `None` when there is no such cell.
    pub fn offset(&self, index: &[usize]) -> Option<usize> {
        offset_of(&self.shape, index)
    }

    /// Returns the index of an offset in [`Tensor::data`].
    pub fn index_of(&self, offset: usize) -> Vec<usize> {
        index_at(&self.shape, offset)
    }
}

/// Counts the numbers of a shape.
///
/// # Errors
/// [`Error::TooLarge`] beyond [`MAX_ELEMENTS`].
pub(crate) fn element_count(what: &str, shape: &[usize]) -> Result<usize> {
    let too_large = || Box::new(Error::TooLarge { what: what.into(), shape: shape.to_vec(), limit: MAX_ELEMENTS });
    // A shape such as [0, huge] holds nothing, but the product of its other axes is still bounded, because loops run over sizes.
    let bound =
        shape.iter().try_fold(1usize, |count, &length| count.checked_mul(length.max(1))).ok_or_else(too_large)?;
    if bound > MAX_ELEMENTS {
        return Err(too_large());
    }
    Ok(shape.iter().product())
}

/// Validates that there is memory for two tensors of this shape, since some steps work on a copy: a run then ends with an error where a failed
/// allocation would end the process.
///
/// # Errors
/// [`Error::TooLarge`], whose limit is then the available memory.
pub(crate) fn check_memory(what: &str, shape: &[usize]) -> Result<()> {
    let count = element_count(what, shape)?;
    let fits = |count: usize| Vec::<f64>::new().try_reserve_exact(count.saturating_mul(2)).is_ok();
    let mut limit = count;
    while limit > 0 && !fits(limit) {
        limit /= 2;
    }
    if limit < count {
        return Err(Error::TooLarge { what: what.into(), shape: shape.to_vec(), limit }.into());
    }
    Ok(())
}

/// The row-major offset of an index within a shape.
pub(crate) fn offset_of(shape: &[usize], index: &[usize]) -> Option<usize> {
    if shape.len() != index.len() {
        return None;
    }
    shape.iter().zip(index).try_fold(0usize, |offset, (&length, &position)| {
        if position < length { offset.checked_mul(length)?.checked_add(position) } else { None }
    })
}

/// The index of a row-major offset within a shape.
pub(crate) fn index_at(shape: &[usize], offset: usize) -> Vec<usize> {
    let mut rest = offset;
    let mut index: Vec<usize> = shape
        .iter()
        .rev()
        .map(|&length| {
            let position = rest.checked_rem(length).unwrap_or(0);
            rest = rest.checked_div(length).unwrap_or(0);
            position
        })
        .collect();
    index.reverse();
    index
}
