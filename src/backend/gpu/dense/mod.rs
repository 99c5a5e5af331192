//! Dense matrices: products, sums, and layer norm of rows.

pub(super) mod block;
pub mod norm;
pub mod product;
pub mod sum;
