//! How fast nalgebra's products make the f64 backend, beside the reference, natively:
//!
//! ```text
//! cargo run --release --locked --example f64_bench
//! ```
//!
//! The two take turns, 41 times, after a run that warms up; medians are printed as JSON. Before any time is taken, the results are compared. As in
//! scripts/bench/page/f64.js, which measures the same in Chromium.

use std::time::Instant;

use attograph::backend::{Backend, Nalgebra, Reference};
use attograph::catalog::{Arguments, evaluate};
use attograph::error::Result;
use attograph::graph::Graph;
use attograph::random::{Distribution, tensor};
use attograph::tensor::Tensor;
use serde_json::{Value, json};

const TURNS: usize = 41;

/// What two results may differ by, relative to the largest magnitude.
const ALIKE: f64 = 1e-12;

/// What is measured: a name, an algorithm and its inputs.
type Case = (&'static str, &'static str, Arguments);

fn numbers(shape: &[usize], seed: u64) -> Result<Tensor> {
    tensor(shape, seed, Distribution::Normal, None)
}

fn attention(tokens: usize) -> Result<Arguments> {
    ["query", "key", "value"]
        .into_iter()
        .zip(1..)
        .try_fold(Arguments::new(), |given, (name, seed)| Ok(given.with(name, numbers(&[tokens, 64], seed)?)))
}

fn encoder_layer() -> Result<Arguments> {
    let mut given = Arguments::new().with("x", numbers(&[128, 64], 1)?).with("heads", 4.0);
    for (name, seed) in ["wQuery", "wKey", "wValue", "wOutput"].into_iter().zip(2..) {
        given = given.with(&format!("attention.{name}"), numbers(&[64, 64], seed)?);
    }
    Ok(given.with("w1", numbers(&[64, 256], 6)?).with("w2", numbers(&[256, 64], 7)?))
}

fn convolution() -> Result<Arguments> {
    let edges = (0..500).flat_map(|node| [1, 7, 31].map(|step| [node, (node + step) % 500])).collect();
    let graph = Graph::new(500, edges, false)?;
    Ok(Arguments::new().with("graph", graph).with("x", numbers(&[500, 64], 1)?).with("w", numbers(&[64, 64], 2)?))
}

/// The milliseconds that a run takes, and its output.
fn timed(id: &str, inputs: &Arguments, backend: &dyn Backend) -> Result<(f64, Tensor)> {
    let start = Instant::now();
    let evaluation = evaluate(id, inputs, backend)?;
    Ok((start.elapsed().as_secs_f64() * 1e3, evaluation.outputs["output"].clone()))
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn measure((name, id, inputs): &Case) -> Result<Value> {
    let ((_, exact), (_, fast)) = (timed(id, inputs, &Reference)?, timed(id, inputs, &Nalgebra)?);
    let largest = exact.data().iter().fold(0.0f64, |largest, number| largest.max(number.abs()));
    let apart = exact.data().iter().zip(fast.data()).fold(0.0f64, |apart, (a, b)| apart.max((a - b).abs()));
    assert!(apart <= ALIKE * largest, "{name}: {apart:e} apart");
    let (mut slow, mut quick) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        slow.push(timed(id, inputs, &Reference)?.0);
        quick.push(timed(id, inputs, &Nalgebra)?.0);
    }
    Ok(json!({ "name": name, "times": { "reference": median(slow), "nalgebra": median(quick) } }))
}

fn main() -> Result<()> {
    let cases: [Case; 5] = [
        ("attention, 128 tokens, width 64", "scaled-dot-product-attention", attention(128)?),
        ("attention, 512 tokens, width 64", "scaled-dot-product-attention", attention(512)?),
        ("encoder layer, 128 tokens, width 64, 4 heads, inner width 256", "encoder-layer", encoder_layer()?),
        ("graph convolution, 500 nodes, width 64", "gcn-layer", convolution()?),
        ("layer norm, 512 tokens, width 64", "layer-norm", Arguments::new().with("x", numbers(&[512, 64], 1)?)),
    ];
    let results = cases.iter().map(measure).collect::<Result<Vec<_>>>()?;
    println!("{}", Value::from(results));
    Ok(())
}
