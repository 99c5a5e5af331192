//! Layers that aggregate the neighbors' features, and the core of which they and the attention layers are settings.

pub mod aggregation;
pub mod gaussian_mixture_layer;
pub mod graph_isomorphism_layer;
pub mod graph_readout;
pub mod mean_aggregation_layer;
pub mod message_passing;
mod message_passing_fields;
pub mod message_passing_layer;
pub mod morph;
pub mod update;
