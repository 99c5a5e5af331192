//! Graph isomorphism, Gaussian mixtures and readouts.

use super::*;
use crate::support::{assert_agrees, assert_lawful};

fn isomorphism(case: &Case, epsilon: f64) -> Arguments {
    case.inputs()
        .with("epsilon", epsilon)
        .with("w1", case.numbers(&[WIDTH, 4], 1))
        .with("b1", case.numbers(&[4], 2))
        .with("w2", case.numbers(&[4, 2], 3))
        .with("b2", case.numbers(&[2], 4))
}

fn mixture(case: &Case) -> Arguments {
    case.inputs()
        .with("mu", case.numbers(&[2, 2], 1))
        .with("sigma", case.numbers(&[2, 2], 2))
        .with("w", case.numbers(&[2, WIDTH, 2], 3))
        .with("wSelf", case.numbers(&[WIDTH, 2], 4))
        .with("b", case.numbers(&[2], 5))
}

/// Xu et al. 2019, eq. (4.1), node by node.
fn isomorphism_oracle(case: &Case, epsilon: f64) -> Vec<Vec<f64>> {
    let x = rows(&case.x);
    let (w1, b1) = (rows(&case.numbers(&[WIDTH, 4], 1)), case.numbers(&[4], 2));
    let (w2, b2) = (rows(&case.numbers(&[4, 2], 3)), case.numbers(&[2], 4));
    (0..case.nodes())
        .map(|v| {
            let mut sum: Vec<f64> = x[v].iter().map(|number| (1.0 + epsilon) * number).collect();
            for (from, to, _) in messages_of(&case.graph) {
                if to == v {
                    (0..WIDTH).for_each(|f| sum[f] += x[from][f]);
                }
            }
            let hidden: Vec<f64> = times(&sum, &w1).iter().zip(b1.data()).map(|(h, b)| (h + b).max(0.0)).collect();
            times(&hidden, &w2).iter().zip(b2.data()).map(|(h, b)| h + b).collect()
        })
        .collect()
}

/// Monti et al. 2017, eqs. (9) to (12), message by message.
fn mixture_oracle(case: &Case) -> Vec<Vec<f64>> {
    let x = rows(&case.x);
    let (mu, sigma, w) = (case.numbers(&[2, 2], 1), case.numbers(&[2, 2], 2), case.numbers(&[2, WIDTH, 2], 3));
    let messages = messages_of(&case.graph);
    let degree = |node: usize| messages.iter().filter(|(_, to, _)| *to == node).count() as f64;
    let root = |node: usize| if degree(node) == 0.0 { 0.0 } else { degree(node).powf(-0.5) };
    let (own, b) = (rows(&case.numbers(&[WIDTH, 2], 4)), case.numbers(&[2], 5));
    let mut output: Vec<Vec<f64>> =
        x.iter().map(|row| times(row, &own).iter().zip(b.data()).map(|(h, b)| h + b).collect()).collect();
    for &(from, to, _) in &messages {
        let p = [root(from), root(to)];
        for k in 0..2 {
            let exponent: f64 = (0..2)
                .map(|i| {
                    let (center, width) = (mu.get(&[k, i]).unwrap(), sigma.get(&[k, i]).unwrap());
                    (p[i] - center).powi(2) / (1e-15 + width * width)
                })
                .sum();
            let weight = (-0.5 * exponent).exp();
            for (g, sum) in output[to].iter_mut().enumerate() {
                for (f, number) in x[from].iter().enumerate() {
                    *sum += weight * number * w.get(&[k, f, g]).unwrap();
                }
            }
        }
    }
    output
}

proptest! {
    #[test]
    fn isomorphism_layers_agree_with_the_paper_node_by_node(case in cases(false), epsilon in -2.0f64..2.0) {
        let trace = assert_lawful("graph-isomorphism-layer", &isomorphism(&case, epsilon), "isomorphism");
        assert_agrees(&trace.outputs["output"], &matrix(&isomorphism_oracle(&case, epsilon)), "output");
    }

    #[test]
    fn gaussian_mixtures_agree_with_the_paper_message_by_message(case in cases(false)) {
        let trace = assert_lawful("gaussian-mixture-layer", &mixture(&case), "mixture");
        assert_agrees(&trace.outputs["output"], &matrix(&mixture_oracle(&case)), "output");
        // Weights play no part.
        let weights = vec![0.5; case.graph.edges().len()];
        let weighted = case.graph.clone().with_weights(weights).unwrap();
        let other = catalog::trace("gaussian-mixture-layer", &mixture(&case).with("graph", weighted)).unwrap();
        prop_assert_eq!(&other.outputs, &trace.outputs);
        prop_assert!(other.notices.iter().any(|notice| notice.code == "unused-weights"));
    }

    #[test]
    fn both_are_equivariant_to_the_order_of_nodes((case, order) in ordered(false)) {
        let of = |case: &Case| output("graph-isomorphism-layer", &isomorphism(case, 0.5));
        assert_agrees(&of(&case.reordered(&order)), &reordered_rows(&of(&case), &order), "isomorphism");
        let of = |case: &Case| output("gaussian-mixture-layer", &mixture(case));
        assert_agrees(&of(&case.reordered(&order)), &reordered_rows(&of(&case), &order), "mixture");
    }

    #[test]
    fn a_readout_does_not_depend_on_the_order_of_nodes((case, order) in ordered(false)) {
        let x = rows(&case.x);
        for aggregation in ["sum", "mean", "max"] {
            let of = |x: &Tensor| Arguments::new().with("x", x.clone()).with("aggregation", aggregation);
            let trace = assert_lawful("graph-readout", &of(&case.x), aggregation);
            let found = &trace.outputs["output"];
            let expected = (0..WIDTH).map(|f| {
                let of_feature = x.iter().map(|row| row[f]);
                match aggregation {
                    "max" => of_feature.fold(f64::MIN, f64::max),
                    "mean" => of_feature.sum::<f64>() / x.len() as f64,
                    _ => of_feature.sum(),
                }
            });
            assert_agrees(found, &Tensor::vector(expected.collect()).unwrap(), aggregation);
            assert_agrees(&output("graph-readout", &of(&reordered_rows(&case.x, &order))), found, aggregation);
        }
    }
}

#[test]
fn s3_c05_of_the_aggregators_only_the_sum_counts() {
    // One neighbor with feature 2, or two of them: Xu et al. 2019, figure 3.
    let of = |leaves: usize, aggregation: &str| {
        let star = Graph::new(leaves + 1, (1..=leaves).map(|leaf| [0, leaf]).collect(), false).unwrap();
        let inputs = Arguments::new()
            .with("graph", star)
            .with("x", column(&vec![2.0; leaves + 1]))
            .with("wNeighbor", column(&[1.0]))
            .with("aggregation", aggregation);
        output("message-passing-layer", &inputs).data()[0]
    };
    assert_eq!((of(1, "mean"), of(2, "mean")), (2.0, 2.0));
    assert_eq!((of(1, "max"), of(2, "max")), (2.0, 2.0));
    assert_eq!((of(1, "sum"), of(2, "sum")), (2.0, 4.0));
}

#[test]
fn no_node_has_a_sum_but_neither_mean_nor_maximum() {
    let empty = Arguments::new().with("x", Tensor::new(vec![0, 2], vec![]).unwrap());
    assert_eq!(output("graph-readout", &empty).data(), [0.0, 0.0]);
    for aggregation in ["mean", "max"] {
        let error = catalog::trace("graph-readout", &empty.clone().with("aggregation", aggregation)).unwrap_err();
        assert_eq!(error.code(), "out-of-range");
    }
}
