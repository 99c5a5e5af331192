//! Attention on sequences.

pub mod additive;
pub mod bilinear;
pub mod from_scores;
pub mod head_options;
pub mod head_projections;
pub mod heads;
pub mod linear;
pub mod linformer;
pub mod mask;
pub mod multi_head;
pub mod performer;
pub mod query_key_variance;
pub mod scaled_dot_product;
pub mod softmax;
pub mod softmax_jacobian;
pub mod split_input;
pub mod vector_comparison;
