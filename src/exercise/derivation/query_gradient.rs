//! The gradients of the query and the keys of attention, for one query.
//!
//! ```text
//! s = q Kᵀ / √d     a = softmax(s)     o = a V     ─►     ∂L/∂q = ∂L/∂o Vᵀ (P − aᵀ a) K / √d
//! ```
//!
//! q, a and g = ∂L/∂o are rows; P has the weights a on its diagonal, so that P − aᵀ a is the Jacobian of the softmax.

use nalgebra::DMatrix;

use super::super::expression::{Language, Value};
use super::super::matrices::{entries, softmax_rows};
use super::points::{FEATURES, nodes, numbers};
use super::{Derivation, entry, matrix, number};

pub(super) static DERIVATION: Derivation = Derivation {
    id: "query-gradient",
    language: Language::Matrices,
    symbols: &[
        matrix("q", &[], &["query", "head"]),
        matrix("K", &[], &["key", "head"]),
        matrix("V", &[], &["key", "value-feature"]),
        matrix("a", &[], &["query", "key"]),
        matrix("P", &[], &["key", "key"]),
        matrix("g", &[], &["query", "value-feature"]),
        number("d", &[]),
    ],
    entries: &[
        entry("weights", "M", "g Vᵀ", ["M", "(V gᵀ)ᵀ"], &[("result-for-gradient", "a V Vᵀ")]),
        entry(
            "jacobian",
            "J",
            "P − aᵀ a",
            ["J", "−(aᵀ a − P)"],
            &[("row-forgotten", "P"), ("diagonal-only", "P − P P"), ("sign-turned", "aᵀ a − P")],
        ),
        entry(
            "scores",
            "S",
            "g Vᵀ (P − aᵀ a)",
            ["S", "M J"],
            &[("row-forgotten", "g Vᵀ P"), ("diagonal-only", "g Vᵀ (P − P P)"), ("slope-forgotten", "g Vᵀ")],
        ),
        entry(
            "query",
            "U",
            "g Vᵀ (P − aᵀ a) K / √d",
            ["U", "S K / √d"],
            &[
                ("scale-forgotten", "g Vᵀ (P − aᵀ a) K"),
                ("scale-without-root", "g Vᵀ (P − aᵀ a) K / d"),
                ("diagonal-only", "g Vᵀ (P − P P) K / √d"),
                ("slope-forgotten", "g Vᵀ K / √d"),
            ],
        ),
        entry(
            "keys",
            "R",
            "(P − aᵀ a) V gᵀ q / √d",
            ["R", "Sᵀ q / √d"],
            &[("scale-forgotten", "(P − aᵀ a) V gᵀ q"), ("diagonal-only", "(P − P P) V gᵀ q / √d")],
        ),
    ],
    draw: |random, plain| {
        let n = nodes(random);
        let (width, value) = (FEATURES + 2, FEATURES + 1);
        let mut drawn = |rows, columns| numbers(random, rows, columns, plain);
        let (q, k, v, g) = (drawn(1, width), drawn(n, width), drawn(n, value), drawn(1, value));
        let a = softmax_rows(&(drawn(1, n) / 2.0));
        let diagonal =
            entries(
                &DMatrix::zeros(n, n),
                |i, j, _| {
                    if i == j { a.get((0, i)).copied().unwrap_or_default() } else { 0.0 }
                },
            );
        let mut values: Vec<Value> = [q, k, v, a, diagonal, g].map(Value::Matrix).into();
        values.push(Value::Number(width as f64));
        values
    },
};
