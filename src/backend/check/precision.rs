//! The errors of an engine's own functions.

/// The unit roundoff of f32.
const UNIT: f64 = f32::EPSILON as f64 / 2.0;

/// The errors of an engine's functions, relative to their results unless stated otherwise. Sums and products of both engines are rounded correctly.
#[derive(Clone, Copy, Debug)]
pub struct Precision {
    /// An exponential of a softmax.
    pub exponential: f64,
    /// A division or an inverse root.
    pub quotient: f64,
    /// What an online softmax adds each time when it rescales what it collected.
    pub rescaling: f64,
    /// After how many keys it may do so.
    pub tile: usize,
    /// A logarithm of at least 1, absolutely, beside the rounding of its result.
    pub logarithm: f64,
    /// What a product may lose, absolutely, where it is below the normal numbers of f32.
    pub lost: f64,
}

impl Precision {
    /// The CPU: exponentials as [`crate::backend::cpu::exponential`] computes them, all else rounded correctly; a rescaling is an exponential and a product.
    pub const CPU: Precision = Precision {
        exponential: 4.0 * UNIT,
        quotient: 2.0 * UNIT,
        rescaling: 5.0 * UNIT,
        tile: 64,
        logarithm: 0.0,
        lost: f32::from_bits(1) as f64,
    };

    /// Any GPU that does as WGSL demands (section 15.7.4, *Accuracy of Concrete Floating Point Expressions*): e^x within 3 + 2|x| units in the last place,
    /// a division within 2.5, an inverse root within 2, a logarithm within 2⁻²¹ or 3 units; numbers below the normal ones may become 0. The exponents
    /// of a key and of all rescalings after it add up to what lies between its score and the largest: at most 88, or the key is dropped. So all their |x|
    /// together are in the exponential, and each rescaling adds 3 units and a product.
    pub const GPU: Precision = Precision {
        exponential: 2.2e-5,
        quotient: 6.0 * UNIT,
        rescaling: 7.0 * UNIT,
        tile: 8,
        logarithm: 8.0 * UNIT,
        lost: f32::MIN_POSITIVE as f64,
    };

    /// The unit roundoff of f32.
    pub(super) const UNIT: f64 = UNIT;
}
