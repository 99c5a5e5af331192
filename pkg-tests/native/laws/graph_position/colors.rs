//! Weisfeiler–Lehman colors.

use std::collections::HashMap;

use attograph::graph::Graph;
use proptest::prelude::*;

use super::{adjacency, graphs, of, output, relabeled, rename};
use crate::support::assert_lawful;

const ID: &str = "weisfeiler-lehman-colors";

fn colors(graph: &Graph, rounds: usize) -> Vec<Vec<usize>> {
    let found = output(ID, &of(graph).with("rounds", rounds as f64), "colors");
    let row = |round: usize| (0..graph.nodes()).map(|node| found.get(&[round, node]).unwrap() as usize).collect();
    (0..rounds).map(row).collect()
}

/// Color refinement with a hash map from (own color, sorted colors of those heard, sorted colors of those who hear) to the next color.
fn refine(graph: &Graph, rounds: usize) -> Vec<Vec<usize>> {
    let hears = adjacency(graph);
    let mut colors = vec![0usize; graph.nodes()];
    let mut all = Vec::new();
    for _ in 0..rounds {
        let mut known: HashMap<(usize, Vec<usize>, Vec<usize>), usize> = HashMap::new();
        colors = (0..graph.nodes())
            .map(|node| {
                let sorted = |is_neighbor: &dyn Fn(usize) -> bool| -> Vec<usize> {
                    let mut around: Vec<usize> =
                        (0..graph.nodes()).filter(|&other| is_neighbor(other)).map(|other| colors[other]).collect();
                    around.sort_unstable();
                    around
                };
                let heard = sorted(&|other| hears[node][other] != 0.0);
                let hearing = sorted(&|other| hears[other][node] != 0.0);
                let next = known.len();
                *known.entry((colors[node], heard, hearing)).or_insert(next)
            })
            .collect();
        all.push(colors.clone());
    }
    all
}

proptest! {
    #[test]
    fn colors_are_those_of_a_hash_map(graph in graphs(9), rounds in 1usize..5) {
        prop_assert_eq!(colors(&graph, rounds), refine(&graph, rounds));
    }

    #[test]
    fn every_trace_satisfies_its_invariants(graph in graphs(5), rounds in 1usize..4) {
        assert_lawful(ID, &of(&graph).with("rounds", rounds as f64), "colors");
    }

    #[test]
    fn relabeling_the_nodes_relabels_the_partition((graph, order) in relabeled(9)) {
        let (one, other) = (colors(&graph, 3), colors(&rename(&graph, &order), 3));
        for (one, other) in one.iter().zip(&other) {
            for (a, b) in (0..graph.nodes()).flat_map(|a| (0..graph.nodes()).map(move |b| (a, b))) {
                prop_assert_eq!(one[a] == one[b], other[order[a]] == other[order[b]]);
            }
        }
    }

    #[test]
    fn each_round_refines_the_classes_and_n_rounds_are_enough(graph in graphs(8)) {
        let rounds = colors(&graph, graph.nodes() + 2);
        for pair in rounds.windows(2) {
            for (a, b) in (0..graph.nodes()).flat_map(|a| (0..graph.nodes()).map(move |b| (a, b))) {
                prop_assert!(pair[1][a] != pair[1][b] || pair[0][a] == pair[0][b]);
            }
        }
        prop_assert_eq!(&rounds[graph.nodes()], &rounds[graph.nodes() + 1]);
    }
}

#[test]
fn two_triangles_and_a_hexagon_cannot_be_told_apart() {
    let triangles = Graph::new(6, vec![[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]], false).unwrap();
    let hexagon = Graph::new(6, vec![[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]], false).unwrap();
    assert_eq!(colors(&triangles, 4), colors(&hexagon, 4));
    assert_eq!(colors(&hexagon, 4), vec![vec![0; 6]; 4]);
}

#[test]
fn in_a_directed_path_the_two_ends_differ() {
    let path = |directed: bool| Graph::new(3, vec![[0, 1], [1, 2]], directed).unwrap();
    assert_eq!(colors(&path(false), 1), [[0, 1, 0]]);
    assert_eq!(colors(&path(true), 1), [[0, 1, 2]]);
}

#[test]
fn too_many_rounds_are_a_typed_error() {
    let graph = Graph::new(2, vec![], false).unwrap();
    let code = |rounds: f64| attograph::catalog::trace(ID, &of(&graph).with("rounds", rounds)).unwrap_err().code();
    assert_eq!(code(1e6), "too-large");
    assert_eq!(code(0.0), "out-of-range");
}
