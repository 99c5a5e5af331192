//! The loss of causal language modeling: every position guesses the word after it.
//!
//! ```text
//! tokens      Att   is   all   you   need
//! guesses        ╲    ╲     ╲     ╲
//!              is   all   you   need           nothing is hidden in the input; the attention may not look ahead
//! ```
//!
//! Source: Radford et al. 2018, *Improving Language Understanding by Generative Pre-Training*, eq. (1).

use crate::algorithm::{Algorithm, always, include, required};
use crate::trace::{Op, Rule, SourceCell, StepSpec, each_once};

use super::cross_entropy::{LOGITS, OUTPUTS, PARTS, check_whole, cross_entropy, given_logits};

const SOURCE: &str = "Radford et al. 2018, eq. (1)";

/// The words of the text.
pub static TOKENS: StepSpec =
    StepSpec::given("loss.tokens", "x", "i", &["position"], r"x \in \{0, \ldots, V - 1\}^n", SOURCE);

/// The positions that have a word after them.
pub static GUESSING: StepSpec = StepSpec {
    id: "loss.guessing",
    symbol: "i",
    op: Op::Rule(&POSITIONS_BUT_THE_LAST),
    index: "m",
    axes: &["guess"],
    reads: &["i"],
    formula: r"i = 0, \ldots, n - 2",
    source: SOURCE,
};

/// The word after each of them.
pub static NEXT: StepSpec = StepSpec {
    id: "loss.next-tokens",
    symbol: r"x_{i+1}",
    op: Op::Rule(&NEXT_TOKEN),
    index: "m",
    axes: &["guess"],
    reads: &["i"],
    formula: r"x_{i+1}",
    source: SOURCE,
};

/// 0, 1, 2, …, which depend only on the length.
static POSITIONS_BUT_THE_LAST: Rule = Rule {
    name: "positions-but-the-last",
    template: "i",
    cumulative: false,
    work: each_once,
    fill: |_, shape| (0..shape.first().copied().unwrap_or_default()).map(|position| position as f64).collect(),
    reads: |_, _, _| Vec::new(),
    value: |_, _, index| index.first().map_or(f64::NAN, |position| *position as f64),
};

/// The number one place further on.
static NEXT_TOKEN: Rule = Rule {
    name: "next-token",
    template: "{0}",
    cumulative: false,
    work: each_once,
    fill: |operands, _| operands.first().map_or(Vec::new(), |tokens| tokens.data().iter().skip(1).copied().collect()),
    reads: |_, _, index| index.iter().map(|position| SourceCell { operand: 0, offset: position + 1 }).collect(),
    value: |values, _, _| values.first().copied().unwrap_or(f64::NAN),
};

/// Computes −log P(x_{i+1} | x_0 … x_i) for every position i but the last, from the logits that a causal model gave there, and the sum and mean of it.
///
/// # Shapes
/// | tensor | shape |
/// |---|---|
/// | logits | [n, V] |
/// | tokens | \[n\]: whole numbers below V |
/// | perToken | [n − 1] |
/// | sum, mean | [] |
///
/// The logits of the last position are not used. A text of one word has nothing to guess: its mean is 0 (NaN with `emptyRow: "nan"`).
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] for a token that is no word, and for an empty vocabulary.
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
    parts: &[always(&LOGITS), always(&TOKENS), always(&GUESSING), always(&NEXT), include("", PARTS)],
    outputs: OUTPUTS,
    run: |arguments, run| {
        let logits = given_logits(run, arguments.tensor("logits")?)?;
        let words = arguments.tensor("tokens")?;
        let tokens = run.given(&TOKENS, "tokens", words)?;
        check_whole("tokens", words, run.size('v')?)?;
        run.bind('m', run.size('i')?.saturating_sub(1), "the words after the first")?;
        let guessing = run.step(&GUESSING, &[tokens])?;
        let next = run.step(&NEXT, &[tokens])?;
        cross_entropy(run, logits, guessing, next)
    },
};
