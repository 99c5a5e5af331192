//! The fast engine as WebAssembly: matrices, weights and graphs that stay in memory, and the operations on them.
//!
//! ```text
//! Float32Array ──► tensor ─┐                      ┌─► compute ───────────► SIMD kernel ─► tensor
//! right factors ─► weights ├─► numbers ─► Call ───┼─► Processor::compute ► GPU kernel ──► promise of a tensor
//! edges ─────────► graph ──┘                      └─► check ─────────────► f64 ─────────► deviation, bound
//! ```
//!
//! Numbers are f32 on both sides. Whatever lives here has a number, by which a call names it, until it is freed: see [`store`]. A [`call::Call`] is the numbers
//! of its operands and one object with the options, all of which the TypeScript half has validated by its table of operations. Every operation is one
//! [`operation::Operation`], whichever engine computes it; [`operations`] lists them.

mod attention;
mod call;
mod copied;
mod encoder;
mod failure;
mod graph;
mod hash;
mod heads;
mod layers;
mod operation;
mod operations;
mod processor;
mod product;
mod store;
mod tensor;

use std::panic::{PanicHookInfo, set_hook};

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::throw_str;

/// Throws the message of a panic, which would otherwise end in a trap without any.
fn throw_message(panic: &PanicHookInfo) {
    throw_str(panic.payload_as_str().unwrap_or("a panic without a message"));
}

/// Runs when the instance is made.
#[wasm_bindgen(start)]
pub fn start() {
    set_hook(Box::new(throw_message));
}
