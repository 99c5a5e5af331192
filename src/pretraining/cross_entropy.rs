//! Cross-entropy of chosen positions, in visible steps: minus the logarithm of the probability that the right word gets.
//!
//! ```text
//! logits of the chosen positions [m, V] ─► − max ─► exp ─► sum ─► ln ─► log-probabilities [m, V]
//! right words [m] ───────────────────────────────────────────────────────► the right one's ─► − ─► sum, mean
//! ```
//!
//! Letters: i positions, v words of the vocabulary, m chosen positions.

use crate::algorithm::{Output, Outputs, Part, always};
use crate::error::{Error, Result};
use crate::tensor::Tensor;
use crate::trace::{EXP, LOG, NEGATE, NORMALIZE, Op, Reduction, Run, SUBTRACT, StepSpec, Value};

const SOURCE: &str = "Devlin et al. 2019, section 3.1";

/// How much the model favors each word at each position.
pub static LOGITS: StepSpec =
    StepSpec::given("loss.logits", "Z", "iv", &["position", "word"], r"Z \in \mathbb{R}^{n \times V}", SOURCE);

/// The logits where a word has to be guessed.
pub static CHOSEN_LOGITS: StepSpec = StepSpec {
    id: "loss.chosen-logits",
    symbol: r"Z_{\mathcal{M}}",
    op: Op::Gather,
    index: "mv",
    axes: &["guess", "word"],
    reads: &["iv", "m"],
    formula: r"Z_{i v} \enspace (i \in \mathcal{M})",
    source: SOURCE,
};

/// The largest logit of each guess.
pub static ROW_MAX: StepSpec = StepSpec {
    id: "loss.row-max",
    symbol: "c",
    op: Op::Reduce(Reduction::Max),
    index: "m",
    axes: &["guess"],
    reads: &["mv"],
    formula: r"c_m = \max_v Z_{m v}",
    source: SOURCE,
};

/// The logits with the largest taken out.
pub static SHIFTED: StepSpec = StepSpec {
    id: "loss.shifted",
    symbol: r"Z - c",
    op: Op::Map(&SUBTRACT),
    index: "mv",
    axes: &["guess", "word"],
    reads: &["mv", "m"],
    formula: r"Z_{m v} - c_m",
    source: SOURCE,
};

/// The exponentials, safe from overflow.
pub static EXPONENTIALS: StepSpec = StepSpec {
    id: "loss.exponentials",
    symbol: "E",
    op: Op::Map(&EXP),
    index: "mv",
    axes: &["guess", "word"],
    reads: &["mv"],
    formula: r"E_{m v} = e^{Z_{m v} - c_m}",
    source: SOURCE,
};

/// The sum of each guess's exponentials.
pub static ROW_SUM: StepSpec = StepSpec {
    id: "loss.row-sum",
    symbol: r"\textstyle\sum E",
    op: Op::Reduce(Reduction::Sum),
    index: "m",
    axes: &["guess"],
    reads: &["mv"],
    formula: r"\sum_v E_{m v}",
    source: SOURCE,
};

/// Its logarithm.
pub static LOG_SUM: StepSpec = StepSpec {
    id: "loss.log-sum",
    symbol: r"\ln \textstyle\sum E",
    op: Op::Map(&LOG),
    index: "m",
    axes: &["guess"],
    reads: &["m"],
    formula: r"\ln \sum_v E_{m v}",
    source: SOURCE,
};

/// The logarithm of each word's probability.
pub static LOG_PROBABILITIES: StepSpec = StepSpec {
    id: "loss.log-probabilities",
    symbol: r"\log P",
    op: Op::Map(&SUBTRACT),
    index: "mv",
    axes: &["guess", "word"],
    reads: &["mv", "m"],
    formula: r"\log P_{m v} = Z_{m v} - c_m - \ln \sum_w E_{m w}",
    source: SOURCE,
};

/// The logarithm of the right word's probability.
pub static RIGHT: StepSpec = StepSpec {
    id: "loss.right",
    symbol: r"\log P(x)",
    op: Op::Gather,
    index: "m",
    axes: &["guess"],
    reads: &["mv", "m"],
    formula: r"\log P(x_m)",
    source: SOURCE,
};

