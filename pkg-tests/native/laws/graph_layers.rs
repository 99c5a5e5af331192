//! Laws of the graph layers without attention, and of propagation.

mod conventions;
mod kernels;
mod messages;
mod propagation;

use std::collections::BTreeMap;

use attograph::catalog::{self, Arguments};
use attograph::graph::Graph;
use attograph::tensor::Tensor;
use proptest::prelude::*;

/// A graph of any kind with features: directed or not, with loops, repeated edges and nodes without any.
#[derive(Clone, Debug)]
pub struct Case {
    pub graph: Graph,
    pub x: Tensor,
    pub seed: u64,
}

impl Case {
    pub fn inputs(&self) -> Arguments {
        Arguments::new().with("graph", self.graph.clone()).with("x", self.x.clone())
    }

    /// A random tensor that depends on the case and on `salt`.
    pub fn numbers(&self, shape: &[usize], salt: u64) -> Tensor {
        numbers(shape, self.seed ^ salt)
    }

    pub fn nodes(&self) -> usize {
        self.graph.nodes()
    }

    /// The same case with its nodes in another order: node i becomes node order[i].
    pub fn reordered(&self, order: &[usize]) -> Case {
        let pairs = self.graph.edges().iter().map(|edge| edge.map(|node| order[node])).collect();
        let graph = Graph::new(order.len(), pairs, self.graph.directed()).unwrap();
        let graph = match self.graph.weights() {
            Some(weights) => graph.with_weights(weights.to_vec()).unwrap(),
            None => graph,
        };
        Case { graph, x: reordered_rows(&self.x, order), seed: self.seed }
    }
}

pub const WIDTH: usize = 3;

pub fn numbers(shape: &[usize], seed: u64) -> Tensor {
    attograph::random::tensor(shape, seed, attograph::random::Distribution::Normal, None).unwrap()
}

pub fn reordered_rows(x: &Tensor, order: &[usize]) -> Tensor {
    let width: usize = x.shape()[1..].iter().product();
    let mut data = vec![0.0; x.data().len()];
    for (old, &new) in order.iter().enumerate() {
        data[new * width..(new + 1) * width].copy_from_slice(&x.data()[old * width..(old + 1) * width]);
    }
    Tensor::new(x.shape().to_vec(), data).unwrap()
}

pub fn graphs(weighted: bool) -> impl Strategy<Value = Graph> {
    (1usize..6, any::<bool>()).prop_flat_map(move |(nodes, directed)| {
        prop::collection::vec((0..nodes, 0..nodes, 0.1f64..3.0), 0..10).prop_map(move |edges| {
            let pairs = edges.iter().map(|&(source, target, _)| [source, target]).collect();
            let graph = Graph::new(nodes, pairs, directed).unwrap();
            let weights = edges.iter().map(|&(_, _, weight)| weight).collect();
            if weighted { graph.with_weights(weights).unwrap() } else { graph }
        })
    })
}

pub fn cases(weighted: bool) -> impl Strategy<Value = Case> {
    (graphs(weighted), any::<u64>()).prop_map(|(graph, seed)| {
        let x = numbers(&[graph.nodes(), WIDTH], seed);
        Case { graph, x, seed }
    })
}

/// A case and another order of its nodes.
pub fn ordered(weighted: bool) -> impl Strategy<Value = (Case, Vec<usize>)> {
    cases(weighted).prop_flat_map(|case| {
        let order: Vec<usize> = (0..case.nodes()).collect();
        (Just(case), Just(order).prop_shuffle())
    })
}

pub fn outputs(id: &str, inputs: &Arguments) -> BTreeMap<&'static str, Tensor> {
    catalog::trace(id, inputs).unwrap_or_else(|error| panic!("{id}: {error}")).outputs
}

pub fn output(id: &str, inputs: &Arguments) -> Tensor {
    outputs(id, inputs)["output"].clone()
}

/// The matrix as nested lists, for oracles.
pub fn rows(tensor: &Tensor) -> Vec<Vec<f64>> {
    match tensor.shape() {
        [_, 0] => vec![Vec::new(); tensor.shape()[0]],
        [_, width] => tensor.data().chunks(*width).map(<[f64]>::to_vec).collect(),
        shape => panic!("{shape:?} is no matrix"),
    }
}

pub fn matrix(rows: &[Vec<f64>]) -> Tensor {
    Tensor::matrix(rows).unwrap()
}

/// Every message as (source, target, weight), written out from the edges once more.
pub fn messages_of(graph: &Graph) -> Vec<(usize, usize, f64)> {
    let mut messages = Vec::new();
    for (number, &[from, to]) in graph.edges().iter().enumerate() {
        let weight = graph.weights().map_or(1.0, |weights| weights[number]);
        messages.push((from, to, weight));
        if !graph.directed() && from != to {
            messages.push((to, from, weight));
        }
    }
    messages
}

/// x times w for one row.
pub fn times(row: &[f64], w: &[Vec<f64>]) -> Vec<f64> {
    (0..w[0].len()).map(|column| row.iter().zip(w).map(|(number, weights)| number * weights[column]).sum()).collect()
}

pub fn column(numbers: &[f64]) -> Tensor {
    Tensor::new(vec![numbers.len(), 1], numbers.to_vec()).unwrap()
}

pub fn assert_rounds_to(found: &[f64], expected: &[f64], places: i32) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= 0.5000001 * 10f64.powi(-places), "{found} is not {expected}");
    }
}

/// S1-W03: nodes A to F.
pub fn lecture() -> Graph {
    Graph::new(6, vec![[0, 1], [1, 2], [1, 3], [2, 3], [3, 4], [3, 5], [4, 5]], false).unwrap()
}

/// S1-W03: the features 1 to 6.
pub fn one_to_six() -> Tensor {
    column(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
}
