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
