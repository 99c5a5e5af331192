//! Fast results compared with f64.
//!
//! ```text
//! operands (f32) ─┬─► kernel ──────────────► found ─┐
//!                 └─► plain loops in f64 ─► exact ──┴─► |found − exact| ≤ bound, for each number
//!                     for some of the rows
//! ```
//!
//! For each kernel there is a struct that holds its operands and computes what a row of its result should be ([`Expected`]). The f64 computation starts from
//! the operands of the kernel itself, so that an algorithm of several kernels is checked kernel by kernel, and a bound is that of one kernel. It is written
//! as plain loops that add in index order, and uses none of the kernels.
//!
//! The bounds are those that the kernels' modules derive (see [`super::cpu`]), for any engine: the errors of the engine's own functions are a [`Precision`].
//! A bound that is infinite, or larger than the result, certifies nothing; [`Verdict::useful`] tells.
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

mod aggregation;
mod attention;
mod convolution;
mod encoder;
mod feed_forward;
mod graph_attention;
mod hash;
mod norm;
mod precision;
mod product;
mod sampled;
mod verdict;
mod window;

pub use aggregation::{Aggregation, Restart};
pub use attention::{Attention, ListedAttention};
pub use convolution::Convolution;
pub use encoder::{Encoded, EncoderWeights};
pub use feed_forward::{FeedForward, Layer};
pub use graph_attention::GraphAttention;
pub use hash::{HashAttention, check_order};
pub use norm::NormalizedRows;
pub use precision::Precision;
pub use product::{Product, SparseProduct};
pub use sampled::sampled;
pub use verdict::{Verdict, check};
pub use window::WindowAttention;

use crate::error::Result;

use super::cpu::buffer::filled;

/// One row of a result, as it should be.
pub struct Row {
    /// The numbers, in f64.
    pub exact: Vec<f64>,
    /// The bound of the error of each.
    pub bound: Vec<f64>,
}

impl Row {
    /// A row of zeros with bounds of zero.
    fn zeros(columns: usize) -> Result<Row> {
        Ok(Row { exact: filled("check", 1, columns, 0.0)?, bound: filled("check", 1, columns, 0.0)? })
    }
}

/// The result of a kernel, as it should be.
pub trait Expected {
    /// The rows and columns of the result.
    fn shape(&self) -> (usize, usize);

    /// Computes a row of it in f64.
    ///
    /// # Errors
    /// [`crate::error::Error::TooLarge`].
    fn row(&self, row: usize) -> Result<Row>;
}
