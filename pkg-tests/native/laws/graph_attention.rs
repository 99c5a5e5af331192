//! Laws of attention on graphs, of the distances it may look at, and of the one core that all layers on graphs are settings of.

mod distances;

use attograph::catalog::{self, Arguments};
use attograph::graph::Graph;
use attograph::trace::Trace;
use proptest::prelude::*;

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
