//! Graphs: nodes that hear from their neighbors.

pub mod adjacency;
pub mod gat_layer;
mod gat_steps;
pub mod gcn_layer;
pub mod gcn_normalization;
mod messages;
pub mod shortest_path_distances;
mod structure;

pub use messages::{GivenGraph, MESSAGE_WEIGHTS, MESSAGES, given_graph, given_neighbors};
pub use structure::Graph;
