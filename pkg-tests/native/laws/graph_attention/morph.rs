//! Six stops from a graph neural network to self-attention, each a setting of the one core.

use super::core::{core, everything, simple};
use super::*;
use attograph::algorithm::IfAbsent;
use attograph::graph::message::morph::{MORPH, Stop};

proptest! {
    #[test]
    fn s2_f03_is_the_first_stop_and_s2_f01_with_its_scale_the_last(graph in graphs(false), seed: u64) {
        let inputs = everything(&graph, seed).with("heads", 1.0).with("b", Tensor::vector(vec![0.0; 4]).unwrap());
        let n = graph.nodes();
        let x = rows(&given(&inputs, "x"));
        let (u, v) = (rows(&given(&inputs, "wSelf")), rows(&given(&inputs, "wValue")));
        // h_i = σ(U h_i + Σ_{j ∈ N(i)} V h_j), with σ = ReLU and a neighbor as often as it is listed.
        let (own, sent) = (product(&x, &u), product(&x, &v));
        let first = MORPH.first().unwrap().set(&inputs);
        let mut expected = own.clone();
        for &[source, target] in graph.edges() {
            let mut ends = vec![(source, target)];
            if !graph.directed() && source != target {
                ends.push((target, source));
            }
            for (from, to) in ends {
                for (number, add) in expected[to].iter_mut().zip(&sent[from]) {
                    *number += add;
                }
            }
        }
        for number in expected.iter_mut().flatten() {
            *number = number.max(0.0);
        }
        assert_equal(&core(&first).outputs["output"], &tensor(&expected), "S2-F03");
        // h_i = Σ_j softmax_j(Q h_i · K h_j / √d) V h_j over all j.
        let last = MORPH.last().unwrap().set(&inputs);
        let projected = |name: &str| tensor(&product(&x, &rows(&given(&inputs, name))));
        let dense = Arguments::new()
            .with("query", projected("wQuery"))
            .with("key", projected("wKey"))
            .with("value", projected("wValue"));
        let dense = trace("scaled-dot-product-attention", &dense);
        let found = core(&last);
        assert_equal(&found.outputs["output"], &dense.outputs["output"], "self-attention");
        assert_equal(&weights_of(&found.outputs["weights"], 0), &dense.outputs["weights"], "weights");
        // S2-E01: as the slides print S2-F01 there is no √d; that is the field `scale`.
        let (q, k) = (rows(&projected("wQuery")), rows(&projected("wKey")));
        let bare = attend(n, |_, _| true, |i, j| dot(&q[i], &k[j]), |_, _| 1.0, &sent).1;
        assert_equal(&core(&last.with("scale", "none")).outputs["output"], &tensor(&bare), "S2-F01 as printed");
    }

    #[test]
    fn each_stop_agrees_with_its_formula(graph in graphs(false), seed: u64) {
        let graph = simple(&graph);
        let inputs = everything(&graph, seed).with("heads", 1.0).with("b", Tensor::vector(vec![0.0; 4]).unwrap());
        let x = rows(&given(&inputs, "x"));
        let [own, sent, q, k] =
            ["wSelf", "wValue", "wQuery", "wKey"].map(|name| product(&x, &rows(&given(&inputs, name))));
        let hears = |v: usize, u: usize| sends(&graph, u, v);
        let score = |v: usize, u: usize| dot(&q[v], &k[u]) / 2.0;
        let one = |_: usize, _: usize| 1.0;
        let n = graph.nodes();
        let heard = [
            product(&(0..n).map(|v| (0..n).map(|u| f64::from(u8::from(hears(v, u)))).collect()).collect(), &sent),
            attend(n, hears, one, one, &sent).1,
            attend(n, hears, score, one, &sent).1,
            attend(n, |_, _| true, score, one, &sent).1,
            attend(n, |_, _| true, score, one, &sent).1,
            attend(n, |_, _| true, score, one, &sent).1,
        ];
        for (number, (stop, mut expected)) in MORPH.iter().zip(heard).enumerate() {
            for (row, own) in expected.iter_mut().zip(&own) {
                for (number_, own) in row.iter_mut().zip(own) {
                    *number_ += if number < 4 { *own } else { 0.0 };
                    *number_ = if number < 5 { number_.max(0.0) } else { *number_ };
                }
            }
            assert_equal(&core(&stop.set(&inputs)).outputs["output"], &tensor(&expected), stop.name);
        }
    }

    #[test]
    fn every_stop_without_positions_and_mixing_is_equivariant(
        (graph, order) in ordered_graphs(false), seed: u64,
    ) {
        for stop in MORPH {
            assert_equivariant("message-passing", &stop.set(&everything(&graph, seed)), &order);
        }
    }
}

#[test]
fn s2_x01_the_morph_has_six_stops_and_changes_one_field_at_a_time() {
    assert_eq!(MORPH.len(), 6);
    let words = |stop: &Stop| stop.fields.map(|(name, _)| name);
    let changed: Vec<&str> = MORPH
        .windows(2)
        .map(|pair| {
            assert_eq!(words(&pair[0]), words(&pair[1]));
            let differ: Vec<&str> = pair[0]
                .fields
                .iter()
                .zip(&pair[1].fields)
                .filter(|((_, before), (_, after))| before != after)
                .map(|((name, _), _)| *name)
                .collect();
            assert_eq!(differ.len(), 1, "{} to {}", pair[0].name, pair[1].name);
            differ[0]
        })
        .collect();
    assert_eq!(changed, ["normalization", "score", "neighborhood", "update", "activation"]);
    // The stops set every field of the core: each choice and flag of the catalog entry.
    let entry = catalog::find("message-passing").unwrap();
    for stop in MORPH {
        let set = stop.set(&Arguments::new());
        for input in entry.inputs {
            let is_field = matches!(input.if_absent, IfAbsent::Word(_) | IfAbsent::Flag(_));
            assert_eq!(set.get(input.name).is_some(), is_field, "{}: {}", stop.name, input.name);
        }
    }
}

#[test]
fn s1_x03_positions_and_a_weight_for_each_pair_of_nodes_break_equivariance() {
    let order = [3, 0, 4, 1, 5, 2];
    for stop in MORPH {
        let inputs = stop.set(&everything(&lecture(), 7));
        assert_equivariant("message-passing", &inputs, &order);
        for (name, shape) in [("positions", [6, 3]), ("mixing", [6, 6])] {
            let tied = inputs.clone().with(name, numbers(&shape, 8));
            let before = reordered(&core(&tied).outputs["output"], &order);
            let after = core(&renamed_inputs(&tied, &order)).outputs["output"].clone();
            let apart = before.data().iter().zip(after.data()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(apart > 0.01, "{} with {name}: {apart}", stop.name);
        }
    }
}

#[test]
fn s2_e03_the_complete_graph_contains_the_node_and_a_neighborhood_usually_does_not() {
    let graph = Graph::new(3, vec![[0, 1], [1, 2]], false).unwrap();
    let inputs = everything(&graph, 3);
    let own_weight = |stop: &Stop| core(&stop.set(&inputs)).outputs["weights"].get(&[0, 1, 1]).unwrap();
    assert!(MORPH[..3].iter().all(|stop| own_weight(stop) == 0.0));
    assert!(MORPH[3..].iter().all(|stop| own_weight(stop) > 0.0));
}
