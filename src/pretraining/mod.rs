//! Pre-training: objectives that need no labels.

pub mod causal_language_model_loss;
mod cross_entropy;
pub mod linear_warmup_decay;
pub mod masked_language_model_loss;
pub mod token_masking;
