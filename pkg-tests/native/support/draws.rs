//! Random tensors that follow from a seed.

use attograph::random::{Distribution, tensor};
use attograph::tensor::Tensor;

/// Returns normal numbers.
pub fn numbers(shape: &[usize], seed: u64) -> Tensor {
    tensor(shape, seed, Distribution::Normal, None).expect("a small tensor")
}

/// Returns normal numbers that depend on the seed and on a name.
pub fn numbers_named(shape: &[usize], seed: u64, name: &str) -> Tensor {
    numbers(shape, name.bytes().fold(seed, |salt, byte| salt.wrapping_mul(31).wrapping_add(u64::from(byte))))
}

/// Returns zeros and ones.
pub fn mask(shape: &[usize], seed: u64) -> Tensor {
    tensor(shape, seed ^ 0x5eed, Distribution::Integers { minimum: 0, maximum: 1 }, None).expect("a small tensor")
}
