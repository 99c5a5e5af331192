//! Layers on graphs, and algorithms that analyze a graph.
//!
//! | folder | about |
//! |---|---|
//! | [`structure`] | messages, adjacency, distances |
//! | [`convolution`] | weights that the graph decides |
//! | [`message`] | sums over neighbors, and one core for all layers |
//! | [`attention`] | weights that the features decide |
//! | [`propagation`] | what many rounds do |

pub mod attention;
pub mod convolution;
pub mod message;
pub mod propagation;
pub mod rounds;
pub mod structure;

pub use crate::algorithm::Graph;
