//! Every step of a graph convolution as a table: its id, its shape, its formula, and the steps that it reads.
//!
//! ```sh
//! cargo run --example trace_table
//! ```

use attograph::catalog::{self, Arguments};
use attograph::error::Result;
use attograph::graph::Graph;
use attograph::tensor::Tensor;

fn main() -> Result<()> {
    let path = Graph::new(3, vec![[0, 1], [1, 2]], false)?;
    let inputs = Arguments::new()
        .with("graph", path)
        .with("x", Tensor::matrix(&[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])?)
        .with("w", Tensor::matrix(&[[1.0], [2.0]])?);
    let trace = catalog::trace("gcn-layer", &inputs)?;

    println!("{:<26} {:<8} {:<50} reads", "step", "shape", "formula");
    for step in &trace.steps {
        let reads: Vec<String> = step.operands.iter().map(|&number| trace.steps[number].id()).collect();
        let shape = format!("{:?}", step.tensor.shape());
        println!("{:<26} {shape:<8} {:<50} {}", step.id(), trace.formula(step), reads.join(", "));
    }

    let output = &trace.outputs["output"];
    assert_eq!(output.shape(), [3, 1]);
    println!("output {:.4?}", output.data());
    Ok(())
}
