//! Where NaN and infinities come up inside a run.

use crate::op::{KEEP_OR_MINUS_INFINITY, Op, Reduction};
use crate::tensor::Tensor;

/// Whether a step's result holds NaN, ∞, or a −∞ that comes from an overflow.
///
/// −∞ is what a mask puts where a key is hidden, what the maximum of nothing is, and what follows from either. So it counts only where arithmetic made it:
/// in a sum, a product or a function other than [`KEEP_OR_MINUS_INFINITY`], of operands without −∞.
pub(super) fn comes_up(op: &Op, operands: &[&Tensor], result: &Tensor) -> bool {
    if all_finite(result.data()) {
        return false;
    }
    if result.data().iter().any(|number| number.is_nan() || *number == f64::INFINITY) {
        return true;
    }
    let by_arithmetic = match op {
        Op::Contract | Op::Transpose(..) => true,
        Op::Map(function) => !std::ptr::eq(*function, &KEEP_OR_MINUS_INFINITY),
        Op::Reduce(reduction) | Op::Scatter(reduction) => *reduction == Reduction::Sum,
        Op::Given | Op::Size(_) | Op::Gather | Op::Rule(_) => false,
    };
    by_arithmetic && operands.iter().all(|operand| !operand.data().contains(&f64::NEG_INFINITY))
}

/// Block by block, so that a block takes no branch a number.
fn all_finite(numbers: &[f64]) -> bool {
    numbers.chunks(512).all(|block| block.iter().fold(true, |finite, number| finite & number.is_finite()))
}
