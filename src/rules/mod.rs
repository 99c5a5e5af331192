//! Rules that several topics share: rows taken out of a list or put into one, draws from a seed, counting and sorting.

pub mod draws;
pub(crate) mod order;
pub mod rows;
