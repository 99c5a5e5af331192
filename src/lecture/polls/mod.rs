//! Every poll, by topic.

pub mod attention;
pub mod graph;
pub mod softmax;
pub mod transformer;
