//! The storage of numbers: matrices in slices, sparse matrices in compressed rows, allocation that can fail.

pub mod buffer;
pub mod compressed;
pub mod matrix;
