//! Conventions of the normalization, and stacks of convolutions.

use super::*;
use crate::support::{assert_agrees, assert_lawful};

/// Â, d̂ and the normalized matrix, message by message.
fn oracle(graph: &Graph, loops: &str, degree: &str, normalization: &str) -> (Vec<Vec<f64>>, Vec<f64>) {
    let nodes = graph.nodes();
    let mut a = vec![vec![0.0; nodes]; nodes];
    for (from, to, weight) in messages_of(graph) {
        a[to][from] += weight;
    }
    for (node, row) in a.iter_mut().enumerate() {
        let own = graph.edges().contains(&[node, node]);
        if loops == "add" || loops == "where-missing" && !own {
            row[node] += 1.0;
        }
    }
    let degrees: Vec<f64> = (0..nodes)
        .map(|node| (0..nodes).map(|other| if degree == "in" { a[node][other] } else { a[other][node] }).sum())
        .collect();
    let over = |number: f64, by: f64| if by == 0.0 { 0.0 } else { number / by };
    let normalized = (0..nodes)
        .map(|v| {
            (0..nodes)
                .map(|u| match normalization {
                    "row" => over(a[v][u], degrees[v]),
                    "column" => over(a[v][u], degrees[u]),
                    _ => over(a[v][u], (degrees[v] * degrees[u]).sqrt()),
                })
                .collect()
        })
        .collect();
    (normalized, degrees)
}

/// The normalization with its defaults, turned into lists.
pub fn normalized(graph: &Graph) -> Vec<Vec<f64>> {
    oracle(graph, "where-missing", "in", "symmetric").0
}

