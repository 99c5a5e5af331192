//! Matrix products, and right factors that are packed for many of them.

use std::borrow::Cow;
use std::rc::Rc;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::check::{self, Verdict};
use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::panels::Panels;
use crate::backend::cpu::product::{error_bound, product};
use crate::backend::gpu::product::{Finish, multiply};
use crate::backend::gpu::{Batch, Gpu, GpuError, GpuMatrix};
use crate::error::{Error, Result};

use super::call::Call;
use super::copied::Copied;
use super::operation::{Comparison, Operation, Part};
use super::store::{Item, Store, keep_made, with_store};
use super::tensor::{Packed, Tensor};

/// A right factor that many products share, packed once.
pub struct Weights {
    panels: Panels,
    bound: f64,
    copied: Copied<GpuMatrix>,
}

/// Packs a matrix.
#[wasm_bindgen]
pub fn weights(matrix: u32) -> std::result::Result<u32, JsValue> {
    keep_made(with_store(|store| Ok(Item::Other(Box::new(Weights::of(store.tensor(matrix)?)?)))))
}

impl Weights {
    /// Packs a matrix.
    pub fn of(tensor: &Tensor) -> Result<Weights> {
        let panels = Panels::of("weights", tensor.matrix("weights")?)?;
        Ok(Weights { panels, bound: tensor.bound(), copied: Copied::default() })
    }

    /// The matrix as it is packed.
    pub fn panels(&self) -> &Panels {
        &self.panels
    }

    /// The matrix as it was before it was packed, row by row.
    fn numbers(&self) -> Result<Vec<f32>> {
        let mut numbers = filled("weights", self.panels.depth(), self.panels.columns(), 0.0)?;
        self.panels.unpack(&mut numbers);
        Ok(numbers)
    }

    /// The copy that a graphics processor has, which it gets now if it has none.
    pub fn on(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        let upload = || {
            let numbers = self.numbers()?;
            batch.upload(Matrix::new("weights", &numbers, self.panels.depth(), self.panels.columns())?)
        };
        self.copied.on(gpu, upload)
    }
}

/// A matrix to multiply by, packed or not.
#[derive(Clone, Copy)]
pub enum RightFactor<'a> {
    /// Packed when it is used.
    Tensor(&'a Tensor),
    /// Packed before.
    Weights(&'a Weights),
}

impl<'a> RightFactor<'a> {
    /// What a number stands for.
    pub fn of(store: &'a Store, number: u32) -> Result<RightFactor<'a>> {
        match store.find(number) {
            Some(weights) => Ok(RightFactor::Weights(weights)),
            None => store.tensor(number).map(RightFactor::Tensor),
        }
    }

    /// The matrix as it is packed.
    pub fn packed(self) -> Result<Packed<'a>> {
        match self {
            RightFactor::Tensor(tensor) => tensor.packed(),
            RightFactor::Weights(weights) => Ok(Packed::Kept(&weights.panels)),
        }
    }

    /// The copy that a graphics processor has, which it gets now if it has none.
    pub fn on(self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        match self {
            RightFactor::Tensor(tensor) => tensor.on(gpu, batch),
            RightFactor::Weights(weights) => weights.on(gpu, batch),
        }
    }

    /// The matrix, unpacked if it has to be.
    pub fn unpacked(self) -> Result<Unpacked<'a>> {
        Ok(match self {
            RightFactor::Tensor(tensor) => Unpacked(Cow::Borrowed(tensor.numbers()), tensor.rows(), tensor.columns()),
            RightFactor::Weights(weights) => {
                Unpacked(Cow::Owned(weights.numbers()?), weights.panels.depth(), weights.panels.columns())
            }
        })
    }

    fn bound(self) -> f64 {
        match self {
            RightFactor::Tensor(tensor) => tensor.bound(),
            RightFactor::Weights(weights) => weights.bound,
        }
    }
}

/// The numbers of a right factor, its rows and its columns.
pub struct Unpacked<'a>(Cow<'a, [f32]>, usize, usize);

impl Unpacked<'_> {
    /// The numbers as a matrix.
    pub fn matrix(&self, name: &str) -> Result<Matrix<'_>> {
        Matrix::new(name, &self.0, self.1, self.2)
    }
}

/// A · B.
pub struct Product<'a> {
    left: &'a Tensor,
    right: RightFactor<'a>,
}

impl<'a> Product<'a> {
    /// Reads the operands.
    pub fn of(Call { store, operands: [left, right, ..], .. }: Call<'a>) -> Result<Product<'a>> {
        Ok(Product { left: store.tensor(left)?, right: RightFactor::of(store, right)? })
    }
}

impl Operation for Product<'_> {
    fn compute(&self, part: Part) -> Result<Tensor> {
        let (right, left) = (self.right.packed()?, self.left.matrix("left")?);
        let depth = left.columns();
        if right.depth() != depth {
            let (input, because) = ("right".into(), "`left`".into());
            return Err(Error::ShapeMismatch { input, axis: 0, expected: depth, found: right.depth(), because }.into());
        }
        let left = left.row_range(part.of(left.rows()));
        let numbers = product(left, &right)?;
        // Only what might overflow is looked at number by number.
        let bound = depth as f64 * self.left.bound() * self.right.bound() * (1.0 + error_bound(depth));
        if bound < f64::from(f32::MAX) {
            return Ok(Tensor::bounded(numbers, left.rows(), right.columns(), bound));
        }
        Tensor::of(numbers, left.rows(), right.columns())
    }

    fn submit(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        let (left, right) = (self.left.on(gpu, batch)?, self.right.on(gpu, batch)?);
        multiply(batch, &left, &right, Finish::default())
    }

    fn check(&self, comparison: &Comparison) -> Result<Verdict> {
        let right = self.right.unpacked()?;
        let [left, right] = [self.left.matrix("left")?, right.matrix("right")?];
        comparison.with(&check::Product { left, right, precision: comparison.precision })
    }
}
