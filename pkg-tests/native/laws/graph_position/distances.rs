//! Distance encoding.

use attograph::catalog::Arguments;
use attograph::graph::Graph;
use attograph::tensor::Tensor;
use proptest::prelude::*;

use super::walks::walk;
use super::{adjacency, assert_rows_moved, lecture, of, output, relabeled, rename};
use crate::support::assert_lawful;

const ID: &str = "distance-encoding";

fn anchored(graph: &Graph, anchors: &[usize]) -> Arguments {
    let anchors = Tensor::vector(anchors.iter().map(|&anchor| anchor as f64).collect()).unwrap();
    of(graph).with("anchors", anchors)
}

/// All distances by relaxing every message again and again (Bellman and Ford); none where no way leads.
fn distances_from(graph: &Graph, start: usize) -> Vec<Option<usize>> {
    let hears = adjacency(graph);
    let mut distances = vec![None; graph.nodes()];
    distances[start] = Some(0);
    for _ in 0..graph.nodes() {
        for (v, u) in (0..graph.nodes()).flat_map(|v| (0..graph.nodes()).map(move |u| (v, u))) {
            if let (true, Some(way)) = (hears[v][u] != 0.0, distances[u]) {
                distances[v] = Some(distances[v].map_or(way + 1, |known: usize| known.min(way + 1)));
            }
        }
    }
    distances
}

/// A graph, a new numbering, and some of its nodes.
fn setups() -> impl Strategy<Value = (Graph, Vec<usize>, Vec<usize>)> {
    relabeled(7).prop_flat_map(|(graph, order)| {
        let nodes = graph.nodes();
        let anchors = prop::collection::vec(0..nodes.max(1), 0..=if nodes == 0 { 0 } else { 3 });
        (Just(graph), Just(order), anchors)
    })
}

proptest! {
    #[test]
    fn every_column_counts_the_anchors_at_its_distance((graph, _, anchors) in setups(), most in 1usize..4) {
        let trace = assert_lawful(ID, &anchored(&graph, &anchors).with("maxDistance", most as f64), "distance");
        let mut expected = vec![0.0; graph.nodes() * (most + 2)];
        for &anchor in &anchors {
            for (node, distance) in distances_from(&graph, anchor).into_iter().enumerate() {
                expected[node * (most + 2) + distance.map_or(most + 1, |distance| distance.min(most))] += 1.0;
            }
        }
        prop_assert_eq!(trace.outputs["encoding"].data(), expected);
    }

    #[test]
    fn landing_is_the_expected_number_of_walkers((graph, _, anchors) in setups(), steps in 1usize..4) {
        let inputs = anchored(&graph, &anchors).with("by", "landing").with("steps", steps as f64);
        let encoding = assert_lawful(ID, &inputs, "landing").outputs["encoding"].clone();
        prop_assert_eq!(encoding.shape(), [graph.nodes(), steps + 1]);
        let walks: Vec<_> = anchors.iter().map(|&anchor| walk(&graph, anchor, steps)).collect();
        for (node, step) in (0..graph.nodes()).flat_map(|node| (0..=steps).map(move |step| (node, step))) {
            let expected: f64 = walks.iter().map(|walk| walk[step][node]).sum();
            prop_assert!((encoding.get(&[node, step]).unwrap() - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn with_the_anchors_renamed_along_the_encoding_is_equivariant((graph, order, anchors) in setups(), landing in any::<bool>()) {
        let moved: Vec<usize> = anchors.iter().map(|&anchor| order[anchor]).collect();
        let encode = |graph: &Graph, anchors: &[usize]| {
            output(ID, &anchored(graph, anchors).with("by", if landing { "landing" } else { "distance" }), "encoding")
        };
        assert_rows_moved(&encode(&graph, &anchors), &encode(&rename(&graph, &order), &moved), &order, 1e-12);
    }
}

#[test]
fn s1_w03_distances_from_a() {
    let trace = super::run(ID, &anchored(&lecture(), &[0]));
    let distances = &trace.step("distance-encoding.distances").unwrap().tensor;
    assert_eq!(distances.data(), [0.0, 1.0, 2.0, 2.0, 3.0, 3.0]);
    let encoding = &trace.outputs["encoding"];
    for (node, distance) in [0, 1, 2, 2, 3, 3].into_iter().enumerate() {
        assert_eq!(encoding.get(&[node, distance]), Some(1.0));
    }
}

#[test]
fn anchors_that_are_no_nodes_are_typed_errors() {
    let code = |anchors: Vec<f64>| {
        let inputs = of(&lecture()).with("anchors", Tensor::vector(anchors).unwrap());
        attograph::catalog::trace(ID, &inputs).unwrap_err().code()
    };
    assert_eq!(code(vec![6.0]), "out-of-range");
    assert_eq!(code(vec![-1.0]), "out-of-range");
    assert_eq!(code(vec![0.5]), "out-of-range");
    assert_eq!(code(vec![f64::NAN]), "non-finite");
    let inputs = anchored(&lecture(), &[0]).with("maxDistance", 4e9);
    assert_eq!(attograph::catalog::trace(ID, &inputs).unwrap_err().code(), "too-large");
}
