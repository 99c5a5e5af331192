//! What two backends compute, compared.

use attograph::backend::{Nalgebra, Reference};
use attograph::catalog;
use attograph::tensor::Tensor;

use super::Case;
use super::close::same_bits;

/// How far apart two backends may be, relative to the largest magnitude of a result.
pub const ALIKE: f64 = 1e-12;

/// Finite numbers differ by at most `allowed` of the largest finite magnitude; everything else is the same.
pub fn assert_alike(found: &Tensor, expected: &Tensor, allowed: f64, what: &str) {
    assert_eq!(found.shape(), expected.shape(), "{what}: shape");
    let finite = expected.data().iter().filter(|number| number.is_finite());
    let largest = finite.fold(0.0f64, |largest, number| largest.max(number.abs()));
    for (offset, (&found_number, &number)) in found.data().iter().zip(expected.data()).enumerate() {
        let close =
            found_number.is_finite() && number.is_finite() && (found_number - number).abs() <= allowed * largest;
        let index = found.index_of(offset);
        assert!(close || same_bits(found_number, number), "{what} {index:?}: {found_number:e} instead of {number:e}");
    }
}

/// Every bit is the same.
pub fn assert_same_bits(found: &Tensor, expected: &Tensor, what: &str) {
    assert_eq!(found.shape(), expected.shape(), "{what}: shape");
    for (offset, (&found_number, &number)) in found.data().iter().zip(expected.data()).enumerate() {
        let index = found.index_of(offset);
        assert!(same_bits(found_number, number), "{what} {index:?}: {found_number:e} instead of {number:e}");
    }
}

/// Both backends give the same results of the same shapes, at most so far apart, and the same notices.
pub fn assert_evaluates_alike(case: &Case, allowed: f64) {
    let what = format!("{} / {}", case.algorithm, case.name);
    let evaluate = |backend| {
        catalog::evaluate(&case.algorithm, &case.inputs, backend).unwrap_or_else(|error| panic!("{what}: {error}"))
    };
    let (found, expected) = (evaluate(&Nalgebra), evaluate(&Reference));
    assert_eq!(found.outputs.keys().collect::<Vec<_>>(), expected.outputs.keys().collect::<Vec<_>>(), "{what}");
    for (name, tensor) in &expected.outputs {
        assert_alike(&found.outputs[name], tensor, allowed, &format!("{what} / {name}"));
    }
    assert_eq!(found.notices, expected.notices, "{what}");
}
