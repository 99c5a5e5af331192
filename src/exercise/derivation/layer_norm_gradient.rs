//! The gradient of a layer norm, for one row.
//!
//! ```text
//! x̂ = (x − μ) / σ     ─►     ∂L/∂x = (g − mean(g) − x̂ mean(g x̂)) / σ
//! ```
//!
//! g and x̂ are rows of n numbers, J is full of ones, so that g J / n has the mean of g at each place, and g x̂ᵀ is the sum of the products.

use super::super::expression::{Language, Value};
use super::points::{decimal, identity, nodes, numbers, ones, whole};
use super::{Derivation, entry, matrix, number};

pub(super) static DERIVATION: Derivation = Derivation {
    id: "layer-norm-gradient",
    language: Language::Matrices,
    symbols: &[
        matrix("g", &[], &["token", "feature"]),
        matrix("x̂", &["x", "xhat"], &["token", "feature"]),
        matrix("J", &[], &["feature", "feature"]),
        matrix("I", &[], &["feature", "feature"]),
        number("n", &[]),
        number("σ", &["s", "sigma"]),
    ],
    entries: &[
        entry("shift", "C", "g J / n", ["n C", "g J"], &[("not-divided", "g J")]),
        entry("stretch", "T", "g x̂ᵀ x̂ / n", ["n T", "g x̂ᵀ x̂"], &[("not-divided", "g x̂ᵀ x̂")]),
        entry(
            "gradient",
            "G",
            "(g − g J / n − g x̂ᵀ x̂ / n) / σ",
            ["σ G", "g − C − T"],
            &[
                ("statistics-as-constants", "g / σ"),
                ("variance-as-a-constant", "(g − g J / n) / σ"),
                ("mean-as-a-constant", "(g − g x̂ᵀ x̂ / n) / σ"),
                ("deviation-forgotten", "g − g J / n − g x̂ᵀ x̂ / n"),
            ],
        ),
        entry(
            "jacobian",
            "D",
            "(I − J / n − x̂ᵀ x̂ / n) / σ",
            ["g D", "G"],
            &[
                ("statistics-as-constants", "I / σ"),
                ("variance-as-a-constant", "(I − J / n) / σ"),
                ("not-divided", "(I − J − x̂ᵀ x̂) / σ"),
            ],
        ),
    ],
    draw: |random, plain| {
        let n = nodes(random);
        let (g, x) = (numbers(random, 1, n, plain), numbers(random, 1, n, plain));
        let centered = x.map(|number| number - x.mean());
        let deviation = (centered.norm_squared() / n as f64).sqrt();
        let normalized = centered / if deviation > 0.0 { deviation } else { 1.0 };
        let mut values: Vec<Value> = [g, normalized, ones(n), identity(n)].map(Value::Matrix).into();
        values.push(Value::Number(n as f64));
        values.push(if plain { whole(random, 2, 5) } else { decimal(random, 2, 5) });
        values
    },
};
