//! A fast result, held against f64.
//!
//! ```text
//! operands (f32) ─┬─► kernel ──────────────► found ─┐
//!                 └─► plain loops in f64 ─► exact ──┴─► |found − exact| ≤ bound, number by number
//!                     for some of the rows
//! ```
//!
//! Each kernel has a struct here that holds its operands and says what a row of its result should be ([`Expected`]). The f64 computation starts from the
//! operands that the kernel itself was given, so that what was put together from several kernels is checked one by one, and a bound speaks of one kernel
//! alone. It is written anew as plain loops that add in the order of the index, and knows none of the kernels.
//!
//! The bounds are those that the kernels' modules derive (see [`super::cpu`]). They are written for any engine: what the engine's own functions may err by
//! is a [`Precision`].
//!
//! ```
//! use attograph::backend::check::{Precision, Product, check};
//! use attograph::backend::cpu::matrix::Matrix;
//!
//! let matrix = |numbers| Matrix::new("x", numbers, 2, 2);
//! let (left, right) = (matrix(&[1.0, 2.0, 3.0, 4.0])?, matrix(&[5.0, 6.0, 7.0, 8.0])?);
//! let expected = Product { left, right, precision: Precision::CPU };
//! assert!(check(&expected, matrix(&[19.0, 22.0, 43.0, 50.0])?, 16)?.within);
//! let verdict = check(&expected, matrix(&[19.0, 22.0, 43.0, 50.001])?, 16)?;
//! assert!(!verdict.within && verdict.place == (1, 1) && verdict.deviation > verdict.bound);
//! # Ok::<(), Box<attograph::error::Error>>(())
//! ```

mod attention;
mod convolution;
mod encoder;
mod feed_forward;
mod graph_attention;
mod hash;
mod hash_order;
mod known;
mod known_attention;
mod known_norm;
mod norm;
mod precision;
mod product;
mod sampled;
mod verdict;
mod window;

pub use attention::{Attention, ListedAttention};
pub use convolution::Convolution;
pub use encoder::{Encoded, EncoderWeights};
pub use feed_forward::{FeedForward, Layer};
pub use graph_attention::GraphAttention;
pub use hash::HashAttention;
pub use hash_order::check_order;
pub use norm::NormalizedRows;
pub use precision::Precision;
pub use product::{Product, SparseProduct};
pub use sampled::sampled;
pub use verdict::{Verdict, check};
pub use window::WindowAttention;

use crate::error::Result;

use super::cpu::buffer::filled;

/// What one row of a result should be.
pub struct Row {
    /// The numbers, in f64.
    pub exact: Vec<f64>,
    /// How far each may be off.
    pub bound: Vec<f64>,
}

impl Row {
    /// A row of zeros that may not be off at all.
    fn zeros(columns: usize) -> Result<Row> {
        Ok(Row { exact: filled("check", 1, columns, 0.0)?, bound: filled("check", 1, columns, 0.0)? })
    }
}

/// What the result of a kernel should be.
pub trait Expected {
    /// How many rows and columns the result has.
    fn shape(&self) -> (usize, usize);

    /// Computes a row of it in f64.
    ///
    /// # Errors
    /// [`crate::error::Error::TooLarge`].
    fn row(&self, row: usize) -> Result<Row>;
}
