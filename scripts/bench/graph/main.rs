//! Layers on a large graph in f64, natively, while another process computes the same with SciPy:
//!
//! ```text
//! cargo run --release --locked --example graph_bench -- FOLDER NODES WIDTH
//! ```
//!
//! Prints one line for each line of input, `{ "work": …, "every": … }`: the milliseconds of a run, and numbers of its result, so far apart. The folder holds what
//! scripts/bench/graph/graphs.mjs writes.

use std::io::{BufRead, Write, stdin, stdout};
use std::path::Path;
use std::time::Instant;

use attograph::catalog::Arguments;
use attograph::graph::Graph;
use attograph::measure::estimate::{Limit, evaluate_sparse};
use attograph::tensor::Tensor;
use serde_json::{Value, json};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn numbers(folder: &Path, name: &str, shape: [usize; 2]) -> Result<Tensor> {
    let bytes = std::fs::read(folder.join(name))?;
    let data = bytes.as_chunks().0.iter().map(|number| f64::from_le_bytes(*number)).collect();
    Ok(Tensor::new(shape.to_vec(), data)?)
}

/// The edges of a graph, undirected and without weights.
fn read_edges(folder: &Path) -> Result<Vec<[usize; 2]>> {
    let bytes = std::fs::read(folder.join("edges"))?;
    let ends: Vec<usize> = bytes.as_chunks().0.iter().map(|node| u32::from_le_bytes(*node) as usize).collect();
    Ok(ends.as_chunks().0.to_vec())
}

fn main() -> Result<()> {
    let given: Vec<String> = std::env::args().collect();
    let [_, folder, nodes, width] = given.as_slice() else { return Err("FOLDER NODES WIDTH are needed".into()) };
    let (folder, nodes, width) = (Path::new(folder), nodes.parse()?, width.parse()?);
    let matrix = |name| numbers(folder, name, [width, width]);
    let inputs = Arguments::new().with("x", numbers(folder, "x", [nodes, width])?);
    let edges = read_edges(folder)?;
    for line in stdin().lock().lines() {
        let command: Value = serde_json::from_str(&line?)?;
        let id = command["work"].as_str().unwrap_or_default();
        let inputs = match id {
            "gcn-layer" => inputs.clone().with("w", matrix("w")?),
            "mean-aggregation-layer" => inputs.clone().with("wNeighbor", matrix("w")?).with("wSelf", matrix("b")?),
            _ => inputs.clone(),
        };
        let edges = edges.clone();
        let start = Instant::now();
        // A new one, which knows nothing of its matrix yet.
        let inputs = inputs.with("graph", Graph::new(nodes, edges, false)?);
        let found = evaluate_sparse(id, &inputs, Limit::NONE)?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let every = command["every"].as_u64().unwrap_or(1) as usize;
        let numbers: Vec<f64> = found.outputs["output"].data().iter().step_by(every).copied().collect();
        println!("{}", json!({ "milliseconds": milliseconds, "numbers": numbers }));
        stdout().flush()?;
    }
    Ok(())
}
