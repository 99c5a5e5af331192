//! Layers whose weights the graph decides: the normalized adjacency of GCN.

pub mod gcn_layer;
pub mod gcn_network;
pub mod gcn_normalization;
