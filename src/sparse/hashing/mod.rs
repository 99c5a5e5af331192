//! Attention to tokens that share a hash bucket.

pub mod bucket_attention;
pub mod buckets;
pub mod lsh_attention;
mod lsh_chunks;
pub mod lsh_collision;
mod lsh_hashes;
mod lsh_options;
mod lsh_rounds;
pub mod rotation;
