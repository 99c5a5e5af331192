//! Laplacian encoding.

use attograph::error::Fact;
use attograph::graph::Graph;
use attograph::trace::Trace;
use proptest::prelude::*;

use super::{adjacency, graphs, lecture, of, relabeled, rename, run};
use crate::support::assert_lawful;

const ID: &str = "laplacian-encoding";

/// I − D^-½ A D^-½ with plain loops, directions averaged.
fn laplacian(graph: &Graph) -> Vec<Vec<f64>> {
    let directed = adjacency(graph);
    let nodes = graph.nodes();
    let a = |v: usize, u: usize| (directed[v][u] + directed[u][v]) / 2.0;
    let degree: Vec<f64> = (0..nodes).map(|v| (0..nodes).map(|u| a(v, u)).sum()).collect();
    let entry = |v: usize, u: usize| match degree[v] * degree[u] {
        0.0 => 0.0,
        product => f64::from(v == u) - a(v, u) / product.sqrt(),
    };
    (0..nodes).map(|v| (0..nodes).map(|u| entry(v, u)).collect()).collect()
}

fn noticed(trace: &Trace, code: &str) -> Vec<usize> {
    match trace.notices.iter().find(|notice| notice.code == code).map(|notice| notice.facts.as_slice()) {
        Some([(_, Fact::Index(numbers))]) => numbers.clone(),
        _ => Vec::new(),
    }
}

/// How many pieces a graph has, by walking through it.
fn pieces(graph: &Graph) -> usize {
    let mut piece: Vec<usize> = (0..graph.nodes()).collect();
    for _ in 0..graph.nodes() {
        for &[a, b] in graph.edges() {
            let least = piece[a].min(piece[b]);
            (piece[a], piece[b]) = (least, least);
        }
    }
    piece.sort_unstable();
    piece.dedup();
    piece.len()
}

proptest! {
    #[test]
    fn every_column_is_an_eigenvector_and_they_are_orthonormal(graph in graphs(8)) {
        let nodes = graph.nodes();
        let trace = run(ID, &of(&graph).with("skipTrivial", false).with("width", nodes as f64));
        let (matrix, expected) = (&trace.outputs["laplacian"], laplacian(&graph));
        for (v, u) in (0..nodes).flat_map(|v| (0..nodes).map(move |u| (v, u))) {
            prop_assert!((matrix.get(&[v, u]).unwrap() - expected[v][u]).abs() < 1e-12);
        }
        let (values, vectors) = (trace.outputs["eigenvalues"].data(), &trace.outputs["encoding"]);
        let column = |k: usize| -> Vec<f64> { (0..nodes).map(|v| vectors.get(&[v, k]).unwrap()).collect() };
        for (k, value) in values.iter().enumerate() {
            let wave = column(k);
            for (v, row) in expected.iter().enumerate() {
                let applied: f64 = row.iter().zip(&wave).map(|(entry, value)| entry * value).sum();
                prop_assert!((applied - value * wave[v]).abs() < 1e-10, "L u = λ u at {}", k);
            }
            for other in 0..nodes {
                let product: f64 = wave.iter().zip(column(other)).map(|(a, b)| a * b).sum();
                prop_assert!((product - f64::from(k == other)).abs() < 1e-10, "orthonormal at {} and {}", k, other);
            }
            // The first of the largest entries is positive.
            let largest = wave.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
            prop_assert!(wave.iter().find(|value| value.abs() >= largest * (1.0 - 1e-9)).is_some_and(|value| *value > 0.0));
        }
        prop_assert!(values.windows(2).all(|pair| pair[0] <= pair[1]));
        prop_assert!(values.iter().all(|value| (-1e-12..2.0 + 1e-12).contains(value)));
        // There are as many zeros as pieces.
        prop_assert_eq!(values.iter().filter(|value| value.abs() < 1e-10).count(), pieces(&graph));
    }

    #[test]
    fn every_trace_satisfies_its_invariants_and_columns_beyond_the_last_wave_are_zero(graph in graphs(4), width in 0usize..6, skip in any::<bool>()) {
        let inputs = of(&graph).with("width", width as f64).with("skipTrivial", skip);
        let trace = assert_lawful(ID, &inputs, "laplacian");
        let encoding = &trace.outputs["encoding"];
        prop_assert_eq!(encoding.shape(), [graph.nodes(), width]);
        let available = graph.nodes().saturating_sub(usize::from(skip));
        for (v, k) in (0..graph.nodes()).flat_map(|v| (available..width).map(move |k| (v, k))) {
            prop_assert_eq!(encoding.get(&[v, k]), Some(0.0));
        }
    }

    #[test]
    fn eigenvalues_do_not_depend_on_the_numbering((graph, order) in relabeled(8)) {
        let (one, other) = (run(ID, &of(&graph)), run(ID, &of(&rename(&graph, &order))));
        let pairs = one.outputs["eigenvalues"].data().iter().zip(other.outputs["eigenvalues"].data());
        prop_assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-12));
    }
}

