//! The fast path on a graphics processor: the kernels of [`cpu`](super::cpu) as WGSL, by wgpu.
//!
//! ```text
//! layers ─┬─► attention ─┬─► dense ─► device
//!         └──────────────┤
//!               graph ───┘
//! ```
//!
//! A kernel is a WGSL file beside its Rust half, which validates shapes, derives a bound of the result's numbers and cuts the work into pieces. `wgsl` has
//! the functions that kernels of several folders share.
//!
//! A processor may be taken away at any moment, have too little memory, or miscompile. So matrices stay in ordinary memory, and the device has copies; a
//! [`Batch`] captures every error between its first command and its last; and [`Reading::wait`] always ends, with all numbers or with a [`GpuError`]. The
//! caller then uses another processor.
//!
//! WGSL lets an implementation assume that no number is NaN or infinite. [`Batch::upload`] refuses such numbers, and none is computed: every matrix has a
//! bound of its numbers, a kernel's Rust half derives that of its result, and [`Batch::matrix`] refuses what could overflow f32.
//!
//! # Bound
//! Sums have the bounds of [`cpu`](super::cpu), whose derivations allow any order and fused multiply-add. WGSL allows `exp(x)` an error of 3 + 2·|x| units in
//! the last place; as softmax takes the row's maximum off before, so that x ≤ 0 and e^x·|x| ≤ 1/e, a weight is off by at most (3 + 2/e) · 2⁻²³ of the largest.

mod attention;
mod dense;
mod device;
mod graph;
mod layers;

pub use attention::{GpuMask, heads, lsh, softmax};
pub use dense::{norm, product, sum};
pub use device::{
    Adapter, AdapterOptions, Batch, Bound, Gpu, GpuError, GpuList, GpuMatrix, Kernel, Parameter, Reading,
};
pub use graph::{GpuCompressed, gat, gcn, sparse_product};
pub use layers::{encoder, feed_forward, multi_head};
