//! The transformer: the parts beside attention, layers of them, and stacks of layers.

pub mod batch_norm;
pub mod decoder;
pub mod decoder_layer;
pub mod differential_attention;
pub mod encoder;
pub mod encoder_decoder;
pub mod encoder_layer;
pub mod feed_forward;
pub mod layer_inputs;
pub mod layer_norm;
pub mod normalization;
pub mod sublayer;
