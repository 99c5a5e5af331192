//! The native tests in one program, so that the library is linked once. `memory.rs` is a program of its own, because it counts what its allocator returns.

mod batch;
mod build_profile;
mod claims;
mod curriculum;
mod exercise;
mod fast;
mod formulas;
mod golden;
#[cfg(feature = "gpu")]
mod gpu;
mod gradient;
mod invariants;
mod laws;
mod layering;
mod lecture;
mod lit;
mod messages;
mod nalgebra;
mod published;
mod renamed;
mod robustness;
mod steps;
mod support;
