//! Positions: telling attention, which knows no order, where each token stands.

pub mod frequency;
pub mod sinusoidal;
pub mod sinusoidal_shift;
