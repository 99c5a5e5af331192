//! The functions that the WebAssembly file exports: they convert arguments and results, and compute nothing.
//!
//! ```text
//! the package's TypeScript ──► trace, cell, evaluate, random, mark … ──► catalog, random, exercise
//!    flat typed arrays in                                                  Float64Array out, descriptions as plain objects
//! ```
//!
//! Numbers cross as typed arrays, each copied once. Descriptions (ids, shapes, notices) cross as plain objects. Errors cross as an object
//! `{ code, message, facts }`, which the TypeScript half turns into an `AttographError`.

mod asked;
mod catalog;
mod derivation;
mod evaluate;
mod exercise;
mod failure;
mod given;
mod graph;
mod keep;
mod lecture;
mod measure;
mod panic;
mod plain;
mod poll;
mod random;
mod self_test;
mod trace;

use wasm_bindgen::prelude::wasm_bindgen;

/// Returns the version of the crate.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}
