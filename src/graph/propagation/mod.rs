//! What many rounds of passing on do: ranks, diffusion, how far a node sees, how alike nodes become.

pub mod attention_diffusion;
pub mod over_smoothing;
pub mod personalized_pagerank;
pub mod receptive_field;
pub mod restart;
