//! S0-X01: the encoding of position pos + k is a linear function of that of pos. The sine and cosine of one angle are rotated.

use super::super::expression::{Language, Value};
use super::points::{decimal, whole};
use super::{Derivation, Entry, Mistakes, number};

pub(super) static DERIVATION: Derivation = Derivation {
    id: "shifted-position",
    language: Language::Numbers,
    symbols: &[number("ω", &["w", "omega"]), number("k", &[]), number("pos", &["p"])],
    entries: &[
        entry("sine-from-sine", "a", "cos(ωk)", SINE, &[("sine-for-cosine", "sin(ωk)")]),
        entry("sine-from-cosine", "b", "sin(ωk)", SINE, &[("turned-back", "-sin(ωk)"), ("sine-for-cosine", "cos(ωk)")]),
        entry(
            "cosine-from-sine",
            "c",
            "-sin(ωk)",
            COSINE,
            &[("turned-back", "sin(ωk)"), ("sine-for-cosine", "-cos(ωk)")],
        ),
        entry("cosine-from-cosine", "d", "cos(ωk)", COSINE, &[("sine-for-cosine", "sin(ωk)")]),
    ],
    draw: |random, plain| {
        let frequency = Value::Number(f64::from(random.integer(1, 15)) / 10.0);
        let [shift, position] = [(); 2].map(|()| if plain { whole(random, 1, 9) } else { decimal(random, 1, 9) });
        vec![frequency, shift, position]
    },
};

const SINE: [&str; 2] = ["a sin(ω pos) + b cos(ω pos)", "sin(ω(pos + k))"];
const COSINE: [&str; 2] = ["c sin(ω pos) + d cos(ω pos)", "cos(ω(pos + k))"];

/// An entry of the matrix, which may not depend on the position.
const fn entry(
    id: &'static str,
    name: &'static str,
    solution: &'static str,
    equation: [&'static str; 2],
    mistakes: Mistakes,
) -> Entry {
    Entry { id, name, solution, free_of: &["pos"], equation, mistakes }
}
