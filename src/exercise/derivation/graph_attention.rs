//! S0-X03: graph attention beside self-attention, line by line.
//!
//! ```text
//!                graph attention                          self-attention with the graph as its mask
//! score          aᵀ W hᵥ + bᵀ W hᵤ                        Q hᵥ · K hᵤ / √d
//! result         Σ_{u ∈ N(v) ∪ {v}} softmaxᵤ(…) W hᵤ      Σ_{u ∈ N(v) ∪ {v}} softmaxᵤ(…) V hᵤ
//! ```
//!
//! The attention vector of GAT is written as its two halves, a and b; its LeakyReLU is left out. Rows are nodes.

use super::super::expression::{Language, Value};
use super::super::matrices::{entries, filled};
use super::points::{FEATURES, adjacency, nodes, numbers, with_loops};
use super::{Derivation, entry, matrix, number};

/// What is added where there is no edge. Any exponential of it is 0.
const NO_EDGE: f64 = -1e6;

pub(super) static DERIVATION: Derivation = Derivation {
    id: "graph-attention-to-attention",
    language: Language::Matrices,
    symbols: &[
        matrix("H", &[], &["node", "feature"]),
        matrix("W", &[], &["feature", "output"]),
        matrix("a", &[], &["output", "column"]),
        matrix("b", &[], &["output", "column"]),
        matrix("u", &[], &["node", "column"]),
        matrix("M", &[], &["node", "node"]),
        matrix("Q", &[], &["feature", "head"]),
        matrix("K", &[], &["feature", "head"]),
        matrix("V", &[], &["feature", "output"]),
        number("d", &[]),
    ],
    entries: &[
        entry(
            "graph-scores",
            "E",
            "H W a uᵀ + u (H W b)ᵀ",
            ["Eᵀ", "u (H W a)ᵀ + H W b uᵀ"],
            &[
                ("source-and-target-exchanged", "u (H W a)ᵀ + H W b uᵀ"),
                ("target-only", "H W a uᵀ"),
                ("source-only", "u (H W b)ᵀ"),
                ("halves-multiplied", "H W a (H W b)ᵀ"),
            ],
        ),
        entry(
            "graph-result",
            "G",
            "softmax(H W a uᵀ + u (H W b)ᵀ + M) H W",
            ["G", "softmax(u (H W b)ᵀ + M) H W"],
            &[
                ("graph-forgotten", "softmax(H W a uᵀ + u (H W b)ᵀ) H W"),
                ("source-and-target-exchanged", "softmax(u (H W a)ᵀ + H W b uᵀ + M) H W"),
                ("weights-turned", "softmax(H W a uᵀ + u (H W b)ᵀ + M)ᵀ H W"),
            ],
        ),
        entry(
            "attention-scores",
            "S",
            "H Q (H K)ᵀ / √d",
            ["S √d", "H Q Kᵀ Hᵀ"],
            &[
                ("queries-and-keys-exchanged", "H K (H Q)ᵀ / √d"),
                ("scale-forgotten", "H Q (H K)ᵀ"),
                ("scale-without-root", "H Q (H K)ᵀ / d"),
            ],
        ),
        entry(
            "attention-result",
            "T",
            "softmax(H Q (H K)ᵀ / √d + M) H V",
            ["T", "softmax(H Q Kᵀ Hᵀ / √d + M) (H V)"],
            &[
                ("graph-forgotten", "softmax(H Q (H K)ᵀ / √d) H V"),
                ("queries-and-keys-exchanged", "softmax(H K (H Q)ᵀ / √d + M) H V"),
                ("scale-forgotten", "softmax(H Q (H K)ᵀ + M) H V"),
                ("weights-turned", "softmax(H Q (H K)ᵀ / √d + M)ᵀ H V"),
                ("value-weights-of-graph-attention", "softmax(H Q (H K)ᵀ / √d + M) H W"),
            ],
        ),
    ],
    draw: |random, plain| {
        let n = nodes(random);
        let (width, output) = (FEATURES + 2, FEATURES + 1);
        let heard = with_loops(&adjacency(random, n));
        let mask = entries(&heard, |_, _, edge| if edge == 0.0 { NO_EDGE } else { 0.0 });
        let mut drawn = |rows, columns| numbers(random, rows, columns, plain);
        let (h, w, a, b) = (drawn(n, FEATURES), drawn(FEATURES, output), drawn(output, 1), drawn(output, 1));
        let (q, k, v) = (drawn(FEATURES, width), drawn(FEATURES, width), drawn(FEATURES, output));
        let ones = filled((n, 1), &|_, _| 1.0);
        let mut values: Vec<Value> = [h, w, a, b, ones, mask, q, k, v].map(Value::Matrix).into();
        values.push(Value::Number(width as f64));
        values
    },
};
