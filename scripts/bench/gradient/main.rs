//! How long a gradient trace takes beside the trace that it goes back through, natively on the reference backend:
//!
//! ```text
//! cargo run --release --locked --example gradient_bench [-- rnn gcn-layer]
//! ```
//!
//! The three take turns, 15 times, after a run that warms up; the shortest time of each is printed as JSON. A gradient trace holds the run and the way back.
//! Ids choose some of the algorithms.

use std::time::Instant;

use attograph::catalog::{Arguments, GradientRequest, trace};
use attograph::error::Result;
use attograph::gradient::Through;
use attograph::graph::Graph;
use attograph::random::{Distribution, tensor};
use attograph::tensor::Tensor;
use serde_json::{Value, json};

const TURNS: usize = 15;

fn numbers(shape: &[usize], seed: u64) -> Result<Tensor> {
    tensor(shape, seed, Distribution::Normal, None)
}

fn given(shapes: &[(&str, &[usize])]) -> Result<Arguments> {
    let with =
        |given: Arguments, (seed, (name, shape)): (u64, &(&str, &[usize]))| Ok(given.with(name, numbers(shape, seed)?));
    (1..).zip(shapes).try_fold(Arguments::new(), with)
}

fn graph() -> Result<Graph> {
    let edges = (0..200).flat_map(|node| [1, 7, 31].map(|step| [node, (node + step) % 200])).collect();
    Graph::new(200, edges, false)
}

fn cases() -> Result<Vec<(&'static str, Arguments)>> {
    let square: &[usize] = &[64, 64];
    let tokens: &[usize] = &[128, 64];
    let attention = given(&[("query", tokens), ("key", tokens), ("value", tokens)])?;
    let encoder = given(&[
        ("x", tokens),
        ("attention.wQuery", square),
        ("attention.wKey", square),
        ("attention.wValue", square),
        ("attention.wOutput", square),
        ("w1", &[64, 256]),
        ("w2", &[256, 64]),
    ])?;
    let convolution = given(&[("x", &[200, 64]), ("w", square)])?.with("graph", graph()?);
    let graph_attention =
        given(&[("x", &[200, 16]), ("w", &[16, 32]), ("attentionSource", &[4, 8]), ("attentionTarget", &[4, 8])])?;
    Ok(vec![
        ("scaled-dot-product-attention", attention.clone()),
        ("window-attention", attention.with("window", 8.0).with("form", "sparse")),
        ("layer-norm", given(&[("x", &[256, 256])])?),
        ("encoder-layer", encoder.with("heads", 4.0)),
        ("gcn-layer", convolution),
        ("gat-layer", graph_attention.with("graph", graph()?).with("heads", 4.0)),
        ("rnn", given(&[("x", &[64, 32]), ("wInput", &[32, 32]), ("wHidden", &[32, 32])])?),
    ])
}

fn timed<T>(run: impl FnOnce() -> Result<T>) -> Result<f64> {
    let start = Instant::now();
    run()?;
    Ok(start.elapsed().as_secs_f64() * 1e3)
}

fn main() -> Result<()> {
    let mut measured: Vec<Value> = Vec::new();
    let only: Vec<String> = std::env::args().skip(1).collect();
    for (id, inputs) in cases()? {
        if !only.is_empty() && !only.iter().any(|name| name == id) {
            continue;
        }
        let back = |through| GradientRequest::new(id, &inputs).through(through).compute();
        let (steps, all) = (trace(id, &inputs)?.steps.len(), back(Through::ClosedForms)?.trace.steps.len());
        let mut best = [f64::INFINITY; 3];
        for _ in 0..TURNS {
            let times = [
                timed(|| trace(id, &inputs))?,
                timed(|| back(Through::ClosedForms))?,
                timed(|| back(Through::EveryStep))?,
            ];
            best.iter_mut().zip(times).for_each(|(best, time)| *best = best.min(time));
        }
        let [forward, closed, every] = best;
        measured.push(json!({
            "algorithm": id,
            "steps": { "forward": steps, "withGradient": all },
            "milliseconds": { "forward": forward, "withGradient": closed, "everyStep": every },
            "timesForward": closed / forward,
        }));
    }
    println!("{:#}", Value::from(measured));
    Ok(())
}
