//! Message passing: sum, mean and maximum of the neighbors.

use super::*;
use crate::support::{assert_agrees, assert_lawful};

const ACTIVATIONS: [&str; 4] = ["none", "relu", "sigmoid", "tanh"];

fn activated(name: &str, h: f64) -> f64 {
    match name {
        "relu" => h.max(0.0),
        "sigmoid" => 1.0 / (1.0 + (-h).exp()),
        "tanh" => h.tanh(),
        _ => h,
    }
}

fn layer(case: &Case, aggregation: &str, own: bool) -> Arguments {
    let inputs = case
        .inputs()
        .with("aggregation", aggregation)
        .with("wNeighbor", case.numbers(&[WIDTH, 2], 1))
        .with("b", case.numbers(&[2], 2));
    if own { inputs.with("wSelf", case.numbers(&[WIDTH, 2], 3)) } else { inputs }
}

fn mean_layer(case: &Case) -> Arguments {
    case.inputs()
        .with("wNeighbor", case.numbers(&[WIDTH, 2], 1))
        .with("wSelf", case.numbers(&[WIDTH, 2], 3))
        .with("b", case.numbers(&[2], 2))
}

/// Node by node over the list of messages, as the papers write it.
fn oracle(case: &Case, aggregation: &str, weighted: bool, own: bool, activation: &str) -> Vec<Vec<f64>> {
    let (v, u, b) = (case.numbers(&[WIDTH, 2], 1), case.numbers(&[WIDTH, 2], 3), case.numbers(&[2], 2));
    let x = rows(&case.x);
    let update = |node: usize| -> Vec<f64> {
        let heard: Vec<Vec<f64>> = messages_of(&case.graph)
            .into_iter()
            .filter(|(_, to, _)| *to == node)
            .map(|(from, _, weight)| {
                x[from].iter().map(|number| number * if weighted { weight } else { 1.0 }).collect()
            })
            .collect();
        let aggregate: Vec<f64> = (0..WIDTH)
            .map(|feature| {
                let of_feature = heard.iter().map(|row| row[feature]);
                match aggregation {
                    _ if heard.is_empty() => 0.0,
                    "max" => of_feature.fold(f64::MIN, f64::max),
                    "mean" => of_feature.sum::<f64>() / heard.len() as f64,
                    _ => of_feature.sum(),
                }
            })
            .collect();
        let from_self = if own { times(&x[node], &rows(&u)) } else { vec![0.0; 2] };
        let from_neighbors = times(&aggregate, &rows(&v));
        (0..2).map(|g| activated(activation, from_self[g] + from_neighbors[g] + b.data()[g])).collect()
    };
    (0..case.nodes()).map(update).collect()
}

proptest! {
    #[test]
    fn message_passing_agrees_with_the_paper_node_by_node(
        case in any::<bool>().prop_flat_map(cases),
        aggregation in prop::sample::select(vec!["sum", "mean", "max"]),
        activation in prop::sample::select(ACTIVATIONS.to_vec()),
        own: bool,
    ) {
        let inputs = layer(&case, aggregation, own).with("activation", activation);
        let trace = assert_lawful("message-passing-layer", &inputs, "message passing");
        let expected = oracle(&case, aggregation, true, own, activation);
        assert_agrees(&trace.outputs["output"], &matrix(&expected), "output");
    }

    #[test]
    fn mean_aggregation_agrees_with_the_paper_node_by_node(
        case in any::<bool>().prop_flat_map(cases), activation in prop::sample::select(ACTIVATIONS.to_vec()),
    ) {
        let trace = assert_lawful("mean-aggregation-layer", &mean_layer(&case).with("activation", activation), "mean");
        // Weights play no part, and are noticed.
        let expected = oracle(&case, "mean", false, true, activation);
        assert_agrees(&trace.outputs["output"], &matrix(&expected), "output");
        let noticed = trace.notices.iter().any(|notice| notice.code == "unused-weights");
        prop_assert_eq!(noticed, case.graph.weights().is_some());
    }

    #[test]
    fn message_passing_is_equivariant_to_the_order_of_nodes(
        (case, order) in ordered(true), aggregation in prop::sample::select(vec!["sum", "mean", "max"]),
    ) {
        let of = |case: &Case| output("message-passing-layer", &layer(case, aggregation, true));
        assert_agrees(&of(&case.reordered(&order)), &reordered_rows(&of(&case), &order), "output");
        let of = |case: &Case| output("mean-aggregation-layer", &mean_layer(case));
        assert_agrees(&of(&case.reordered(&order)), &reordered_rows(&of(&case), &order), "output");
    }

    #[test]
    fn reversing_the_messages_is_reversing_the_edges(
        case in cases(true), aggregation in prop::sample::select(vec!["sum", "mean", "max"]),
    ) {
        let turned = case.graph.edges().iter().map(|&[source, target]| [target, source]).collect();
        let turned = Graph::new(case.nodes(), turned, case.graph.directed()).unwrap();
        let turned = turned.with_weights(case.graph.weights().unwrap().to_vec()).unwrap();
        let inputs = layer(&case, aggregation, true);
        let by_option = output("message-passing-layer", &inputs.clone().with("direction", "target-to-source"));
        assert_agrees(&by_option, &output("message-passing-layer", &inputs.with("graph", turned)), "output");
    }

    #[test]
    fn with_one_matrix_for_both_the_self_term_is_a_loop(case in cases(true)) {
        let inputs = layer(&case, "sum", false);
        let w = case.numbers(&[WIDTH, 2], 1);
        let own = output("message-passing-layer", &inputs.clone().with("wSelf", w));
        let mut edges = case.graph.edges().to_vec();
        edges.extend((0..case.nodes()).map(|node| [node, node]));
        let mut weights = case.graph.weights().unwrap().to_vec();
        weights.resize(edges.len(), 1.0);
        let looped = Graph::new(case.nodes(), edges, case.graph.directed()).unwrap().with_weights(weights).unwrap();
        assert_agrees(&own, &output("message-passing-layer", &inputs.with("graph", looped)), "output");
    }
}

