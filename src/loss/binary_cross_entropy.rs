//! Binary cross-entropy: the loss of yes or no, from a logit.
//!
//! ```text
//! logits z [n, c] ─► ln(1 + e^z) ─┐
//!                                 ├─► − ─► sum ─► / (n · c)
//! labels y [n, c] ─► z · y ───────┘
//! ```
//!
//! With p = σ(z) this is −y ln p − (1 − y) ln(1 − p), in a form that no large logit overflows.
//!
//! Source: Goodfellow, Bengio and Courville 2016, *Deep Learning*, section 6.2.2.2.
//!
//! Letters: i samples, f questions that are answered with yes or no.

use crate::algorithm::{Algorithm, always, output, required};
use crate::op::{MULTIPLY, NORMALIZE, Op, Reduction, SOFTPLUS, SUBTRACT, StepSpec, given, step};

use super::check_share;

const SOURCE: &str = "Goodfellow et al. 2016, section 6.2.2.2";

/// For each question, how much speaks for yes: the probability of yes is σ(z).
pub static LOGITS: StepSpec =
    given("binary-loss.logits", "if", &["sample", "class"]).written("Z", r"Z \in \mathbb{R}^{n \times c}", SOURCE);

/// The right answers: 1 for yes, 0 for no, or a share between them.
pub static LABELS: StepSpec =
    given("binary-loss.labels", "if", &["sample", "class"]).written("Y", r"Y \in [0, 1]^{n \times c}", SOURCE);

/// What no would cost: −ln(1 − σ(z)).
pub static SOFTPLUS_OF_LOGITS: StepSpec =
    step("binary-loss.softplus", Op::Map(&SOFTPLUS), &["if"], "if", &["sample", "class"])
        .written(r"\zeta", r"\zeta_{if} = \ln(1 + e^{Z_{if}})", SOURCE)
        .begins("loss");

/// What yes takes off it.
pub static CREDIT: StepSpec = step("binary-loss.credit", Op::Map(&MULTIPLY), &["if", "if"], "if", &["sample", "class"])
    .written("C", r"C_{if} = Z_{if} Y_{if}", SOURCE);

/// The loss of each answer.
pub static PER_ANSWER: StepSpec =
    step("binary-loss.per-answer", Op::Map(&SUBTRACT), &["if", "if"], "if", &["sample", "class"])
        .written(r"\ell", r"\ell_{if} = \zeta_{if} - C_{if}", SOURCE);

/// The sum of the losses.
pub static SUM: StepSpec = step("binary-loss.sum", Op::Reduce(Reduction::Sum), &["if"], "", &[])
    .written(r"\textstyle\sum \ell", r"\sum_{i,f} \ell_{if}", SOURCE);

/// The number of samples.
pub static SAMPLES: StepSpec = step("binary-loss.samples", Op::Size('i'), &["if"], "", &[])
    .written("n", r"#1\ell \in \mathbb{R}^{n \times c}", SOURCE);

/// The number of questions on each.
pub static QUESTIONS: StepSpec = step("binary-loss.questions", Op::Size('f'), &["if"], "", &[])
    .written("c", r"#1\ell \in \mathbb{R}^{n \times c}", SOURCE);

/// How many answers the mean is of.
pub static COUNT: StepSpec =
    step("binary-loss.count", Op::Map(&MULTIPLY), &["", ""], "", &[]).written(r"n c", r"n c", SOURCE);

/// The mean loss.
pub static MEAN: StepSpec = step("binary-loss.mean", Op::Map(&NORMALIZE), &["", ""], "", &[]).written(
    r"\bar{\ell}",
    r"\bar{\ell} = \frac{1}{n c} \sum_{i,f} \ell_{if}",
    SOURCE,
);

/// Computes −y ln σ(z) − (1 − y) ln(1 − σ(z)) for each answer, from logits, and the sum and mean of it.
///
/// # Shapes
/// | tensor | shape |
/// |---|---|
/// | logits, labels | [n, c]: labels from 0 to 1 |
/// | perAnswer | [n, c] |
/// | sum, mean | [] |
///
/// The mean over no answer is 0 (NaN with `emptyRow: "nan"`).
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] for a label below 0 or above 1; [`crate::error::Error::ShapeMismatch`] where the two tables differ in shape.
///
/// # Complexity
/// n · c exponentials and logarithms.
///
/// # Example
/// Where nothing speaks for either answer, each costs ln 2:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("logits", Tensor::matrix(&[[0.0], [0.0]])?)
///     .with("labels", Tensor::matrix(&[[1.0], [0.0]])?);
/// let trace = catalog::trace("binary-cross-entropy", &inputs)?;
/// assert_eq!(trace.outputs["perAnswer"].data(), [2f64.ln(), 2f64.ln()]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "binary-cross-entropy",
    title: "Binary cross-entropy",
    source: SOURCE,
    inputs: &[required("logits", &LOGITS), required("labels", &LABELS)],
    parts: &[always(&[
        &LOGITS, &LABELS, &SOFTPLUS_OF_LOGITS, &CREDIT, &PER_ANSWER, &SUM, &SAMPLES, &QUESTIONS, &COUNT, &MEAN,
    ])],
    outputs: &[output("perAnswer", &[&PER_ANSWER]), output("sum", &[&SUM]), output("mean", &[&MEAN])],
    run: |inputs, run| {
        let logits = run.given(&LOGITS, "logits", inputs.tensor("logits")?)?;
        let answers = inputs.tensor("labels")?;
        let labels = run.given(&LABELS, "labels", answers)?;
        check_share("labels", answers)?;
        let softplus = run.step(&SOFTPLUS_OF_LOGITS, &[logits])?;
        let credit = run.step(&CREDIT, &[logits, labels])?;
        let per_answer = run.step(&PER_ANSWER, &[softplus, credit])?;
        let sum = run.step(&SUM, &[per_answer])?;
        let samples = run.step(&SAMPLES, &[per_answer])?;
        let questions = run.step(&QUESTIONS, &[per_answer])?;
        let count = run.step(&COUNT, &[samples, questions])?;
        let mean = run.step(&MEAN, &[sum, count])?;
        Ok(vec![("perAnswer", per_answer), ("sum", sum), ("mean", mean)])
    },
};
