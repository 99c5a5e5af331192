//! Dense matrices: products by tiles of registers, and layer norm of rows.
//!
//! ```text
//! product ─► panels ─► groups ─► tile
//! ```

pub mod groups;
pub mod norm;
pub mod panels;
pub mod product;
pub(super) mod tile;