#[test]
fn s1_w03_eigenvalues_of_the_normalized_adjacency_without_loops() {
    let found = run(ID, &of(&lecture())).outputs["eigenvalues"].clone();
    // An eigenvalue of I − S is 1 minus one of S.
    let expected = [-0.7186, -0.5, -0.5, 0.0926, 0.6259, 1.0];
    for (found, expected) in found.data().iter().rev().zip(expected) {
        assert!((1.0 - found - expected).abs() < 0.00005, "{} instead of {expected}", 1.0 - found);
    }
}

#[test]
fn s1_w03_eigenvalues_of_the_normalized_adjacency_with_loops() {
    let edges = super::LECTURE.iter().copied().chain((0..6).map(|node| [node, node])).collect();
    let found = run(ID, &of(&Graph::new(6, edges, false).unwrap())).outputs["eigenvalues"].clone();
    let expected = [-0.1722, -0.0934, 0.0, 0.4535, 0.7620, 1.0];
    for (found, expected) in found.data().iter().rev().zip(expected) {
        assert!((1.0 - found - expected).abs() < 0.00005, "{} instead of {expected}", 1.0 - found);
    }
}

#[test]
fn repeated_eigenvalues_are_noticed_where_they_are_used() {
    // The lecture's graph has 3/2 twice, at 3 and 4.
    assert_eq!(noticed(&run(ID, &of(&lecture())), "repeated-eigenvalue"), [3, 4]);
    assert_eq!(noticed(&run(ID, &of(&lecture()).with("width", 2.0)), "repeated-eigenvalue"), [0usize; 0]);
    assert_eq!(noticed(&run(ID, &of(&lecture()).with("width", 3.0)), "repeated-eigenvalue"), [3]);
    // Three nodes without an edge are three pieces: 0 three times.
    let apart = Graph::new(3, vec![], false).unwrap();
    assert_eq!(noticed(&run(ID, &of(&apart).with("skipTrivial", false)), "repeated-eigenvalue"), [0, 1, 2]);
    assert_eq!(noticed(&run(ID, &of(&apart)), "zero-degree"), [0, 1, 2]);
}

#[test]
fn a_directed_graph_is_treated_as_undirected_with_a_notice() {
    let street = |directed: bool| Graph::new(3, vec![[0, 1], [1, 2]], directed).unwrap();
    let (one_way, both) = (run(ID, &of(&street(true))), run(ID, &of(&street(false))));
    assert!(one_way.notices.iter().any(|notice| notice.code == "directions-dropped"));
    assert!(both.notices.is_empty());
    let pairs = one_way.outputs["encoding"].data().iter().zip(both.outputs["encoding"].data());
    assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-12));
}

#[test]
fn no_node_one_node_and_too_many_nodes() {
    for nodes in [0, 1] {
        let graph = Graph::new(nodes, vec![], false).unwrap();
        assert_eq!(run(ID, &of(&graph)).outputs["eigenvalues"].data(), vec![0.0; nodes]);
    }
    let many = Graph::new(1025, vec![], false).unwrap();
    assert_eq!(attograph::catalog::trace(ID, &of(&many)).unwrap_err().code(), "too-large");
}
