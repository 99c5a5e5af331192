//! How a kernel's result is held against f64: by the library's own check, and that check against what computes in another way.

use attograph::backend::check::{Expected, check};
use attograph::backend::cpu::matrix::Matrix;

/// A result, with what it should be.
pub struct Held<'a> {
    /// What a kernel found.
    pub found: &'a [f32],
    /// What the library's check expects.
    pub expected: &'a dyn Expected,
    /// The same, computed otherwise: by the catalog's reference, or by the test.
    pub oracle: &'a dyn Fn(usize, usize) -> f64,
    /// How far check and oracle may be apart, as a part of the bound.
    pub apart: f64,
}

/// The order in which f64 adds does not show.
pub const ROUNDED: f64 = 1e-4;

impl Held<'_> {
    /// Every number is within the bound of check and oracle, these agree, and a wrong number would have been noticed.
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
                // Some number or other is made wrong: the last whose place is a multiple of seven.
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
