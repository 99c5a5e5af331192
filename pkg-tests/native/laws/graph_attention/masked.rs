//! Attention behind the graph, and what goes wrong when the graph multiplies scores instead.

use super::*;
use crate::support::assert_lawful;
use crate::support::close::assert_rounds_to;

fn inputs(graph: &Graph, seed: u64) -> Arguments {
    Arguments::new()
        .with("graph", graph.clone())
        .with("x", numbers(&[graph.nodes(), 3], seed))
        .with("wQuery", numbers(&[3, 2], seed ^ 1))
        .with("wKey", numbers(&[3, 2], seed ^ 2))
        .with("wValue", numbers(&[3, 2], seed ^ 3))
}

fn projected(inputs: &Arguments, name: &str) -> Rows {
    product(&rows(&given(inputs, "x")), &rows(&given(inputs, name)))
}

/// The weight of u → v: repeated edges add up, an added loop weighs 1.
fn weight(graph: &Graph, self_loops: bool, v: usize, u: usize) -> f64 {
    let edges = graph.edges().iter().zip(graph.weights().unwrap());
    let there: f64 = edges
        .filter(|(edge, _)| **edge == [u, v] || !graph.directed() && **edge == [v, u])
        .map(|(_, weight)| weight)
        .sum();
    if self_loops && u == v && !sends(graph, u, v) { 1.0 } else { there }
}

/// Weights of one row of scores on the path graph 0 – 1 – 2 with self-loops, for node 0: x holds what makes q_0·k_j/√1 these scores.
fn first_row(scores: [f64; 3], masking: &str) -> Vec<f64> {
    let x = Tensor::matrix(&[[1.0, scores[0]], [0.0, scores[1]], [0.0, scores[2]]]).unwrap();
    let first = Tensor::matrix(&[[1.0], [0.0]]).unwrap();
    let second = Tensor::matrix(&[[0.0], [1.0]]).unwrap();
    let inputs = Arguments::new()
        .with("graph", Graph::new(3, vec![[0, 1], [1, 2]], false).unwrap())
        .with("x", x)
        .with("wQuery", first)
        .with("wKey", second.clone())
        .with("wValue", second)
        .with("masking", masking);
    let trace = trace("graph-masked-attention", &inputs);
    assert_eq!(trace.outputs["scores"].data()[..3], scores);
    trace.outputs["weights"].data()[..3].to_vec()
}

#[test]
fn s0_e03_zeroed_scores_still_get_weight_and_masked_ones_do_not() {
    let row = [0.5, -0.2, 1.0];
    assert_rounds_to(&first_row(row, "hadamard"), &[0.4755, 0.2361, 0.2884], 4);
    assert_rounds_to(&first_row(row, "minus-infinity"), &[0.6682, 0.3318, 0.0], 4);
    // With the large scores of S1-W01 the error hides.
    let leaked = first_row([15.0, 22.5, 14.5], "hadamard")[2];
    assert!(leaked > 1.6e-10 && leaked < 1.8e-10, "{leaked}");
}

#[test]
fn s0_e04_edge_weights_belong_on_the_exponentials_or_beside_the_scores() {
    // Scores 0 on a star whose edges weigh 0.5 and 2, the loop 1: as factors the weights are shares, as a bias exponentials of them.
    let zero = Tensor::matrix(&[[0.0]]).unwrap();
    let graph = Graph::new(3, vec![[1, 0], [2, 0]], true).unwrap().with_weights(vec![0.5, 2.0]).unwrap();
    let inputs = Arguments::new()
        .with("graph", graph)
        .with("x", Tensor::matrix(&[[1.0], [2.0], [3.0]]).unwrap())
        .with("wQuery", zero.clone())
        .with("wKey", zero.clone())
        .with("wValue", zero);
    let row = |word: &str| {
        trace("graph-masked-attention", &inputs.clone().with("edgeWeights", word)).outputs["weights"].data()[..3]
            .to_vec()
    };
    assert_rounds_to(&row("factor"), &[1.0 / 3.5, 0.5 / 3.5, 2.0 / 3.5], 12);
    let e = [1f64.exp(), 0.5f64.exp(), 2f64.exp()];
    assert_rounds_to(&row("bias"), &e.map(|entry| entry / e.iter().sum::<f64>()), 12);
    // The lecture's place: a factor on a score of 0 is no factor at all.
    assert_rounds_to(&row("score-factor"), &[1.0 / 3.0; 3], 12);
}

#[test]
fn s0_e05_and_e06_the_sum_runs_over_j_and_takes_values() {
    // α_ij = softmax over j: rows sum to 1. Over i, as the slide has it, the weights of node 0 would sum to something else.
    let graph = Graph::new(3, vec![[0, 1], [1, 2]], false).unwrap();
    let inputs = inputs(&graph, 5);
    let trace = trace("graph-masked-attention", &inputs);
    let (weights, scores) = (rows(&trace.outputs["weights"]), rows(&trace.outputs["scores"]));
    let hears = |i: usize, j: usize| i.abs_diff(j) <= 1;
    let column = |j: usize| (0..3).filter(|&i| hears(i, j)).map(|i| scores[i][j].exp()).sum::<f64>();
    let by_columns: f64 = (0..2).map(|j| scores[0][j].exp() / column(j)).sum();
    assert!((weights[0].iter().sum::<f64>() - 1.0).abs() < 1e-15);
    assert!((by_columns - 1.0).abs() > 0.01, "{by_columns}");
    // x′_i = Σ_j α_ij v_j and not Σ_j α_ij x_j.
    let expected = product(&weights, &projected(&inputs, "wValue"));
    assert_equal(&trace.outputs["output"], &tensor(&expected), "with values");
}

