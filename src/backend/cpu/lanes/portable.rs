//! Four f32 as an array.

/// Four f32.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct Lanes([f32; 4]);

impl Lanes {
    /// The same number four times, known when compiling.
    pub const fn constant(number: f32) -> Lanes {
        Lanes([number; 4])
    }

    /// The same number four times.
    #[inline(always)]
    pub fn splat(number: f32) -> Lanes {
        Lanes([number; 4])
    }

    /// Reads four numbers.
    ///
    /// # Safety
    /// The four numbers must be there. They need no alignment beyond their own.
    #[inline(always)]
    pub unsafe fn load(from: *const f32) -> Lanes {
        // SAFETY: the caller's.
        Lanes(unsafe { from.cast::<[f32; 4]>().read_unaligned() })
    }

    /// Reads one number into all four.
    ///
    /// # Safety
    /// The number must be there.
    #[inline(always)]
    pub unsafe fn load_splat(from: *const f32) -> Lanes {
        // SAFETY: the caller's.
        Lanes([unsafe { *from }; 4])
    }

    /// Writes the four numbers.
    ///
    /// # Safety
    /// There must be room for four, and nobody else may read or write there.
    #[inline(always)]
    pub unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller's.
        unsafe { to.cast::<[f32; 4]>().write_unaligned(self.0) }
    }

    /// a + b.
    #[inline(always)]
    pub fn plus(self, other: Lanes) -> Lanes {
        self.with(other, |a, b| a + b)
    }

    /// a − b.
    #[inline(always)]
    pub fn minus(self, other: Lanes) -> Lanes {
        self.with(other, |a, b| a - b)
    }

    /// a · b.
    #[inline(always)]
    pub fn times(self, other: Lanes) -> Lanes {
        self.with(other, |a, b| a * b)
    }

    /// a · b + c, fused where the processor that is built for can do it.
    #[inline(always)]
    pub fn times_plus(self, factor: Lanes, summand: Lanes) -> Lanes {
        if cfg!(target_feature = "fma") {
            let ([a, b, c, d], [e, f, g, h], [i, j, k, l]) = (self.0, factor.0, summand.0);
            Lanes([a.mul_add(e, i), b.mul_add(f, j), c.mul_add(g, k), d.mul_add(h, l)])
        } else {
            self.times(factor).plus(summand)
        }
    }

    /// The larger of both; either where one is no number, since the compiler takes whichever instruction is at hand.
    #[inline(always)]
    pub fn or_larger(self, other: Lanes) -> Lanes {
        self.with(other, |a, b| if a < b { b } else { a })
    }

    /// Whether one is larger than the other's.
    #[inline(always)]
    pub fn any_above(self, other: Lanes) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| *a > b)
    }

    /// This where `measure` is at least `bound`, 0 elsewhere.
    #[inline(always)]
    pub fn where_at_least(self, measure: Lanes, bound: Lanes) -> Lanes {
        let ([a, b, c, d], [e, f, g, h], [i, j, k, l]) = (self.0, measure.0, bound.0);
        let keep = |number, measure, bound| if measure >= bound { number } else { 0.0 };
        Lanes([keep(a, e, i), keep(b, f, j), keep(c, g, k), keep(d, h, l)])
    }

    /// Adds the lowest nine bits of each of the others, as an integer, to the exponent: times a power of two.
    #[inline(always)]
    pub fn times_power_of_two(self, exponents: Lanes) -> Lanes {
        self.with(exponents, |a, b| f32::from_bits(a.to_bits().wrapping_add(b.to_bits() << 23)))
    }

    /// Turns four rows into four columns.
    #[inline(always)]
    pub fn transpose(rows: [Lanes; 4]) -> [Lanes; 4] {
        let [[a, b, c, d], [e, f, g, h], [i, j, k, l], [m, n, o, p]] = rows.map(|row| row.0);
        [Lanes([a, e, i, m]), Lanes([b, f, j, n]), Lanes([c, g, k, o]), Lanes([d, h, l, p])]
    }

    /// The four numbers.
    #[inline(always)]
    pub fn numbers(self) -> [f32; 4] {
        self.0
    }

    #[inline(always)]
    fn with(self, other: Lanes, apply: impl Fn(f32, f32) -> f32) -> Lanes {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Lanes([apply(a, e), apply(b, f), apply(c, g), apply(d, h)])
    }
}
