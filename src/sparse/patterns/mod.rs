//! Attention to the keys that a fixed pattern lists: windows, blocks, hops, and a tree of spans.

pub mod bigbird_attention;
pub mod binary_partition_attention;
pub mod block_sparse_attention;
pub mod k_hop_attention;
pub mod pair_attention;
pub mod pattern;
pub mod pattern_error;
pub mod shifted_window_attention;
pub mod window_attention;
pub mod window_partition;
