//! Graphs: nodes that hear from their neighbors.

pub mod adjacency;
pub mod aggregation;
pub mod attention_diffusion;
mod diffusion_steps;
pub mod gat_layer;
mod gat_steps;
pub mod gatv2_layer;
mod gatv2_steps;
pub mod gaussian_mixture_layer;
mod gaussian_mixture_steps;
pub mod gcn_layer;
pub mod gcn_network;
pub mod gcn_normalization;
pub mod graph_isomorphism_layer;
pub mod graph_masked_attention;
pub mod graph_readout;
pub mod graph_transformer_layer;
pub mod graphormer_attention;
mod graphormer_steps;
pub mod mean_aggregation_layer;
pub mod message_passing;
mod message_passing_core;
pub mod message_passing_layer;
mod message_passing_steps;
mod messages;
pub mod morph;
mod node_projections;
pub mod over_smoothing;
mod over_smoothing_steps;
pub mod personalized_pagerank;
pub mod propagation;
pub mod receptive_field;
pub mod shortest_path_distances;
pub mod update;

pub use crate::algorithm::Graph;
pub use messages::{
    GivenGraph, MESSAGE_WEIGHTS, MESSAGES, given_graph, given_messages, given_neighbors, given_weights,
};
