//! Comparing the result of a kernel with f64.

use crate::error::{Error, Result};

use super::{Expected, sampled};
use crate::backend::cpu::matrix::Matrix;

/// The result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The largest |found − exact|; of numbers beyond their bounds, if there are any; of the number with the largest bound, if a bound is useless. Infinite
    /// for NaN.
    pub deviation: f64,
    /// The bound of that number.
    pub bound: f64,
    /// Its row and column.
    pub place: (usize, usize),
    /// How many rows were compared.
    pub rows: usize,
    /// The largest |exact| of these rows.
    pub scale: f64,
    /// Whether every number is within its own bound. If not, `deviation` is above `bound`.
    pub within: bool,
    /// Whether every bound certifies something. A bound is useless if it is infinite or NaN, and if it exceeds `scale` while the number is not exact.
    pub useful: bool,
}

/// A number that was compared.
#[derive(Clone, Copy)]
struct Compared {
    place: (usize, usize),
    deviation: f64,
    bound: f64,
}

/// What was found so far.
#[derive(Default)]
struct Comparison {
    worst: Option<(Compared, bool)>,
    /// The one with the largest bound, of those for which a large bound matters.
    loosest: Option<Compared>,
    scale: f64,
}

impl Comparison {
    fn add(&mut self, place: (usize, usize), found: f32, exact: f64, bound: f64) {
        let or_infinite = |number: f64| if number.is_nan() { f64::INFINITY } else { number };
        let (deviation, bound) = (or_infinite((f64::from(found) - exact).abs()), or_infinite(bound));
        let (number, within) = (Compared { place, deviation, bound }, deviation <= bound);
        let is_worse = |(worst, worst_within): (Compared, bool)| {
            if within == worst_within { deviation > worst.deviation } else { !within }
        };
        if self.worst.is_none_or(is_worse) {
            self.worst = Some((number, within));
        }
        if (deviation > 0.0 || bound.is_infinite()) && self.loosest.is_none_or(|loosest| bound > loosest.bound) {
            self.loosest = Some(number);
        }
        self.scale = self.scale.max(exact.abs());
    }

    fn verdict(self, rows: usize) -> Verdict {
        let nothing = Compared { place: (0, 0), deviation: 0.0, bound: 0.0 };
        let (worst, within) = self.worst.unwrap_or((nothing, true));
        let useless = self.loosest.filter(|loosest| loosest.bound.is_infinite() || loosest.bound > self.scale);
        let Compared { place, deviation, bound } = useless.filter(|_| within).unwrap_or(worst);
        Verdict { deviation, bound, place, rows, scale: self.scale, within, useful: useless.is_none() }
    }
}

/// Compares some rows of what a kernel `found` with what is expected, spread over all of them (see [`sampled`]).
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
    let mut comparison = Comparison::default();
    let mut compared = 0;
    for row in sampled(height, rows) {
        let should = expected.row(row)?;
        let numbers = found.row(row).iter().zip(should.exact.iter().zip(&should.bound));
        for (column, (found, (exact, bound))) in numbers.enumerate() {
            comparison.add((row, column), *found, *exact, *bound);
        }
        compared += 1;
    }
    Ok(comparison.verdict(compared))
}

#[cfg(test)]
mod tests {
    use super::super::{Expected, NormalizedRows, Precision, Row};
    use super::{Verdict, check};
    use crate::backend::cpu::matrix::Matrix;
    use crate::backend::cpu::norm::Norm;
    use crate::error::Result;

    /// Ones, with a bound of an eighth in the first column and of 1 in the second.
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
    fn the_verdict_has_the_largest_deviation_with_its_own_bound() {
        let right =
            Verdict { deviation: 0.0, bound: 0.125, place: (0, 0), rows: 2, scale: 1.0, within: true, useful: true };
        assert_eq!(verdict([1.0; 4]), right);
        let found = verdict([1.0, 1.5, 1.0625, 0.75]);
        assert_eq!(found, Verdict { deviation: 0.5, bound: 1.0, place: (0, 1), ..right });
    }

