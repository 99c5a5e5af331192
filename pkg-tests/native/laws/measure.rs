//! Laws of the measurements: variance, slopes, symmetry, cost.

mod cost;
mod enlarged;
mod estimate;
mod function_cost;
mod numbers;
mod symmetry;
mod worked;

use attograph::catalog::Arguments;
use attograph::tensor::Tensor;

use crate::support::draws::numbers as random;

/// Self-attention of these tokens without projections.
fn self_attention(x: &Tensor) -> Arguments {
    Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x.clone())
}
