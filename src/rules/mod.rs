//! Rules that several topics share: rows taken out of a list or put into one, and draws from a seed.

pub mod draws;
pub mod rows;
