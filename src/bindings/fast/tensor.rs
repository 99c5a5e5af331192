//! Numbers that stay where the kernels are.

use std::cell::OnceCell;
use std::rc::Rc;

use js_sys::Float32Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::cpu::buffer::{filled, room};
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::panels::Panels;
use crate::backend::gpu::{Batch, Gpu, GpuError, GpuMatrix};
use crate::error::{Error, Result};

use super::copied::Copied;
use super::failure::failure;

/// A matrix of f32 in WebAssembly's memory.
#[wasm_bindgen]
pub struct Tensor {
    numbers: Vec<f32>,
    rows: usize,
    columns: usize,
    copied: Copied<GpuMatrix>,
    panels: OnceCell<Panels>,
}

/// Up to how many numbers a right factor is kept as it was laid out: of a larger one the product takes so much longer that a copy is not worth its memory.
const KEPT: usize = 1 << 14;

#[wasm_bindgen]
impl Tensor {
    /// Copies numbers in, row by row; each must be finite.
    #[wasm_bindgen(constructor)]
    pub fn create(rows: usize, columns: usize, numbers: &Float32Array) -> std::result::Result<Tensor, JsValue> {
        let mut tensor = Tensor::zeros(rows, columns).map_err(failure)?;
        let (expected, found) = (tensor.numbers.len(), numbers.length() as usize);
        if expected != found {
            return Err(failure(Error::DataLength { input: "tensor".into(), expected, found }.into()));
        }
        numbers.copy_to(&mut tensor.numbers);
        match tensor.numbers.iter().position(|number| !number.is_finite()) {
            None => Ok(tensor),
            Some(place) => {
                let (index, value) = (vec![place / columns, place % columns], tensor.numbers.get(place).copied());
                let value = f64::from(value.unwrap_or_default());
                Err(failure(Error::NonFinite { input: "tensor".into(), index, value }.into()))
            }
        }
    }

    /// Zeros, for rows that come in parts.
    pub fn blank(rows: usize, columns: usize) -> std::result::Result<Tensor, JsValue> {
        Tensor::zeros(rows, columns).map_err(failure)
    }

    /// Copies rows in, from row `first` on; those that do not fit are an error. Unlike what comes from outside, they may be what a kernel made, finite or not.
    pub fn place(&mut self, first: usize, numbers: &Float32Array) -> std::result::Result<(), JsValue> {
        let (start, found) = (first.saturating_mul(self.columns), numbers.length() as usize);
        self.forget_copies();
        match self.numbers.get_mut(start..start.saturating_add(found)) {
            Some(to) => numbers.copy_to(to),
            None => {
                let expected = self.numbers.len().saturating_sub(start);
                return Err(failure(Error::DataLength { input: "tensor".into(), expected, found }.into()));
            }
        }
        Ok(())
    }

    /// A copy of some of the rows, cut to those that are there.
    pub fn slice(&self, first: usize, end: usize) -> std::result::Result<Tensor, JsValue> {
        self.part(first, end).map_err(failure)
    }

    /// How many rows.
    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    #[wasm_bindgen(getter)]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Copies the numbers out, row by row.
    pub fn read(&self) -> Float32Array {
        Float32Array::from(self.numbers.as_slice())
    }
}

impl Tensor {
    /// Zeros.
    pub fn zeros(rows: usize, columns: usize) -> Result<Tensor> {
        Ok(Tensor::of(filled("tensor", rows, columns, 0.0)?, rows, columns))
    }

    /// What a graphics processor answered, with the copy that is still there.
    pub fn computed(numbers: Vec<f32>, matrix: GpuMatrix, gpu: &Rc<Gpu>) -> Tensor {
        let (rows, columns) = (matrix.rows(), matrix.columns());
        // A copy with a number that is not finite would get past the check of what is uploaded.
        let usable = numbers.iter().all(|number| number.is_finite());
        let copied = if usable { Copied::known(gpu, matrix) } else { Copied::default() };
        Tensor { numbers, rows, columns, copied, panels: OnceCell::new() }
    }

    /// The copy that a graphics processor has, which it gets now if it has none.
    pub fn on(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        self.copied.on(gpu, || batch.upload(self.matrix("tensor")?))
    }

    /// Numbers that were just computed, row by row.
    pub fn of(numbers: Vec<f32>, rows: usize, columns: usize) -> Tensor {
        Tensor { numbers, rows, columns, copied: Copied::default(), panels: OnceCell::new() }
    }

    fn part(&self, first: usize, end: usize) -> Result<Tensor> {
        let end = end.min(self.rows);
        let first = first.min(end);
        let mut numbers = room("tensor", end - first, self.columns)?;
        numbers.extend_from_slice(self.numbers.get(first * self.columns..end * self.columns).unwrap_or_default());
        Ok(Tensor::of(numbers, end - first, self.columns))
    }

    /// Uses the matrix as a right factor, which is laid out for that; a small one once for all.
    pub fn as_right_factor<T>(&self, compute: impl FnOnce(&Panels) -> Result<T>) -> Result<T> {
        if let Some(panels) = self.panels.get() {
            return compute(panels);
        }
        let panels = Panels::of("right", self.matrix("right")?)?;
        if self.numbers.len() > KEPT { compute(&panels) } else { compute(self.panels.get_or_init(|| panels)) }
    }

    /// The numbers as a matrix.
    pub fn matrix(&self, name: &str) -> Result<Matrix<'_>> {
        Matrix::new(name, &self.numbers, self.rows, self.columns)
    }

    /// The numbers, to be written.
    pub fn numbers_mut(&mut self) -> &mut [f32] {
        self.forget_copies();
        &mut self.numbers
    }

    /// Lets go of what was made of numbers that are about to change.
    fn forget_copies(&mut self) {
        (self.copied, self.panels) = (Copied::default(), OnceCell::new());
    }
}
