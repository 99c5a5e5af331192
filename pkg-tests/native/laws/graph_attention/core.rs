//! One core: every layer on graphs is a setting of it.

use super::*;
use crate::support::assert_lawful;
use attograph::graph::message::morph::MORPH;

/// Everything that any setting may need, for two heads of width 2.
pub fn everything(graph: &Graph, seed: u64) -> Arguments {
    let names = [("wValue", 1), ("wQuery", 2), ("wKey", 3), ("wSelf", 4)];
    let inputs = names
        .into_iter()
        .fold(Arguments::new(), |inputs, (name, salt)| inputs.with(name, numbers(&[3, 4], seed ^ salt)));
    inputs
        .with("graph", graph.clone())
        .with("x", numbers(&[graph.nodes(), 3], seed))
        .with("heads", 2.0)
        .with("attentionSource", numbers(&[2, 2], seed ^ 5))
        .with("attentionTarget", numbers(&[2, 2], seed ^ 6))
        .with("b", numbers(&[4], seed ^ 7))
        .with("value", "projection")
}

pub fn core(inputs: &Arguments) -> Trace {
    trace("message-passing", inputs)
}

/// The inputs of these names, under other names.
fn renamed_fields(inputs: &Arguments, names: &[(&str, &str)]) -> Arguments {
    let start = Arguments::new().with("graph", inputs.graph("graph").unwrap().clone()).with("x", given(inputs, "x"));
    names.iter().fold(start, |arguments, (from, to)| arguments.with(to, given(inputs, from)))
}

/// Without edge weights and with each edge once, so that sets and lists of messages say the same.
pub fn simple(graph: &Graph) -> Graph {
    let mut edges: Vec<[usize; 2]> = Vec::new();
    for &edge in graph.edges() {
        if !edges.contains(&edge) && (graph.directed() || !edges.contains(&[edge[1], edge[0]])) {
            edges.push(edge);
        }
    }
    Graph::new(graph.nodes(), edges, graph.directed()).unwrap()
}

fn any_setting() -> impl Strategy<Value = Vec<(&'static str, &'static str)>> {
    let words = |name: &'static str, words: &'static [&'static str]| {
        prop::sample::select(words).prop_map(move |word| (name, word)).boxed()
    };
    vec![
        words("neighborhood", &["given", "complete"]),
        words("score", &["none", "additive", "dot-product"]),
        words("scale", &["d-head", "none"]),
        words("normalization", &["none", "mean", "symmetric", "softmax"]),
        words("value", &["features", "projection"]),
        words("update", &["none", "add"]),
        words("activation", &["none", "relu", "sigmoid", "tanh"]),
    ]
}

/// As [`everything`], with matrices that fit if the features themselves are sent (two heads of width 3).
fn set(graph: &Graph, setting: &[(&'static str, &'static str)], seed: u64) -> Arguments {
    let mut inputs = everything(graph, seed);
    if setting.contains(&("value", "features")) {
        inputs = inputs.with("wSelf", numbers(&[3, 6], seed ^ 4)).with("b", numbers(&[6], seed ^ 7));
        inputs = inputs.with("attentionSource", numbers(&[2, 3], seed ^ 5));
        inputs = inputs.with("attentionTarget", numbers(&[2, 3], seed ^ 6));
    }
    setting.iter().fold(inputs, |inputs, (name, word)| inputs.with(name, *word))
}

