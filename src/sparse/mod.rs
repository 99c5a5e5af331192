//! Sparse attention: each token looks at a few others instead of at all of them.

pub mod bigbird_attention;
pub mod binary_partition_attention;
pub mod block_sparse_attention;
pub mod bucket_attention;
pub mod hashing;
pub mod k_hop_attention;
pub mod lsh_attention;
mod lsh_chunks;
pub mod lsh_collision;
mod lsh_hashes;
mod lsh_options;
mod lsh_rounds;
pub mod pair_attention;
pub mod pattern;
pub mod pattern_error;
pub mod rotation;
pub mod shifted_window_attention;
pub mod window_attention;
pub mod window_partition;
