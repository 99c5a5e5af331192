//! Images as tokens: each patch of an image is a token.

pub mod image_patches;
pub mod masked_autoencoder_masking;
pub mod patch_embedding;
