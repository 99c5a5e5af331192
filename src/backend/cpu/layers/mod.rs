//! Layers of several kernels.
//!
//! ```text
//! encoder ─► feed_forward
//! ```

pub mod encoder;
pub mod feed_forward;
