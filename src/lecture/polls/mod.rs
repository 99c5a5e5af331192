//! Every poll, by topic.

pub mod attention;
pub mod graph;
pub mod mask;
pub mod numbering;
pub mod softmax;
pub mod transformer;