/// How badly each guess fails.
pub static PER_TOKEN: StepSpec = StepSpec {
    id: "loss.per-token",
    symbol: r"\ell",
    op: Op::Map(&NEGATE),
    index: "m",
    axes: &["guess"],
    reads: &["m"],
    formula: r"\ell_m = -\log P(x_m)",
    source: SOURCE,
};

/// All of it.
pub static SUM: StepSpec = StepSpec {
    id: "loss.sum",
    symbol: r"\textstyle\sum \ell",
    op: Op::Reduce(Reduction::Sum),
    index: "",
    axes: &[],
    reads: &["m"],
    formula: r"\sum_m \ell_m",
    source: SOURCE,
};

/// How many guesses there are.
pub static COUNT: StepSpec = StepSpec {
    id: "loss.count",
    symbol: r"|\mathcal{M}|",
    op: Op::Size('m'),
    index: "",
    axes: &[],
    reads: &["m"],
    formula: r"|\mathcal{M}|",
    source: SOURCE,
};

/// The loss of one guess, on average.
pub static MEAN: StepSpec = StepSpec {
    id: "loss.mean",
    symbol: r"\bar{\ell}",
    op: Op::Map(&NORMALIZE),
    index: "",
    axes: &[],
    reads: &["", ""],
    formula: r"\bar{\ell} = \frac{1}{|\mathcal{M}|} \sum_m \ell_m",
    source: SOURCE,
};

/// The steps of [`cross_entropy`], in order.
pub static PARTS: &[Part] = &[
    always(&CHOSEN_LOGITS),
    always(&ROW_MAX),
    always(&SHIFTED),
    always(&EXPONENTIALS),
    always(&ROW_SUM),
    always(&LOG_SUM),
    always(&LOG_PROBABILITIES),
    always(&RIGHT),
    always(&PER_TOKEN),
    always(&SUM),
    always(&COUNT),
    always(&MEAN),
];

/// What [`cross_entropy`] gives.
pub static OUTPUTS: &[Output] = &[
    Output { name: "perToken", steps: &[&PER_TOKEN] },
    Output { name: "sum", steps: &[&SUM] },
    Output { name: "mean", steps: &[&MEAN] },
];

/// Takes the logits in; there must be a word to guess.
///
/// # Errors
/// Those of [`Run::given`], [`Error::OutOfRange`] for an empty vocabulary.
pub fn given_logits(run: &mut Run, logits: &Tensor) -> Result<Value> {
    let logits = run.given(&LOGITS, "logits", logits)?;
    run.require_positive('v', "logits")?;
    Ok(logits)
}

/// Computes the cross-entropy of the words `targets` at `positions`.
///
/// # Errors
/// Those of [`Run::step`].
pub fn cross_entropy(run: &mut Run, logits: Value, positions: Value, targets: Value) -> Result<Outputs> {
    let chosen = run.step(&CHOSEN_LOGITS, &[logits, positions])?;
    let row_max = run.step(&ROW_MAX, &[chosen])?;
    let shifted = run.step(&SHIFTED, &[chosen, row_max])?;
    let exponentials = run.step(&EXPONENTIALS, &[shifted])?;
    let row_sum = run.step(&ROW_SUM, &[exponentials])?;
    let log_sum = run.step(&LOG_SUM, &[row_sum])?;
    let log_probabilities = run.step(&LOG_PROBABILITIES, &[shifted, log_sum])?;
    let right = run.step(&RIGHT, &[log_probabilities, targets])?;
    let per_token = run.step(&PER_TOKEN, &[right])?;
    let sum = run.step(&SUM, &[per_token])?;
    let count = run.step(&COUNT, &[per_token])?;
    let mean = run.step(&MEAN, &[sum, count])?;
    Ok(vec![("perToken", per_token), ("sum", sum), ("mean", mean)])
}

/// Checks that every number of a list is a whole number from 0 to `below` − 1.
///
/// # Errors
/// [`Error::OutOfRange`] naming the place.
pub fn check_whole(input: &str, list: &Tensor, below: usize) -> Result<()> {
    let fits = |number: f64| number >= 0.0 && number < below as f64 && libm::floor(number) == number;
    match list.data().iter().position(|number| !fits(*number)) {
        None => Ok(()),
        Some(place) => Err(Error::OutOfRange {
            input: input.into(),
            index: list.index_of(place),
            value: list.data().get(place).copied().unwrap_or_default(),
            expected: format!("a whole number below {below}"),
        }
        .into()),
    }
}
