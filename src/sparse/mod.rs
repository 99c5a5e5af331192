//! Sparse attention: each token looks at a few others instead of at all of them.

pub mod bigbird_attention;
pub mod binary_partition_attention;
pub mod block_sparse_attention;
pub mod bucket_attention;
mod bucket_steps;
pub mod hashing;
pub mod k_hop_attention;
pub mod lsh_attention;
mod lsh_chunk_steps;
pub mod lsh_collision;
mod lsh_collision_steps;
mod lsh_hash_steps;
mod lsh_options;
mod lsh_round_steps;
pub mod pair_attention;
pub mod pair_steps;
pub mod pattern;
pub mod pattern_error;
pub mod rotation;
pub mod shifted_window_attention;
pub mod window_attention;
pub mod window_partition;
