//! Attention on sequences.

pub mod mask;
pub mod scaled_dot_product;
pub mod softmax;
