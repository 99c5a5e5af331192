//! How many rounds an algorithm on graphs may run.

use crate::error::{Error, Result};
use crate::tensor::element_count;

/// The most rounds that an algorithm on graphs will run: beyond it nothing changes any more that a reader could see.
pub const MAX_ROUNDS: usize = 4096;

/// Checks that so many rounds, each of so many numbers, can be run and kept.
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
