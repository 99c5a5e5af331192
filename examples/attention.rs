//! Attention of three tokens: matrices of nalgebra go in and come out, and one weight is taken apart.
//!
//! ```sh
//! cargo run --example attention
//! ```

use attograph::backend::Nalgebra;
use attograph::catalog::{self, Arguments};
use attograph::error::Result;
use attograph::tensor::Tensor;
use nalgebra::DMatrix;

fn main() -> Result<()> {
    // Three tokens of width 4, and projections to queries, keys and values of width 2.
    let tokens = DMatrix::from_row_slice(3, 4, &[1.0, 0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 2.0, 1.0, 1.0, 1.0, 1.0]);
    let to_query = DMatrix::from_row_slice(4, 2, &[1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]);
    let to_key = DMatrix::from_row_slice(4, 2, &[0.0, 1.0, 1.0, 0.0, 0.5, 0.0, 0.0, 0.5]);
    let to_value = DMatrix::from_row_slice(4, 2, &[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    let inputs = Arguments::new()
        .with("query", Tensor::try_from(&(&tokens * to_query))?)
        .with("key", Tensor::try_from(&(&tokens * to_key))?)
        .with("value", Tensor::try_from(&(&tokens * to_value))?);

    // Only the results, computed with nalgebra's matrix products.
    let found = catalog::evaluate("scaled-dot-product-attention", &inputs, &Nalgebra)?;
    let weights = DMatrix::try_from(&found.outputs["weights"])?;
    let output = DMatrix::try_from(&found.outputs["output"])?;
    assert!(weights.row_iter().all(|row| (row.sum() - 1.0).abs() < 1e-15));
    println!("weights{weights:.4}output{output:.4}");

    // Every step, and the numbers that one cell was computed from.
    let trace = catalog::trace("scaled-dot-product-attention", &inputs)?;
    let cell = trace.cell("attention.scores", &[0, 1])?;
    let products: Vec<String> = cell
        .terms
        .iter()
        .map(|factors| factors.iter().map(|factor| factor.value.to_string()).collect::<Vec<_>>().join(" · "))
        .collect();
    println!("attention.scores [0, 1] = {} = {}", products.join(" + "), cell.value);
    Ok(())
}
