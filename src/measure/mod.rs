//! Measurements: what a formula does to numbers, to the order of tokens, and to the machine.

mod closed_form;
pub mod counting;
pub mod permutation;
pub mod query_key_variance;
mod query_key_variance_steps;
pub mod softmax_jacobian;
