//! The parts of a transformer beside attention.

pub mod batch_norm;
pub mod feed_forward;
pub mod layer_norm;
pub mod normalization;
