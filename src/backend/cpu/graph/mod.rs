//! Graphs: products with sparse matrices, graph convolution, graph attention.
//!
//! ```text
//! gcn, gat ─► sparse_product
//! ```

pub mod gat;
pub mod gcn;
pub mod sparse_product;
