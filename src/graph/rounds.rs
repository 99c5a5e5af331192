//! The limit on the rounds of algorithms on graphs.

use crate::error::{Error, Result};
use crate::tensor::element_count;

/// The largest number of rounds of an algorithm on graphs.
pub const MAX_ROUNDS: usize = 4096;

/// Validates that this number of rounds, each with this number of results, fits the limits.
///
/// # Errors
/// [`Error::OutOfRange`], [`Error::TooLarge`].
pub(in crate::graph) fn check_rounds(input: &str, rounds: usize, numbers: usize) -> Result<()> {
    if rounds > MAX_ROUNDS {
        return Err(out_of_range(input, Vec::new(), rounds as f64, "at most 4096").into());
    }
    element_count(input, &[rounds, numbers]).map(|_| ())
}

pub(in crate::graph) fn out_of_range(input: &str, index: Vec<usize>, value: f64, expected: &str) -> Error {
    Error::OutOfRange { input: input.into(), index, value, expected: expected.into() }
}
