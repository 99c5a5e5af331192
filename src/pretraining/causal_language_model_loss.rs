//! The loss of causal language modeling: each position predicts the next word.
//!
//! ```text
//! tokens      Att   is   all   you   need
//! guesses        ╲    ╲     ╲     ╲
//!              is   all   you   need           nothing is hidden in the input; the attention may not look ahead
//! ```
//!
//! Source: Radford et al. 2018, *Improving Language Understanding by Generative Pre-Training*, eq. (1).

use crate::algorithm::{Algorithm, always, include, required};
use crate::loss::check_whole;
use crate::op::{Obstacle, Op, Rule, StepSpec, given, step};
use crate::rules::rows::LAST_ROWS;

use super::cross_entropy::{LOGITS, OUTPUTS, PARTS, cross_entropy, given_logits};

const SOURCE: &str = "Radford et al. 2018, eq. (1)";

/// The words of the text.
pub static TOKENS: StepSpec =
    given("loss.tokens", "i", &["position"]).written("x", r"x \in \{0, \ldots, V - 1\}^n", SOURCE).names();

/// The positions before another word.
pub static GUESSING: StepSpec = step("loss.guessing", Op::Rule(&POSITIONS_BUT_THE_LAST), &["i"], "m", &["guess"])
    .written("i", r"i = 0, \ldots, n - 2, \enspace x \in \mathbb{N}^n", SOURCE)
    .names()
    .begins("targets");

/// The next word of each of them.
pub static NEXT: StepSpec = step("loss.next-tokens", Op::Rule(&NEXT_TOKEN), &["i"], "m", &["guess"])
    .written(r"x_{i+1}", r"x_{i+1}", SOURCE)
    .names();

/// 0, 1, 2, …, which depend only on the length.
static POSITIONS_BUT_THE_LAST: Rule = Rule {
    name: "positions-but-the-last",
    template: "i",
    value: |_, _, index| index.first().map_or(f64::NAN, |position| *position as f64),
    ..Rule::constant(Obstacle::Structure)
};

/// The next number of the list.
static NEXT_TOKEN: Rule = Rule { name: "next-token", ..LAST_ROWS };

/// Computes −log P(x_{i+1} | x_0 … x_i) for every position i but the last, from the logits that a causal model gave there, and the sum and mean of
/// it.
///
/// # Shapes
/// | tensor | shape |
/// |---|---|
/// | logits | [n, V] |
/// | tokens | \[n\]: whole numbers below V |
/// | perToken | [n − 1] |
/// | sum, mean | [] |
///
/// The logits of the last position are not used. A text of one word has no prediction: its mean is 0 (NaN with `emptyRow: "nan"`).
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] for a token outside the vocabulary, and for an empty vocabulary.
///
/// # Complexity
/// n · V exponentials.
///
/// # Example
/// The loss of a uniform prediction is ln V for every word:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("logits", Tensor::new(vec![4, 8], vec![0.0; 32])?)
///     .with("tokens", Tensor::vector(vec![3.0, 1.0, 4.0, 1.0])?);
/// let trace = catalog::trace("causal-language-model-loss", &inputs)?;
/// assert_eq!(trace.outputs["perToken"].shape(), [3]);
/// assert!((trace.outputs["mean"].data()[0] - 8f64.ln()).abs() < 1e-15);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "causal-language-model-loss",
    title: "Causal language model loss",
    source: SOURCE,
    inputs: &[required("logits", &LOGITS), required("tokens", &TOKENS)],
    parts: &[always(&[&LOGITS, &TOKENS, &GUESSING, &NEXT]), include("", PARTS)],
    outputs: OUTPUTS,
    run: |inputs, run| {
        let logits = given_logits(run, inputs.tensor("logits")?)?;
        let words = inputs.tensor("tokens")?;
        let tokens = run.given(&TOKENS, "tokens", words)?;
        check_whole("tokens", words, run.size('v')?)?;
        run.bind('m', run.size('i')?.saturating_sub(1), "the words after the first")?;
        let guessing = run.step(&GUESSING, &[tokens])?;
        let next = run.step(&NEXT, &[tokens])?;
        cross_entropy(run, logits, guessing, next)
    },
};
