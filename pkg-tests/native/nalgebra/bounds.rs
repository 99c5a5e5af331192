//! The bound that the backend's documentation derives, and inputs that are large enough for blocked products.

use attograph::backend::{Nalgebra, Reference};
use attograph::catalog::{Arguments, evaluate};
use attograph::graph::Graph;
use attograph::op::Op;

use super::plans::Case;
use crate::support::alike::{ALIKE, assert_alike};
use crate::support::draws::numbers as random;

/// `ik · kj → ij`, with a swept letter of this length.
fn product(depth: usize) -> Case {
    let index = |letters: [usize; 2]| letters.map(|letter| (letter, false)).to_vec();
    Case {
        op: Op::Contract,
        sizes: vec![13, 9, depth, 1, 1],
        operands: vec![index([0, 2]), index([2, 1])],
        result: index([0, 1]),
        seed: depth as u64,
    }
}

/// Sums in which almost everything cancels: each differs by at most 2 γ Σ |a b|, where γ = K u / (1 − K u).
#[test]
fn a_product_stays_within_its_bound_where_everything_cancels() {
    let mut differs = false;
    for depth in [6, 7, 64, 255, 256, 257, 700] {
        let case = product(depth);
        // Magnitudes from 10⁻³ to 10³; the second half of a row repeats the first, and meets the negated column.
        let half = depth / 2;
        let magnitude =
            |place: usize| 10f64.powi((place * 7 % 7) as i32 - 3) * (1.0 + (place * 37 % 101) as f64 / 101.0);
        let left: Vec<f64> =
            (0..13 * depth).map(|place| magnitude(place / depth * 31 + place % depth % half)).collect();
        let right: Vec<f64> = (0..depth * 9)
            .map(|place| {
                let (k, j) = (place / 9, place % 9);
                let sign = if k < half { 1.0 } else { -1.0 };
                sign * magnitude(k % half * 13 + j)
            })
            .collect();
        let numbers = [left.clone(), right.clone()];
        let (found, exact) = (case.run(&Nalgebra, &numbers), case.run(&Reference, &numbers));
        let unit = f64::EPSILON / 2.0;
        let gamma = depth as f64 * unit / (1.0 - depth as f64 * unit);
        for (place, (found, exact)) in found.data().iter().zip(exact.data()).enumerate() {
            let (i, j) = (place / 9, place % 9);
            let scale: f64 = (0..depth).map(|k| (left[i * depth + k] * right[k * 9 + j]).abs()).sum();
            // The sum of magnitudes is rounded itself.
            let bound = 2.0 * gamma * scale * 1.001;
            assert!((found - exact).abs() <= bound, "{depth} terms: {found:e} and {exact:e} beyond {bound:e}");
            differs |= found != exact;
        }
    }
    assert!(differs, "no product was computed in another order: the bound was not tried");
}

fn attention_parameters(given: Arguments, prefix: &str, width: usize) -> Arguments {
    ["wQuery", "wKey", "wValue", "wOutput"]
        .iter()
        .zip(20..)
        .fold(given, |given, (name, seed)| given.with(&format!("{prefix}{name}"), random(&[width, width], seed)))
}

#[test]
fn large_inputs_agree_with_the_reference() {
    let sequence = ["query", "key", "value"]
        .iter()
        .zip(1..)
        .fold(Arguments::new(), |given, (name, seed)| given.with(name, random(&[90, 33], seed)));
    let edges = (0..80).flat_map(|node| [1, 7, 31].map(|step| [node, (node + step) % 80])).collect();
    let graph = Graph::new(80, edges, false).expect("a graph");
    let x = || Arguments::new().with("x", random(&[70, 24], 4));
    let on_graph = || Arguments::new().with("graph", graph.clone()).with("x", random(&[80, 20], 5));
    let layer = attention_parameters(x().with("heads", 3.0), "attention.", 24)
        .with("w1", random(&[24, 50], 6))
        .with("w2", random(&[50, 24], 7));
    let cases = [
        ("scaled-dot-product-attention", sequence.clone()),
        ("scaled-dot-product-attention", sequence.clone().with("causal", true)),
        ("scaled-dot-product-attention", sequence.with("softmaxAxis", "queries")),
        ("multi-head-attention", attention_parameters(x().with("heads", 4.0), "", 24)),
        ("encoder-layer", layer.clone()),
        ("encoder-layer", layer.with("causal", true).with("normFirst", true)),
        ("layer-norm", x()),
        ("gcn-layer", on_graph().with("w", random(&[20, 30], 8))),
        (
            "gat-layer",
            on_graph()
                .with("heads", 3.0)
                .with("w", random(&[20, 24], 8))
                .with("attentionSource", random(&[3, 8], 9))
                .with("attentionTarget", random(&[3, 8], 10)),
        ),
        ("receptive-field", Arguments::new().with("graph", graph.clone())),
    ];
    for (id, inputs) in &cases {
        let run = |backend| evaluate(id, inputs, backend).unwrap_or_else(|error| panic!("{id}: {error}"));
        let (found, exact) = (run(&Nalgebra), run(&Reference));
        assert_eq!(found.notices, exact.notices, "{id}");
        for (name, tensor) in &exact.outputs {
            assert_alike(&found.outputs[name], tensor, ALIKE, &format!("{id} / {name}"));
        }
    }
}
