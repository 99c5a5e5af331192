//! Laws of the positions of nodes.

mod colors;
mod distances;
mod spectrum;
mod walks;

use attograph::catalog::Arguments;
use attograph::graph::Graph;
use attograph::tensor::Tensor;
use proptest::prelude::*;

use crate::support::graphs::{LECTURE, lecture, renamed as rename, with_order};
use crate::support::rows::{identity, matrix};
use crate::support::runs::{output, trace as run};

fn of(graph: &Graph) -> Arguments {
    Arguments::new().with("graph", graph.clone())
}

/// Random graphs: loops, repeated edges, isolated nodes and several pieces among them, some directed, some weighted.
fn graphs(most: usize) -> impl Strategy<Value = Graph> {
    (0..=most).prop_flat_map(|nodes| {
        let node = 0..nodes.max(1);
        let edges = prop::collection::vec((node.clone(), node), 0..=if nodes == 0 { 0 } else { 2 * nodes });
        (Just(nodes), edges, any::<bool>(), any::<bool>()).prop_flat_map(|(nodes, edges, directed, weighted)| {
            let count = edges.len();
            (prop::collection::vec(0.1..3.0, count)).prop_map(move |weights| {
                let edges = edges.iter().map(|&(source, target)| [source, target]).collect();
                let graph = Graph::new(nodes, edges, directed).expect("a graph");
                if weighted { graph.with_weights(weights).expect("weights") } else { graph }
            })
        })
    })
}

fn relabeled(most: usize) -> impl Strategy<Value = (Graph, Vec<usize>)> {
    with_order(graphs(most))
}

/// Row v of one has to be row `order[v]` of the other, up to `tolerance`.
fn assert_rows_moved(one: &Tensor, other: &Tensor, order: &[usize], tolerance: f64) {
    let width = one.shape()[1];
    for (row, &moved) in order.iter().enumerate() {
        for column in 0..width {
            let (a, b) = (one.data()[row * width + column], other.data()[moved * width + column]);
            assert!((a - b).abs() <= tolerance, "row {row}, column {column}: {a} and {b}");
        }
    }
}

/// The weighted adjacency with plain loops: `matrix[target][source]`.
fn adjacency(graph: &Graph) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; graph.nodes()]; graph.nodes()];
    for (number, &[source, target]) in graph.edges().iter().enumerate() {
        let weight = graph.weights().map_or(1.0, |weights| weights[number]);
        matrix[target][source] += weight;
        if !graph.directed() && source != target {
            matrix[source][target] += weight;
        }
    }
    matrix
}

#[test]
fn s0_x04_a_one_hot_index_breaks_equivariance_and_a_walk_does_not() {
    // One message-passing layer over the lecture's graph, its nodes once in their own order and once reversed.
    let (graph, order) = (lecture(), [5, 4, 3, 2, 1, 0]);
    let renamed = rename(&graph, &order);
    let weights = Tensor::new(vec![6, 2], (0..12).map(|number| f64::from(number) * 0.3 - 1.0).collect()).unwrap();
    let layer =
        |graph: &Graph, x: Tensor, w: Tensor| output("gcn-layer", &of(graph).with("x", x).with("w", w), "output");
    let index = matrix(&identity(6));
    let (one, other) = (layer(&graph, index.clone(), weights.clone()), layer(&renamed, index, weights.clone()));
    let apart = (0..6).flat_map(|row| (0..2).map(move |column| [row, column]));
    let largest = apart.fold(0.0, |largest: f64, [row, column]| {
        largest.max((one.get(&[row, column]).unwrap() - other.get(&[order[row], column]).unwrap()).abs())
    });
    assert!(largest > 0.1, "an index depends on the numbering");
    let walk = |graph: &Graph| output("random-walk-encoding", &of(graph).with("steps", 6.0), "encoding");
    let (one, other) = (layer(&graph, walk(&graph), weights.clone()), layer(&renamed, walk(&renamed), weights));
    assert_rows_moved(&one, &other, &order, 1e-12);
}

#[test]
fn random_features_follow_from_the_seed_and_have_mean_0_and_variance_1() {
    let graph = Graph::new(1000, vec![], false).unwrap();
    let features =
        |seed: f64| output("random-features", &of(&graph).with("width", 20.0).with("seed", seed), "features");
    assert_eq!(features(3.0), features(3.0));
    assert_ne!(features(3.0), features(4.0));
    let features = features(3.0);
    let n = features.data().len() as f64;
    let mean = features.data().iter().sum::<f64>() / n;
    let variance = features.data().iter().map(|number| (number - mean).powi(2)).sum::<f64>() / n;
    // Four standard deviations of the mean and of the variance of 20 000 draws.
    assert!(mean.abs() < 4.0 / n.sqrt(), "{mean}");
    assert!((variance - 1.0).abs() < 4.0 * (2.0 / n).sqrt(), "{variance}");
}

proptest! {
    #[test]
    fn random_features_are_those_of_the_seeded_stream(graph in graphs(5), width in 0usize..4, seed in any::<u32>()) {
        let inputs = of(&graph).with("width", width as f64).with("seed", f64::from(seed));
        let found = crate::support::assert_lawful("random-features", &inputs, "features").outputs["features"].clone();
        let normal = attograph::random::Distribution::Normal;
        let expected = attograph::random::tensor(&[graph.nodes(), width], u64::from(seed), normal, None).unwrap();
        prop_assert_eq!(found, expected);
    }
}
