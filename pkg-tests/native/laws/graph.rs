//! Laws of the algorithms on graphs.

use crate::support::assert_agrees;
use crate::support::close::assert_rounds_to;
use crate::support::draws::numbers;
use crate::support::graphs::{self, Case, LECTURE, cases_with_order, lecture, one_to_six, reordered_rows};
use crate::support::rows::column;
use crate::support::runs::{given, trace};
use attograph::catalog::{self, Arguments};
use attograph::error::{Error, Fact};
use attograph::graph::Graph;
use attograph::tensor::Tensor;
use attograph::trace::Trace;
use nalgebra::DMatrix;
use proptest::prelude::*;

fn one() -> Tensor {
    column(&[1.0])
}

/// A × B for two matrices, written out.
fn product(left: &Tensor, right: &Tensor) -> Tensor {
    Tensor::try_from(DMatrix::try_from(left).unwrap() * DMatrix::try_from(right).unwrap()).unwrap()
}

fn notice_nodes(trace: &Trace, code: &str) -> Option<Vec<usize>> {
    let notice = trace.notices.iter().find(|notice| notice.code == code)?;
    match notice.facts.as_slice() {
        [(_, Fact::Index(nodes))] => Some(nodes.clone()),
        other => panic!("unexpected facts {other:?}"),
    }
}

// Worked numbers.

#[test]
fn s1_w03_normalized_adjacency_of_the_lecture_graph() {
    let trace = trace("gcn-normalization", &Arguments::new().with("graph", lecture()));
    let s = &trace.outputs["adjacency"];
    let at = |target: usize, source: usize| s.get(&[target, source]).unwrap();
    let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5];
    assert_rounds_to(
        &[at(a, a), at(a, b), at(b, b), at(b, c), at(b, d), at(c, c), at(c, d), at(d, d), at(d, e), at(d, f)],
        &[0.5, 0.3536, 0.25, 0.2887, 0.2236, 0.3333, 0.2582, 0.2, 0.2582, 0.2582],
        4,
    );
    assert_rounds_to(&[at(e, e), at(e, f), at(f, f)], &[0.3333; 3], 4);
    assert_eq!(at(a, c), 0.0);
    assert_eq!(trace.outputs["degree"].data(), [2.0, 4.0, 3.0, 5.0, 3.0, 3.0]);
    let sums: Vec<f64> = s.data().chunks(6).map(|row| row.iter().sum()).collect();
    assert_rounds_to(&sums, &[0.8536, 1.1158, 0.8802, 1.1982, 0.9249, 0.9249], 4);
}

#[test]
fn s1_w03_degrees_and_neighbor_sums_without_loops() {
    let inputs = Arguments::new().with("graph", lecture()).with("selfLoops", false);
    let trace = trace("gcn-normalization", &inputs);
    let degree = &trace.outputs["degree"];
    assert_eq!(degree.data(), [1.0, 3.0, 2.0, 4.0, 2.0, 2.0]);
    let sums = product(&trace.step("graph.adjacency").unwrap().tensor, &one_to_six());
    assert_eq!(sums.data(), [2.0, 8.0, 6.0, 16.0, 10.0, 9.0]);
    let means: Vec<f64> = sums.data().iter().zip(degree.data()).map(|(sum, degree)| sum / degree).collect();
    assert_rounds_to(&means, &[2.0, 2.6667, 3.0, 4.0, 5.0, 4.5], 4);
}

#[test]
fn s1_w03_propagated_features_are_a_layer_with_the_identity() {
    let x = one_to_six();
    let inputs = Arguments::new().with("graph", lecture()).with("x", x).with("w", one());
    let output = &trace("gcn-layer", &inputs).outputs["output"];
    assert_rounds_to(output.data(), &[1.2071, 2.6140, 2.6101, 4.8620, 4.6995, 4.6995], 4);
}

#[test]
fn s1_w03_the_mean_with_loops_is_attention_with_equal_scores() {
    let x = one_to_six();
    let zero = column(&[0.0]);
    let inputs = Arguments::new()
        .with("graph", lecture())
        .with("x", x)
        .with("w", one())
        .with("attentionSource", zero.clone())
        .with("attentionTarget", zero);
    let output = &trace("gat-layer", &inputs).outputs["output"];
    assert_rounds_to(output.data(), &[1.5, 2.5, 3.0, 4.0, 5.0, 5.0], 9);
}

