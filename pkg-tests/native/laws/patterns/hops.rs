//! K-hop attention: the pattern of (A + I)ᵏ.

use super::{assert_pattern, tokens, trace};
use attograph::catalog::Arguments;
use attograph::graph::Graph;
use proptest::prelude::*;

const K_HOP: &str = "k-hop-attention";

/// (A + I)ᵏ by multiplying matrices of booleans; row v, column u is 1 where a message gets from u to v in at most k hops.
fn power(n: usize, edges: &[[usize; 2]], directed: bool, hops: usize) -> Vec<f64> {
    let mut step = vec![vec![false; n]; n];
    for (node, row) in step.iter_mut().enumerate() {
        row[node] = true;
    }
    for &[source, target] in edges {
        step[target][source] = true;
        step[source][target] |= !directed;
    }
    let mut reached: Vec<Vec<bool>> = (0..n).map(|v| (0..n).map(|u| u == v).collect()).collect();
    for _ in 0..hops {
        let next = |v: usize, u: usize| (0..n).any(|w| step[v][w] && reached[w][u]);
        reached = (0..n).map(|v| (0..n).map(|u| next(v, u)).collect()).collect();
    }
    reached.into_iter().flatten().map(f64::from).collect()
}

prop_compose! {
    fn case()(n in 1usize..9)(
        n in Just(n),
        edges in proptest::collection::vec([0..n, 0..n], 0..12),
        (directed, hops, seed) in (any::<bool>(), 0usize..5, any::<u64>()),
    ) -> (usize, Vec<[usize; 2]>, bool, usize, u64) {
        (n, edges, directed, hops, seed)
    }
}

fn inputs(n: usize, edges: &[[usize; 2]], directed: bool, hops: usize, seed: u64) -> Arguments {
    let graph = Graph::new(n, edges.to_vec(), directed).unwrap();
    tokens(n, 2, 2, seed).with("graph", graph).with("hops", hops as f64)
}

proptest! {
    #[test]
    fn a_node_sees_what_the_power_of_the_adjacency_reaches((n, edges, directed, hops, seed) in case()) {
        let inputs = inputs(n, &edges, directed, hops, seed);
        assert_pattern(K_HOP, &inputs, &power(n, &edges, directed, hops));
    }

    #[test]
    fn with_as_many_hops_as_the_diameter_a_connected_graph_is_complete((n, mut edges, _, _, seed) in case()) {
        edges.extend((1..n).map(|node| [node - 1, node])); // a path makes it connected, of diameter below n
        let found = trace(K_HOP, &inputs(n, &edges, false, n - 1, seed));
        prop_assert!(found.outputs["mask"].data().iter().all(|&cell| cell == 1.0));
        let full = trace("scaled-dot-product-attention", &tokens(n, 2, 2, seed));
        prop_assert_eq!(&found.outputs["output"], &full.outputs["output"]);
    }

    #[test]
    fn more_hops_reach_at_least_the_same_nodes((n, edges, directed, hops, seed) in case()) {
        let mask = |hops| trace(K_HOP, &inputs(n, &edges, directed, hops, seed)).outputs["mask"].clone();
        let (near, far) = (mask(hops), mask(hops + 1));
        prop_assert!(near.data().iter().zip(far.data()).all(|(near, far)| near <= far));
    }
}

#[test]
fn a_message_reaches_only_its_target() {
    let found = trace(K_HOP, &inputs(3, &[[0, 1], [1, 2]], true, 2, 0));
    assert_eq!(found.outputs["mask"].data(), [1., 0., 0., 1., 1., 0., 1., 1., 1.]);
}
