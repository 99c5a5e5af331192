//! GATv2 and the graph transformer, node by node as their papers write them.

use super::*;
use crate::support::assert_lawful;

fn gatv2(graph: &Graph, heads: usize, seed: u64) -> Arguments {
    Arguments::new()
        .with("graph", graph.clone())
        .with("x", numbers(&[graph.nodes(), 3], seed))
        .with("heads", heads as f64)
        .with("wSource", numbers(&[3, heads * 2], seed ^ 1))
        .with("bSource", numbers(&[heads * 2], seed ^ 2))
        .with("wTarget", numbers(&[3, heads * 2], seed ^ 3))
        .with("bTarget", numbers(&[heads * 2], seed ^ 4))
        .with("attention", numbers(&[heads, 2], seed ^ 5))
        .with("b", numbers(&[heads * 2], seed ^ 6))
}

fn transformer(graph: &Graph, heads: usize, seed: u64) -> Arguments {
    Arguments::new()
        .with("graph", graph.clone())
        .with("x", numbers(&[graph.nodes(), 3], seed))
        .with("heads", heads as f64)
        .with("wQuery", numbers(&[3, heads * 2], seed ^ 1))
        .with("bQuery", numbers(&[heads * 2], seed ^ 2))
        .with("wKey", numbers(&[3, heads * 2], seed ^ 3))
        .with("bKey", numbers(&[heads * 2], seed ^ 4))
        .with("wValue", numbers(&[3, heads * 3], seed ^ 5))
        .with("bValue", numbers(&[heads * 3], seed ^ 6))
}

fn projected(inputs: &Arguments, name: &str, head: usize, width: usize) -> Rows {
    let x = product(&rows(&given(inputs, "x")), &rows(&given(inputs, &format!("w{name}"))));
    columns(&plus(&x, given(inputs, &format!("b{name}")).data()), head, width)
}

fn leaky(number: f64, slope: f64) -> f64 {
    if number >= 0.0 { number } else { slope * number }
}

