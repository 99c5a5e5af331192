//! The claims of the fast engine, for every place where it runs: natively, and in each WebAssembly file.

pub mod attention;
pub mod chance;
pub mod graph;
pub mod held;
pub mod layers;
pub mod lsh;
pub mod product;
pub mod window;
