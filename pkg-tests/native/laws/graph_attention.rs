//! Laws of attention on graphs, of the distances it may look at, and of the one core that all layers on graphs are settings of.

mod core;
mod distances;
mod graphormer;
mod layers;
mod masked;
mod morph;

use crate::support::draws::numbers;
use crate::support::graphs::{self, lecture, renamed, reordered_rows as reordered, with_order};
use crate::support::rows::{self, Rows, dot, identity, matrix as tensor, plus, product, rows};
use crate::support::runs::{self, trace};
use attograph::catalog::{self, Arguments};
use attograph::graph::Graph;
use attograph::tensor::Tensor;
use attograph::trace::Trace;
use proptest::prelude::*;

/// The tensor of an input.
fn given(inputs: &Arguments, name: &str) -> Tensor {
    runs::given(inputs, name).clone()
}

/// The columns of one head.
fn columns(x: &Rows, head: usize, width: usize) -> Rows {
    rows::columns(x, head * width, width)
}

/// The columns of one head of a tensor [n, heads · width].
fn head_of(output: &Tensor, head: usize, width: usize) -> Tensor {
    tensor(&columns(&rows(output), head, width))
}

/// The matrix of one head of a tensor [heads, n, n].
fn weights_of(weights: &Tensor, head: usize) -> Tensor {
    let n = weights.shape()[1];
    Tensor::new(vec![n, n], weights.data()[head * n * n..(head + 1) * n * n].to_vec()).unwrap()
}

/// Returns a plain softmax over the pairs of `hears`, with each exponential multiplied by `factor`, and the mean of the values under it.
fn attend(
    n: usize,
    hears: impl Fn(usize, usize) -> bool,
    score: impl Fn(usize, usize) -> f64,
    factor: impl Fn(usize, usize) -> f64,
    values: &Rows,
) -> (Rows, Rows) {
    let mut weights = vec![vec![0.0; n]; n];
    for (v, row) in weights.iter_mut().enumerate() {
        let exponential = |u: usize| if hears(v, u) { score(v, u).exp() * factor(v, u) } else { 0.0 };
        let total: f64 = (0..n).map(exponential).sum();
        for (u, weight) in row.iter_mut().enumerate() {
            *weight = if total == 0.0 { 0.0 } else { exponential(u) / total };
        }
    }
    let output = product(&weights, values);
    (weights, output)
}

/// The largest difference of two tensors is at most 1e-12 times the larger of 1 and their magnitude.
fn assert_equal(found: &Tensor, expected: &Tensor, what: &str) {
    assert_eq!(found.shape(), expected.shape(), "{what}");
    let largest = expected.data().iter().fold(1.0f64, |largest, value| largest.max(value.abs()));
    for (found, expected) in found.data().iter().zip(expected.data()) {
        assert!((found - expected).abs() <= 1e-12 * largest, "{what}: {found} instead of {expected}");
    }
}

/// The same inputs with the nodes in another order.
fn renamed_inputs(inputs: &Arguments, order: &[usize]) -> Arguments {
    let graph = renamed(inputs.graph("graph").unwrap(), order);
    inputs.clone().with("graph", graph).with("x", reordered(&given(inputs, "x"), order))
}

/// The output moves with the nodes.
fn assert_equivariant(id: &str, inputs: &Arguments, order: &[usize]) {
    let output = |inputs: &Arguments| trace(id, inputs).outputs["output"].clone();
    assert_equal(&output(&renamed_inputs(inputs, order)), &reordered(&output(inputs), order), id);
}

/// Returns graphs of up to six nodes.
fn graphs(weighted: bool) -> impl Strategy<Value = Graph> {
    graphs::graphs(1..7, 0..12, weighted)
}

fn ordered_graphs(weighted: bool) -> impl Strategy<Value = (Graph, Vec<usize>)> {
    with_order(graphs(weighted))
}

/// Whether a message travels from u to v.
fn sends(graph: &Graph, u: usize, v: usize) -> bool {
    graph.edges().iter().any(|&edge| edge == [u, v] || !graph.directed() && edge == [v, u])
}
