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
use super::call::{Call, Options};
use super::encoder::Encode;
use super::failure::failure;
use super::graph::{AttendToNeighbors, Convolve, Listen, Propagate, Transform, TransformForAttention};
use super::hash::HashAttention;
use super::layers::{FeedForward, LayerNorm};
use super::product::Product;
use super::store::{Item, keep_made, with_store};
use super::tensor::Tensor;

/// Declares the operations: `Whole` is read from a call, and so is `Part(Whole)`, the part of one that a worker of a pool computes.
macro_rules! operations {
    ($($name:ident),*; $($part:ident($whole:ident)),* $(,)?) => {
        /// Which operation a call is for.
        #[wasm_bindgen]
        #[derive(Clone, Copy)]
        #[allow(missing_docs, reason = "each is described by the struct of its name")]
        pub enum Code {
            $($name,)*
            $($part,)*
        }

        /// Reads the operation that a call is for, with its operands and options.
        pub fn read(operation: Code, call: Call<'_>) -> Result<Box<dyn Operation + '_>> {
            Ok(match operation {
                $(Code::$name => Box::new($name::of(call)?),)*
                $(Code::$part => Box::new($part($whole::of(call)?)),)*
            })
        }
    };
}

operations! {
    Product, Attention, MultiHeadAttention, WindowAttention, BlockAttention, HashAttention, Propagate, Convolve, AttendToNeighbors, LayerNorm, FeedForward,
    Encode;
    Transform(Convolve), TransformForAttention(AttendToNeighbors), Listen(AttendToNeighbors),
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
    Error::Internal { step: String::new(), reason: format!("this operation has no {what}") }.into()
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

/// Computes the rows from `first` to before `end` of an operation's result with the SIMD kernels, and returns the number of what was made.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "the last five are the operands")]
pub fn compute(
    operation: Code,
    first: u32,
    end: u32,
    options: Option<Options>,
    a: u32,
    b: u32,
    c: u32,
    d: u32,
    e: u32,
) -> std::result::Result<u32, JsValue> {
    let (operands, options) = ([a, b, c, d, e], options.as_ref());
    let made = with_store(|store| read(operation, Call { store, operands, options })?.compute(Part { first, end }));
    keep_made(made.map(Item::Tensor))
}

/// Compares the result of an operation, of this engine or another, with f64: at most at so many rows, by the bounds of a GPU's functions or a CPU's. Returns
/// [deviation, bound, rows, within, scale]: see [`Verdict`]; `within` is 0 also if a bound is useless.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "the last five are the operands")]
pub fn check(
    operation: Code,
    found: u32,
    rows: usize,
    gpu: bool,
    options: Option<Options>,
    a: u32,
    b: u32,
    c: u32,
    d: u32,
    e: u32,
) -> std::result::Result<Vec<f64>, JsValue> {
    let (operands, options) = ([a, b, c, d, e], options.as_ref());
    let precision = if gpu { Precision::GPU } else { Precision::CPU };
    let compared = with_store(|store| {
        let comparison = Comparison { found: store.tensor(found)?.matrix("result")?, rows, precision };
        read(operation, Call { store, operands, options })?.check(&comparison)
    });
    let Verdict { deviation, bound, rows, within, useful, scale, .. } = compared.map_err(failure)?;
    Ok(vec![deviation, bound, rows as f64, f64::from(u8::from(within && useful)), scale])
}
