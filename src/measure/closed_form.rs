//! The theoretical number of multiplications (including divisions) of an algorithm, as a formula in the sizes of its inputs.

use crate::algorithm::{Argument, Arguments};

/// A closed form, to compare with a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedForm {
    /// As TeX, such as `n m (d + v + 2)`.
    pub formula: &'static str,
    /// Its value for this run.
    pub multiplications: u64,
}

/// Returns the closed form of an algorithm for these inputs, where it is known.
pub(super) fn multiplications(id: &str, arguments: &Arguments) -> Option<ClosedForm> {
    let size = |input: &str, axis: usize| match arguments.get(input) {
        Some(Argument::Tensor(tensor)) => tensor.shape().get(axis).map(|&size| size as u64),
        _ => None,
    };
    let (formula, multiplications) = match id {
        // Scores and output, and one division each for the scale and for the sum of the row.
        "scaled-dot-product-attention" => {
            let (n, m, d, v) = (size("query", 0)?, size("key", 0)?, size("query", 1)?, size("value", 1)?);
            (r"n m (d + v + 2)", n * m * (d + v + 2))
        }
        // The product of the queries with the matrix, then scores and output, and one division for the sum of the row.
        "bilinear-attention" => {
            let (n, m, a, b) = (size("query", 0)?, size("key", 0)?, size("query", 1)?, size("key", 1)?);
            let v = size("value", 1)?;
            (r"n a b + n m (b + v + 1)", n * a * b + n * m * (b + v + 1))
        }
        "softmax-jacobian" => {
            let (n, m) = (size("scores", 0)?, size("scores", 1)?);
            (r"n m (m + 1)", n * m * (m + 1))
        }
        _ => return None,
    };
    Some(ClosedForm { formula, multiplications })
}
