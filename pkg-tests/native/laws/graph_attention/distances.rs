//! Shortest-path distances.

use super::{graphs, lecture, ordered_graphs, renamed, sends, trace};
use crate::support::assert_lawful;
use attograph::catalog::Arguments;
use attograph::graph::Graph;
use proptest::prelude::*;

fn distances(graph: &Graph) -> Vec<f64> {
    trace("shortest-path-distances", &Arguments::new().with("graph", graph.clone())).outputs["distances"]
        .data()
        .to_vec()
}

/// Floyd and Warshall: every node in turn as a place to change.
fn floyd_warshall(graph: &Graph) -> Vec<f64> {
    let n = graph.nodes();
    let mut d = vec![f64::INFINITY; n * n];
    for i in 0..n {
        for j in 0..n {
            if i == j {
                d[i * n + j] = 0.0;
            } else if sends(graph, i, j) {
                d[i * n + j] = 1.0;
            }
        }
    }
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                d[i * n + j] = d[i * n + j].min(d[i * n + k] + d[k * n + j]);
            }
        }
    }
    d.into_iter().map(|distance| if distance.is_finite() { distance } else { -1.0 }).collect()
}

proptest! {
    #[test]
    fn distances_are_those_of_floyd_and_warshall(graph in graphs(true)) {
        assert_lawful("shortest-path-distances", &Arguments::new().with("graph", graph.clone()), "distances");
        prop_assert_eq!(distances(&graph), floyd_warshall(&graph));
    }

    #[test]
    fn distances_do_not_depend_on_the_names_of_nodes((graph, order) in ordered_graphs(false)) {
        let (before, after, n) = (distances(&graph), distances(&renamed(&graph, &order)), graph.nodes());
        for i in 0..n {
            for j in 0..n {
                prop_assert_eq!(before[i * n + j], after[order[i] * n + order[j]]);
            }
        }
    }
}

#[test]
fn s1_w03_distances_of_the_lecture_graph_from_a() {
    assert_eq!(distances(&lecture())[..6], [0.0, 1.0, 2.0, 2.0, 3.0, 3.0]);
}

#[test]
fn the_arithmetic_of_a_distance_is_a_path() {
    let ring = Graph::new(4, vec![[0, 1], [1, 2], [2, 3], [3, 0]], true).unwrap();
    let trace = trace("shortest-path-distances", &Arguments::new().with("graph", ring));
    let cell = trace.cell("graph.distances", &[3, 2]).unwrap();
    let ends: Vec<f64> = cell.terms.iter().flatten().map(|operand| operand.value).collect();
    assert_eq!(ends, [3.0, 0.0, 0.0, 1.0, 1.0, 2.0]);
}

#[test]
fn no_node_one_node_and_too_many() {
    assert!(distances(&Graph::new(0, vec![], false).unwrap()).is_empty());
    assert_eq!(distances(&Graph::new(1, vec![[0, 0]], true).unwrap()), [0.0]);
    let huge = Arguments::new().with("graph", Graph::new(1 << 40, vec![], false).unwrap());
    assert_eq!(attograph::catalog::trace("shortest-path-distances", &huge).unwrap_err().code(), "too-large");
}
