//! S0-X02: the variance of a dot product of random queries and keys, and the effect of the division by √d.
//!
//! Entries of query and key are independent, have mean 0 and variance σ².

use super::super::expression::Language;
use super::points::{decimal, whole};
use super::{Derivation, entry, number};

pub(super) static DERIVATION: Derivation = Derivation {
    id: "dot-product-variance",
    language: Language::Numbers,
    symbols: &[number("σ", &["s", "sigma"]), number("d", &[])],
    entries: &[
        // E[q²] = Var(q) + E[q]².
        entry("mean-square", "m", "σ²", ["m", "σ² + 0²"], &[("deviation-for-variance", "σ")]),
        // Var(q k) = E[q² k²] − E[q k]², and the mean of a product of independent factors is the product of their means.
        entry("one-product", "p", "σ⁴", ["p", "σ² σ² − (0 · 0)²"], &[("one-factor", "σ²"), ("variances-added", "2σ²")]),
        // Variances of independent terms add up; here all d are equal.
        entry(
            "dot-product",
            "v",
            "σ⁴ d",
            ["v / d", "σ² σ²"],
            &[("one-factor", "σ² d"), ("terms-not-added", "σ⁴"), ("deviation-for-variance", "σ² √d")],
        ),
        // A factor scales the variance by its square.
        entry(
            "scaled",
            "z",
            "σ⁴",
            ["z", "(1 / √d)² · d σ² σ²"],
            &[("factor-not-squared", "σ⁴ √d"), ("only-for-one", "1"), ("deviation-for-variance", "σ²")],
        ),
    ],
    draw: |random, plain| {
        let number = if plain { whole } else { decimal };
        vec![number(random, 1, 4), number(random, 1, 64)]
    },
};
