//! Layers of several kernels, whose intermediate results stay on the device.
//!
//! ```text
//! encoder ─┬─► multi_head ─┐
//!          └───────────────┴─► feed_forward
//! ```

pub mod encoder;
pub mod feed_forward;
pub mod multi_head;
