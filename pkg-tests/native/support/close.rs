//! Comparisons of numbers.

/// Whether two numbers have the same bits, or are both NaN.
pub fn same_bits(left: f64, right: f64) -> bool {
    left.to_bits() == right.to_bits() || left.is_nan() && right.is_nan()
}

/// Whether each number is near the other, relative to 1 plus its magnitude.
pub fn close(left: &[f64], right: &[f64], allowed: f64) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(a, b)| (a - b).abs() <= allowed * (1.0 + a.abs()))
}

/// Asserts that numbers are rounded to `expected` at this number of decimal places.
pub fn assert_rounds_to(found: &[f64], expected: &[f64], places: i32) {
    assert_within(found, expected, 0.5000001 * 10f64.powi(-places));
}

/// Asserts that numbers differ by at most `allowed`.
pub fn assert_within(found: &[f64], expected: &[f64], allowed: f64) {
    assert_eq!(found.len(), expected.len());
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= allowed, "number {place} is {found} instead of {expected}");
    }
}
