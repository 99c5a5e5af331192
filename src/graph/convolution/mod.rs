//! Layers whose weights are computed from the graph: the normalized adjacency of GCN.

pub mod gcn_layer;
pub mod gcn_network;
pub mod gcn_normalization;