#[test]
fn s1_w03_eigenvalues_and_over_smoothing() {
    for (loops, expected) in
        [(true, [-0.1722, -0.0934, 0.0, 0.4535, 0.7620, 1.0]), (false, [-0.7186, -0.5, -0.5, 0.0926, 0.6259, 1.0])]
    {
        let inputs = Arguments::new().with("graph", lecture()).with("selfLoops", loops);
        let matrix = DMatrix::try_from(&trace("gcn-normalization", &inputs).outputs["adjacency"]).unwrap();
        let mut values: Vec<f64> = nalgebra::SymmetricEigen::new(matrix).eigenvalues.iter().copied().collect();
        values.sort_by(f64::total_cmp);
        assert_rounds_to(&values, &expected, 4);
    }
    let trace = trace("gcn-normalization", &Arguments::new().with("graph", lecture()));
    let root: Vec<f64> = trace.outputs["degree"].data().iter().map(|degree| degree.sqrt()).collect();
    let mut x = one_to_six();
    let mut cosines = Vec::new();
    for _ in 0..16 {
        x = product(&trace.outputs["adjacency"], &x);
        let dot = |left: &[f64], right: &[f64]| left.iter().zip(right).map(|(a, b)| a * b).sum::<f64>();
        cosines.push(dot(x.data(), &root) / (dot(x.data(), x.data()) * dot(&root, &root)).sqrt());
    }
    assert_rounds_to(&[cosines[0], cosines[1], cosines[3]], &[0.948, 0.969, 0.989], 3);
    assert_rounds_to(&[cosines[7]], &[0.9988], 4);
    assert_rounds_to(&[cosines[15]], &[0.99998], 5);
}

#[test]
fn s1_e03_a_repeated_edge_adds_up_and_is_noticed() {
    let mut edges = LECTURE.to_vec();
    edges.push([2, 3]);
    let twice = Graph::new(6, edges, false).unwrap();
    let trace = trace("gcn-normalization", &Arguments::new().with("graph", twice));
    assert_rounds_to(&[trace.outputs["adjacency"].get(&[2, 3]).unwrap()], &[0.4082], 4);
    assert_eq!(notice_nodes(&trace, "duplicate-edge"), Some(vec![7]));
}

