//! Attention of every query to every key, and LSH attention in chunks.
//!
//! ```text
//! heads ─┬─► tiled ────┐
//!        └─► sliced ─┬─┴─► options ─► mask
//!                    └─► softmax ──────┘        lsh
//! ```

pub mod heads;
pub mod lsh;
mod mask;
mod options;
mod sliced;
pub mod softmax;
mod tiled;

pub use mask::GpuMask;
