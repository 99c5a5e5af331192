//! A layer of graph attention (GAT) over a list of edges: how much each node attends to each of its neighbors.
//!
//! ```sh
//! cargo run --example graph_attention
//! ```

use attograph::catalog::{self, Arguments};
use attograph::error::Result;
use attograph::graph::Graph;
use attograph::tensor::Tensor;

fn main() -> Result<()> {
    // Each pair is [source, target]. An edge of an undirected graph is listed once and carries messages both ways.
    let edges = vec![[0, 1], [0, 2], [1, 2], [2, 3]];
    let graph = Graph::new(4, edges, false)?;
    let features = Tensor::matrix(&[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 0.0]])?;

    // One head of width 2. The attention vector is given as its two halves.
    let inputs = Arguments::new()
        .with("graph", graph)
        .with("x", features)
        .with("w", Tensor::matrix(&[[1.0, -1.0], [0.5, 1.0]])?)
        .with("attentionSource", Tensor::matrix(&[[1.0, 0.5]])?)
        .with("attentionTarget", Tensor::matrix(&[[0.5, -1.0]])?);
    let trace = catalog::trace("gat-layer", &inputs)?;

    // Weights have the shape [heads, targets, sources]. Every node is a neighbor of itself, unless `selfLoops` is false.
    let weights = &trace.outputs["weights"];
    for target in 0..4 {
        let row: Vec<f64> = (0..4).filter_map(|source| weights.get(&[0, target, source])).collect();
        assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-15);
        let shares: Vec<String> = row
            .iter()
            .enumerate()
            .filter(|(_, weight)| **weight > 0.0)
            .map(|(source, weight)| format!("{source}: {weight:.4}"))
            .collect();
        println!("node {target} attends to {}", shares.join(", "));
    }

    // A node is reached only along edges: 3 does not hear 0.
    assert_eq!(weights.get(&[0, 3, 0]), Some(0.0));
    Ok(())
}
