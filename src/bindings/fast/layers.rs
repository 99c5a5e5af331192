//! Layers of a transformer.

use std::rc::Rc;

use crate::backend::check::{self, Layer, NormalizedRows, Verdict};
use crate::backend::cpu::feed_forward::{Linear, feed_forward};
use crate::backend::cpu::matrix::{Matrix, MatrixMut};
use crate::backend::cpu::norm::{Norm, normalize};
use crate::backend::gpu::{self, Batch, Gpu, GpuError, GpuMatrix};
use crate::error::Result;

use super::call::{Call, floats, vector};
use super::operation::{Comparison, Operation, Part};
use super::product::RightFactor;
use super::tensor::Tensor;

/// The layer norm of every row.
pub struct LayerNorm<'a> {
    x: &'a Tensor,
    gamma: Option<Vec<f32>>,
    beta: Option<Vec<f32>>,
    epsilon: f32,
}

impl<'a> LayerNorm<'a> {
    /// Reads operands and options.
    pub fn of(call: Call<'a>) -> Result<LayerNorm<'a>> {
        let Call { store, operands: [x, ..], .. } = call;
        let (x, options) = (store.tensor(x)?, call.options()?);
        let gamma = vector("gamma", options.gamma(), x.columns(), "`x`")?;
        let beta = vector("beta", options.beta(), x.columns(), "`x`")?;
        Ok(LayerNorm { x, gamma, beta, epsilon: options.epsilon() })
    }

    fn norm(&self) -> Norm<'_> {
        Norm { gamma: self.gamma.as_deref(), beta: self.beta.as_deref(), epsilon: self.epsilon }
    }
}

impl Operation for LayerNorm<'_> {
    fn compute(&self, _part: Part) -> Result<Tensor> {
        let x = self.x.matrix("x")?;
        Tensor::computed(x.rows(), x.columns(), |output| {
            normalize(x, None, &self.norm(), &mut MatrixMut::new("output", output, x.rows(), x.columns())?);
            Ok(())
        })
    }

    fn submit(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        let x = self.x.on(gpu, batch)?;
        let (gamma, beta) = (row(batch, self.gamma.as_deref())?, row(batch, self.beta.as_deref())?);
        let norm = gpu::norm::Norm { gamma: gamma.as_ref(), beta: beta.as_ref(), epsilon: self.epsilon };
        gpu::norm::normalize(batch, &x, None, &norm)
    }

    fn check(&self, comparison: &Comparison) -> Result<Verdict> {
        let (x, norm, precision) = (self.x.matrix("x")?, self.norm(), comparison.precision);
        comparison.with(&NormalizedRows { x, residual: None, norm, precision })
    }
}

/// ReLU(X W₁ + b₁) W₂ + b₂.
pub struct FeedForward<'a> {
    x: &'a Tensor,
    first: (RightFactor<'a>, Option<Vec<f32>>),
    second: (RightFactor<'a>, Option<Vec<f32>>),
}

impl<'a> FeedForward<'a> {
    /// Reads operands and options.
    pub fn of(call: Call<'a>) -> Result<FeedForward<'a>> {
        let (Call { store, operands: [x, w1, w2, ..], .. }, options) = (call, call.options()?);
        Ok(FeedForward {
            x: store.tensor(x)?,
            first: (RightFactor::of(store, w1)?, floats("b1", options.b1(), None)?),
            second: (RightFactor::of(store, w2)?, floats("b2", options.b2(), None)?),
        })
    }
}

impl Operation for FeedForward<'_> {
    fn compute(&self, _part: Part) -> Result<Tensor> {
        let (x, w1, w2) = (self.x.matrix("x")?, self.first.0.packed()?, self.second.0.packed()?);
        let first = Linear { weights: &w1, bias: self.first.1.as_deref() };
        let second = Linear { weights: &w2, bias: self.second.1.as_deref() };
        Tensor::computed(x.rows(), w2.columns(), |output| {
            feed_forward(x, &first, &second, &mut MatrixMut::new("output", output, x.rows(), w2.columns())?)
        })
    }

    fn submit(&self, gpu: &Rc<Gpu>, batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        let (x, w1, w2) = (self.x.on(gpu, batch)?, self.first.0.on(gpu, batch)?, self.second.0.on(gpu, batch)?);
        let (b1, b2) = (row(batch, self.first.1.as_deref())?, row(batch, self.second.1.as_deref())?);
        let first = gpu::feed_forward::Linear { weights: &w1, bias: b1.as_ref() };
        let second = gpu::feed_forward::Linear { weights: &w2, bias: b2.as_ref() };
        gpu::feed_forward::feed_forward(batch, &x, &first, &second)
    }

    fn check(&self, comparison: &Comparison) -> Result<Verdict> {
        let (w1, w2) = (self.first.0.unpacked()?, self.second.0.unpacked()?);
        comparison.with(&check::FeedForward {
            x: self.x.matrix("x")?,
            first: Layer { weights: w1.matrix("w1")?, bias: self.first.1.as_deref() },
            second: Layer { weights: w2.matrix("w2")?, bias: self.second.1.as_deref() },
            precision: comparison.precision,
        })
    }
}

/// A vector as a matrix of one row on a graphics processor.
pub fn row(batch: &mut Batch, numbers: Option<&[f32]>) -> std::result::Result<Option<GpuMatrix>, GpuError> {
    numbers.map(|numbers| batch.upload(Matrix::new("vector", numbers, 1, numbers.len())?)).transpose()
}