    #[test]
    fn a_number_beyond_its_bound_comes_before_larger_deviations_within_theirs() {
        for numbers in [[1.0, 1.5, 1.25, 0.75], [1.125, 1.0, 1.25, 2.0]] {
            let Verdict { deviation, bound, place, within, .. } = verdict(numbers);
            assert_eq!((deviation, bound, place, within), (0.25, 0.125, (1, 0), false));
        }
    }

    /// A row of two numbers with two bounds.
    struct Pair([f64; 2], [f64; 2]);

    impl Expected for Pair {
        fn shape(&self) -> (usize, usize) {
            (1, 2)
        }

        fn row(&self, _: usize) -> Result<Row> {
            Ok(Row { exact: self.0.to_vec(), bound: self.1.to_vec() })
        }
    }

    #[test]
    fn a_bound_that_certifies_nothing_is_useless() {
        let verdict = |found: [f32; 2], exact, bound| {
            check(&Pair(exact, bound), Matrix::new("x", &found, 1, 2).unwrap(), 1).unwrap()
        };
        for bound in [f64::INFINITY, f64::NAN, 2.5] {
            let found = verdict([1.0, 2.25], [1.0, 2.0], [0.125, bound]);
            assert!(found.within && !found.useful, "{bound}: {found:?}");
            assert_eq!((found.place, found.deviation, found.scale), ((0, 1), 0.25, 2.0));
            assert_eq!(found.bound, if bound.is_nan() { f64::INFINITY } else { bound });
        }
        assert!(verdict([1.0, 2.25], [1.0, 2.0], [0.125, 2.0]).useful);
        // The largest bound need not be that of the largest deviation.
        let found = verdict([1.5, 2.25], [1.0, 2.0], [0.75, 2.5]);
        assert!(!found.useful && found.place == (0, 1), "{found:?}");
    }

    #[test]
    fn the_bound_of_an_exact_number_matters_only_if_it_is_infinite() {
        let verdict =
            |bound| check(&Pair([0.0; 2], [bound; 2]), Matrix::new("x", &[0.0; 2], 1, 2).unwrap(), 1).unwrap();
        assert!(verdict(1e-6).useful);
        assert!(!verdict(f64::INFINITY).useful);
    }

    #[test]
    fn layer_norm_of_numbers_that_f32_does_not_tell_apart_is_not_certified() {
        let x: Vec<f32> =
            (0..4).flat_map(|i| (0..16).map(move |j| 1.7e9 + 60.0 * i as f32 + 15.0 * j as f32)).collect();
        let norm = Norm { gamma: None, beta: None, epsilon: 1e-5 };
        let x = Matrix::new("x", &x, 4, 16).unwrap();
        for precision in [Precision::CPU, Precision::GPU] {
            let expected = NormalizedRows { x, residual: None, norm, precision };
            let found = check(&expected, Matrix::new("found", &[0.0; 64], 4, 16).unwrap(), 4).unwrap();
            assert!(!found.useful && found.bound == f64::INFINITY, "{found:?}");
        }
    }

    #[test]
    fn nan_is_beyond_every_finite_bound() {
        let found = verdict([1.0, f32::NAN, 1.0, 1.0]);
        assert_eq!((found.deviation, found.place, found.within), (f64::INFINITY, (0, 1), false));
    }

    #[test]
    fn a_result_of_another_shape_is_refused() {
        assert_eq!(check(&Ones, Matrix::new("x", &[1.0; 2], 1, 2).unwrap(), 9).unwrap_err().code(), "shape-mismatch");
        assert_eq!(check(&Ones, Matrix::new("x", &[1.0; 2], 2, 1).unwrap(), 9).unwrap_err().code(), "shape-mismatch");
    }
}
