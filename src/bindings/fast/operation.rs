//! Operations, each described once for every engine that has it.

use std::ops::Range;
use std::rc::Rc;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::check::{Expected, Precision, Verdict, check as verdict_of};
use crate::backend::cpu::matrix::Matrix;
use crate::backend::gpu::{Batch, Gpu, GpuError, GpuMatrix};
use crate::error::{Error, Result};

use super::attention::{Attention, BlockAttention, MultiHeadAttention, WindowAttention};
use super::call::Call;
use super::encoder::Encode;
use super::failure::failure;
use super::graph::{AttendToNeighbors, Convolve, Listen, Propagate, Transform, TransformForAttention};
use super::hash::HashAttention;
use super::layers::{FeedForward, LayerNorm};
use super::product::Product;
use super::store::{Item, Store, keep_made, with_store};
use super::tensor::Tensor;

/// Which operation a call is for.
#[wasm_bindgen]
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "each is described by the struct of its name")]
pub enum Code {
    Product,
    Attention,
    MultiHeadAttention,
    WindowAttention,
    BlockAttention,
    HashAttention,
    Propagate,
    Convolve,
    AttendToNeighbors,
    LayerNorm,
    FeedForward,
    Encode,
    Transform,
    TransformForAttention,
    Listen,
}

/// The rows of a result from `first` to before `end` that are asked for: of all engines only the workers of a pool compute some alone.
#[derive(Clone, Copy)]
pub struct Part {
    first: u32,
    end: u32,
}

impl Part {
    /// The first row, which there may be none of.
    pub fn first(self) -> usize {
        self.first as usize
    }

    /// The rows of so many.
    pub fn of(self, rows: usize) -> Range<usize> {
        let end = rows.min(self.end as usize);
        end.min(self.first as usize)..end
    }
}

/// An operation with its operands and options.
pub trait Operation {
    /// Computes the result, or a part of it, with the SIMD kernels.
    fn compute(&self, _part: Part) -> Result<Tensor> {
        Err(lacking("SIMD kernel"))
    }

    /// Records the commands by which a graphics processor computes the result.
    fn submit(&self, _gpu: &Rc<Gpu>, _batch: &mut Batch) -> std::result::Result<GpuMatrix, GpuError> {
        Err(GpuError::from(lacking("GPU kernel")))
    }

    /// Compares a result with f64.
    fn check(&self, _comparison: &Comparison) -> Result<Verdict> {
        Err(lacking("check"))
    }
}

fn lacking(what: &str) -> Box<Error> {
    Error::Internal { step: "", reason: format!("this operation has no {what}") }.into()
}

/// A result that is compared with f64.
pub struct Comparison<'a> {
    found: Matrix<'a>,
    /// At how many rows it is compared at most.
    pub rows: usize,
    /// What the functions of the engine that computed it may err by.
    pub precision: Precision,
}

impl Comparison<'_> {
    /// Compares the result with what is expected.
    pub fn with(&self, expected: &dyn Expected) -> Result<Verdict> {
        verdict_of(expected, self.found, self.rows)
    }
}

/// Reads the operation that a call is for, with its operands and options.
pub fn with_operation<T>(
    operation: Code,
    call: &Call,
    store: &Store,
    run: impl FnOnce(&dyn Operation) -> T,
) -> Result<T> {
    Ok(match operation {
        Code::Product => run(&Product::of(call, store)?),
        Code::Attention => run(&Attention::of(call, store)?),
        Code::MultiHeadAttention => run(&MultiHeadAttention::of(call, store)?),
        Code::WindowAttention => run(&WindowAttention::of(call, store)?),
        Code::BlockAttention => run(&BlockAttention::of(call, store)?),
        Code::HashAttention => run(&HashAttention::of(call, store)?),
        Code::Propagate => run(&Propagate::of(call, store)?),
        Code::Convolve => run(&Convolve::of(call, store)?),
        Code::AttendToNeighbors => run(&AttendToNeighbors::of(call, store)?),
        Code::LayerNorm => run(&LayerNorm::of(call, store)?),
        Code::FeedForward => run(&FeedForward::of(call, store)?),
        Code::Encode => run(&Encode::of(call, store)?),
        Code::Transform => run(&Transform::of(call, store)?),
        Code::TransformForAttention => run(&TransformForAttention::of(call, store)?),
        Code::Listen => run(&Listen::of(call, store)?),
    })
}

/// Computes the rows from `first` to before `end` of an operation's result with the SIMD kernels, and returns the number of what was made.
#[wasm_bindgen]
pub fn compute(operation: Code, call: &Call, first: u32, end: u32) -> std::result::Result<u32, JsValue> {
    let part = Part { first, end };
    let made = with_store(|store| with_operation(operation, call, store, |operation| operation.compute(part))?);
    keep_made(made.map(Item::Tensor))
}

/// Compares the result of an operation, of this engine or another, with f64: at most at so many rows, by the bounds of a GPU's functions or a CPU's. Returns
/// [deviation, bound, rows, within, scale]: see [`Verdict`]; `within` is 0 also if a bound is useless.
#[wasm_bindgen]
pub fn check(
    operation: Code,
    call: &Call,
    found: u32,
    rows: usize,
    gpu: bool,
) -> std::result::Result<Vec<f64>, JsValue> {
    let precision = if gpu { Precision::GPU } else { Precision::CPU };
    let compared = with_store(|store| {
        let comparison = Comparison { found: store.tensor(found)?.matrix("result")?, rows, precision };
        with_operation(operation, call, store, |operation| operation.check(&comparison))?
    });
    let Verdict { deviation, bound, rows, within, useful, scale, .. } = compared.map_err(failure)?;
    Ok(vec![deviation, bound, rows as f64, f64::from(u8::from(within && useful)), scale])
}
