//! A batch of graphs as one graph.

use std::collections::BTreeSet;

use crate::support::alike::assert_same_bits;
use crate::support::all_cases;

use super::*;

/// Layers in which a node hears those only from which a message reaches it.
const OF_MESSAGES: &[&str] = &[
    "gcn-layer", "gcn-network", "message-passing-layer", "mean-aggregation-layer", "graph-isomorphism-layer",
    "gaussian-mixture-layer", "personalized-pagerank-propagation", "gat-layer", "gatv2-layer",
    "graph-transformer-layer", "graph-masked-attention",
];

/// Rows of both, behind each other.
fn stacked(first: &Tensor, second: &Tensor) -> Tensor {
    let shape = vec![first.shape()[0] + second.shape()[0], first.shape()[1]];
    Tensor::new(shape, [first.data(), second.data()].concat()).expect("rows of one length")
}

#[test]
fn layers_give_each_graph_of_a_union_the_bits_that_it_has_alone() {
    let mut compared = BTreeSet::new();
    let others = [
        Graph::new(3, vec![[0, 1], [1, 2]], false).expect("a path"),
        Graph::new(4, vec![[0, 1], [2, 0], [2, 2]], true).expect("one way"),
        Graph::new(2, vec![[1, 0]], false).and_then(|graph| graph.with_weights(vec![0.5])).expect("weights"),
        Graph::new(0, Vec::new(), false).expect("nothing"),
    ];
    for case in all_cases().iter().filter(|case| OF_MESSAGES.contains(&case.algorithm.as_str())) {
        // A lecture's masking by 0 lets every node hear every node.
        if case.inputs.get("masking") == Some(&"hadamard".into()) {
            continue;
        }
        let (graph, x) = match (case.inputs.get("graph"), case.inputs.tensor("x")) {
            (Some(catalog::Argument::Graph(graph)), Ok(x)) => (graph, x),
            other => panic!("{}: {other:?}", case.name),
        };
        for (number, other) in others.iter().enumerate() {
            let what = format!("{} / {}, beside graph {number}", case.algorithm, case.name);
            let more = numbers(&[other.nodes(), x.shape()[1]], number as u64 + 1);
            let of = |graph: &Graph, x: &Tensor| {
                let inputs = case.inputs.clone().with("graph", graph.clone()).with("x", x.clone());
                output(&case.algorithm, &inputs)
            };
            let both = of(&Graph::disjoint_union(&[graph.clone(), other.clone()]), &stacked(x, &more));
            assert_same_bits(&both, &stacked(&of(graph, x), &of(other, &more)), &what);
            let turned = of(&Graph::disjoint_union(&[other.clone(), graph.clone()]), &stacked(&more, x));
            assert_same_bits(&turned, &stacked(&of(other, &more), &of(graph, x)), &what);
            compared.insert(case.algorithm.clone());
        }
    }
    assert_eq!(compared.len(), OF_MESSAGES.len(), "{compared:?}");
}
