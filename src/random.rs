//! Seeded random numbers: the same seed gives the same bits everywhere.
//!
//! The generator is PCG XSH RR 64/32 (O'Neill 2014) from `rand_pcg`, whose stream is stable across versions; normal numbers come from the Box–Muller
//! transform (Box & Muller 1958), evaluated with `libm`.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use crate::error::{Error, Result};
use crate::tensor::{Tensor, element_count};

/// A source of random numbers with an explicit seed.
#[derive(Clone, Debug)]
pub struct Random {
    generator: Pcg32,
}

impl Random {
    /// Starts a stream from its seed.
    pub fn new(seed: u64) -> Random {
        Random { generator: Pcg32::seed_from_u64(seed) }
    }

    /// Draws from the uniform distribution on [0, 1): a multiple of 2⁻⁵³.
    pub fn uniform(&mut self) -> f64 {
        (self.generator.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Skips this number of draws of [`Random::uniform`], in logarithmic time.
    pub fn skip(&mut self, draws: u64) {
        // A draw takes two numbers of 32 bits.
        self.generator.advance(draws.wrapping_mul(2));
    }

    /// Draws from the normal distribution with mean 0 and variance 1.
    pub fn normal(&mut self) -> f64 {
        // 1 − u lies in (0, 1], where the logarithm is finite.
        let radius = (-2.0 * libm::log(1.0 - self.uniform())).sqrt();
        radius * libm::cos(2.0 * std::f64::consts::PI * self.uniform())
    }

    /// Draws a whole number from `minimum` to `maximum`, both included.
    pub fn integer(&mut self, minimum: i32, maximum: i32) -> i32 {
        let span = (i64::from(maximum) - i64::from(minimum)).max(0) + 1;
        let draw = (self.uniform() * span as f64) as i64;
        (i64::from(minimum) + draw.min(span - 1)) as i32
    }
}

/// How [`tensor`] draws its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distribution {
    /// Mean 0, variance 1.
    Normal,
    /// From 0 to 1, 1 excluded.
    Uniform,
    /// Whole numbers, both ends included.
    Integers {
        /// The smallest.
        minimum: i32,
        /// The largest.
        maximum: i32,
    },
}

/// Fills a tensor with seeded random numbers, in row-major order.
///
/// `decimals` rounds every number to this number of decimals.
///
/// # Errors
/// [`Error::TooLarge`] beyond [`crate::tensor::MAX_ELEMENTS`]; [`Error::OutOfRange`] when `maximum` lies below `minimum` or `decimals` above 15.
///
/// # Example
/// ```
/// use attograph::random::{Distribution, tensor};
/// let a = tensor(&[2, 3], 7, Distribution::Normal, None)?;
/// let b = tensor(&[2, 3], 7, Distribution::Normal, None)?;
/// assert_eq!(a, b);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn tensor(shape: &[usize], seed: u64, distribution: Distribution, decimals: Option<u32>) -> Result<Tensor> {
    if let Distribution::Integers { minimum, maximum } = distribution
        && maximum < minimum
    {
        return Err(Error::OutOfRange {
            input: "maximum".into(),
            index: Vec::new(),
            value: f64::from(maximum),
            expected: format!("at least the minimum, {minimum}"),
        }
        .into());
    }
    if let Some(decimals) = decimals
        && decimals > 15
    {
        return Err(Error::OutOfRange {
            input: "decimals".into(),
            index: Vec::new(),
            value: f64::from(decimals),
            expected: "at most 15".into(),
        }
        .into());
    }
    let count = element_count("random", shape)?;
    let mut random = Random::new(seed);
    let data = (0..count).map(|_| {
        let value = match distribution {
            Distribution::Normal => random.normal(),
            Distribution::Uniform => random.uniform(),
            Distribution::Integers { minimum, maximum } => f64::from(random.integer(minimum, maximum)),
        };
        decimals.map_or(value, |decimals| {
            let power = libm::pow(10.0, f64::from(decimals));
            libm::round(value * power) / power
        })
    });
    Tensor::new(shape.to_vec(), data.collect())
}
