//! Measurements: what a formula does to numbers, to the order of tokens, and to the machine.

mod closed_form;
pub mod counting;
pub mod permutation;
