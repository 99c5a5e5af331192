//! An encoder layer, whose kernels are given the inexact results of others.
//!
//! ```text
//! layer ─► attention, norm ─► inexact
//! ```

mod attention;
mod inexact;
mod layer;
mod norm;

pub use layer::{Encoded, EncoderWeights};
