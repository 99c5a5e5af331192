//! Random shapes and numbers for the fast engine, the same in every environment.

use attograph::random::{Distribution, tensor};

/// Lengths around the edges of tiles (4, 8), blocks of queries (32) and keys (64), and the smallest.
const LENGTHS: [usize; 22] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 71, 130];

/// Draws lengths and choices (SplitMix64, Steele et al. 2014).
pub struct Chance(pub u64);

impl Chance {
    /// Returns a whole number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    /// Returns true once in `times` draws, on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns a length around an edge; one time in five any other below 150.
    pub fn length(&mut self) -> usize {
        if self.once_in(5) { self.below(150) } else { LENGTHS[self.below(LENGTHS.len())] }
    }

    /// Returns three lengths, of which at least two are below 40.
    pub fn lengths(&mut self) -> [usize; 3] {
        let long = self.below(3);
        [0, 1, 2].map(|axis| if axis == long { self.length() } else { self.length().min(34 + self.below(5)) })
    }

    /// Returns normal numbers, times a factor.
    pub fn numbers(&mut self, count: usize, factor: f32) -> Vec<f32> {
        let seed = self.below(1 << 30) as u64;
        let drawn = tensor(&[count], seed, Distribution::Normal, None).expect("numbers");
        drawn.data().iter().map(|number| *number as f32 * factor).collect()
    }
}

/// Returns the numbers in f64.
pub fn widened(numbers: &[f32]) -> Vec<f64> {
    numbers.iter().map(|number| f64::from(*number)).collect()
}
