//! 2^y, four at a time. Softmax needs no other exponential: e^x = 2^y for y = x · log₂ e, a factor that scores are multiplied by together with their scale.
//!
//! ```text
//! y = n + f,  |f| ≤ 1/2         2^y = 2ⁿ · 2^f
//! ```
//!
//! n is found by adding a number so large that everything behind the point is rounded away; its lowest bits then hold n. f = y − n is exact, since y and n are
//! close, unlike the remainder of e^x, which has to be computed in two steps. 2^f = 1 + f q(f) with q of degree 4, fitted to the least largest relative
//! error, and n is added to its exponent, as an integer.
//!
//! # Bound
//! Below 4u for u = 2⁻²⁴, relative, from −126 to 127. Only 2^f errs, as n and f are exact and 2ⁿ changes an exponent. Its polynomial differs from 2^f by
//! at most 2u, rounded constants included. Each step of Horner's rule rounds a product and a sum, or both at once. What a step rounds by is multiplied by f
//! in each later one, so the last three are what counts: the last sum lies in [0.70, 1.42] and rounds by u/2 below 1, which is 0.71u relative, and by u
//! above; its product is below 0.36 and rounds by u/4; the step before has numbers below 0.86, rounds by u/2 and u/8, times f: 0.32u; the one before rounds by
//! u/4 and u/64, times f²: 0.07u; all others by less than 0.01u. Below 0, where a result is at least 0.70, that is (0.5 + 0.25 + 0.32 + 0.08)u/0.70 =
//! 1.65u, above it (1 + 0.25 + 0.32 + 0.08)u = 1.65u: below 3.7u together. The test takes every f that a y of at least 1/2 can have, all 2²⁴ of them.

use super::lanes::Lanes;

/// Below this 2^y has no normal f32, and subnormal numbers are slow: it becomes 0.
pub const LOWEST: f32 = -126.0;

/// The constants, each four times.
pub struct Exponential {
    shifter: Lanes,
    p: [Lanes; 6],
    lowest: Lanes,
}

static TABLE: Exponential = Exponential {
    // 1.5 · 2²³, above which f32 has no places behind the point.
    shifter: Lanes::constant(12_582_912.0),
    p: [
        Lanes::constant(1.0),
        Lanes::constant(0.693_146_94),
        Lanes::constant(0.240_222_41),
        Lanes::constant(0.055_507_53),
        Lanes::constant(0.009_671_679),
        Lanes::constant(0.001_326_541_4),
    ],
    lowest: Lanes::constant(LOWEST),
};

impl Exponential {
    /// The constants, from memory: what the compiler knows it writes into the loop, where an engine builds each vector anew at every turn. That takes four
    /// times as long as the arithmetic.
    #[inline(always)]
    pub fn table() -> &'static Exponential {
        std::hint::black_box(&TABLE)
    }

    /// Computes 2^y for y up to 127. Below [`LOWEST`], and for what is no number, the result is 0.
    #[inline(always)]
    pub fn of(&self, y: Lanes) -> Lanes {
        let shifted = y.plus(self.shifter);
        let f = y.minus(shifted.minus(self.shifter));
        let [p0, p1, p2, p3, p4, p5] = self.p;
        let power = p5.times_plus(f, p4).times_plus(f, p3).times_plus(f, p2).times_plus(f, p1).times_plus(f, p0);
        power.times_power_of_two(shifted).where_at_least(y, self.lowest)
    }
}

/// Computes 2^y of one number.
pub fn power_of_two(y: f32) -> f32 {
    let [result, ..] = Exponential::table().of(Lanes::splat(y)).numbers();
    result
}

#[cfg(test)]
mod tests {
    use super::{Exponential, LOWEST, power_of_two};
    use crate::backend::cpu::lanes::{Lanes, WIDTH};

    /// The relative error of 2^y, in units of 2⁻²⁴, for four y.
    fn errors(y: [f32; WIDTH]) -> f64 {
        // SAFETY: the array holds four numbers.
        let found = Exponential::table().of(unsafe { Lanes::load(y.as_ptr()) }).numbers();
        let of = |(found, y): (f32, f32)| {
            let truth = libm::exp2(f64::from(y));
            (f64::from(found) - truth).abs() / truth
        };
        found.into_iter().zip(y).map(of).fold(0.0, f64::max) * 2f64.powi(24)
    }

    /// Whatever n is, f is one of the multiples of 2⁻²⁴ from −1/2 to 1/2, if y is at least 1/2.
    #[test]
    fn every_remainder_stays_below_four_units() {
        let mut worst: f64 = 0.0;
        for first in (-(1 << 23)..=1 << 23).step_by(WIDTH) {
            worst = worst.max(errors([0, 1, 2, 3].map(|i| (first + i) as f32 / 2f32.powi(24))));
        }
        assert!(worst < 4.0, "{worst} units");
    }

    #[test]
    fn the_whole_range_stays_below_four_units() {
        let mut worst: f64 = 0.0;
        for step in 0..500_000 {
            let y = f64::from(LOWEST) + f64::from(step) * (253.0 / 500_000.0);
            worst = worst.max(errors([y, y + 1e-4, -y.min(126.0) / 256.0, y / 1e6].map(|y| y as f32)));
        }
        for exponent in -126..=127 {
            assert_eq!(power_of_two(exponent as f32), 2f32.powi(exponent));
        }
        assert!(worst < 4.0, "{worst} units");
    }

    #[test]
    fn what_is_too_small_becomes_zero() {
        for y in [LOWEST - 0.01, -127.0, -1e4, -1e30, f32::NEG_INFINITY, f32::NAN] {
            assert_eq!(power_of_two(y), 0.0, "2^{y}");
        }
        assert_eq!(power_of_two(-0.0), 1.0);
    }
}
