//! A graph convolution is equivariant: renumbering the nodes renumbers its result, and changes nothing else.
//!
//! Renumbering is a permutation matrix P: the adjacency A becomes P A Pᵀ, the features H become P H. The student follows it through the layer.

use super::super::expression::{Language, Value};
use super::points::{FEATURES, adjacency, degrees, identity, nodes, numbers, permutation, with_loops};
use super::{Derivation, entry, matrix};

pub(super) static DERIVATION: Derivation = Derivation {
    id: "graph-convolution-equivariance",
    language: Language::Matrices,
    symbols: &[
        matrix("P", &[], &["node", "node"]),
        matrix("A", &[], &["node", "node"]),
        matrix("Â", &["A\u{302}", "Ahat"], &["node", "node"]),
        matrix("D̂", &["D", "Dhat"], &["node", "node"]),
        matrix("I", &[], &["node", "node"]),
        matrix("H", &[], &["node", "feature"]),
        matrix("W", &[], &["feature", "output"]),
    ],
    entries: &[
        entry(
            "with-loops",
            "B",
            "PÂPᵀ",
            ["B", "PAPᵀ + I"],
            &[("order-undone", "PᵀÂP"), ("loops-forgotten", "PAPᵀ"), ("one-side-only", "PÂ"), ("order-of-before", "Â")],
        ),
        entry(
            "degrees",
            "E",
            "PD̂Pᵀ",
            ["E", "degrees(PAPᵀ + I)"],
            &[("order-undone", "PᵀD̂P"), ("one-side-only", "PD̂"), ("order-of-before", "D̂")],
        ),
        entry(
            "normalized",
            "S",
            "P D̂^(-1/2) Â D̂^(-1/2) Pᵀ",
            ["S", NORMALIZED],
            &[
                ("order-undone", "Pᵀ D̂^(-1/2) Â D̂^(-1/2) P"),
                ("one-side-only", "P D̂^(-1/2) Â D̂^(-1/2)"),
                ("order-of-before", "D̂^(-1/2) Â D̂^(-1/2)"),
            ],
        ),
        entry("layer", "X", "D̂^(-1/2) Â D̂^(-1/2) H W", ["P X", LAYER], &[("order-twice", "P D̂^(-1/2) Â D̂^(-1/2) H W")]),
    ],
    draw: |random, plain| {
        let n = nodes(random);
        let adjacency = adjacency(random, n);
        let looped = with_loops(&adjacency);
        let (h, w) = (numbers(random, n, FEATURES, plain), numbers(random, FEATURES, FEATURES + 1, plain));
        let degrees = degrees(&looped);
        [permutation(random, n), adjacency, looped, degrees, identity(n), h, w].map(Value::Matrix).into()
    },
};

const NORMALIZED: &str = "degrees(PAPᵀ + I)^(-1/2) (PAPᵀ + I) degrees(PAPᵀ + I)^(-1/2)";
const LAYER: &str = "degrees(PAPᵀ + I)^(-1/2) (PAPᵀ + I) degrees(PAPᵀ + I)^(-1/2) PH W";
