//! Attention on sequences and on graphs, exact and explained.
//!
//! Every algorithm of this crate computes in f64, in a fixed order, and can record each intermediate with its name, its formula and the steps that it
//! reads, so that any number can be traced back to the numbers it was computed from.
//!
//! ```text
//! www ──► the npm package                          tests ──► both
//! bindings ──► lecture ──► exercise ──► measure ──► catalog
//!                                                     │
//!      attention, transformer, graph … (the topics) ◄─┘
//!         └──► rules ──► algorithm ──► gradient ──► trace ──► backend ──► op ──► random ──► tensor ──► error
//! ```
//!
//! # Where to find a formula
//!
//! | topic | modules |
//! |---|---|
//! | attention on sequences | [`attention`] |
//! | recurrence, for comparison | [`sequence`] |
//! | normalization, feed-forward, encoder and decoder | [`transformer`] |
//! | positional encodings | [`position`] |
//! | graphs | [`graph`] |
//! | sparse attention, Reformer | [`sparse`] |
//! | losses | [`loss`] |
//! | steps of learning | [`learning`] |
//! | pre-training: masks, its losses, schedules | [`pretraining`] |
//! | images as tokens | [`vision`] |
//! | measurements: symmetry, cost | [`measure`] |
//! | exercises, misconceptions, derivations | [`exercise`] |
//! | errors of lectures, polls | [`lecture`] |
//! | every algorithm by id | [`catalog`] |
//! | declarations of algorithms | [`algorithm`] |
//! | functions shared by several topics | [`rules`] |
//! | gradients of recorded runs, step by step | [`gradient`] |
//! | runs, recorded steps and the arithmetic of each number | [`trace`] |
//! | engines of computation | [`backend`] |
//! | steps, operations, functions and rules | [`op`] |
//!
//! # Example
//!
//! The worked example of a lecture: three tokens of width 4, each the query, key and value of itself. Matrices go in and come out as those of
//! [nalgebra](https://nalgebra.rs).
//!
//! ```
//! use attograph::catalog::{self, Arguments};
//! use attograph::tensor::Tensor;
//! use nalgebra::DMatrix;
//!
//! let tokens = DMatrix::from_row_slice(3, 4, &[1.0, 2.0, 3.0, 4.0, 4.0, 5.0, 9.0, 1.0, 6.0, 2.0, 1.0, 4.0]);
//! let x = Tensor::try_from(&tokens)?;
//! let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
//! let trace = catalog::trace("scaled-dot-product-attention", &inputs)?;
//!
//! let scores = DMatrix::try_from(&trace.outputs["scores"])?;
//! assert_eq!(scores, &tokens * tokens.transpose() / 2.0); // Q Kᵀ / √4
//! let cell = trace.cell("attention.scaled", &[0, 1])?; // how one of them came about
//! assert_eq!(cell.value, 22.5); // 45 / √4
//! # Ok::<(), Box<attograph::error::Error>>(())
//! ```
//!
//! A trace is computed by [`backend::Reference`], number by number in a fixed order. Where only results are wanted, [`backend::Nalgebra`] computes the
//! same in f64 with nalgebra's matrix products:
//!
//! ```
//! use attograph::backend::Nalgebra;
//! use attograph::catalog::{self, Arguments};
//! use attograph::tensor::Tensor;
//!
//! let x = Tensor::matrix(&[[1.0, 2.0], [3.0, 5.0]])?;
//! let found = catalog::evaluate("layer-norm", &Arguments::new().with("x", x), &Nalgebra)?;
//! assert_eq!(found.outputs["output"].shape(), [2, 2]);
//! # Ok::<(), Box<attograph::error::Error>>(())
//! ```

// Without the topics, much of what they use is used by nothing.
#![cfg_attr(test, allow(dead_code))]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub mod algorithm;
pub mod backend;
pub mod error;
pub mod gradient;
pub mod op;
pub mod random;
pub mod rules;
pub mod tensor;
pub mod trace;

// The topics and what is above them have no unit tests, and are left out of the program that runs those of the others: it would compile the whole library once more.
#[cfg(not(test))]
pub mod attention;
#[cfg(not(test))]
pub mod catalog;
#[cfg(not(test))]
pub mod exercise;
#[cfg(not(test))]
pub mod graph;
#[cfg(not(test))]
pub mod learning;
#[cfg(not(test))]
pub mod lecture;
#[cfg(not(test))]
pub mod loss;
#[cfg(not(test))]
pub mod measure;
#[cfg(not(test))]
pub mod position;
#[cfg(not(test))]
pub mod pretraining;
#[cfg(not(test))]
pub mod sequence;
#[cfg(not(test))]
pub mod sparse;
#[cfg(not(test))]
pub mod transformer;
#[cfg(not(test))]
pub mod vision;

#[cfg(all(target_arch = "wasm32", not(feature = "fast")))]
mod bindings;

/// The WebAssembly file of the fast engine, which has no catalog.
#[cfg(all(target_arch = "wasm32", feature = "fast"))]
#[path = "bindings/fast/mod.rs"]
mod bindings;

/// Runs the examples of the documentation as doctests.
#[cfg(doctest)]
#[doc = include_str!("../docs/rust.md")]
struct DocumentationExamples;
