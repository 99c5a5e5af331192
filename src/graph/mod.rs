//! Graphs: nodes that hear from their neighbors.

mod messages;
mod structure;

pub use messages::{GivenGraph, MESSAGE_WEIGHTS, MESSAGES, given_graph};
pub use structure::Graph;
