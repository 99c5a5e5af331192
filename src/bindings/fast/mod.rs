//! The fast engine as WebAssembly: handles for what is used again, kernels that take and give them.
//!
//! ```text
//! Float32Array ──► Tensor ─┐
//! right factors ─► Weights ├─► kernel ──► Tensor ──► Float32Array
//! edges ─────────► Graph ──┘
//! ```
//!
//! Numbers are f32 on both sides. A handle lives until it is freed; whoever holds it says when (`free`, `Symbol.dispose`).

mod attention;
mod check;
mod copied;
mod encoder;
mod failure;
mod gpu;
mod graph;
mod hash;
mod layers;
mod order;
mod product;
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