proptest! {
    #[test]
    fn gatv2_agrees_with_the_paper_node_by_node(
        graph in graphs(false), heads in 1usize..3, self_loops: bool, slope in 0.0f64..1.0, seed: u64,
    ) {
        let inputs = gatv2(&graph, heads, seed).with("selfLoops", self_loops).with("negativeSlope", slope);
        let found = assert_lawful("gatv2-layer", &inputs, "gatv2");
        for head in 0..heads {
            let (g, t) = (projected(&inputs, "Source", head, 2), projected(&inputs, "Target", head, 2));
            let a = rows(&given(&inputs, "attention"))[head].clone();
            let score = |v: usize, u: usize| {
                (0..2).map(|k| a[k] * leaky(g[u][k] + t[v][k], slope)).sum()
            };
            let hears = |v: usize, u: usize| sends(&graph, u, v) || self_loops && u == v;
            let (weights, output) = attend(graph.nodes(), hears, score, |_, _| 1.0, &g);
            assert_equal(&weights_of(&found.outputs["weights"], head), &tensor(&weights), "weights");
            let bias = &given(&inputs, "b").data()[head * 2..head * 2 + 2].to_vec();
            assert_equal(&head_of(&found.outputs["output"], head, 2), &tensor(&plus(&output, bias)), "output");
        }
    }

    #[test]
    fn the_mean_of_heads_is_their_mean(graph in graphs(false), seed: u64) {
        let inputs = gatv2(&graph, 2, seed).with("b", Tensor::vector(vec![0.0; 4]).unwrap());
        let side = trace("gatv2-layer", &inputs).outputs["output"].clone();
        let mean = inputs.with("combine", "mean").with("b", Tensor::vector(vec![0.0; 2]).unwrap());
        let mean = assert_lawful("gatv2-layer", &mean, "mean").outputs["output"].clone();
        let expected: Rows =
            rows(&side).iter().map(|row| vec![(row[0] + row[2]) / 2.0, (row[1] + row[3]) / 2.0]).collect();
        assert_equal(&mean, &tensor(&expected), "mean");
    }

    #[test]
    fn gat_is_gatv2_where_the_activation_does_nothing(graph in graphs(false), seed: u64) {
        // With slope 1 the order of activation and attention vector no longer matters.
        let attention = numbers(&[2, 2], seed ^ 5);
        let w = numbers(&[3, 4], seed ^ 1);
        let common = Arguments::new()
            .with("graph", graph.clone())
            .with("x", numbers(&[graph.nodes(), 3], seed))
            .with("heads", 2.0)
            .with("negativeSlope", 1.0);
        let first = common.clone().with("w", w.clone()).with("attentionSource", attention.clone());
        let first = trace("gat-layer", &first.with("attentionTarget", attention.clone()));
        let second = common.with("wSource", w.clone()).with("wTarget", w).with("attention", attention);
        let second = trace("gatv2-layer", &second);
        for name in ["weights", "output"] {
            assert_equal(&first.outputs[name], &second.outputs[name], name);
        }
    }

    #[test]
    fn the_graph_transformer_agrees_with_the_paper_node_by_node(
        graph in graphs(false), heads in 1usize..3, self_loops: bool, seed: u64,
    ) {
        let inputs = transformer(&graph, heads, seed).with("selfLoops", self_loops);
        let found = assert_lawful("graph-transformer-layer", &inputs, "graph transformer");
        for head in 0..heads {
            let (q, k) = (projected(&inputs, "Query", head, 2), projected(&inputs, "Key", head, 2));
            let score = |v: usize, u: usize| dot(&q[v], &k[u]) / 2f64.sqrt();
            let hears = |v: usize, u: usize| sends(&graph, u, v) || self_loops && u == v;
            let value = projected(&inputs, "Value", head, 3);
            let (weights, output) = attend(graph.nodes(), hears, score, |_, _| 1.0, &value);
            assert_equal(&weights_of(&found.outputs["weights"], head), &tensor(&weights), "weights");
            assert_equal(&head_of(&found.outputs["output"], head, 3), &tensor(&output), "output");
        }
        let silent = (0..graph.nodes()).any(|v| !self_loops && !(0..graph.nodes()).any(|u| sends(&graph, u, v)));
        prop_assert_eq!(found.notices.iter().any(|notice| notice.code == "node-without-neighbors"), silent);
    }

    #[test]
    fn on_the_complete_graph_the_graph_transformer_is_multi_head_attention(n in 1usize..6, seed: u64) {
        let edges = (0..n).flat_map(|u| (0..n).map(move |v| [u, v])).collect();
        let inputs = transformer(&Graph::new(n, edges, true).unwrap(), 2, seed);
        let mut multi = Arguments::new().with("x", given(&inputs, "x")).with("heads", 2.0);
        for name in ["wQuery", "bQuery", "wKey", "bKey", "wValue", "bValue"] {
            multi = multi.with(name, given(&inputs, name));
        }
        let multi = trace("multi-head-attention", &multi.with("wOutput", tensor(&identity(6))));
        let found = trace("graph-transformer-layer", &inputs);
        assert_equal(&found.outputs["weights"], &multi.outputs["weights"], "weights");
        assert_equal(&found.outputs["output"], &multi.outputs["output"], "output");
    }

    #[test]
    fn the_direction_of_messages_is_an_option_of_every_layer(graph in graphs(false), seed: u64) {
        let turned = graph.edges().iter().map(|&[u, v]| [v, u]).collect();
        let turned = Graph::new(graph.nodes(), turned, graph.directed()).unwrap();
        let x = numbers(&[graph.nodes(), 3], seed);
        let gat = Arguments::new()
            .with("graph", graph.clone())
            .with("x", x)
            .with("w", numbers(&[3, 2], seed ^ 1))
            .with("attentionSource", numbers(&[1, 2], seed ^ 2))
            .with("attentionTarget", numbers(&[1, 2], seed ^ 3));
        let masked = ["wQuery", "wKey", "wValue"].into_iter().fold(
            Arguments::new().with("graph", graph.clone()).with("x", numbers(&[graph.nodes(), 3], seed)),
            |inputs, name| inputs.with(name, numbers(&[3, 2], seed ^ name.len() as u64)),
        );
        for (id, inputs) in [
            ("gat-layer", gat),
            ("gatv2-layer", gatv2(&graph, 1, seed)),
            ("graph-transformer-layer", transformer(&graph, 1, seed)),
            ("graph-masked-attention", masked),
        ] {
            let output = |inputs: &Arguments| trace(id, inputs).outputs["output"].clone();
            let found = output(&inputs.clone().with("direction", "target-to-source"));
            assert_equal(&found, &output(&inputs.with("graph", turned.clone())), id);
        }
    }

    #[test]
    fn s1_p4d_attention_on_graphs_is_permutation_equivariant((graph, order) in ordered_graphs(false), seed: u64) {
        assert_equivariant("gatv2-layer", &gatv2(&graph, 2, seed), &order);
        assert_equivariant("graph-transformer-layer", &transformer(&graph, 2, seed), &order);
    }
}

