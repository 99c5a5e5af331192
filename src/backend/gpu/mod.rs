//! The fast path on a graphics processor: the kernels of [`cpu`](super::cpu) as WGSL, by wgpu.
//!
//! ```text
//! device ─► batch ─► kernel ─► one WGSL file a kernel
//!             │
//!             └─► reading ─► numbers, or why there are none
//!
//! encoder ─┬─► multi_head ─► heads ─┬─► attention
//!          ├─► feed_forward ─┐      └─► sliced ─► softmax
//!          ├─► norm          └─► product ◄──┘
//!          └─► sum
//! ```
//!
//! A processor may be taken away at any moment, have too little memory, or miscompile. So matrices stay in ordinary memory and their copies here are no
//! more than that; a [`Batch`] notes every error between its first command and its last; and [`Reading::wait`] always ends, with all numbers or with a
//! [`GpuError`] that says why not. Whoever asked then asks the processor next to it.
//!
//! WGSL lets an implementation assume that no number is NaN or infinite. None is sent: [`Batch::upload`] refuses them. And none is made: every matrix knows
//! what its numbers cannot exceed, a kernel's host half derives that of its result, and [`Batch::matrix`] refuses what could leave f32.
//!
//! # Bound
//! Sums have the bounds of [`cpu`](super::cpu), whose derivations allow any order and fused multiply-add. WGSL allows `exp(x)` an error of 3 + 2·|x| units in
//! the last place; as softmax takes the row's maximum off before, so that x ≤ 0 and e^x·|x| ≤ 1/e, a weight is off by at most (3 + 2/e) · 2⁻²³ of the largest.

pub mod attention;
mod batch;
mod block;
mod compressed;
mod device;
pub mod encoder;
mod failure;
pub mod feed_forward;
pub mod gat;
pub mod gcn;
pub mod heads;
mod kernel;
mod lanes;
mod loss;
pub mod lsh;
mod mask;
mod matrix;
pub mod multi_head;
pub mod norm;
pub mod product;
mod reading;
mod sliced;
pub mod softmax;
pub mod sparse_product;
pub mod sum;

pub use batch::{Batch, Bound};
pub use compressed::GpuCompressed;
pub use device::{Asked, Gpu};
pub use failure::GpuError;
pub use kernel::{Kernel, Parameter};
pub use mask::GpuMask;
pub use matrix::{GpuList, GpuMatrix};
pub use reading::Reading;
