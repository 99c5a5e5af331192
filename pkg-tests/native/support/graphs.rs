//! Graphs: that of the lecture, random ones, and the same ones with their nodes in another order.

use std::ops::Range;

use attograph::catalog::Arguments;
use attograph::graph::Graph;
use attograph::tensor::Tensor;
use proptest::prelude::*;

use super::draws::numbers;
use super::rows::column;

/// S1-W03: nodes A to F.
pub const LECTURE: [[usize; 2]; 7] = [[0, 1], [1, 2], [1, 3], [2, 3], [3, 4], [3, 5], [4, 5]];

/// S1-W03: the graph of the lecture.
pub fn lecture() -> Graph {
    Graph::new(6, LECTURE.to_vec(), false).unwrap()
}

/// S1-W03: the features 1 to 6.
pub fn one_to_six() -> Tensor {
    column(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
}

/// Returns graphs of these sizes: directed or not, with loops, repeated edges and nodes without edges.
pub fn graphs(nodes: Range<usize>, edges: Range<usize>, weighted: bool) -> impl Strategy<Value = Graph> {
    (nodes, any::<bool>()).prop_flat_map(move |(nodes, directed)| {
        prop::collection::vec((0..nodes, 0..nodes, 0.1f64..3.0), edges.clone()).prop_map(move |edges| {
            let pairs = edges.iter().map(|&(source, target, _)| [source, target]).collect();
            let graph = Graph::new(nodes, pairs, directed).unwrap();
            let weights = edges.iter().map(|&(_, _, weight)| weight).collect();
            if weighted { graph.with_weights(weights).unwrap() } else { graph }
        })
    })
}

/// Returns graphs, each with an order of its nodes.
pub fn with_order(graphs: impl Strategy<Value = Graph>) -> impl Strategy<Value = (Graph, Vec<usize>)> {
    graphs.prop_flat_map(|graph| {
        let nodes: Vec<usize> = (0..graph.nodes()).collect();
        (Just(graph), Just(nodes).prop_shuffle())
    })
}

/// Returns the same graph with node i called `order[i]`.
pub fn renamed(graph: &Graph, order: &[usize]) -> Graph {
    let edges = graph.edges().iter().map(|edge| edge.map(|node| order[node])).collect();
    let renamed = Graph::new(graph.nodes(), edges, graph.directed()).unwrap();
    match graph.weights() {
        Some(weights) => renamed.with_weights(weights.to_vec()).unwrap(),
        None => renamed,
    }
}

/// Returns the tensor whose row `order[i]` is row i of `x`.
pub fn reordered_rows(x: &Tensor, order: &[usize]) -> Tensor {
    let width: usize = x.shape()[1..].iter().product();
    let mut data = vec![0.0; x.data().len()];
    for (old, &new) in order.iter().enumerate() {
        data[new * width..(new + 1) * width].copy_from_slice(&x.data()[old * width..(old + 1) * width]);
    }
    Tensor::new(x.shape().to_vec(), data).unwrap()
}

/// Every message as (source, target, weight), written out from the edges.
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

/// The number of features of a node in a [`Case`].
pub const WIDTH: usize = 3;

/// A graph with features.
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

    /// Returns the same case with node i called `order[i]`.
    pub fn reordered(&self, order: &[usize]) -> Case {
        Case { graph: renamed(&self.graph, order), x: reordered_rows(&self.x, order), seed: self.seed }
    }
}

/// Returns graphs with features.
pub fn cases(graphs: impl Strategy<Value = Graph>) -> impl Strategy<Value = Case> {
    (graphs, any::<u64>()).prop_map(|(graph, seed)| Case { x: numbers(&[graph.nodes(), WIDTH], seed), graph, seed })
}

/// Returns graphs with features, each with an order of its nodes.
pub fn cases_with_order(graphs: impl Strategy<Value = Graph>) -> impl Strategy<Value = (Case, Vec<usize>)> {
    cases(graphs).prop_flat_map(|case| {
        let nodes: Vec<usize> = (0..case.nodes()).collect();
        (Just(case), Just(nodes).prop_shuffle())
    })
}
