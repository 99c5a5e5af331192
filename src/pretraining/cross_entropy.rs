//! Cross-entropy of chosen positions, in steps: minus the logarithm of the probability of the right word.
//!
//! ```text
//! logits of the chosen positions [m, V] ─► − max ─► exp ─► sum ─► ln ─► log-probabilities [m, V]
//! right words [m] ───────────────────────────────────────────────────────► the right one's ─► − ─► sum, mean
//! ```
//!
//! Letters: i positions, v words of the vocabulary, m chosen positions.

use crate::algorithm::{Output, Outputs, Part, always, output};
use crate::error::Result;
use crate::op::{EXP, LOG, NEGATE, NORMALIZE, Op, Reduction, SUBTRACT, StepSpec, given, step};
use crate::tensor::Tensor;
use crate::trace::{Run, Value};

const SOURCE: &str = "Devlin et al. 2019, section 3.1";

/// The logits of each word at each position.
pub static LOGITS: StepSpec =
    given("loss.logits", "iv", &["position", "word"]).written("Z", r"Z \in \mathbb{R}^{n \times V}", SOURCE);

/// The logits at the chosen positions.
pub static CHOSEN_LOGITS: StepSpec = step("loss.chosen-logits", Op::Gather, &["iv", "m"], "mv", &["guess", "word"])
    .written(r"Z_{\mathcal{M}}", r"Z_{i v} \enspace (i \in \mathcal{M})", SOURCE);

/// The largest logit of each prediction.
pub static ROW_MAX: StepSpec = step("loss.row-max", Op::Reduce(Reduction::Max), &["mv"], "m", &["guess"])
    .written("c", r"c_m = \max_v #1Z_{m v}", SOURCE)
    .begins("softmax");

/// The logits minus the largest.
pub static SHIFTED: StepSpec = step("loss.shifted", Op::Map(&SUBTRACT), &["mv", "m"], "mv", &["guess", "word"])
    .written(r"Z - c", r"#1Z_{m v} - c_m", SOURCE);

/// The exponentials of the scores, from which the maximum was subtracted so that none overflows.
pub static EXPONENTIALS: StepSpec = step("loss.exponentials", Op::Map(&EXP), &["mv"], "mv", &["guess", "word"])
    .written("E", r"E_{m v} = e^{Z_{m v} - c_m}", SOURCE);

/// The sum of the exponentials of each prediction.
pub static ROW_SUM: StepSpec = step("loss.row-sum", Op::Reduce(Reduction::Sum), &["mv"], "m", &["guess"])
    .written(r"\textstyle\sum E", r"\sum_v E_{m v}", SOURCE);

/// Its logarithm.
pub static LOG_SUM: StepSpec = step("loss.log-sum", Op::Map(&LOG), &["m"], "m", &["guess"])
    .written(r"\ln \textstyle\sum E", r"\ln \sum_v E_{m v}", SOURCE);

/// The logarithm of each word's probability.
pub static LOG_PROBABILITIES: StepSpec =
    step("loss.log-probabilities", Op::Map(&SUBTRACT), &["mv", "m"], "mv", &["guess", "word"]).written(
        r"\log P",
        r"\log P_{m v} = Z_{m v} - c_m - \ln \sum_w E_{m w}",
        SOURCE,
    );

/// The logarithm of the right word's probability.
pub static RIGHT: StepSpec = step("loss.right", Op::Gather, &["mv", "m"], "m", &["guess"])
    .written(r"\log P(x)", r"\log P(#2{x_m})", SOURCE)
    .begins("loss");

/// The loss of each prediction.
pub static PER_TOKEN: StepSpec = step("loss.per-token", Op::Map(&NEGATE), &["m"], "m", &["guess"])
    .written(r"\ell", r"\ell_m = -\log P(x_m)", SOURCE);

/// The sum of the losses.
pub static SUM: StepSpec = step("loss.sum", Op::Reduce(Reduction::Sum), &["m"], "", &[])
    .written(r"\textstyle\sum \ell", r"\sum_m \ell_m", SOURCE);

/// The number of predictions.
pub static COUNT: StepSpec = step("loss.count", Op::Size('m'), &["m"], "", &[])
    .written(r"|\mathcal{M}|", r"\ell \in \mathbb{R}^{|\mathcal{M}|}", SOURCE);

/// The mean loss.
pub static MEAN: StepSpec = step("loss.mean", Op::Map(&NORMALIZE), &["", ""], "", &[]).written(
    r"\bar{\ell}",
    r"\bar{\ell} = \frac{1}{|\mathcal{M}|} \sum_m \ell_m",
    SOURCE,
);

/// The steps of [`cross_entropy`], in order.
pub static PARTS: &[Part] = &[always(&[
    &CHOSEN_LOGITS, &ROW_MAX, &SHIFTED, &EXPONENTIALS, &ROW_SUM, &LOG_SUM, &LOG_PROBABILITIES, &RIGHT, &PER_TOKEN,
    &SUM, &COUNT, &MEAN,
])];

/// The results of [`cross_entropy`].
pub static OUTPUTS: &[Output] = &[output("perToken", &[&PER_TOKEN]), output("sum", &[&SUM]), output("mean", &[&MEAN])];

/// Validates the logits; the vocabulary must not be empty.
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
