//! Softmax over the last axis, one step at a time.
//!
//! ```text
//! scores   2  1  −∞      max  2      exp(s − max)  1  0.37  0      sum 1.37      weights  0.73  0.27  0
//! ```
//!
//! The row maximum is taken out first, so that no exponential overflows; the result is the same.

use crate::error::Result;
use crate::op::{EXP_SHIFTED, NORMALIZE, Op, Reduction, StepSpec, step};
use crate::trace::{Notice, Run, Value};

/// The four steps of a softmax, for one arrangement of axes.
pub struct SoftmaxSteps {
    /// The largest score of each row.
    pub row_max: &'static StepSpec,
    /// exp(score − row maximum).
    pub exponentials: &'static StepSpec,
    /// The sum of each row of exponentials.
    pub row_sum: &'static StepSpec,
    /// Exponential / row sum.
    pub weights: &'static StepSpec,
}

/// Takes the softmax of each row of `scores`. Masked scores are −∞ and get weight 0; a row without any key follows the run's policy and is reported
/// with `notice`.
///
/// # Errors
/// [`crate::error::Error::FullyMaskedRow`] if the policy is an error.
///
/// # Complexity
/// Proportional to the number of scores.
pub fn softmax_rows(
    run: &mut Run,
    steps: &SoftmaxSteps,
    scores: Value,
    notice: fn(Vec<usize>) -> Notice,
) -> Result<Value> {
    let row_max = run.step(steps.row_max, &[scores])?;
    run.check_empty_rows(row_max, notice)?;
    let exponentials = run.step(steps.exponentials, &[scores, row_max])?;
    let row_sum = run.step(steps.row_sum, &[exponentials])?;
    run.step(steps.weights, &[exponentials, row_sum])
}

const SOURCE: &str = "Vaswani et al. 2017, eq. (1)";

/// The softmax of one head: queries in rows, keys in columns.
pub static SOFTMAX: SoftmaxSteps =
    SoftmaxSteps { row_max: &ROW_MAX, exponentials: &EXPONENTIALS, row_sum: &ROW_SUM, weights: &WEIGHTS };

/// The largest score of each query.
pub static ROW_MAX: StepSpec = step("attention.row-max", Op::Reduce(Reduction::Max), &["ij"], "i", &["query"])
    .written("m", r"m_i = \max_j #1S_{ij}", SOURCE)
    .begins("softmax");

/// The exponentials of the scores, from which the maximum was subtracted so that none overflows.
pub static EXPONENTIALS: StepSpec =
    step("attention.exponentials", Op::Map(&EXP_SHIFTED), &["ij", "i"], "ij", &["query", "key"])
        .written("E", r"E_{ij} = e^{#1S_{ij} - m_i}", SOURCE);

/// The sum of each row of exponentials.
pub static ROW_SUM: StepSpec = step("attention.row-sum", Op::Reduce(Reduction::Sum), &["ij"], "i", &["query"])
    .written("z", r"z_i = \sum_j #1E_{ij}", SOURCE);

/// The weight of each key for each query.
pub static WEIGHTS: StepSpec = step("attention.weights", Op::Map(&NORMALIZE), &["ij", "i"], "ij", &["query", "key"])
    .written("A", r"A_{ij} = #1E_{ij} / z_i", SOURCE)
    .shares();

const COLUMNS: &str = "an erratum of lectures: Vaswani et al. 2017, eq. (1), takes it over the keys";

/// The softmax of one head over the wrong axis: the weights of each key sum to 1 over the queries.
pub static COLUMN_SOFTMAX: SoftmaxSteps = SoftmaxSteps {
    row_max: &COLUMN_MAX,
    exponentials: &COLUMN_EXPONENTIALS,
    row_sum: &COLUMN_SUM,
    weights: &COLUMN_WEIGHTS,
};

/// The largest score of each key.
pub static COLUMN_MAX: StepSpec = step("attention.column-max", Op::Reduce(Reduction::Max), &["ij"], "j", &["key"])
    .written("m", r"m_j = \max_i #1S_{ij}", COLUMNS);

/// The exponentials of the scores, from which the maximum was subtracted so that none overflows.
pub static COLUMN_EXPONENTIALS: StepSpec =
    step("attention.column-exponentials", Op::Map(&EXP_SHIFTED), &["ij", "j"], "ij", &["query", "key"])
        .written("E", r"E_{ij} = e^{#1S_{ij} - m_j}", COLUMNS);

/// The sum of each column of exponentials.
pub static COLUMN_SUM: StepSpec = step("attention.column-sum", Op::Reduce(Reduction::Sum), &["ij"], "j", &["key"])
    .written("z", r"z_j = \sum_i E_{ij}", COLUMNS);

/// The weight of each query for each key. The columns sum to 1, the rows do not.
pub static COLUMN_WEIGHTS: StepSpec =
    step("attention.column-weights", Op::Map(&NORMALIZE), &["ij", "j"], "ij", &["query", "key"])
        .written("A", r"A_{ij} = E_{ij} / z_j", COLUMNS)
        .shares();
