//! The fast path for inputs of real size: f32, four numbers at once, no intermediate that grows faster than its inputs.
//!
//! ```text
//! attention ─► online ─► keys ─┐
//!                  │           ├─► panels ─► tile ─► lanes
//!                  ├─► product ┘                       ▲
//!                  └─► exponential ────────────────────┘
//! ```
//!
//! Every kernel is a claim: its module derives by how much it may differ from the [`Reference`](super::Reference), and tests hold it against that over
//! random shapes, natively and in both WebAssembly files. Matrices come in and go out as slices of f32, so that the kernels need neither a trace nor the
//! catalog; [`Cpu`] serves them to those.

pub mod attention;
pub mod buckets;
pub mod buffer;
pub mod compressed;
pub mod encoder;
pub mod exponential;
pub mod feed_forward;
mod fused;
pub mod gat;
pub mod gcn;
pub mod groups;
pub mod heads;
pub mod keys;
pub mod lanes;
pub mod listed;
pub mod lsh;
pub mod matrix;
pub mod norm;
mod online;
pub mod pair_rule;
pub mod panels;
pub mod product;
pub mod sparse_product;
mod tile;
pub mod window;

pub use fused::Cpu;
