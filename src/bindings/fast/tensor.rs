//! Matrices that stay where the kernels are.

use std::cell::OnceCell;
use std::rc::Rc;

use js_sys::Float32Array;

use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::panels::Panels;
use crate::backend::gpu::{Batch, Gpu, GpuError, GpuMatrix};
use crate::error::{Error, Result};

use super::copied::Copied;

/// A matrix of f32 in WebAssembly's memory, whose numbers are finite.
pub struct Tensor {
    numbers: Vec<f32>,
    rows: usize,
    columns: usize,
    /// What no number exceeds in magnitude.
    bound: f64,
    copied: Copied<GpuMatrix>,
    panels: OnceCell<Box<Panels>>,
}

/// Up to how many numbers a right factor is kept as it was packed: of a larger one the product takes so much longer that a copy is not worth its memory.
const KEPT: usize = 1 << 14;

/// The packed form of a matrix, kept by it or made for one product.
pub enum Packed<'a> {
    /// Kept.
    Kept(&'a Panels),
    /// Made for once.
    New(Panels),
}

impl std::ops::Deref for Packed<'_> {
    type Target = Panels;

    fn deref(&self) -> &Panels {
        match self {
            Packed::Kept(panels) => panels,
            Packed::New(panels) => panels,
        }
    }
}

impl Tensor {
    /// Copies numbers in, row by row; each must be finite.
    pub fn create(rows: usize, columns: usize, numbers: &Float32Array) -> Result<Tensor> {
        let mut tensor = Tensor::zeros(rows, columns)?;
        let (expected, found) = (tensor.numbers.len(), numbers.length() as usize);
        if expected != found {
            return Err(Error::DataLength { input: "tensor".into(), expected, found }.into());
        }
        tensor.place(0, numbers)?;
        Ok(tensor)
    }

    /// Zeros.
    pub fn zeros(rows: usize, columns: usize) -> Result<Tensor> {
        Ok(Tensor::bounded(filled("tensor", rows, columns, 0.0)?, rows, columns, 0.0))
    }

    /// A result that `compute` writes, row by row. Numbers that f32 cannot hold are an error.
    pub fn computed(rows: usize, columns: usize, compute: impl FnOnce(&mut [f32]) -> Result<()>) -> Result<Tensor> {
        let mut numbers = filled("tensor", rows, columns, 0.0)?;
        compute(&mut numbers)?;
        Tensor::of(numbers, rows, columns)
    }

    /// A result that was computed, row by row. Numbers that f32 cannot hold are an error.
    pub fn of(numbers: Vec<f32>, rows: usize, columns: usize) -> Result<Tensor> {
        let magnitude = Matrix::new("output", &numbers, rows, columns)?.magnitude();
        if let Some((_, value)) = first_unbounded(&numbers) {
            let (value, expected) = (f64::from(value), "a number that f32 can hold".into());
            return Err(Error::OutOfRange { input: "output".into(), index: Vec::new(), value, expected }.into());
        }
        Ok(Tensor::bounded(numbers, rows, columns, magnitude.into()))
    }

    /// Numbers of which it is known what they cannot exceed in magnitude.
    pub fn bounded(numbers: Vec<f32>, rows: usize, columns: usize, bound: f64) -> Tensor {
        Tensor { numbers, rows, columns, bound, copied: Copied::default(), panels: OnceCell::new() }
    }

    /// What a graphics processor computed, with the copy that is still there.
    pub fn read_back(numbers: Vec<f32>, matrix: GpuMatrix, gpu: &Rc<Gpu>) -> Result<Tensor> {
        let tensor = Tensor::of(numbers, matrix.rows(), matrix.columns())?;
        Ok(Tensor { copied: Copied::known(gpu, matrix), ..tensor })
    }

    /// Copies rows in, from row `first` on; those that do not fit, and numbers that are not finite, are an error.
    pub fn place(&mut self, first: usize, numbers: &Float32Array) -> Result<()> {
        (self.copied, self.panels) = (Copied::default(), OnceCell::new());
        let (start, found) = (first.saturating_mul(self.columns), numbers.length() as usize);
        let expected = self.numbers.len().saturating_sub(start);
        let Some(to) = self.numbers.get_mut(start..start.saturating_add(found)) else {
            return Err(Error::DataLength { input: "tensor".into(), expected, found }.into());
        };
        numbers.copy_to(to);
        if let Some((place, value)) = first_unbounded(to) {
            let (place, value) = (start + place, f64::from(value));
            let index = vec![place / self.columns, place % self.columns];
            to.fill(0.0);
            return Err(Error::NonFinite { input: "tensor".into(), index, value }.into());
        }
        let magnitude = Matrix::new("tensor", to, 1, found)?.magnitude();
        self.bound = self.bound.max(magnitude.into());
        Ok(())
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// What no number exceeds in magnitude.
    pub fn bound(&self) -> f64 {
        self.bound
    }

    /// Copies the numbers out, row by row.
    pub fn read(&self) -> Float32Array {
        Float32Array::from(self.numbers.as_slice())
    }

    /// The numbers, row by row.
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    /// The numbers as a matrix.
    pub fn matrix(&self, name: &str) -> Result<Matrix<'_>> {
        Ok(Matrix::new(name, &self.numbers, self.rows, self.columns)?.within(self.bound))
    }

    /// The matrix as a right factor is packed; that of a small one is kept.
    pub fn packed(&self) -> Result<Packed<'_>> {
        if let Some(panels) = self.panels.get() {
            return Ok(Packed::Kept(panels));
        }
        let panels = Panels::of("right", self.matrix("right")?)?;
        Ok(if self.numbers.len() > KEPT {
            Packed::New(panels)
        } else {
            Packed::Kept(self.panels.get_or_init(|| panels.into()))
        })
    }

    /// The copy that a graphics processor has, which it gets now if it has none.
    pub fn on(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        self.copied.on(gpu, || batch.upload(self.matrix("tensor")?))
    }
}

/// The first number that is not finite, and where it is.
pub fn first_unbounded(numbers: &[f32]) -> Option<(usize, f32)> {
    let row = Matrix::new("numbers", numbers, 1, numbers.len()).ok()?;
    if row.magnitude().is_finite() {
        return None;
    }
    numbers.iter().copied().enumerate().find(|(_, number)| !number.is_finite())
}
