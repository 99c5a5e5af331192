//! Learning: how a gradient changes the weights.

pub mod gradient_descent;
