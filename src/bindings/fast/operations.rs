//! The list of all operations, and the calls that compute and check one of them.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::check::{Precision, Verdict};
use crate::error::Result;

use super::attention::{Attention, BlockAttention, MultiHeadAttention, WindowAttention};
use super::call::{Call, Options};
use super::encoder::Encode;
use super::failure::failure;
use super::graph::{
    Aggregate, AttendToNeighbors, Convolve, Listen, Propagate, Restart, Transform, TransformForAttention,
};
use super::hash::HashAttention;
use super::layers::{FeedForward, LayerNorm};
use super::operation::{Comparison, Operation, Part};
use super::product::Product;
use super::store::{Item, keep_made, with_store};

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
    Product, Attention, MultiHeadAttention, WindowAttention, BlockAttention, HashAttention, Propagate, Convolve, Aggregate, Restart, AttendToNeighbors, LayerNorm,
    FeedForward, Encode;
    Transform(Convolve), TransformForAttention(AttendToNeighbors), Listen(AttendToNeighbors),
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