#[test]
fn s1_p4_one_layer_reaches_one_hop() {
    // Node A needs three layers to depend on E: only the third product reaches it.
    let mut x = column(&[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let mut heard = Vec::new();
    for _ in 0..3 {
        let inputs = Arguments::new().with("graph", lecture()).with("x", x).with("w", one());
        x = trace("gcn-layer", &inputs).outputs["output"].clone();
        heard.push(x.data()[0] != 0.0);
    }
    assert_eq!(heard, [false, false, true]);
}

// Any graph.

fn graphs(weighted: bool) -> impl Strategy<Value = Graph> {
    graphs::graphs(1..7, 0..12, weighted)
}

fn cases(weighted: bool) -> impl Strategy<Value = Case> {
    graphs::cases(graphs(weighted))
}

impl Case {
    fn gcn(&self) -> Arguments {
        self.inputs().with("w", self.numbers(&[3, 2], 1)).with("b", self.numbers(&[2], 2))
    }

    fn gat(&self, heads: usize, mean: bool) -> Arguments {
        self.inputs()
            .with("heads", heads as f64)
            .with("combine", if mean { "mean" } else { "concat" })
            .with("w", self.numbers(&[3, heads * 2], 1))
            .with("b", self.numbers(&[if mean { 2 } else { heads * 2 }], 2))
            .with("attentionSource", self.numbers(&[heads, 2], 3))
            .with("attentionTarget", self.numbers(&[heads, 2], 4))
    }
}

/// Normalization message by message, as a scatter over the list of edges does it.
fn oracle_normalization(graph: &Graph, self_loops: bool) -> (Vec<f64>, Vec<f64>) {
    let nodes = graph.nodes();
    let mut messages = graph.messages();
    for node in 0..nodes {
        if self_loops && !graph.edges().contains(&[node, node]) {
            messages.push(([node, node], 1.0));
        }
    }
    let mut degree = vec![0.0; nodes];
    for &([_, target], weight) in &messages {
        degree[target] += weight;
    }
    let mut adjacency = vec![0.0; nodes * nodes];
    for &([source, target], weight) in &messages {
        let inverse = |node: usize| if degree[node] == 0.0 { 0.0 } else { degree[node].powf(-0.5) };
        adjacency[target * nodes + source] += inverse(source) * weight * inverse(target);
    }
    (adjacency, degree)
}

/// One head of graph attention, node by node over a set of neighbors, with the attention vector in one piece.
fn oracle_gat_head(case: &Case, inputs: &Arguments, head: usize, self_loops: bool, slope: f64) -> (Vec<f64>, Vec<f64>) {
    let [w, source, target] = ["w", "attentionSource", "attentionTarget"].map(|name| given(inputs, name));
    let nodes = case.graph.nodes();
    let projected = |node: usize, column: usize| -> f64 {
        (0..3).map(|f| case.x.get(&[node, f]).unwrap() * w.get(&[f, head * 2 + column]).unwrap()).sum()
    };
    let mut weights = vec![0.0; nodes * nodes];
    let mut output = vec![0.0; nodes * 2];
    for v in 0..nodes {
        let mut neighbors: std::collections::BTreeSet<usize> =
            case.graph.messages().iter().filter(|([_, to], _)| *to == v).map(|([from, _], _)| *from).collect();
        if self_loops {
            neighbors.insert(v);
        }
        let score = |u: usize| {
            let joined = [projected(v, 0), projected(v, 1), projected(u, 0), projected(u, 1)];
            let vector =
                [target.get(&[head, 0]), target.get(&[head, 1]), source.get(&[head, 0]), source.get(&[head, 1])];
            let raw: f64 = joined.iter().zip(vector).map(|(number, factor)| number * factor.unwrap()).sum();
            if raw > 0.0 { raw } else { slope * raw }
        };
        let total: f64 = neighbors.iter().map(|&u| score(u).exp()).sum();
        for &u in &neighbors {
            let weight = score(u).exp() / total;
            weights[v * nodes + u] = weight;
            for column in 0..2 {
                output[v * 2 + column] += weight * projected(u, column);
            }
        }
    }
    (weights, output)
}

proptest! {
    #[test]
    fn normalization_agrees_with_a_scatter_over_the_edges(graph in graphs(true), self_loops: bool) {
        let inputs = Arguments::new().with("graph", graph.clone()).with("selfLoops", self_loops);
        let found = trace("gcn-normalization", &inputs);
        let nodes = graph.nodes();
        // With two loops at one node a scatter keeps one of them; here they add up, so such graphs are left to another law.
        let loops = |node: usize| graph.edges().iter().filter(|edge| **edge == [node, node]).count();
        prop_assume!((0..nodes).all(|node| loops(node) < 2));
        let (adjacency, degree) = oracle_normalization(&graph, self_loops);
        assert_agrees(&found.outputs["adjacency"], &Tensor::new(vec![nodes, nodes], adjacency).unwrap(), "adjacency");
        assert_agrees(&found.outputs["degree"], &Tensor::vector(degree.clone()).unwrap(), "degree");
        let zeros: Vec<usize> = (0..nodes).filter(|&node| degree[node] == 0.0).collect();
        prop_assert_eq!(notice_nodes(&found, "zero-degree"), (!zeros.is_empty()).then_some(zeros));
    }

    #[test]
    fn normalization_of_an_undirected_graph_is_symmetric_with_eigenvalues_up_to_one(graph in graphs(true)) {
        prop_assume!(!graph.directed());
        let found = trace("gcn-normalization", &Arguments::new().with("graph", graph.clone()));
        let matrix = DMatrix::try_from(&found.outputs["adjacency"]).unwrap();
        prop_assert!((&matrix - matrix.transpose()).amax() < 1e-14);
        for value in nalgebra::SymmetricEigen::new(matrix).eigenvalues.iter() {
            prop_assert!((-1.0 - 1e-12..=1.0 + 1e-12).contains(value));
        }
    }

    #[test]
    fn listing_an_edge_twice_is_weighing_it_twice(graph in graphs(true), self_loops: bool) {
        let (edges, weights) = (graph.edges(), graph.weights().unwrap());
        let twice = Graph::new(graph.nodes(), [edges, edges].concat(), graph.directed()).unwrap();
        let twice = twice.with_weights([weights, weights].concat()).unwrap();
        let doubled = Graph::new(graph.nodes(), edges.to_vec(), graph.directed()).unwrap();
        let doubled = doubled.with_weights(weights.iter().map(|weight| weight * 2.0).collect()).unwrap();
        let of = |graph: Graph| {
            let inputs = Arguments::new().with("graph", graph).with("selfLoops", self_loops);
            trace("gcn-normalization", &inputs).outputs["adjacency"].clone()
        };
        assert_agrees(&of(twice), &of(doubled), "adjacency");
    }

    #[test]
    fn a_convolution_is_equivariant_to_the_order_of_nodes((case, order) in cases_with_order(graphs(true))) {
        let output = |case: &Case| trace("gcn-layer", &case.gcn()).outputs["output"].clone();
        assert_agrees(&output(&case.reordered(&order)), &reordered_rows(&output(&case), &order), "output");
    }

    #[test]
    fn a_convolution_is_the_normalized_adjacency_times_features_times_projection(case in cases(true)) {
        let found = trace("gcn-layer", &case.gcn());
        let inputs = case.gcn();
        let (w, b) = (given(&inputs, "w"), given(&inputs, "b"));
        let normalized = trace("gcn-normalization", &Arguments::new().with("graph", case.graph.clone()));
        prop_assert_eq!(&found.outputs["adjacency"], &normalized.outputs["adjacency"]);
        // Projecting before aggregating gives the same.
        let expected = product(&found.outputs["adjacency"], &product(&case.x, w));
        let biased = expected.data().iter().zip(b.data().iter().cycle()).map(|(value, bias)| value + bias).collect();
        assert_agrees(&found.outputs["output"], &Tensor::new(expected.shape().to_vec(), biased).unwrap(), "output");
    }

    #[test]
    fn graph_attention_agrees_with_the_paper_node_by_node(
        case in cases(false), heads in 1usize..4, self_loops: bool, slope in 0.0f64..1.0,
    ) {
        let inputs = case.gat(heads, false).with("selfLoops", self_loops).with("negativeSlope", slope);
        let found = trace("gat-layer", &inputs);
        let nodes = case.graph.nodes();
        let bias = given(&inputs, "b");
        for head in 0..heads {
            let (weights, output) = oracle_gat_head(&case, &inputs, head, self_loops, slope);
            let all = found.outputs["weights"].data();
            let found_weights = all[head * nodes * nodes..(head + 1) * nodes * nodes].to_vec();
            let shape = vec![nodes, nodes];
            assert_agrees(
                &Tensor::new(shape.clone(), found_weights).unwrap(),
                &Tensor::new(shape, weights).unwrap(),
                "weights",
            );
            for v in 0..nodes {
                for column in 0..2 {
                    let found = found.outputs["output"].get(&[v, head * 2 + column]).unwrap();
                    let expected = output[v * 2 + column] + bias.data()[head * 2 + column];
                    prop_assert!((found - expected).abs() < 1e-9, "{} instead of {}", found, expected);
                }
            }
        }
    }

    #[test]
    fn the_weights_of_a_node_sum_to_one_over_its_neighbors(case in cases(false), self_loops: bool) {
        let found = trace("gat-layer", &case.gat(2, true).with("selfLoops", self_loops));
        let nodes = case.graph.nodes();
        let hears = |v: usize, u: usize| {
            self_loops && u == v || case.graph.messages().iter().any(|(ends, _)| *ends == [u, v])
        };
        let isolated: Vec<usize> = (0..nodes).filter(|&v| !(0..nodes).any(|u| hears(v, u))).collect();
        for (row, weights) in found.outputs["weights"].data().chunks(nodes).enumerate() {
            let v = row % nodes;
            let expected = if isolated.contains(&v) { 0.0 } else { 1.0 };
            prop_assert!((weights.iter().sum::<f64>() - expected).abs() < 1e-12);
            for (u, &weight) in weights.iter().enumerate() {
                prop_assert_eq!(weight > 0.0, hears(v, u));
            }
        }
        // A node that nobody reaches gets the bias and nothing else.
        let inputs = case.gat(2, true);
        let bias = given(&inputs, "b");
        for &v in &isolated {
            prop_assert_eq!(&found.outputs["output"].data()[v * 2..v * 2 + 2], bias.data());
        }
        prop_assert_eq!(notice_nodes(&found, "node-without-neighbors"), (!isolated.is_empty()).then_some(isolated));
    }

    #[test]
    fn graph_attention_is_equivariant_to_the_order_of_nodes((case, order) in cases_with_order(graphs(false))) {
        let output = |case: &Case| trace("gat-layer", &case.gat(2, false)).outputs["output"].clone();
        assert_agrees(&output(&case.reordered(&order)), &reordered_rows(&output(&case), &order), "output");
    }

    #[test]
    fn with_a_slope_of_one_the_target_cannot_change_its_own_weights(case in cases(false)) {
        // The target's score is then the same number in the whole row, and softmax does not see a shift.
        let inputs = case.gat(1, false).with("negativeSlope", 1.0);
        let other = inputs.clone().with("attentionTarget", numbers(&[1, 2], case.seed ^ 99));
        let weights = |inputs: &Arguments| trace("gat-layer", inputs).outputs["weights"].clone();
        assert_agrees(&weights(&inputs), &weights(&other), "weights");
    }

    #[test]
    fn repeated_edges_and_edge_weights_change_no_attention(case in cases(false)) {
        let edges = case.graph.edges();
        let twice = Graph::new(case.graph.nodes(), [edges, edges].concat(), case.graph.directed()).unwrap();
        let weighted = case.graph.clone().with_weights(vec![0.0; edges.len()]).unwrap();
        let once = trace("gat-layer", &case.gat(2, false));
        for graph in [twice, weighted] {
            let found = trace("gat-layer", &Case { graph: graph.clone(), ..case.clone() }.gat(2, false));
            prop_assert_eq!(&found.outputs, &once.outputs);
            let noticed = found.notices.iter().any(|notice| notice.code == "unused-weights");
            prop_assert_eq!(noticed, graph.weights().is_some());
        }
    }

    #[test]
    fn heads_are_independent_and_the_mean_is_their_mean(case in cases(false), heads in 1usize..4) {
        let bare = |arguments: Arguments, mean: bool| {
            let zeros = Tensor::vector(vec![0.0; if mean { 2 } else { heads * 2 }]).unwrap();
            trace("gat-layer", &arguments.with("b", zeros)).outputs["output"].clone()
        };
        let side_by_side = bare(case.gat(heads, false), false);
        let mean = bare(case.gat(heads, true), true);
        for v in 0..case.graph.nodes() {
            for column in 0..2 {
                let of_heads: f64 = (0..heads).map(|h| side_by_side.get(&[v, h * 2 + column]).unwrap()).sum();
                let found = mean.get(&[v, column]).unwrap();
                prop_assert!((found - of_heads / heads as f64).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn nodes_two_hops_away_have_no_influence_on_one_layer(case in cases(false), node in 0usize..6) {
        let node = node % case.graph.nodes();
        let mut data = case.x.data().to_vec();
        data[node * 3] += 5.0;
        let moved = Case { x: Tensor::new(case.x.shape().to_vec(), data).unwrap(), ..case.clone() };
        let reached = |v: usize| v == node || case.graph.messages().iter().any(|(ends, _)| *ends == [node, v]);
        for (id, before, after) in [
            ("gcn-layer", case.gcn(), moved.gcn()),
            ("gat-layer", case.gat(1, false), moved.gat(1, false)),
        ] {
            let (before, after) = (trace(id, &before), trace(id, &after));
            for v in (0..case.graph.nodes()).filter(|&v| !reached(v)) {
                let row = |trace: &Trace| trace.outputs["output"].data()[v * 2..v * 2 + 2].to_vec();
                prop_assert_eq!(row(&before), row(&after), "{}", id);
            }
        }
    }
}

// Edge policies.

fn minimal_gat(graph: Graph) -> Arguments {
    let x = column(&vec![1.0; graph.nodes()]);
    Arguments::new()
        .with("graph", graph)
        .with("x", x)
        .with("w", one())
        .with("attentionSource", one())
        .with("attentionTarget", one())
}

#[test]
fn no_nodes_give_empty_results() {
    let nothing = Graph::new(0, vec![], false).unwrap();
    let found = trace("gcn-normalization", &Arguments::new().with("graph", nothing.clone()));
    assert_eq!(found.outputs["adjacency"].shape(), [0, 0]);
    let empty = Tensor::new(vec![0, 1], vec![]).unwrap();
    let layer = Arguments::new().with("graph", nothing.clone()).with("x", empty.clone()).with("w", one());
    assert_eq!(trace("gcn-layer", &layer).outputs["output"].shape(), [0, 1]);
    let found = trace("gat-layer", &minimal_gat(nothing).with("x", empty));
    assert_eq!(found.outputs["weights"].shape(), [1, 0, 0]);
    assert!(found.notices.is_empty());
}

#[test]
fn a_single_node_attends_to_itself_if_loops_are_added() {
    let single = Graph::new(1, vec![], false).unwrap();
    let found = trace("gcn-normalization", &Arguments::new().with("graph", single.clone()));
    assert_eq!(found.outputs["adjacency"].data(), [1.0]);
    assert_eq!(trace("gat-layer", &minimal_gat(single.clone())).outputs["weights"].data(), [1.0]);
    let found = trace("gat-layer", &minimal_gat(single).with("selfLoops", false));
    assert_eq!(found.outputs["weights"].data(), [0.0]);
    assert_eq!(notice_nodes(&found, "node-without-neighbors"), Some(vec![0]));
}

#[test]
fn a_loop_in_the_list_is_kept_and_no_second_one_is_added() {
    let graph = Graph::new(2, vec![[0, 0], [0, 1]], false).unwrap().with_weights(vec![3.0, 1.0]).unwrap();
    let found = trace("gcn-normalization", &Arguments::new().with("graph", graph.clone()));
    assert_eq!(found.step("graph.with-loops").unwrap().tensor.data(), [3.0, 1.0, 1.0, 1.0]);
    assert_eq!(found.outputs["degree"].data(), [4.0, 2.0]);
    let found = trace("gat-layer", &minimal_gat(graph));
    assert_eq!(found.step("graph.neighborhood").unwrap().tensor.data(), [1.0; 4]);
}

#[test]
fn the_degree_of_a_directed_graph_counts_incoming_messages() {
    let graph = Graph::new(3, vec![[0, 2], [1, 2]], true).unwrap();
    let found = trace("gcn-normalization", &Arguments::new().with("graph", graph).with("selfLoops", false));
    assert_eq!(found.outputs["degree"].data(), [0.0, 0.0, 2.0]);
    assert_eq!(found.outputs["adjacency"].data(), [0.0; 9]);
    assert_eq!(notice_nodes(&found, "zero-degree"), Some(vec![0, 1]));
}

#[test]
fn a_negative_degree_has_no_inverse_root() {
    let graph = Graph::new(2, vec![[0, 1]], true).unwrap().with_weights(vec![-3.0]).unwrap();
    let error = catalog::trace("gcn-normalization", &Arguments::new().with("graph", graph)).unwrap_err();
    assert_eq!(*error, Error::InvalidDegree { node: 1, degree: -2.0 });
}

#[test]
fn a_node_without_neighbors_follows_the_policy() {
    let graph = Graph::new(2, vec![[0, 1]], true).unwrap();
    let inputs = minimal_gat(graph).with("selfLoops", false);
    let error = catalog::trace("gat-layer", &inputs.clone().with("emptyRow", "error")).unwrap_err();
    assert_eq!(*error, Error::FullyMaskedRow { row: vec![0, 0] });
    let found = trace("gat-layer", &inputs.with("emptyRow", "nan"));
    assert!(found.outputs["weights"].data()[0].is_nan());
    assert_eq!(found.outputs["weights"].data()[2], 1.0);
}

#[test]
fn features_of_another_number_of_nodes_are_named() {
    let x = column(&[1.0, 2.0]);
    let inputs = Arguments::new().with("graph", lecture()).with("x", x.clone()).with("w", one());
    for (id, inputs) in [("gcn-layer", inputs), ("gat-layer", minimal_gat(lecture()).with("x", x))] {
        let error = catalog::trace(id, &inputs).unwrap_err();
        let because = "`graph.nodes`".to_string();
        assert_eq!(*error, Error::ShapeMismatch { input: "x".into(), axis: 0, expected: 6, found: 2, because });
    }
}

#[test]
fn heads_must_divide_the_width_and_agree_with_the_attention_vectors() {
    let inputs = minimal_gat(lecture()).with("heads", 2.0);
    assert_eq!(catalog::trace("gat-layer", &inputs).unwrap_err().code(), "not-divisible");
    let wide = inputs.with("w", Tensor::matrix(&[[1.0, 1.0]]).unwrap());
    let error = catalog::trace("gat-layer", &wide).unwrap_err();
    assert!(matches!(*error, Error::ShapeMismatch { ref input, axis: 0, .. } if input == "attentionSource"));
}

#[test]
fn too_many_nodes_are_an_error_before_anything_is_allocated() {
    let huge = Graph::new(1 << 40, vec![], false).unwrap();
    let error = catalog::trace("gcn-normalization", &Arguments::new().with("graph", huge)).unwrap_err();
    assert_eq!(error.code(), "too-large");
}
