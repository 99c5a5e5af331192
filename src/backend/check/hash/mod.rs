//! LSH attention, and the order of the tokens by hash.

mod attention;
mod order;

pub use attention::HashAttention;
pub use order::check_order;
