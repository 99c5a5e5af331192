//! A graph as an input, and what is computed from it alone: its messages as a list and as a matrix, and distances.

pub mod adjacency;
pub mod messages;
pub mod shortest_path_distances;
