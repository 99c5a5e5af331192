//! Laws of attention on graphs, of the distances it may look at, and of the one core that all layers on graphs are settings of.

mod core;
mod distances;
mod graphormer;
mod layers;
mod masked;
mod morph;

use attograph::catalog::{self, Arguments};
use attograph::graph::Graph;
use attograph::random::{self, Distribution};
use attograph::tensor::Tensor;
use attograph::trace::Trace;
use proptest::prelude::*;

type Rows = Vec<Vec<f64>>;

fn numbers(shape: &[usize], seed: u64) -> Tensor {
    random::tensor(shape, seed, Distribution::Normal, None).unwrap()
}

/// The tensor of an input.
fn given(inputs: &Arguments, name: &str) -> Tensor {
    inputs.tensor(name).unwrap().clone()
}

fn rows(matrix: &Tensor) -> Rows {
    let [rows, columns] = matrix.shape() else { panic!("a matrix") };
    (0..*rows).map(|row| matrix.data()[row * columns..(row + 1) * columns].to_vec()).collect()
}

fn tensor(rows: &Rows) -> Tensor {
    let columns = rows.first().map_or(0, Vec::len);
    Tensor::new(vec![rows.len(), columns], rows.concat()).unwrap()
}

/// x times w, written out.
fn product(x: &Rows, w: &Rows) -> Rows {
    let entry = |row: &Vec<f64>, column: usize| (0..w.len()).map(|k| row[k] * w[k][column]).sum();
    x.iter().map(|row| (0..w[0].len()).map(|column| entry(row, column)).collect()).collect()
}

fn plus(x: &Rows, b: &Tensor) -> Rows {
    x.iter().map(|row| row.iter().zip(b.data()).map(|(number, bias)| number + bias).collect()).collect()
}

/// The columns of one head.
fn columns(x: &Rows, head: usize, width: usize) -> Rows {
    x.iter().map(|row| row[head * width..(head + 1) * width].to_vec()).collect()
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

/// A plain softmax over the pairs that `hears` names, times what the exponential is multiplied by, and the mean of the values under it.
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

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

/// The largest difference of two tensors is at most 1e-12 times the larger of 1 and their magnitude.
fn assert_equal(found: &Tensor, expected: &Tensor, what: &str) {
    assert_eq!(found.shape(), expected.shape(), "{what}");
    let largest = expected.data().iter().fold(1.0f64, |largest, value| largest.max(value.abs()));
    for (found, expected) in found.data().iter().zip(expected.data()) {
        assert!((found - expected).abs() <= 1e-12 * largest, "{what}: {found} instead of {expected}");
    }
}

/// Rows in another order: row i becomes row order[i].
fn reordered(x: &Tensor, order: &[usize]) -> Tensor {
    let mut moved = rows(x);
    for (row, &place) in rows(x).into_iter().zip(order) {
        moved[place] = row;
    }
    Tensor::new(x.shape().to_vec(), moved.concat()).unwrap()
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

fn trace(id: &str, inputs: &Arguments) -> Trace {
    catalog::trace(id, inputs).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// Graphs of up to six nodes: directed or not, with loops, repeated edges and nodes that nobody reaches, weighted if asked for.
fn graphs(weighted: bool) -> impl Strategy<Value = Graph> {
    (1usize..7, any::<bool>()).prop_flat_map(move |(nodes, directed)| {
        prop::collection::vec((0..nodes, 0..nodes, 0.1f64..3.0), 0..12).prop_map(move |edges| {
            let pairs = edges.iter().map(|&(source, target, _)| [source, target]).collect();
            let graph = Graph::new(nodes, pairs, directed).unwrap();
            let weights = edges.iter().map(|&(_, _, weight)| weight).collect();
            if weighted { graph.with_weights(weights).unwrap() } else { graph }
        })
    })
}

/// A graph and an order of its nodes.
fn ordered_graphs(weighted: bool) -> impl Strategy<Value = (Graph, Vec<usize>)> {
    graphs(weighted).prop_flat_map(|graph| {
        let nodes: Vec<usize> = (0..graph.nodes()).collect();
        (Just(graph), Just(nodes).prop_shuffle())
    })
}

/// The same graph with node i called order[i].
fn renamed(graph: &Graph, order: &[usize]) -> Graph {
    let edges = graph.edges().iter().map(|edge| edge.map(|node| order[node])).collect();
    let renamed = Graph::new(graph.nodes(), edges, graph.directed()).unwrap();
    match graph.weights() {
        Some(weights) => renamed.with_weights(weights.to_vec()).unwrap(),
        None => renamed,
    }
}

/// Whether a message travels from u to v.
fn sends(graph: &Graph, u: usize, v: usize) -> bool {
    graph.edges().iter().any(|&edge| edge == [u, v] || !graph.directed() && edge == [v, u])
}
