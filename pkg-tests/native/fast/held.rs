//! Compares the result of a kernel with f64: by the library's own check, and the check with another computation.

use attograph::backend::check::{Expected, check};
use attograph::backend::cpu::matrix::Matrix;

/// A result, with the exact numbers.
pub struct Held<'a> {
    /// The result of the kernel.
    pub found: &'a [f32],
    /// The exact numbers and bounds of the library's check.
    pub expected: &'a dyn Expected,
    /// The exact numbers, computed by the reference of the catalog or by the test.
    pub oracle: &'a dyn Fn(usize, usize) -> f64,
    /// The largest difference of check and oracle, as a part of the bound.
    pub apart: f64,
}

/// For sums in f64 that differ in their order only.
pub const ROUNDED: f64 = 1e-4;

impl Held<'_> {
    /// Asserts that every number is within the bound of check and oracle, that these agree, and that the check notices a wrong number.
    pub fn assert(&self, what: &str) {
        let (rows, columns) = self.expected.shape();
        let verdict = |found: &[f32]| {
            check(self.expected, Matrix::new("found", found, rows, columns).expect("a matrix"), rows)
                .expect("a verdict")
        };
        let seen = verdict(self.found);
        assert!(seen.within && seen.rows == rows, "{what}: {seen:?}");
        let (mut wrong, mut place) = (self.found.to_vec(), None);
        for i in 0..rows {
            let row = self.expected.row(i).expect("a row");
            for j in 0..columns {
                let (exact, bound, oracle) = (row.exact[j], row.bound[j], (self.oracle)(i, j));
                let found = self.found[i * columns + j];
                let error = (f64::from(found) - oracle).abs();
                assert!(error <= bound, "{what} at [{i}, {j}]: {found} is {error} from {oracle}, above {bound}");
                let apart = (exact - oracle).abs();
                assert!(apart <= self.apart * bound, "{what} at [{i}, {j}]: check {exact}, oracle {oracle}, {bound}");
                // One number is altered: the last whose place is a multiple of seven.
                if bound.is_finite() && (i * columns + j).is_multiple_of(7) {
                    let altered = exact + 3.0 * bound.max(f64::from(f32::EPSILON) * exact.abs()).max(1e-30);
                    place = Some(((i, j), altered as f32));
                }
            }
        }
        if let Some(((i, j), altered)) = place {
            wrong[i * columns + j] = altered;
            let seen = verdict(&wrong);
            assert!(!seen.within && seen.place == (i, j) && seen.deviation > seen.bound, "{what}, altered: {seen:?}");
        }
    }
}
