//! Softmax over the last axis, one step at a time.
//!
//! ```text
//! scores   2  1  −∞      max  2      exp(s − max)  1  0.37  0      sum 1.37      weights  0.73  0.27  0
//! ```
//!
//! The row maximum is taken out first, so that no exponential overflows; the result is the same.

use crate::error::Result;
use crate::trace::{EXP_SHIFTED, NORMALIZE, Notice, Op, Reduction, Run, StepSpec, Value};

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
pub static ROW_MAX: StepSpec = StepSpec {
    id: "attention.row-max",
    symbol: "m",
    op: Op::Reduce(Reduction::Max),
    index: "i",
    axes: &["query"],
    reads: &["ij"],
    formula: r"m_i = \max_j S_{ij}",
    source: SOURCE,
};

/// The exponentials, safe from overflow.
pub static EXPONENTIALS: StepSpec = StepSpec {
    id: "attention.exponentials",
    symbol: "E",
    op: Op::Map(&EXP_SHIFTED),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij", "i"],
    formula: r"E_{ij} = e^{S_{ij} - m_i}",
    source: SOURCE,
};

/// What each row is divided by.
pub static ROW_SUM: StepSpec = StepSpec {
    id: "attention.row-sum",
    symbol: "z",
    op: Op::Reduce(Reduction::Sum),
    index: "i",
    axes: &["query"],
    reads: &["ij"],
    formula: r"z_i = \sum_j E_{ij}",
    source: SOURCE,
};

/// How much each query attends to each key.
pub static WEIGHTS: StepSpec = StepSpec {
    id: "attention.weights",
    symbol: "A",
    op: Op::Map(&NORMALIZE),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij", "i"],
    formula: r"A_{ij} = E_{ij} / z_i",
    source: SOURCE,
};

const COLUMNS: &str = "an erratum of lectures: Vaswani et al. 2017, eq. (1), takes it over the keys";

/// The softmax of one head over the wrong axis: each key shares its weight out among the queries.
pub static COLUMN_SOFTMAX: SoftmaxSteps = SoftmaxSteps {
    row_max: &COLUMN_MAX,
    exponentials: &COLUMN_EXPONENTIALS,
    row_sum: &COLUMN_SUM,
    weights: &COLUMN_WEIGHTS,
};

/// The largest score of each key.
pub static COLUMN_MAX: StepSpec = StepSpec {
    id: "attention.column-max",
    symbol: "m",
    op: Op::Reduce(Reduction::Max),
    index: "j",
    axes: &["key"],
    reads: &["ij"],
    formula: r"m_j = \max_i S_{ij}",
    source: COLUMNS,
};

/// The exponentials, safe from overflow.
pub static COLUMN_EXPONENTIALS: StepSpec = StepSpec {
    id: "attention.column-exponentials",
    symbol: "E",
    op: Op::Map(&EXP_SHIFTED),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij", "j"],
    formula: r"E_{ij} = e^{S_{ij} - m_j}",
    source: COLUMNS,
};

/// What each column is divided by.
pub static COLUMN_SUM: StepSpec = StepSpec {
    id: "attention.column-sum",
    symbol: "z",
    op: Op::Reduce(Reduction::Sum),
    index: "j",
    axes: &["key"],
    reads: &["ij"],
    formula: r"z_j = \sum_i E_{ij}",
    source: COLUMNS,
};

/// What share of each key goes to each query. The columns sum to 1, the rows do not.
pub static COLUMN_WEIGHTS: StepSpec = StepSpec {
    id: "attention.column-weights",
    symbol: "A",
    op: Op::Map(&NORMALIZE),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij", "j"],
    formula: r"A_{ij} = E_{ij} / z_j",
    source: COLUMNS,
};