#[test]
fn s1_w03_neighbor_sums_and_means_without_the_node_itself() {
    let inputs = Arguments::new().with("graph", lecture()).with("x", one_to_six()).with("wNeighbor", column(&[1.0]));
    let sums = output("message-passing-layer", &inputs);
    assert_eq!(sums.data(), [2.0, 8.0, 6.0, 16.0, 10.0, 9.0]);
    let means = output("mean-aggregation-layer", &inputs);
    assert_rounds_to(means.data(), &[2.0, 2.6667, 3.0, 4.0, 5.0, 4.5], 4);
}

#[test]
fn s1_f05_node_by_node_is_s1_f06_in_matrices() {
    // D⁻¹A H Wᵀ + I H Bᵀ for W = 2 and B = 10 on S1-W03.
    let inputs = Arguments::new()
        .with("graph", lecture())
        .with("x", one_to_six())
        .with("wNeighbor", column(&[2.0]))
        .with("wSelf", column(&[10.0]));
    let found = output("mean-aggregation-layer", &inputs);
    assert_rounds_to(found.data(), &[14.0, 25.3333, 36.0, 48.0, 60.0, 69.0], 4);
    // The shares of each node's mean sum to 1: D⁻¹A is row-stochastic.
    let trace = catalog::trace("mean-aggregation-layer", &inputs).unwrap();
    for row in trace.step("graph.mean-shares").unwrap().tensor.data().chunks(6) {
        assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    }
}

#[test]
fn s1_e09_the_self_term_multiplies_by_the_identity_and_not_by_another_adjacency() {
    let own = Arguments::new()
        .with("graph", lecture())
        .with("x", one_to_six())
        .with("wNeighbor", column(&[0.0]))
        .with("wSelf", column(&[1.0]));
    // I H B leaves every node what it is; A H B would not.
    assert_eq!(output("message-passing-layer", &own).data(), one_to_six().data());
    let others = own.with("wNeighbor", column(&[1.0])).with("wSelf", column(&[0.0]));
    assert_ne!(output("message-passing-layer", &others).data(), one_to_six().data());
}

#[test]
fn s1_e10_mean_aggregation_does_not_turn_into_a_graph_convolution() {
    // S1-F06 with W = B = 1 against S1-F07 with W′ = 1, on S1-W03.
    let inputs = Arguments::new().with("graph", lecture()).with("x", one_to_six());
    let mean = inputs.clone().with("wNeighbor", column(&[1.0])).with("wSelf", column(&[1.0]));
    let mean = output("mean-aggregation-layer", &mean);
    assert_rounds_to(mean.data(), &[3.0, 4.6667, 6.0, 8.0, 10.0, 10.5], 4);
    let convolution = output("gcn-layer", &inputs.with("w", column(&[1.0])));
    assert_rounds_to(convolution.data(), &[1.2071, 2.6140, 2.6101, 4.8620, 4.6995, 4.6995], 4);
    // Not even a common factor separates them.
    let ratios: Vec<f64> = mean.data().iter().zip(convolution.data()).map(|(a, b)| a / b).collect();
    assert!(ratios.iter().any(|ratio| (ratio - ratios[0]).abs() > 0.1), "{ratios:?}");
}

#[test]
fn s3_the_center_of_a_star_receives_from_all_four_nodes() {
    // N(0) = {1, 2, 3, 4}, and each of these hears only the center.
    let star = Graph::new(5, vec![[0, 1], [0, 2], [0, 3], [0, 4]], false).unwrap();
    let inputs = Arguments::new()
        .with("graph", star)
        .with("x", column(&[7.0, 1.0, 2.0, 3.0, 6.0]))
        .with("wNeighbor", column(&[1.0]));
    for (aggregation, center) in [("sum", 12.0), ("mean", 3.0), ("max", 6.0)] {
        let found = output("message-passing-layer", &inputs.clone().with("aggregation", aggregation));
        assert_eq!(found.data(), [center, 7.0, 7.0, 7.0, 7.0], "{aggregation}");
    }
}

#[test]
fn the_maximum_of_negative_messages_is_negative_and_of_none_zero() {
    let graph = Graph::new(3, vec![[0, 1]], true).unwrap();
    let inputs = Arguments::new()
        .with("graph", graph)
        .with("x", column(&[-2.0, 5.0, 5.0]))
        .with("wNeighbor", column(&[1.0]))
        .with("aggregation", "max");
    assert_eq!(output("message-passing-layer", &inputs).data(), [0.0, -2.0, 0.0]);
}
