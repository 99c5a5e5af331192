//! Graphs: products with sparse matrices, graph convolution, graph attention.
//!
//! ```text
//! gcn ─► sparse_product ─┬─► compressed ─► lanes
//! gat ───────────────────┘
//! ```

mod compressed;
pub mod gat;
pub mod gcn;
mod lanes;
pub mod sparse_product;

pub use compressed::GpuCompressed;
