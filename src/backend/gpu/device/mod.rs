//! A device, the commands that it runs, and the results that come back.
//!
//! ```text
//! batch ─┬─► reading ─┬─► gpu ─┬─► kernel
//!        │            │        └─► loss ─► failure
//!        └─► memory ◄─┘
//! ```

mod batch;
mod failure;
mod gpu;
mod kernel;
mod loss;
mod memory;
mod reading;

pub(super) use batch::check_magnitude;
pub use batch::{Batch, Bound};
pub use failure::GpuError;
pub use gpu::{Adapter, AdapterOptions, Gpu};
pub use kernel::{Kernel, Parameter};
pub use memory::{GpuList, GpuMatrix};
pub use reading::Reading;
