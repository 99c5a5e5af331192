//! Layers whose weights are computed from the features.

pub mod gat_layer;
pub mod gatv2_layer;
pub mod graph_masked_attention;
pub mod graph_transformer_layer;
pub mod graphormer_attention;
mod graphormer_encodings;
pub mod neighbor_attention;
pub(super) mod node_projections;
