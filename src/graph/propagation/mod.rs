//! Propagation over many rounds: PageRank, diffusion, receptive fields, over-smoothing.

pub mod attention_diffusion;
pub mod over_smoothing;
pub mod personalized_pagerank;
pub mod receptive_field;
pub mod restart;
