//! What a graph is given as, and what is read off it: its messages as a list and as a matrix, and distances.

pub mod adjacency;
pub mod messages;
pub mod shortest_path_distances;
