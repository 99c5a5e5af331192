//! S2-X01: from a graph neural network to a transformer, term by term.
//!
//! ```text
//! h′ᵢ = σ(U hᵢ + Σ_{j ∈ N(i)} V hⱼ)     ─►     h′ᵢ = Σ_{j ∈ S} softmaxⱼ(Q hᵢ · K hⱼ / √d) V hⱼ
//! ```
//!
//! Rows are nodes, so each matrix is to the right of the features.

use super::super::expression::{Language, Value};
use super::points::{FEATURES, adjacency, identity, nodes, numbers, ones};
use super::{Derivation, Entry, Mistakes, matrix, number};

pub(super) static DERIVATION: Derivation = Derivation {
    id: "message-passing-to-attention",
    language: Language::Matrices,
    symbols: &[
        matrix("H", &[], &["node", "feature"]),
        matrix("A", &[], &["node", "node"]),
        matrix("J", &[], &["node", "node"]),
        matrix("I", &[], &["node", "node"]),
        matrix("U", &[], &["feature", "output"]),
        matrix("V", &[], &["feature", "output"]),
        matrix("Q", &[], &["feature", "head"]),
        matrix("K", &[], &["feature", "head"]),
        number("d", &[]),
    ],
    entries: &[
        entry("neighbors", "G", "A H V", "A (H V)", &[("weights-exchanged", "A H U")]),
        entry(
            "message-passing",
            "M",
            "H U + A H V",
            "I H U + A (H V)",
            &[("weights-exchanged", "H V + A H U"), ("one-weight-for-both", "(A + I) H V")],
        ),
        entry("everyone", "E", "J H V", "(I + (J − I)) H V", &[("self-not-heard", "(J − I) H V")]),
        entry(
            "scores",
            "S",
            "H Q Kᵀ Hᵀ / √d",
            "(H Q) (H K)ᵀ / √d",
            &[
                ("queries-and-keys-exchanged", "H K Qᵀ Hᵀ / √d"),
                ("scale-forgotten", "H Q Kᵀ Hᵀ"),
                ("scale-without-root", "H Q Kᵀ Hᵀ / d"),
            ],
        ),
        entry(
            "attention",
            "T",
            "softmax(H Q (H K)ᵀ / √d) H V",
            "softmax((H Q) (H K)ᵀ / √d) (H V)",
            &[
                ("softmax-forgotten", "H Q Kᵀ Hᵀ H V / √d"),
                ("queries-and-keys-exchanged", "softmax(H K Qᵀ Hᵀ / √d) H V"),
                ("scale-forgotten", "softmax(H Q Kᵀ Hᵀ) H V"),
                ("weights-turned", "softmax(H Q Kᵀ Hᵀ / √d)ᵀ H V"),
            ],
        ),
    ],
    draw: |random, plain| {
        let n = nodes(random);
        let (width, output) = (FEATURES + 2, FEATURES + 1);
        let mut tall = |rows, columns| Value::Matrix(numbers(random, rows, columns, plain));
        let (h, u, v) = (tall(n, FEATURES), tall(FEATURES, output), tall(FEATURES, output));
        let (q, k) = (tall(FEATURES, width), tall(FEATURES, width));
        let [a, j, i] = [adjacency(random, n), ones(n), identity(n)].map(Value::Matrix);
        vec![h, a, j, i, u, v, q, k, Value::Number(width as f64)]
    },
};

const fn entry(
    id: &'static str,
    name: &'static str,
    solution: &'static str,
    right: &'static str,
    mistakes: Mistakes,
) -> Entry {
    Entry { id, name, solution, free_of: &[], equation: [name, right], mistakes }
}
