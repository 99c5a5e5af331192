//! Pictures as tokens: a patch is to a picture what a word is to a text.

pub mod image_patches;
pub mod masked_autoencoder_masking;
pub mod patch_embedding;
