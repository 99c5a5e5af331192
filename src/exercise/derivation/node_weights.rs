//! S1-X03: why not multiply by an N × N weight? It depends on the numbering of the nodes.

use super::super::expression::{Language, Value};
use super::points::{FEATURES, decimal, identity, nodes, numbers, ones, permutation, whole};
use super::{Derivation, entry, matrix, number};

pub(super) static DERIVATION: Derivation = Derivation {
    id: "node-weights",
    language: Language::Matrices,
    symbols: &[
        matrix("P", &[], &["node", "node"]),
        matrix("M", &[], &["node", "node"]),
        matrix("H", &[], &["node", "feature"]),
        matrix("I", &[], &["node", "node"]),
        matrix("J", &[], &["node", "node"]),
        number("N", &[]),
        number("a", &[]),
        number("b", &[]),
    ],
    entries: &[
        // The layer M H on renumbered nodes.
        entry("renumbered-first", "F", "M P H", ["F", "M (P H)"], &[("steps-exchanged", "P M H")]),
        // Its result, renumbered.
        entry("renumbered-after", "R", "P M H", ["R", "P (M H)"], &[("steps-exchanged", "M P H")]),
        // The weight that has the effect of M on renumbered nodes.
        entry(
            "weight-that-follows",
            "L",
            "P M Pᵀ",
            ["L P H", "P (M H)"],
            &[("order-undone", "Pᵀ M P"), ("one-side-only", "P M")],
        ),
        // The weights that stay the same: one number for a node itself, one for all others.
        entry(
            "weight-that-stays",
            "C",
            "a I + b (J − I)",
            ["P C", "(a I + b (J − I)) P"],
            &[("diagonal-counted-twice", "a I + b J")],
        ),
        entry("parameters", "n", "N²", ["n", "N · N"], &[("rows-only", "N")]),
    ],
    draw: |random, plain| {
        let n = nodes(random);
        let (m, h) = (numbers(random, n, n, plain), numbers(random, n, FEATURES, plain));
        let [p, i, j] = [permutation(random, n), identity(n), ones(n)].map(Value::Matrix);
        let [a, b] = [(); 2].map(|()| if plain { whole(random, -3, 5) } else { decimal(random, -3, 5) });
        vec![p, Value::Matrix(m), Value::Matrix(h), i, j, Value::Number(n as f64), a, b]
    },
};
