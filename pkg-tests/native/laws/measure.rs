//! Laws of the measurements: variance, slopes, symmetry, cost.

mod cost;
mod enlarged;
mod estimate;
mod function_cost;
mod numbers;
mod symmetry;
mod worked;

use attograph::catalog::Arguments;
use attograph::random::{Distribution, tensor};
use attograph::tensor::Tensor;

fn random(shape: &[usize], seed: u64) -> Tensor {
    tensor(shape, seed, Distribution::Normal, None).expect("a small tensor")
}

/// Self-attention of these tokens without projections.
fn self_attention(x: &Tensor) -> Arguments {
    Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x.clone())
}