/// The layer written out with loops, field by field.
fn oracle(graph: &Graph, inputs: &Arguments, word: impl Fn(&str) -> &'static str, self_loops: bool) -> Tensor {
    let n = graph.nodes();
    let x = rows(&given(inputs, "x"));
    let weight = |v: usize, u: usize| -> f64 {
        if word("neighborhood") == "complete" {
            return 1.0;
        }
        let listed = graph.edges().iter().enumerate();
        let heard: f64 = listed
            .filter(|(_, edge)| **edge == [u, v] || !graph.directed() && **edge == [v, u])
            .map(|(number, _)| graph.weights().map_or(1.0, |weights| weights[number]))
            .sum();
        if self_loops && u == v && !sends(graph, u, v) { 1.0 } else { heard }
    };
    let hears = |v: usize, u: usize| word("neighborhood") == "complete" || sends(graph, u, v) || self_loops && u == v;
    let mut output: Rows = vec![vec![]; n];
    for head in 0..2 {
        let values = match word("value") {
            "features" => x.clone(),
            _ => columns(&product(&x, &rows(&given(inputs, "wValue"))), head, 2),
        };
        let half = |name: &str, v: usize| dot(&rows(&given(inputs, name))[head], &values[v]);
        let query = columns(&product(&x, &rows(&given(inputs, "wQuery"))), head, 2);
        let key = columns(&product(&x, &rows(&given(inputs, "wKey"))), head, 2);
        let score = |v: usize, u: usize| match word("score") {
            "none" => 1.0,
            "additive" => {
                let raw = half("attentionTarget", v) + half("attentionSource", u);
                if raw > 0.0 { raw } else { 0.2 * raw }
            }
            _ => dot(&query[v], &key[u]) / if word("scale") == "none" { 1.0 } else { 2f64.sqrt() },
        };
        let degree: Vec<f64> = (0..n).map(|v| (0..n).map(|u| weight(v, u)).sum()).collect();
        let root = |v: usize| if degree[v] == 0.0 { 0.0 } else { 1.0 / degree[v].sqrt() };
        let heard = match word("normalization") {
            "softmax" => attend(n, hears, score, |_, _| 1.0, &values).1,
            normalization => {
                let coefficient = |v: usize, u: usize| {
                    let plain = score(v, u) * weight(v, u);
                    match normalization {
                        "none" => plain,
                        "mean" if degree[v] == 0.0 => 0.0,
                        "mean" => plain / degree[v],
                        _ => root(v) * plain * root(u),
                    }
                };
                let coefficients = (0..n).map(|v| (0..n).map(|u| coefficient(v, u)).collect()).collect();
                product(&coefficients, &values)
            }
        };
        for (row, heard) in output.iter_mut().zip(heard) {
            row.extend(heard);
        }
    }
    let own = product(&x, &rows(&given(inputs, "wSelf")));
    for (row, own) in output.iter_mut().zip(own) {
        for ((number, own), bias) in row.iter_mut().zip(own).zip(given(inputs, "b").data()) {
            let sum = *number + bias + if word("update") == "add" { own } else { 0.0 };
            *number = match word("activation") {
                "relu" => sum.max(0.0),
                "sigmoid" => 1.0 / (1.0 + (-sum).exp()),
                "tanh" => sum.tanh(),
                _ => sum,
            };
        }
    }
    tensor(&output)
}