#[test]
fn the_ranking_of_neighbors_depends_on_the_node_in_gatv2_and_not_in_gat() {
    let graph = Graph::new(4, vec![[0, 2], [1, 2], [0, 3], [1, 3]], true).unwrap();
    let x = Tensor::matrix(&[[2.0, 0.0], [0.0, 2.0], [-1.0, 1.0], [1.0, -1.0]]).unwrap();
    let one = Tensor::matrix(&[[1.0, 0.0], [0.0, 1.0]]).unwrap();
    let attention = Tensor::matrix(&[[1.0, 1.0]]).unwrap();
    let common = Arguments::new().with("graph", graph).with("x", x).with("selfLoops", false);
    let prefers_first = |weights: &Tensor| [2, 3].map(|v| weights.get(&[0, v, 0]) > weights.get(&[0, v, 1]));
    let second = common.clone().with("wSource", one.clone()).with("attention", attention.clone());
    let flipped = Tensor::matrix(&[[-2.0, 0.0], [0.0, -2.0]]).unwrap();
    let weights = trace("gatv2-layer", &second.with("wTarget", flipped)).outputs["weights"].clone();
    assert_ne!(prefers_first(&weights)[0], prefers_first(&weights)[1]);
    for seed in 0..20 {
        let first = common
            .clone()
            .with("w", one.clone())
            .with("attentionSource", numbers(&[1, 2], seed))
            .with("attentionTarget", numbers(&[1, 2], seed ^ 9));
        let weights = trace("gat-layer", &first).outputs["weights"].clone();
        assert_eq!(prefers_first(&weights)[0], prefers_first(&weights)[1], "seed {seed}");
    }
}

#[test]
fn s0_f09_the_attention_vector_on_both_ends_side_by_side_is_its_two_halves() {
    // aᵀ[Wh_v ‖ Wh_u] with a = [1, −2 ‖ 3, 0.5], W = 1: the paper's form against the layer's, before LeakyReLU.
    let x = [[0.5, -1.0], [2.0, 1.0]];
    let a = [1.0, -2.0, 3.0, 0.5];
    let one = Tensor::matrix(&[[1.0, 0.0], [0.0, 1.0]]).unwrap();
    let inputs = Arguments::new()
        .with("graph", Graph::new(2, vec![[0, 1]], false).unwrap())
        .with("x", Tensor::matrix(&x).unwrap())
        .with("w", one)
        .with("attentionTarget", Tensor::matrix(&[[1.0, -2.0]]).unwrap())
        .with("attentionSource", Tensor::matrix(&[[3.0, 0.5]]).unwrap());
    let trace = trace("gat-layer", &inputs);
    for v in 0..2 {
        for u in 0..2 {
            let e = leaky(dot(&a, &[x[v], x[u]].concat()), 0.2);
            assert!((trace.step("gat.scores").unwrap().tensor.get(&[0, v, u]).unwrap() - e).abs() < 1e-15);
        }
    }
}

#[test]
fn sizes_zero_and_one() {
    for n in [0, 1] {
        let graph = Graph::new(n, vec![], true).unwrap();
        let found = assert_lawful("gatv2-layer", &gatv2(&graph, 2, 1), "gatv2");
        assert_eq!(found.outputs["weights"].data(), vec![1.0; 2 * n]);
        let found = assert_lawful("graph-transformer-layer", &transformer(&graph, 2, 1), "graph transformer");
        assert_eq!(found.outputs["output"].data(), vec![0.0; 6 * n]);
    }
}
