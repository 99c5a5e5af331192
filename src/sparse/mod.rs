//! Sparse attention: each token attends to a few others instead of to all.

pub mod hashing;
pub mod lsh_error;
pub mod patterns;
