//! The fast path for inputs of real size: f32, four numbers at once, no intermediate that grows faster than its inputs.
//!
//! ```text
//! layers ─┬─► attention ─┬─► dense ─► lanes, storage
//!         └──────────────┤
//!               graph ───┘
//! ```
//!
//! The module of each kernel derives a bound of its difference from the [`Reference`](super::Reference); tests check it over random shapes, natively and in
//! both WebAssembly files. Operands and results are slices of f32, so that the kernels need neither a trace nor the catalog.

mod attention;
mod dense;
pub mod exponential;
mod graph;
pub mod lanes;
mod layers;
mod storage;

pub use attention::{buckets, few, heads, keys, listed, lsh, pair_rule, tiled, window};
pub use dense::{groups, norm, panels, product};
pub use graph::{aggregation, gat, gcn, sparse_product};
pub use layers::{encoder, feed_forward};
pub use storage::{buffer, compressed, matrix};
