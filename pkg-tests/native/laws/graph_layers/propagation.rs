//! Propagation with return, attention diffusion, receptive fields and over-smoothing.

use super::conventions::normalized;
use super::*;
use crate::support::{assert_agrees, assert_lawful};

fn step(matrix: &[Vec<f64>], z: &[Vec<f64>], x: &[Vec<f64>], alpha: f64) -> Vec<Vec<f64>> {
    let mix = |(heard, start): (Vec<f64>, &Vec<f64>)| -> Vec<f64> {
        heard.iter().zip(start).map(|(heard, start)| (1.0 - alpha) * heard + alpha * start).collect()
    };
    matrix.iter().map(|row| times(row, z)).zip(x).map(mix).collect()
}

/// Rows that sum to 1, or to 0 for a node that attends to nothing.
fn attention(nodes: usize, seed: u64) -> Tensor {
    let raw = rows(&numbers(&[nodes, nodes], seed));
    let share = |(number, row): (usize, Vec<f64>)| -> Vec<f64> {
        let sum: f64 = row.iter().map(|weight| weight.abs()).sum();
        let nothing = seed.is_multiple_of(3) && number == 0;
        row.iter().map(|weight| if nothing { 0.0 } else { weight.abs() / sum }).collect()
    };
    matrix(&raw.into_iter().enumerate().map(share).collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn pagerank_propagation_agrees_with_the_paper(case in cases(true), alpha in 0.0f64..1.0, steps in 1usize..5) {
        let inputs = case.inputs().with("alpha", alpha).with("steps", steps as f64);
        let trace = assert_lawful("personalized-pagerank-propagation", &inputs, "pagerank");
        let (s, x) = (normalized(&case.graph), rows(&case.x));
        let z = (0..steps).fold(x.clone(), |z, _| step(&s, &z, &x, alpha));
        assert_agrees(&trace.outputs["output"], &matrix(&z), "output");
    }

    #[test]
    fn pagerank_propagation_is_equivariant_to_the_order_of_nodes((case, order) in ordered(true)) {
        let of = |case: &Case| output("personalized-pagerank-propagation", &case.inputs().with("alpha", 0.2));
        assert_agrees(&of(&case.reordered(&order)), &reordered_rows(&of(&case), &order), "output");
    }

    #[test]
    fn diffusion_agrees_with_its_series_its_steps_and_its_equations(
        nodes in 1usize..6, seed: u64, alpha in 0.05f64..1.0, steps in 1usize..5,
    ) {
        let (a, x) = (attention(nodes, seed), numbers(&[nodes, 2], seed ^ 1));
        let inputs = Arguments::new()
            .with("attention", a.clone())
            .with("x", x.clone())
            .with("alpha", alpha)
            .with("steps", steps as f64);
        let trace = assert_lawful("attention-diffusion", &inputs, "diffusion");
        let (a, x) = (rows(&a), rows(&x));
        // The series, power by power.
        let mut power = identity(nodes);
        let mut series = vec![vec![0.0; nodes]; nodes];
        for i in 0..=steps {
            for (row, powers) in series.iter_mut().zip(&power) {
                for (sum, entry) in row.iter_mut().zip(powers) {
                    *sum += alpha * (1.0 - alpha).powi(i as i32) * entry;
                }
            }
            power = product(&a, &power);
        }
        assert_agrees(&trace.outputs["truncated"], &matrix(&series), "truncated");
        let z = (0..steps).fold(x.clone(), |z, _| step(&a, &z, &x, alpha));
        assert_agrees(&trace.outputs["output"], &matrix(&z), "output");
        // The limit is what another step leaves as it is, and what endless steps lead to.
        let limit = rows(&trace.outputs["limit"]);
        assert_agrees(&matrix(&step(&a, &limit, &x, alpha)), &trace.outputs["limit"], "one more step");
        let far = (0..2000).fold(x.clone(), |z, _| step(&a, &z, &x, alpha));
        assert_agrees(&matrix(&far), &trace.outputs["limit"], "endless steps");
    }

    #[test]
    fn diffusion_is_equivariant_to_the_order_of_nodes((case, order) in ordered(false)) {
        let nodes = case.nodes();
        let a = attention(nodes, case.seed);
        let turned = rows(&reordered_rows(&a, &order));
        let mut moved = vec![vec![0.0; nodes]; nodes];
        for (v, row) in turned.iter().enumerate() {
            for (u, weight) in row.iter().enumerate() {
                moved[v][order[u]] = *weight;
            }
        }
        let of = |a: &Tensor, x: &Tensor| {
            outputs("attention-diffusion", &Arguments::new().with("attention", a.clone()).with("x", x.clone()))
        };
        let (before, after) = (of(&a, &case.x), of(&matrix(&moved), &reordered_rows(&case.x, &order)));
        for name in ["output", "limit"] {
            assert_agrees(&after[name], &reordered_rows(&before[name], &order), name);
        }
    }

    #[test]
    fn a_receptive_field_agrees_with_a_search(graph in graphs(false), layers in 0usize..5, loops: bool) {
        let inputs = Arguments::new().with("graph", graph.clone()).with("layers", layers as f64).with("selfLoops", loops);
        let trace = assert_lawful("receptive-field", &inputs, "field");
        let messages = messages_of(&graph);
        for v in 0..graph.nodes() {
            // All nodes from which a path of exactly (with loops: at most) this many messages leads here.
            let mut field = std::collections::BTreeSet::from([v]);
            for _ in 0..layers {
                let before: std::collections::BTreeSet<usize> =
                    messages.iter().filter(|(_, to, _)| field.contains(to)).map(|(from, _, _)| *from).collect();
                field = if loops { field.union(&before).copied().collect() } else { before };
            }
            for u in 0..graph.nodes() {
                let found = trace.outputs["reached"].get(&[v, u]).unwrap();
                prop_assert_eq!(found, f64::from(u8::from(field.contains(&u))));
            }
            prop_assert_eq!(trace.outputs["size"].get(&[v]).unwrap(), field.len() as f64);
        }
    }

    #[test]
    fn the_smoothing_curves_agree_with_their_definitions(case in cases(true), layers in 0usize..4) {
        let trace = assert_lawful("over-smoothing", &case.inputs().with("layers", layers as f64), "smoothing");
        let (s, mut z) = (normalized(&case.graph), rows(&case.x));
        let mut a = vec![vec![0.0; case.nodes()]; case.nodes()];
        for (from, to, weight) in messages_of(&case.graph) {
            a[to][from] += weight;
        }
        for (node, row) in a.iter_mut().enumerate() {
            row[node] += if case.graph.edges().contains(&[node, node]) { 0.0 } else { 1.0 };
        }
        let degree: Vec<f64> = a.iter().map(|row| row.iter().sum()).collect();
        for layer in 0..=layers {
            for f in 0..WIDTH {
                let dot: f64 = z.iter().zip(&degree).map(|(row, degree)| row[f] * degree.sqrt()).sum();
                let length: f64 = z.iter().map(|row| row[f] * row[f]).sum::<f64>().sqrt();
                let expected = dot / (length * degree.iter().sum::<f64>().sqrt());
                let found = trace.outputs["cosines"].get(&[layer, f]).unwrap();
                prop_assert!((found - expected).abs() < 1e-9, "{} instead of {}", found, expected);
            }
            let found = trace.outputs["energies"].get(&[layer]).unwrap();
            if !case.graph.directed() {
                // Cai & Wang 2020, definition 3.1: half the sum over both ways of every edge.
                let mut expected = 0.0;
                for v in 0..case.nodes() {
                    for u in 0..case.nodes() {
                        for (here, there) in z[v].iter().zip(&z[u]) {
                            let apart = here / degree[v].sqrt() - there / degree[u].sqrt();
                            expected += 0.5 * a[v][u] * apart * apart;
                        }
                    }
                }
                prop_assert!((found - expected).abs() < 1e-9 * (1.0 + expected), "{} instead of {}", found, expected);
            }
            z = product(&s, &z);
        }
    }

    #[test]
    fn smoothing_does_not_depend_on_the_order_of_nodes((case, order) in ordered(true)) {
        let of = |case: &Case| outputs("over-smoothing", &case.inputs().with("layers", 3.0));
        let (before, after) = (of(&case), of(&case.reordered(&order)));
        for name in ["cosines", "energies"] {
            assert_agrees(&after[name], &before[name], name);
        }
    }
}

#[test]
fn s1_w03_over_smoothing_of_one_to_six() {
    let inputs = Arguments::new().with("graph", lecture()).with("x", one_to_six()).with("layers", 16.0);
    let found = outputs("over-smoothing", &inputs);
    let cosine = |k: usize| found["cosines"].get(&[k, 0]).unwrap();
    assert_rounds_to(&[cosine(1), cosine(2), cosine(4)], &[0.948, 0.969, 0.989], 3);
    assert_rounds_to(&[cosine(8)], &[0.9988], 4);
    assert_rounds_to(&[cosine(16)], &[0.99998], 5);
    let energies = found["energies"].data();
    assert!(energies.windows(2).all(|pair| pair[1] < pair[0]) && energies[16] < 1e-2, "{energies:?}");
}

#[test]
fn s1_p4_node_a_needs_three_layers_to_depend_on_e() {
    let hears = |layers: f64| {
        let inputs = Arguments::new().with("graph", lecture()).with("layers", layers);
        outputs("receptive-field", &inputs)["reached"].get(&[0, 4]).unwrap() == 1.0
    };
    assert_eq!([0.0, 1.0, 2.0, 3.0].map(hears), [false, false, false, true]);
    // S1-C23: k hops need at least k layers; the distances from A are B 1, C 2, D 2, E 3, F 3.
    let sizes = [0.0, 1.0, 2.0, 3.0].map(|layers| {
        let inputs = Arguments::new().with("graph", lecture()).with("layers", layers);
        outputs("receptive-field", &inputs)["size"].get(&[0]).unwrap()
    });
    assert_eq!(sizes, [1.0, 2.0, 4.0, 6.0]);
}

#[test]
fn s0_c19_one_layer_of_diffusion_reaches_several_hops() {
    let uniform = outputs("gcn-normalization", &Arguments::new().with("graph", lecture()).with("normalization", "row"));
    let inputs = Arguments::new()
        .with("attention", uniform["adjacency"].clone())
        .with("x", column(&[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]));
    let at_a = |steps: f64| outputs("attention-diffusion", &inputs.clone().with("steps", steps))["output"].data()[0];
    assert_eq!((at_a(1.0), at_a(2.0)), (0.0, 0.0));
    assert!(at_a(3.0) > 0.0);
}

#[test]
fn invalid_weights_and_shares_are_refused() {
    let inputs = |a: [[f64; 2]; 2]| {
        Arguments::new().with("attention", Tensor::matrix(&a).unwrap()).with("x", column(&[1.0, 2.0]))
    };
    let code = |inputs: &Arguments| catalog::trace("attention-diffusion", inputs).unwrap_err().code();
    assert_eq!(code(&inputs([[0.5, 0.6], [0.0, 1.0]])), "out-of-range");
    assert_eq!(code(&inputs([[1.5, -0.5], [0.0, 1.0]])), "out-of-range");
    let fine = inputs([[0.5, 0.5], [0.0, 1.0]]);
    for alpha in [0.0, -0.1, 1.1] {
        assert_eq!(code(&fine.clone().with("alpha", alpha)), "out-of-range");
    }
    assert_eq!(code(&fine.clone().with("steps", 5000.0)), "out-of-range");
    assert_eq!(code(&fine.clone().with("x", column(&[1.0]))), "shape-mismatch");
    assert!(catalog::trace("attention-diffusion", &fine.with("alpha", 1.0)).is_ok());
    let graph = Arguments::new().with("graph", lecture()).with("x", one_to_six());
    for (id, name) in
        [("personalized-pagerank-propagation", "steps"), ("receptive-field", "layers"), ("over-smoothing", "layers")]
    {
        let mut inputs = graph.clone();
        if id == "receptive-field" {
            inputs = Arguments::new().with("graph", lecture());
        }
        let error = catalog::trace(id, &inputs.with(name, 1e6)).unwrap_err();
        assert_eq!(error.code(), "out-of-range", "{id}");
    }
}
