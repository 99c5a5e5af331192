//! Pre-training: what a model is asked to learn before anyone has labeled anything.

pub mod causal_language_model_loss;
mod cross_entropy;
pub mod linear_warmup_decay;
pub mod masked_language_model_loss;
pub mod token_masking;
