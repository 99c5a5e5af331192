//! S1-X05: a layer on a graph, from the formula of one node to that of all nodes at once.
//!
//! ```text
//! h′ᵥ = σ(W Σ_{u ∈ N(v)} hᵤ / |N(v)| + B hᵥ)     ─►     H′ = σ(D⁻¹ A H Wᵀ + H Bᵀ)
//! ```
//!
//! The features of one node are a column in the first formula and a row in the second, so each weight is transposed on its way.

use super::super::expression::{Language, Value};
use super::points::{FEATURES, adjacency, degrees, identity, nodes, numbers};
use super::{Derivation, entry, matrix};

pub(super) static DERIVATION: Derivation = Derivation {
    id: "layer-as-matrices",
    language: Language::Matrices,
    symbols: &[
        matrix("A", &[], &["node", "node"]),
        matrix("D", &[], &["node", "node"]),
        matrix("I", &[], &["node", "node"]),
        matrix("H", &[], &["node", "feature"]),
        matrix("W", &[], &["output", "feature"]),
        matrix("B", &[], &["output", "feature"]),
    ],
    entries: &[
        entry("sum", "S", "A H", ["S", "A H"], &[("self-added", "(A + I) H"), ("degrees-for-neighbors", "D H")]),
        entry(
            "mean",
            "M",
            "D⁻¹ A H",
            ["D M", "A H"],
            &[
                ("sum-not-divided", "A H"),
                ("multiplied-by-the-degree", "D A H"),
                ("degree-of-the-neighbor", "A D⁻¹ H"),
                ("root-of-both-degrees", "D^(-1/2) A D^(-1/2) H"),
            ],
        ),
        entry(
            "itself",
            "O",
            "H Bᵀ",
            ["O", "(B Hᵀ)ᵀ"],
            &[("neighbors-for-itself", "A H Bᵀ"), ("weights-exchanged", "H Wᵀ")],
        ),
        entry(
            "layer",
            "L",
            "D⁻¹ A H Wᵀ + H Bᵀ",
            ["D L", "A H Wᵀ + D H Bᵀ"],
            &[
                ("neighbors-for-itself", "D⁻¹ A H Wᵀ + A H Bᵀ"),
                ("weights-exchanged", "D⁻¹ A H Bᵀ + H Wᵀ"),
                ("sum-not-divided", "A H Wᵀ + H Bᵀ"),
                ("one-weight-for-both", "D⁻¹ A H Wᵀ + H Wᵀ"),
            ],
        ),
        entry(
            "one-weight",
            "G",
            "(D⁻¹ A + I) H Wᵀ",
            ["D G", "(A + D) H Wᵀ"],
            &[
                ("mean-with-itself", "(D + I)⁻¹ (A + I) H Wᵀ"),
                ("graph-convolution", "(D + I)^(-1/2) (A + I) (D + I)^(-1/2) H Wᵀ"),
            ],
        ),
    ],
    draw: |random, plain| {
        let n = nodes(random);
        let adjacency = adjacency(random, n);
        let degrees = degrees(&adjacency);
        let mut drawn = |rows, columns| numbers(random, rows, columns, plain);
        let (h, w, b) = (drawn(n, FEATURES), drawn(FEATURES + 1, FEATURES), drawn(FEATURES + 1, FEATURES));
        [adjacency, degrees, identity(n), h, w, b].map(Value::Matrix).into()
    },
};
