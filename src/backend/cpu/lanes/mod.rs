//! Four f32 at once.
//!
//! ```text
//!  a  b  c  d      one vector register: `v128` in WebAssembly, an array elsewhere, which the compiler turns into one
//!  ×  ×  ×  ×
//!  e  f  g  h
//! ```
//!
//! [`Lanes::times_plus`] rounds once in the file with relaxed SIMD (where the machine has a fused instruction) and twice in the others. Every bound of
//! this engine allows for two roundings.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod vector;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use vector::Lanes;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub use portable::Lanes;

/// How many numbers one vector holds.
pub const WIDTH: usize = 4;

impl Lanes {
    /// Four zeros.
    pub const ZERO: Lanes = Lanes::constant(0.0);

    /// Vectors as the numbers that they hold.
    pub fn numbers_of(lanes: &mut [Lanes]) -> &mut [f32] {
        // SAFETY: a vector is four f32 side by side, without anything between them or two vectors.
        unsafe { std::slice::from_raw_parts_mut(lanes.as_mut_ptr().cast(), lanes.len() * WIDTH) }
    }

    /// Four numbers.
    #[inline(always)]
    pub fn from(numbers: &[f32; WIDTH]) -> Lanes {
        // SAFETY: the four numbers are there.
        unsafe { Lanes::load(numbers.as_ptr()) }
    }

    /// Writes the four numbers.
    #[inline(always)]
    pub fn put(self, to: &mut [f32; WIDTH]) {
        // SAFETY: there is room for four, which is borrowed.
        unsafe { self.store(to.as_mut_ptr()) };
    }

    /// The sum of the four, in pairs.
    #[inline(always)]
    pub fn sum(self) -> f32 {
        let [a, b, c, d] = self.numbers();
        (a + b) + (c + d)
    }

    /// The largest of the four.
    #[inline(always)]
    pub fn largest(self) -> f32 {
        let [a, b, c, d] = self.numbers();
        // Comparisons, since `f32::max` is a function call in WebAssembly.
        let (a, b) = (if a < b { b } else { a }, if c < d { d } else { c });
        if a < b { b } else { a }
    }
}

#[cfg(test)]
mod tests {
    use super::Lanes;

    fn lanes(numbers: [f32; 4]) -> Lanes {
        // SAFETY: the array holds four numbers.
        unsafe { Lanes::load(numbers.as_ptr()) }
    }

    #[test]
    fn every_lane_computes_for_itself() {
        let (a, b) = (lanes([1.0, 2.0, 3.0, 4.0]), lanes([5.0, 7.0, 11.0, -13.0]));
        assert_eq!(a.plus(b).numbers(), [6.0, 9.0, 14.0, -9.0]);
        assert_eq!(a.minus(b).numbers(), [-4.0, -5.0, -8.0, 17.0]);
        assert_eq!(a.times(b).numbers(), [5.0, 14.0, 33.0, -52.0]);
        assert_eq!(a.times_plus(b, a).numbers(), [6.0, 16.0, 36.0, -48.0]);
        assert_eq!(a.or_larger(b).numbers(), [5.0, 7.0, 11.0, 4.0]);
        assert_eq!(b.where_at_least(a, Lanes::splat(3.0)).numbers(), [0.0, 0.0, 11.0, -13.0]);
        assert_eq!((a.sum(), b.largest()), (10.0, 11.0));
    }

    #[test]
    fn transposing_turns_rows_into_columns() {
        let rows = [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0]];
        let columns = Lanes::transpose(rows.map(lanes)).map(Lanes::numbers);
        for (i, row) in rows.iter().enumerate() {
            for (j, number) in row.iter().enumerate() {
                assert_eq!(columns[j][i], *number);
            }
        }
    }

    #[test]
    fn the_lowest_bits_are_an_exponent() {
        let shifter = 12_582_912.0; // 1.5 · 2²³
        let exponents = lanes([shifter, shifter + 1.0, shifter - 126.0, shifter + 127.0]);
        let numbers = lanes([1.5, 1.5, 1.0, 1.0]).times_power_of_two(exponents).numbers();
        assert_eq!(numbers, [1.5, 3.0, 2f32.powi(-126), 2f32.powi(127)]);
    }
}
