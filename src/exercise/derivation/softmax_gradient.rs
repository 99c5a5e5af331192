//! The derivative of a softmax, and the gradient of a score.
//!
//! ```text
//! a = e^s / z     ─►     ∂a/∂s = a (1 − a)     ∂b/∂s = −a b     ∂L/∂s = a (g − D)
//! ```
//!
//! z is the sum of all exponentials of the row, E that of the score s, a and b are two weights of the row, g and h how much the loss grows with them.

use super::super::expression::Language;
use super::points::{decimal, whole};
use super::{Derivation, entry, number};

pub(super) static DERIVATION: Derivation = Derivation {
    id: "softmax-gradient",
    language: Language::Numbers,
    symbols: &[
        number("E", &[]),
        number("z", &[]),
        number("a", &[]),
        number("b", &[]),
        number("g", &[]),
        number("h", &[]),
    ],
    entries: &[
        entry(
            "quotient",
            "Q",
            "(E z − E²) / z²",
            ["Q", "E / z − (E / z)²"],
            &[
                ("sum-as-a-constant", "E / z"),
                ("square-forgotten", "(E z − E²) / z"),
                ("sign-turned", "(E² − E z) / z²"),
            ],
        ),
        entry("own", "O", "a (1 − a)", ["O", "a − a²"], &[("sum-as-a-constant", "a"), ("sign-turned", "a (a − 1)")]),
        entry("other", "B", "−a b", ["B", "0 · b − a b"], &[("diagonal-only", "0"), ("sign-turned", "a b")]),
        entry(
            "mean",
            "D",
            "g a + h b",
            ["D", "a g + b h"],
            &[("not-weighted", "g + h"), ("plain-mean", "(g + h) / 2")],
        ),
        entry(
            "gradient",
            "S",
            "a (g − g a − h b)",
            ["S", "g O + h B"],
            &[
                ("diagonal-only", "a (1 − a) g"),
                ("row-left-out", "a g"),
                ("weight-left-out", "g − g a − h b"),
                ("sign-turned", "a (g a + h b − g)"),
            ],
        ),
    ],
    draw: |random, plain| {
        let number = if plain { whole } else { decimal };
        let (e, z) = (number(random, 1, 9), number(random, 10, 40));
        let mut small = || number(random, 2, 6);
        vec![e, z, small(), small(), small(), small()]
    },
};
