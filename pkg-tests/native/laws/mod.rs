//! What has to hold for every input: laws, worked numbers and edge policies, one module a topic.

mod attention;
mod composition;
mod contraction;
mod graph;
mod graph_attention;
mod graph_layers;
mod graph_position;
mod learning;
mod loss;
mod lsh_error;
mod measure;
mod patterns;
mod position;
mod pretraining;
mod rotation;
mod scatter;
mod sequence;
mod slopes;
mod sparse;
mod sparse_graphs;
mod transformer;
mod vectors;
mod vision;
