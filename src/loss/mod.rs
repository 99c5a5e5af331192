//! Losses: one number that says how far predictions are from what they should be, where every way back begins.

use crate::error::{Error, Result};
use crate::tensor::Tensor;

pub mod binary_cross_entropy;
pub mod cross_entropy;
pub mod mean_squared_error;

/// Validates that every number of a list is a whole number from 0 to `below` − 1.
///
/// # Errors
/// [`Error::OutOfRange`] naming the place.
pub fn check_whole(input: &str, list: &Tensor, below: usize) -> Result<()> {
    let fits = |number: f64| number >= 0.0 && number < below as f64 && libm::floor(number) == number;
    check_each(input, list, fits, || format!("a whole number below {below}"))
}

/// Validates that every number is from 0 to 1, or NaN where the policy lets it through.
fn check_share(input: &str, tensor: &Tensor) -> Result<()> {
    check_each(input, tensor, |number| number.is_nan() || (0.0..=1.0).contains(&number), || "from 0 to 1".into())
}

/// Validates every number of a tensor.
fn check_each(input: &str, tensor: &Tensor, fits: impl Fn(f64) -> bool, expected: impl Fn() -> String) -> Result<()> {
    match tensor.data().iter().position(|&number| !fits(number)) {
        None => Ok(()),
        Some(place) => Err(Error::OutOfRange {
            input: input.into(),
            index: tensor.index_of(place),
            value: tensor.data().get(place).copied().unwrap_or_default(),
            expected: expected(),
        }
        .into()),
    }
}
