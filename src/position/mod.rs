//! Positions: encodings of the place of each token or node, since attention does not depend on order.

pub mod alibi;
pub mod binary;
pub mod distance;
pub mod frequency;
pub mod index;
pub mod landing;
pub mod laplacian;
pub mod learned;
pub mod normalized_index;
pub mod plane_rotation;
pub mod random_features;
pub mod random_walk;
pub mod relative;
pub mod rotary;
pub mod rows;
pub mod sinusoidal;
pub mod sinusoidal_shift;
mod spectrum;
pub mod t5_buckets;
pub mod weisfeiler_lehman;
