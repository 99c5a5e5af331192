//! Graphs: products with sparse matrices, graph convolution, graph attention.
//!
//! ```text
//! aggregation ─► gcn, gat ─► sparse_product
//! ```

pub mod aggregation;
pub mod gat;
pub mod gcn;
pub mod sparse_product;