proptest! {
    #[test]
    fn every_convention_agrees_with_a_scatter_over_the_messages(
        graph in graphs(true),
        loops in prop::sample::select(vec!["none", "where-missing", "add"]),
        degree in prop::sample::select(vec!["in", "out"]),
        normalization in prop::sample::select(vec!["symmetric", "row", "column"]),
    ) {
        let inputs = Arguments::new()
            .with("graph", graph.clone())
            .with("selfLoops", loops != "none")
            .with("loopRule", if loops == "add" { "add" } else { "where-missing" })
            .with("degree", degree)
            .with("normalization", normalization);
        let trace = assert_lawful("gcn-normalization", &inputs, "conventions");
        let (expected, degrees) = oracle(&graph, loops, degree, normalization);
        assert_agrees(&trace.outputs["adjacency"], &matrix(&expected), "adjacency");
        assert_agrees(&trace.outputs["degree"], &Tensor::vector(degrees).unwrap(), "degree");
        // The layer takes the same options.
        let layer = inputs.with("x", numbers(&[graph.nodes(), 2], 1)).with("w", numbers(&[2, 2], 2));
        let layer = assert_lawful("gcn-layer", &layer, "conventions of the layer");
        prop_assert_eq!(&layer.outputs["adjacency"], &trace.outputs["adjacency"]);
    }

    #[test]
    fn rows_or_columns_sum_to_one_when_the_degree_fits(graph in graphs(true)) {
        let inputs = Arguments::new().with("graph", graph.clone());
        let rows_of = inputs.clone().with("normalization", "row");
        for row in rows(&outputs("gcn-normalization", &rows_of)["adjacency"]) {
            prop_assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        let columns = inputs.with("normalization", "column").with("degree", "out");
        let columns = rows(&outputs("gcn-normalization", &columns)["adjacency"]);
        for u in 0..graph.nodes() {
            prop_assert!((columns.iter().map(|row| row[u]).sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_network_is_its_layers_one_after_the_other(case in cases(true), depth in 0usize..3, bends: bool, biased: bool) {
        let (w, b) = (case.numbers(&[WIDTH, 2], 1), case.numbers(&[2], 2));
        let (next, biases) = (case.numbers(&[depth, 2, 2], 3), case.numbers(&[depth, 2], 4));
        let mut inputs = case.inputs().with("w", w.clone()).with("activation", if bends { "relu" } else { "none" });
        if biased {
            inputs = inputs.with("b", b.clone());
        }
        if depth > 0 {
            inputs = inputs.with("next.w", next.clone());
            if biased {
                inputs = inputs.with("next.b", biases.clone());
            }
        }
        let trace = assert_lawful("gcn-network", &inputs, "a network");
        let s = normalized(&case.graph);
        let layer = |x: &Rows, w: &Rows, b: &[f64]| -> Rows {
            let plus = |row: Vec<f64>| row.iter().zip(b).map(|(h, b)| h + if biased { *b } else { 0.0 }).collect();
            product(&product(&s, x), w).into_iter().map(plus).collect()
        };
        let mut h = layer(&rows(&case.x), &rows(&w), b.data());
        for number in 0..depth {
            let bent: Vec<Vec<f64>> =
                h.iter().map(|row| row.iter().map(|&h| if bends { h.max(0.0) } else { h }).collect()).collect();
            let w: Vec<Vec<f64>> = next.data()[number * 4..number * 4 + 4].chunks(2).map(<[f64]>::to_vec).collect();
            h = layer(&bent, &w, &biases.data()[number * 2..number * 2 + 2]);
        }
        assert_agrees(&trace.outputs["output"], &matrix(&h), "output");
    }

    #[test]
    fn a_network_is_equivariant_to_the_order_of_nodes((case, order) in ordered(true)) {
        let of = |case: &Case| {
            let inputs = case.inputs().with("w", case.numbers(&[WIDTH, 2], 1)).with("b", case.numbers(&[2], 2));
            output("gcn-network", &inputs.with("next.w", case.numbers(&[2, 2, 2], 3)))
        };
        assert_agrees(&of(&case.reordered(&order)), &reordered_rows(&of(&case), &order), "output");
    }
}

#[test]
fn s1_e01_without_features_the_matrices_do_not_even_multiply() {
    // As printed, Ŝ [6, 6] would meet W′ [3, 2]: that is a layer whose features are the identity of six nodes.
    let inputs = Arguments::new().with("graph", lecture()).with("w", numbers(&[3, 2], 1));
    let error = catalog::trace("gcn-layer", &inputs.clone().with("x", matrix(&identity(6)))).unwrap_err();
    assert_eq!(error.code(), "shape-mismatch");
    let error = catalog::trace("gcn-layer", &inputs.clone()).unwrap_err();
    assert_eq!(error.code(), "missing-input");
    // With H [6, 3] in between they do.
    assert_eq!(output("gcn-layer", &inputs.with("x", numbers(&[6, 3], 2))).shape(), [6, 2]);
}

#[test]
fn s1_e03_the_duplicate_edge_changes_one_entry_from_2582_to_4082() {
    let entry = |edges: Vec<[usize; 2]>| {
        let graph = Graph::new(6, edges, false).unwrap();
        outputs("gcn-normalization", &Arguments::new().with("graph", graph))["adjacency"].get(&[2, 3]).unwrap()
    };
    let distinct = lecture().edges().to_vec();
    assert_eq!(distinct.len(), 7);
    assert_rounds_to(&[entry(distinct.clone())], &[0.2582], 4);
    assert_rounds_to(&[entry([distinct, vec![[2, 3]]].concat())], &[0.4082], 4);
}

#[test]
fn s1_f07_is_the_layer_with_the_usual_conventions() {
    let inputs = Arguments::new().with("graph", lecture()).with("x", one_to_six()).with("w", column(&[1.0]));
    let expected = product(&normalized(&lecture()), &rows(&one_to_six()));
    assert_agrees(&output("gcn-layer", &inputs), &matrix(&expected), "Ŝx");
    // The row-normalized convention is the mean with loops of S1-W03.
    let mean = output("gcn-layer", &inputs.with("normalization", "row"));
    assert_rounds_to(mean.data(), &[1.5, 2.5, 3.0, 4.0, 5.0, 5.0], 9);
}

#[test]
fn s1_x03_a_matrix_over_nodes_breaks_equivariance_and_a_matrix_over_features_keeps_it() {
    let (x, order) = (numbers(&[6, 3], 1), [2, 0, 5, 1, 4, 3]);
    let case = Case { graph: lecture(), x, seed: 7 };
    let moved = case.reordered(&order);
    let apart = |left: &Tensor, right: &Tensor| {
        left.data().iter().zip(right.data()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    // ŜHW
    let w = numbers(&[3, 3], 2);
    let convolved = |case: &Case| output("gcn-layer", &case.inputs().with("w", w.clone()));
    assert!(apart(&convolved(&moved), &reordered_rows(&convolved(&case), &order)) < 1e-14);
    // WH with W [6, 6]
    let w = rows(&numbers(&[6, 6], 3));
    let mixed = |case: &Case| matrix(&product(&w, &rows(&case.x)));
    assert!(apart(&mixed(&moved), &reordered_rows(&mixed(&case), &order)) > 1.0);
}

#[test]
fn s0_c19_a_deep_network_makes_all_nodes_alike() {
    // Without a bend and with the identity as every matrix, only the degree is left after 16 layers.
    let of = |layers: usize| {
        let one = Tensor::new(vec![layers - 1, 1, 1], vec![1.0; layers - 1]).unwrap();
        let inputs = Arguments::new().with("graph", lecture()).with("x", one_to_six()).with("w", column(&[1.0]));
        output("gcn-network", &inputs.with("next.w", one))
    };
    let spread = |output: &Tensor| {
        let degrees = [2.0f64, 4.0, 3.0, 5.0, 3.0, 3.0];
        let scaled: Vec<f64> = output.data().iter().zip(degrees).map(|(h, d)| h / d.sqrt()).collect();
        scaled.iter().copied().fold(f64::MIN, f64::max) - scaled.iter().copied().fold(f64::MAX, f64::min)
    };
    assert!(spread(&of(2)) > 1.0 && spread(&of(16)) < 0.05, "{} {}", spread(&of(2)), spread(&of(16)));
}

#[test]
fn layers_that_do_not_fit_are_typed_errors() {
    let base = Arguments::new().with("graph", lecture()).with("x", one_to_six()).with("w", column(&[1.0]));
    let wide = base.clone().with("next.w", Tensor::new(vec![1, 2, 2], vec![1.0; 4]).unwrap());
    let error = catalog::trace("gcn-network", &wide).unwrap_err();
    assert!(
        matches!(&*error, attograph::error::Error::ShapeMismatch { input, axis: 1, expected: 1, found: 2, .. } if input == "next.w"),
        "{error}"
    );
    let lonely = base.with("next.b", Tensor::new(vec![1, 1], vec![1.0]).unwrap());
    assert_eq!(catalog::trace("gcn-network", &lonely).unwrap_err().code(), "shape-mismatch");
}
