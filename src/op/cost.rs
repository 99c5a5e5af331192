//! The cost of one application of a function.

/// The operations of one application of a [`super::Function`].
///
/// Each function states its cost beside its formula, by these conventions:
///
/// - Counted is the formula as it is computed, operation by operation, including constants: (a − 1) / 2 is one subtraction and one division.
/// - A quotient and a remainder count as a multiplication, a difference and a change of sign as an addition, a minimum, a maximum and a condition as a
///   comparison. Anything else, such as an exponential, a logarithm, a root, a sine, an absolute value and a rounding, counts as a function.
/// - Of several branches each kind of operation counts with the most that any branch takes.
/// - A test that only keeps a value defined, as 0 for a division by 0, is not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Multiplications, divisions and remainders.
    pub multiplications: u64,
    /// Additions, subtractions and changes of sign.
    pub additions: u64,
    /// Exponentials, logarithms, roots, sines, absolute values, roundings and whatever else is a function of single numbers.
    pub functions: u64,
    /// Comparisons, minima, maxima and conditions.
    pub comparisons: u64,
}

impl Cost {
    /// No operation.
    pub const NONE: Cost = Cost { multiplications: 0, additions: 0, functions: 0, comparisons: 0 };
    /// One multiplication or division.
    pub const MULTIPLICATION: Cost = Cost { multiplications: 1, ..Cost::NONE };
    /// One addition, subtraction or change of sign.
    pub const ADDITION: Cost = Cost { additions: 1, ..Cost::NONE };
    /// One function of a single number.
    pub const FUNCTION: Cost = Cost { functions: 1, ..Cost::NONE };
    /// One comparison.
    pub const COMPARISON: Cost = Cost { comparisons: 1, ..Cost::NONE };
}
