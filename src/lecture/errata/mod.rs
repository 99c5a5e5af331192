//! Every erratum that computes something, by topic. The other errata are typing errors: years, names, symbols, an edge of a sentence.

pub mod attention;
pub mod graph;
pub mod graph_attention;
pub mod position;
pub mod pretraining;
pub mod sparse;
