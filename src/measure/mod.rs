//! Measurements of an algorithm: its cost, and its behavior under permutations of tokens.

mod closed_form;
pub mod counting;
pub mod estimate;
mod operations;
pub mod permutation;