proptest! {
    #[test]
    fn every_setting_agrees_with_loops_over_nodes(
        graph in graphs(true), setting in any_setting(), self_loops: bool, seed: u64,
    ) {
        let inputs = set(&graph, &setting, seed).with("selfLoops", self_loops);
        let found = assert_lawful("message-passing", &inputs, "core");
        let word = |name: &str| setting.iter().find(|(field, _)| *field == name).unwrap().1;
        assert_equal(&found.outputs["output"], &oracle(&graph, &inputs, word, self_loops), &format!("{setting:?}"));
    }

    #[test]
    fn every_setting_is_equivariant_to_the_order_of_nodes(
        (graph, order) in ordered_graphs(true), setting in any_setting(), self_loops: bool, seed: u64,
    ) {
        assert_equivariant("message-passing", &set(&graph, &setting, seed).with("selfLoops", self_loops), &order);
    }

    #[test]
    fn sum_and_mean_layers_are_settings(graph in graphs(false), seed: u64) {
        let inputs = everything(&graph, seed).with("heads", 1.0).with("update", "add").with("activation", "relu");
        let layer = renamed_fields(&inputs, &[("wValue", "wNeighbor"), ("wSelf", "wSelf"), ("b", "b")]);
        let layer = layer.with("activation", "relu");
        for (aggregation, normalization) in [("sum", "none"), ("mean", "mean")] {
            let layer = trace("message-passing-layer", &layer.clone().with("aggregation", aggregation));
            let found = core(&inputs.clone().with("normalization", normalization));
            assert_equal(&found.outputs["output"], &layer.outputs["output"], aggregation);
        }
        let found = core(&inputs.clone().with("normalization", "mean").with("activation", "none"));
        let layer = renamed_fields(&inputs, &[("wValue", "wNeighbor"), ("wSelf", "wSelf"), ("b", "b")]);
        let mean = trace("mean-aggregation-layer", &layer);
        assert_equal(&found.outputs["output"], &mean.outputs["output"], "mean-aggregation-layer");
    }

    #[test]
    fn a_graph_convolution_is_a_setting(graph in graphs(true), self_loops: bool, seed: u64) {
        let inputs = everything(&graph, seed).with("heads", 1.0).with("selfLoops", self_loops);
        let found = core(&inputs.clone().with("normalization", "symmetric"));
        let layer = renamed_fields(&inputs, &[("wValue", "w"), ("b", "b")]).with("selfLoops", self_loops);
        let layer = trace("gcn-layer", &layer);
        assert_equal(&found.outputs["output"], &layer.outputs["output"], "gcn-layer");
        assert_eq!(found.outputs["weights"].data().len(), layer.outputs["adjacency"].data().len());
        assert_equal(&weights_of(&found.outputs["weights"], 0), &layer.outputs["adjacency"], "adjacency");
    }

    #[test]
    fn graph_attention_is_a_setting(graph in graphs(false), self_loops: bool, slope in 0.0f64..1.0, seed: u64) {
        let inputs = everything(&graph, seed).with("selfLoops", self_loops).with("negativeSlope", slope);
        let found = core(&inputs.clone().with("score", "additive").with("normalization", "softmax"));
        let names = ["attentionSource", "attentionTarget", "b"].map(|name| (name, name));
        let layer = renamed_fields(&inputs, &[&names[..], &[("wValue", "w")]].concat());
        let layer = layer.with("heads", 2.0).with("selfLoops", self_loops).with("negativeSlope", slope);
        let layer = trace("gat-layer", &layer);
        for name in ["weights", "output"] {
            assert_equal(&found.outputs[name], &layer.outputs[name], name);
        }
    }

    #[test]
    fn graph_masked_and_graph_transformer_attention_are_settings(graph in graphs(false), self_loops: bool, seed: u64) {
        let inputs = everything(&graph, seed)
            .with("b", Tensor::vector(vec![0.0; 4]).unwrap())
            .with("selfLoops", self_loops)
            .with("score", "dot-product")
            .with("normalization", "softmax");
        let names = ["wQuery", "wKey", "wValue"].map(|name| (name, name));
        let layer = renamed_fields(&inputs, &names).with("selfLoops", self_loops);
        let found = core(&inputs);
        let transformer = trace("graph-transformer-layer", &layer.clone().with("heads", 2.0));
        for name in ["weights", "output"] {
            assert_equal(&found.outputs[name], &transformer.outputs[name], name);
        }
        let (one, masked) = (core(&inputs.with("heads", 1.0)), trace("graph-masked-attention", &layer));
        assert_equal(&one.outputs["output"], &masked.outputs["output"], "graph-masked-attention");
        assert_equal(&weights_of(&one.outputs["weights"], 0), &masked.outputs["weights"], "weights");
    }

    #[test]
    fn a_softmax_of_equal_scores_is_the_mean(graph in graphs(false), seed: u64) {
        let inputs = everything(&simple(&graph), seed);
        let of = |normalization: &str| core(&inputs.clone().with("normalization", normalization)).outputs["output"].clone();
        assert_equal(&of("softmax"), &of("mean"), "mean");
    }
}

#[test]
fn an_input_that_a_chosen_field_needs_is_missing() {
    let graph = Graph::new(2, vec![[0, 1]], false).unwrap();
    let bare = Arguments::new().with("graph", graph).with("x", numbers(&[2, 3], 1));
    assert_eq!(core(&bare).outputs["output"].shape(), [2, 3]);
    let needs = [
        ("value", "projection", "wValue"),
        ("score", "dot-product", "wQuery"),
        ("score", "additive", "attentionSource"),
        ("update", "add", "wSelf"),
    ];
    for (field, word, missing) in needs {
        let error = catalog::trace("message-passing", &bare.clone().with(field, word)).unwrap_err();
        assert_eq!(*error, attograph::error::Error::MissingInput { input: missing.into() });
    }
    for n in [0, 1] {
        let graph = Graph::new(n, vec![], false).unwrap();
        for stop in MORPH {
            assert_lawful("message-passing", &stop.set(&everything(&graph, 5)), stop.name);
        }
    }
}
