//! The gradients of a linear layer, and one step of learning.
//!
//! ```text
//! Y = X W     L = ½ Σ (Y − T)²     ─►     ∂L/∂W = Xᵀ ∂L/∂Y     ∂L/∂X = ∂L/∂Y Wᵀ
//! ```
//!
//! Source: Goodfellow, Bengio and Courville 2016, *Deep Learning*, section 6.5.6.

use super::super::expression::{Language, Value};
use super::points::{FEATURES, decimal, nodes, numbers, whole};
use super::{Derivation, entry, matrix, number};

pub(super) static DERIVATION: Derivation = Derivation {
    id: "linear-gradient",
    language: Language::Matrices,
    symbols: &[
        matrix("X", &[], &["token", "feature"]),
        matrix("W", &[], &["feature", "output"]),
        matrix("T", &[], &["token", "output"]),
        number("r", &[]),
    ],
    entries: &[
        entry(
            "result",
            "E",
            "X W − T",
            ["E", "−(T − X W)"],
            &[("target-forgotten", "X W"), ("sign-turned", "T − X W"), ("half-forgotten", "2 (X W − T)")],
        ),
        entry(
            "weights",
            "G",
            "Xᵀ (X W − T)",
            ["G", "Xᵀ E"],
            &[("target-forgotten", "Xᵀ X W"), ("sign-turned", "Xᵀ (T − X W)"), ("half-forgotten", "2 Xᵀ (X W − T)")],
        ),
        entry(
            "inputs",
            "H",
            "(X W − T) Wᵀ",
            ["H", "E Wᵀ"],
            &[("target-forgotten", "X W Wᵀ"), ("sign-turned", "(T − X W) Wᵀ"), ("half-forgotten", "2 (X W − T) Wᵀ")],
        ),
        entry(
            "step",
            "N",
            "W − r Xᵀ (X W − T)",
            ["N", "W − r G"],
            &[
                ("uphill", "W + r Xᵀ (X W − T)"),
                ("rate-forgotten", "W − Xᵀ (X W − T)"),
                ("step-only", "−r Xᵀ (X W − T)"),
            ],
        ),
    ],
    draw: |random, plain| {
        let n = nodes(random);
        let mut drawn = |rows, columns| Value::Matrix(numbers(random, rows, columns, plain));
        let (x, w, t) = (drawn(n, FEATURES), drawn(FEATURES, FEATURES + 1), drawn(n, FEATURES + 1));
        let rate = if plain { whole(random, 2, 5) } else { decimal(random, 2, 5) };
        vec![x, w, t, rate]
    },
};
