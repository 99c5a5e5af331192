//! e^x, four at a time.
//!
//! ```text
//! x = n · ln 2 + r,  |r| ≤ ln 2 / 2         e^x = 2ⁿ · e^r
//! ```
//!
//! n is found by adding a number so large that everything behind the point is rounded away; its lowest bits then hold n, ready to become an exponent.
//! n · ln 2 is taken off in two steps, the first of which is exact (Cody & Waite 1980, *Software Manual for the Elementary Functions*, chapter 6), and
//! e^r = 1 + r + r² q(r) with q of degree 4, fitted to the least largest relative error, which is 3.7e-9.
//!
//! # Bound
//! Below 2 units in the last place. With u = 2⁻²⁴: the second step of the reduction leaves r with an error of at most u·|r| + 88·1.3e-9, where 1.3e-9 is
//! how far the two parts of ln 2 are from ln 2 for one n: together 0.35u + 0.01u·n/64 ≤ 0.4u. Adding r² q(r) to r errs by at most 0.5u·0.41 and its terms by
//! less than 0.1u; the last sum rounds by u/2 of a number in [0.70, 1.42], where one unit is 2u above 1 and u below. That is at most 1.2u/0.70 relative,
//! below 2 units. The test goes through all of the range.

use super::lanes::Lanes;

/// Below this e^x has no normal f32, and subnormal numbers are slow: it becomes 0.
pub const LOWEST: f32 = -87.3;

/// The constants, each four times.
pub struct Exponential {
    log2_e: Lanes,
    shifter: Lanes,
    ln_2: [Lanes; 2],
    q: [Lanes; 5],
    one: Lanes,
    lowest: Lanes,
}

static TABLE: Exponential = Exponential {
    log2_e: Lanes::constant(std::f32::consts::LOG2_E),
    // 1.5 · 2²³, above which f32 has no places behind the point, and the bias of an exponent.
    shifter: Lanes::constant(12_582_912.0 + 127.0),
    // ln 2 in nine bits, so that its product with any exponent is exact, and the rest, both negative.
    ln_2: [Lanes::constant(-355.0 / 512.0), Lanes::constant(2.121_944_4e-4)],
    q: [
        Lanes::constant(0.499_999_94),
        Lanes::constant(0.166_665_21),
        Lanes::constant(0.041_668_39),
        Lanes::constant(0.008_368_745),
        Lanes::constant(0.001_381_454),
    ],
    one: Lanes::constant(1.0),
    lowest: Lanes::constant(LOWEST),
};

impl Exponential {
    /// The constants, from memory: what the compiler knows it writes into the loop, where an engine builds each vector anew at every turn. That takes four
    /// times as long as the arithmetic.
    #[inline(always)]
    pub fn table() -> &'static Exponential {
        std::hint::black_box(&TABLE)
    }

    /// Computes e^x for x up to 88. Below [`LOWEST`] the result is 0.
    #[inline(always)]
    pub fn of(&self, x: Lanes) -> Lanes {
        let shifted = x.times_plus(self.log2_e, self.shifter);
        let n = shifted.minus(self.shifter);
        let [high, low] = self.ln_2;
        let r = n.times_plus(low, n.times_plus(high, x));
        let [q0, q1, q2, q3, q4] = self.q;
        let q = q4.times_plus(r, q3).times_plus(r, q2).times_plus(r, q1).times_plus(r, q0);
        let power = q.times_plus(r.times(r), r).plus(self.one);
        power.times(shifted.power_of_two()).where_at_least(x, self.lowest)
    }
}

/// Computes e^x of one number.
pub fn exponential_of(x: f32) -> f32 {
    let [result, ..] = Exponential::table().of(Lanes::splat(x)).numbers();
    result
}

#[cfg(test)]
mod tests {
    use super::{LOWEST, exponential_of};

    /// How many units in the last place lie between a result and the truth.
    fn units(found: f32, truth: f64) -> f64 {
        let unit = f64::from(f32::from_bits((truth as f32).to_bits() + 1)) - f64::from(truth as f32);
        (f64::from(found) - truth).abs() / unit
    }

    #[test]
    fn stays_below_two_units_in_the_last_place() {
        let mut worst: f64 = 0.0;
        for step in 0..2_000_000 {
            let x = (-87.3 + f64::from(step) * (175.3 / 2_000_000.0)) as f32;
            worst = worst.max(units(exponential_of(x), f64::from(x).exp()));
        }
        assert!(worst < 2.0, "{worst} units");
    }

    #[test]
    fn what_is_too_small_becomes_zero() {
        for x in [LOWEST - 0.01, -88.0, -1e4, -1e30, f32::NEG_INFINITY] {
            assert_eq!(exponential_of(x), 0.0, "e^{x}");
        }
        assert_eq!(exponential_of(0.0), 1.0);
        assert_eq!(exponential_of(-0.0), 1.0);
    }
}
