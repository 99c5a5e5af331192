//! Positions: telling attention, which knows no order, where each token stands.

pub mod alibi;
pub mod binary;
pub mod frequency;
pub mod index;
pub mod learned;
pub mod normalized_index;
pub mod relative;
pub mod rotary;
pub mod sinusoidal;
pub mod sinusoidal_shift;
pub mod t5_buckets;
