//! Four f32 as one WebAssembly vector.

use core::arch::wasm32::*;

/// Four f32.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Lanes(v128);

impl Lanes {
    /// The same number four times, known when compiling.
    pub const fn constant(number: f32) -> Lanes {
        Lanes(f32x4(number, number, number, number))
    }

    /// The same number four times.
    #[inline(always)]
    pub fn splat(number: f32) -> Lanes {
        Lanes(f32x4_splat(number))
    }

    /// Reads four numbers.
    ///
    /// # Safety
    /// The four numbers must be there. They need no alignment beyond their own.
    #[inline(always)]
    pub unsafe fn load(from: *const f32) -> Lanes {
        // SAFETY: the caller's; WebAssembly loads from any address.
        Lanes(unsafe { v128_load(from.cast()) })
    }

    /// Reads one number into all four.
    ///
    /// # Safety
    /// The number must be there.
    #[inline(always)]
    pub unsafe fn load_splat(from: *const f32) -> Lanes {
        // SAFETY: the caller's.
        Lanes(unsafe { v128_load32_splat(from.cast()) })
    }

    /// Writes the four numbers.
    ///
    /// # Safety
    /// There must be room for four, and nobody else may read or write there.
    #[inline(always)]
    pub unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller's; WebAssembly stores to any address.
        unsafe { v128_store(to.cast(), self.0) }
    }

    /// a + b.
    #[inline(always)]
    pub fn plus(self, other: Lanes) -> Lanes {
        Lanes(f32x4_add(self.0, other.0))
    }

    /// a − b.
    #[inline(always)]
    pub fn minus(self, other: Lanes) -> Lanes {
        Lanes(f32x4_sub(self.0, other.0))
    }

    /// a · b.
    #[inline(always)]
    pub fn times(self, other: Lanes) -> Lanes {
        Lanes(f32x4_mul(self.0, other.0))
    }

    /// a · b + c. The compiler never makes this of a product and a sum.
    #[cfg(target_feature = "relaxed-simd")]
    #[inline(always)]
    pub fn times_plus(self, factor: Lanes, summand: Lanes) -> Lanes {
        Lanes(f32x4_relaxed_madd(self.0, factor.0, summand.0))
    }

    /// a · b + c.
    #[cfg(not(target_feature = "relaxed-simd"))]
    #[inline(always)]
    pub fn times_plus(self, factor: Lanes, summand: Lanes) -> Lanes {
        self.times(factor).plus(summand)
    }

    /// The larger of both; either where one is no number, since the compiler takes whichever instruction is at hand.
    #[inline(always)]
    pub fn or_larger(self, other: Lanes) -> Lanes {
        Lanes(f32x4_pmax(self.0, other.0))
    }

    /// Whether one is larger than the other's.
    #[inline(always)]
    pub fn any_above(self, other: Lanes) -> bool {
        v128_any_true(f32x4_gt(self.0, other.0))
    }

    /// This where `measure` is at least `bound`, 0 elsewhere.
    #[inline(always)]
    pub fn where_at_least(self, measure: Lanes, bound: Lanes) -> Lanes {
        Lanes(v128_and(self.0, f32x4_ge(measure.0, bound.0)))
    }

    /// Adds the lowest nine bits of each of the others, as an integer, to the exponent: times a power of two.
    #[inline(always)]
    pub fn times_power_of_two(self, exponents: Lanes) -> Lanes {
        Lanes(i32x4_add(self.0, i32x4_shl(exponents.0, 23)))
    }

    /// Turns four rows into four columns.
    #[inline(always)]
    pub fn transpose([a, b, c, d]: [Lanes; 4]) -> [Lanes; 4] {
        let (low_ab, high_ab) = (i32x4_shuffle::<0, 4, 1, 5>(a.0, b.0), i32x4_shuffle::<2, 6, 3, 7>(a.0, b.0));
        let (low_cd, high_cd) = (i32x4_shuffle::<0, 4, 1, 5>(c.0, d.0), i32x4_shuffle::<2, 6, 3, 7>(c.0, d.0));
        [
            Lanes(i32x4_shuffle::<0, 1, 4, 5>(low_ab, low_cd)),
            Lanes(i32x4_shuffle::<2, 3, 6, 7>(low_ab, low_cd)),
            Lanes(i32x4_shuffle::<0, 1, 4, 5>(high_ab, high_cd)),
            Lanes(i32x4_shuffle::<2, 3, 6, 7>(high_ab, high_cd)),
        ]
    }

    /// The four numbers.
    #[inline(always)]
    pub fn numbers(self) -> [f32; 4] {
        [
            f32x4_extract_lane::<0>(self.0),
            f32x4_extract_lane::<1>(self.0),
            f32x4_extract_lane::<2>(self.0),
            f32x4_extract_lane::<3>(self.0),
        ]
    }
}