#[test]
fn s1_p3_softmax_keeps_the_largest_score_largest_up_to_rounding() {
    for seed in 0..50 {
        let x = numbers(&[1, 5], seed);
        let sdpa = Arguments::new()
            .with("query", Tensor::matrix(&[[1.0]]).unwrap())
            .with("key", Tensor::new(vec![5, 1], x.data().to_vec()).unwrap())
            .with("value", tensor(&identity(5)));
        let output = trace("scaled-dot-product-attention", &sdpa).outputs["output"].clone();
        let largest = |numbers: &[f64]| (0..5).max_by(|&a, &b| numbers[a].total_cmp(&numbers[b])).unwrap();
        assert_eq!(largest(output.data()), largest(x.data()));
    }
    let close = first_row([0.0, 1e-17, -9.0], "minus-infinity");
    assert_eq!(close[..2], [0.5, 0.5]);
}

#[test]
fn negative_factors_are_refused_and_zero_factors_are_no_edges() {
    let graph = |weight: f64| Graph::new(2, vec![[0, 1]], true).unwrap().with_weights(vec![weight]).unwrap();
    let factor = |weight: f64| inputs(&graph(weight), 1).with("edgeWeights", "factor").with("selfLoops", false);
    assert_eq!(catalog::trace("graph-masked-attention", &factor(-1.0)).unwrap_err().code(), "out-of-range");
    let found = trace("graph-masked-attention", &factor(0.0));
    assert_eq!(found.outputs["weights"].data(), [0.0; 4]);
    assert_eq!(found.notices.iter().filter(|notice| notice.code == "node-without-neighbors").count(), 2);
    let error = catalog::trace("graph-masked-attention", &factor(0.0).with("emptyRow", "error")).unwrap_err();
    assert_eq!(error.code(), "fully-masked-row");
}

proptest! {
    #[test]
    fn s0_f10_and_f11_agree_with_loops_over_nodes(
        graph in graphs(true), self_loops: bool, hadamard: bool, mode in 0usize..4, seed: u64,
    ) {
        let word = ["none", "bias", "factor", "score-factor"][mode];
        let masking = if hadamard { "hadamard" } else { "minus-infinity" };
        let inputs =
            inputs(&graph, seed).with("selfLoops", self_loops).with("masking", masking).with("edgeWeights", word);
        let found = assert_lawful("graph-masked-attention", &inputs, "graph-masked");
        let (q, k) = (projected(&inputs, "wQuery"), projected(&inputs, "wKey"));
        let plain = |v: usize, u: usize| dot(&q[v], &k[u]) / 2f64.sqrt();
        let neighbor = |v: usize, u: usize| sends(&graph, u, v) || self_loops && u == v;
        let heavy = |v: usize, u: usize| weight(&graph, self_loops, v, u);
        let score = |v: usize, u: usize| {
            let score = match word {
                "bias" => plain(v, u) + heavy(v, u),
                "score-factor" => plain(v, u) * heavy(v, u),
                _ => plain(v, u),
            };
            if hadamard && !neighbor(v, u) { 0.0 } else { score }
        };
        let factor = |v: usize, u: usize| if word == "factor" { heavy(v, u) } else { 1.0 };
        let hears = |v: usize, u: usize| hadamard || neighbor(v, u);
        let (weights, output) = attend(graph.nodes(), hears, score, factor, &projected(&inputs, "wValue"));
        assert_equal(&found.outputs["weights"], &tensor(&weights), "weights");
        assert_equal(&found.outputs["output"], &tensor(&output), "output");
    }

    #[test]
    fn rows_sum_to_one_over_the_neighbors(graph in graphs(false), seed: u64) {
        let found = trace("graph-masked-attention", &inputs(&graph, seed));
        for (v, row) in rows(&found.outputs["weights"]).iter().enumerate() {
            prop_assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            for (u, weight) in row.iter().enumerate() {
                prop_assert_eq!(*weight > 0.0, u == v || sends(&graph, u, v));
            }
        }
    }

    #[test]
    fn weights_of_one_change_nothing(graph in graphs(false), seed: u64) {
        let edges = graph.edges().len();
        prop_assume!(graph.edges().iter().enumerate().all(|(at, edge)| {
            !graph.edges()[..at].iter().any(|other| other == edge || *other == [edge[1], edge[0]])
        }));
        let ones = graph.clone().with_weights(vec![1.0; edges]).unwrap();
        let without = trace("graph-masked-attention", &inputs(&graph, seed)).outputs["weights"].clone();
        for word in ["bias", "factor", "score-factor"] {
            let with = trace("graph-masked-attention", &inputs(&ones, seed).with("edgeWeights", word));
            assert_equal(&with.outputs["weights"], &without, word);
        }
    }

    #[test]
    fn graph_masked_attention_is_equivariant((graph, order) in ordered_graphs(true), mode in 0usize..4, seed: u64) {
        let word = ["none", "bias", "factor", "score-factor"][mode];
        assert_equivariant("graph-masked-attention", &inputs(&graph, seed).with("edgeWeights", word), &order);
    }

    #[test]
    fn on_the_complete_graph_it_is_attention(n in 1usize..6, seed: u64) {
        let edges = (0..n).flat_map(|u| (0..u).map(move |v| [u, v])).collect();
        let inputs = inputs(&Graph::new(n, edges, false).unwrap(), seed);
        let sdpa = Arguments::new()
            .with("query", tensor(&projected(&inputs, "wQuery")))
            .with("key", tensor(&projected(&inputs, "wKey")))
            .with("value", tensor(&projected(&inputs, "wValue")));
        let (found, dense) = (trace("graph-masked-attention", &inputs), trace("scaled-dot-product-attention", &sdpa));
        for name in ["scores", "weights", "output"] {
            assert_equal(&found.outputs[name], &dense.outputs[name], name);
        }
    }
}
