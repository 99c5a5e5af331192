//! Every erratum, by topic.

pub mod attention;
pub mod graph;
pub mod graph_attention;
pub mod position;
pub mod pretraining;
pub mod sparse;
