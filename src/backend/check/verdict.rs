//! What a comparison came to.

use crate::error::{Error, Result};

use super::super::cpu::matrix::Matrix;
use super::{Expected, sampled};

/// The largest deviation of a result, and whether every number that was looked at is within its bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The largest |found − exact|; of numbers beyond their bounds, if there are any. Infinite for what is not a number.
    pub deviation: f64,
    /// The bound of that number.
    pub bound: f64,
    /// Where it stands.
    pub place: (usize, usize),
    /// How many rows were looked at.
    pub rows: usize,
    /// Whether every number is within its own bound. If not, `deviation` is above `bound`.
    pub within: bool,
}

impl Verdict {
    /// Nothing was looked at.
    pub const NONE: Verdict = Verdict { deviation: 0.0, bound: 0.0, place: (0, 0), rows: 0, within: true };

    fn see(&mut self, place: (usize, usize), found: f32, exact: f64, bound: f64) {
        let deviation = (f64::from(found) - exact).abs();
        let deviation = if deviation.is_nan() { f64::INFINITY } else { deviation };
        // A bound that is not a number, from operands that are too large, promises nothing.
        let within = deviation <= bound;
        let is_first = self.rows == 0 && self.deviation == 0.0 && self.bound == 0.0;
        let is_worse = if within == self.within { deviation > self.deviation } else { !within };
        if is_first || is_worse {
            (self.deviation, self.bound, self.place, self.within) = (deviation, bound, place, within);
        }
    }
}

/// Compares as many rows of what a kernel `found` with what is expected, spread over all of them (see [`sampled`]).
///
/// # Errors
/// [`Error::ShapeMismatch`] unless the result has the shape that its operands demand, [`Error::TooLarge`].
pub fn check(expected: &dyn Expected, found: Matrix, rows: usize) -> Result<Verdict> {
    let (height, width) = expected.shape();
    for (axis, found, expected) in [(0, found.rows(), height), (1, found.columns(), width)] {
        if found != expected {
            let (input, because) = ("result".into(), "the operands".into());
            return Err(Error::ShapeMismatch { input, axis, expected, found, because }.into());
        }
    }
    let mut verdict = Verdict::NONE;
    for row in sampled(height, rows) {
        let should = expected.row(row)?;
        let numbers = found.row(row).iter().zip(should.exact.iter().zip(&should.bound));
        for (column, (found, (exact, bound))) in numbers.enumerate() {
            verdict.see((row, column), *found, *exact, *bound);
        }
        verdict.rows += 1;
    }
    Ok(verdict)
}

#[cfg(test)]
mod tests {
    use super::super::{Expected, Row};
    use super::{Verdict, check};
    use crate::backend::cpu::matrix::Matrix;
    use crate::error::Result;

    /// Ones, which may be off by a tenth in the first column and by 1 in the second.
    struct Ones;

    impl Expected for Ones {
        fn shape(&self) -> (usize, usize) {
            (2, 2)
        }

        fn row(&self, _: usize) -> Result<Row> {
            Ok(Row { exact: vec![1.0; 2], bound: vec![0.125, 1.0] })
        }
    }

    fn verdict(found: [f32; 4]) -> Verdict {
        check(&Ones, Matrix::new("x", &found, 2, 2).unwrap(), 9).unwrap()
    }

    #[test]
    fn the_largest_deviation_is_told_with_its_own_bound() {
        let found = verdict([1.0, 1.5, 1.0625, 0.75]);
        assert_eq!(found, Verdict { deviation: 0.5, bound: 1.0, place: (0, 1), rows: 2, within: true });
        assert_eq!(verdict([1.0; 4]), Verdict { bound: 0.125, rows: 2, ..Verdict::NONE });
    }

    #[test]
    fn a_number_beyond_its_bound_comes_before_larger_deviations_within_theirs() {
        let found = verdict([1.0, 1.5, 1.25, 0.75]);
        assert_eq!(found, Verdict { deviation: 0.25, bound: 0.125, place: (1, 0), rows: 2, within: false });
        let found = verdict([0.75, 1.0, 1.5, 2.0]);
        assert_eq!(found, Verdict { deviation: 0.5, bound: 0.125, place: (1, 0), rows: 2, within: false });
    }

    #[test]
    fn what_is_not_a_number_is_beyond_any_bound() {
        let found = verdict([1.0, f32::NAN, 1.0, 1.0]);
        assert_eq!((found.deviation, found.place, found.within), (f64::INFINITY, (0, 1), false));
    }

    #[test]
    fn a_result_of_another_shape_is_refused() {
        assert_eq!(check(&Ones, Matrix::new("x", &[1.0; 2], 1, 2).unwrap(), 9).unwrap_err().code(), "shape-mismatch");
        assert_eq!(check(&Ones, Matrix::new("x", &[1.0; 2], 2, 1).unwrap(), 9).unwrap_err().code(), "shape-mismatch");
    }
}
