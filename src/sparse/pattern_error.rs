//! The error of a sparse pattern: what attention loses when it may see only the pairs of a mask.
//!
//! ```text
//! Q, K ─► S/√d ─┬─► softmax ─────────► A, O ───┐
//!               └─► mask ─► softmax ─► A′, O′ ─┴─► O′ − O: largest, mean    A within the mask: kept weight
//! ```
//!
//! Both sides start from the same scores. The kept weight of a query is the part of its full attention that lies on pairs of the pattern: where it is near
//! 1, the pattern leaves little out.
//!
//! Source: Child et al. 2019, section 4.1, looks at the weights of full attention for patterns; the errors are plain differences.

use crate::algorithm::{Algorithm, Output, Part, always, required, within};
use crate::attention::mask::{MASK, MASKED, given_mask};
use crate::attention::scaled_dot_product::{KEY, OUTPUT, QUERY, SCALE, SCALED, SCORES, VALUE, WIDTH};
use crate::attention::softmax::{EXPONENTIALS, ROW_MAX, ROW_SUM, SOFTMAX, WEIGHTS, softmax_rows};
use crate::error::{Error, Result};
use crate::trace::{Cost, DIVIDE, Function, MULTIPLY, Notice, Op, Reduction, Run, SUBTRACT, StepSpec, Value};

use super::pair_attention::{KEY_INPUT, QUERY_INPUT, VALUE_INPUT};

const SOURCE: &str = "Child et al. 2019, section 4.1";

/// The pattern's output minus that of full attention.
pub static DIFFERENCE: StepSpec = StepSpec {
    id: "error.difference",
    symbol: r"\Delta",
    op: Op::Map(&SUBTRACT),
    index: "iv",
    axes: &["query", "value-feature"],
    reads: &["iv", "iv"],
    formula: r"\Delta = O' - O",
    source: SOURCE,
};

/// Its size, cell by cell.
pub static ABSOLUTE: StepSpec = StepSpec {
    id: "error.absolute",
    symbol: r"|\Delta|",
    op: Op::Map(&ABSOLUTE_VALUE),
    index: "iv",
    axes: &["query", "value-feature"],
    reads: &["iv"],
    formula: r"|\Delta_{iv}|",
    source: SOURCE,
};

/// The largest of them.
pub static MAXIMUM: StepSpec = StepSpec {
    id: "error.maximum",
    symbol: r"\max |\Delta|",
    op: Op::Reduce(Reduction::Max),
    index: "",
    axes: &[],
    reads: &["iv"],
    formula: r"\max_{iv} |\Delta_{iv}|",
    source: SOURCE,
};

/// Their sum.
pub static SUM: StepSpec = StepSpec {
    id: "error.sum",
    symbol: r"\textstyle\sum |\Delta|",
    op: Op::Reduce(Reduction::Sum),
    index: "",
    axes: &[],
    reads: &["iv"],
    formula: r"\sum_{iv} |\Delta_{iv}|",
    source: SOURCE,
};

/// How many queries there are.
pub static ROWS: StepSpec = StepSpec {
    id: "error.rows",
    symbol: "n",
    op: Op::Size('i'),
    index: "",
    axes: &[],
    reads: &["iv"],
    formula: r"O \in \mathbb{R}^{n \times d_v}",
    source: SOURCE,
};

/// How many numbers an output has.
pub static COLUMNS: StepSpec = StepSpec {
    id: "error.columns",
    symbol: "d_v",
    op: Op::Size('v'),
    index: "",
    axes: &[],
    reads: &["iv"],
    formula: r"O \in \mathbb{R}^{n \times d_v}",
    source: SOURCE,
};

/// How many numbers there are in all.
pub static CELLS: StepSpec = StepSpec {
    id: "error.cells",
    symbol: "n d_v",
    op: Op::Map(&MULTIPLY),
    index: "",
    axes: &[],
    reads: &["", ""],
    formula: "n d_v",
    source: SOURCE,
};

/// Their mean.
pub static MEAN: StepSpec = StepSpec {
    id: "error.mean",
    symbol: r"\overline{|\Delta|}",
    op: Op::Map(&DIVIDE),
    index: "",
    axes: &[],
    reads: &["", ""],
    formula: r"\tfrac{1}{n d_v} \sum_{iv} |\Delta_{iv}|",
    source: SOURCE,
};

/// How much of its full attention each query keeps.
pub static KEPT_MASS: StepSpec = StepSpec {
    id: "error.kept-mass",
    symbol: r"\mu",
    op: Op::Contract,
    index: "i",
    axes: &["query"],
    reads: &["ij", "ij"],
    formula: r"\mu_i = \sum_j A_{ij} M_{ij}",
    source: SOURCE,
};

/// How much all queries keep together.
pub static MASS_SUM: StepSpec = StepSpec {
    id: "error.mass-sum",
    symbol: r"\textstyle\sum \mu",
    op: Op::Reduce(Reduction::Sum),
    index: "",
    axes: &[],
    reads: &["i"],
    formula: r"\sum_i \mu_i",
    source: SOURCE,
};

/// How much a query keeps on average.
pub static MEAN_MASS: StepSpec = StepSpec {
    id: "error.mean-kept-mass",
    symbol: r"\bar{\mu}",
    op: Op::Map(&DIVIDE),
    index: "",
    axes: &[],
    reads: &["", ""],
    formula: r"\bar{\mu} = \tfrac{1}{n} \sum_i \mu_i",
    source: SOURCE,
};

/// |a|
pub static ABSOLUTE_VALUE: Function = Function {
    name: "absolute-value",
    template: "|{0}|",
    arity: 1,
    cost: Cost::FUNCTION,
    apply: |x, _| x.first().map_or(f64::NAN, |number| number.abs()),
};

/// Attention from scores on; the groups `full` and `kept`.
static ATTENTION: &[Part] =
    &[always(&ROW_MAX), always(&EXPONENTIALS), always(&ROW_SUM), always(&WEIGHTS), always(&OUTPUT)];

fn attend(run: &mut Run, scores: Value, value: Value) -> Result<[Value; 2]> {
    let weights = softmax_rows(run, &SOFTMAX, scores, Notice::fully_masked_rows)?;
    Ok([weights, run.step(&OUTPUT, &[weights, value])?])
}

/// Measures a mask against full attention: the largest and the mean difference of the outputs, and how much of the full weights the mask keeps.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | query | [n, d] |
/// | key | [m, d] |
/// | value | [m, v] |
/// | mask | [n, m] |
/// | maximumError, meanError, meanKeptMass | one number each |
/// | keptMass | \[n\] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; n, d and v must be at least 1.
///
/// # Complexity
/// Twice that of full attention.
///
/// # Example
/// All scores are equal, so each of four keys has weight 1/4; a mask that leaves two of them keeps half.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("query", Tensor::matrix(&[[0.0]])?)
///     .with("key", Tensor::matrix(&[[0.0], [0.0], [0.0], [0.0]])?)
///     .with("value", Tensor::matrix(&[[1.0], [2.0], [3.0], [4.0]])?)
///     .with("mask", Tensor::matrix(&[[1.0, 1.0, 0.0, 0.0]])?);
/// let trace = catalog::trace("pattern-error", &inputs)?;
/// assert_eq!(trace.outputs["keptMass"].data(), [0.5]);
/// assert_eq!(trace.outputs["maximumError"].data(), [1.0]); // 1.5 instead of 2.5
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "pattern-error",
    title: "Error of a sparse pattern",
    source: SOURCE,
    inputs: &[QUERY_INPUT, KEY_INPUT, VALUE_INPUT, required("mask", &MASK)],
    parts: &[
        always(&QUERY),
        always(&KEY),
        always(&VALUE),
        always(&MASK),
        always(&SCORES),
        always(&WIDTH),
        always(&SCALE),
        always(&SCALED),
        within("full", "", ATTENTION),
        always(&MASKED),
        within("kept", "", ATTENTION),
        always(&DIFFERENCE),
        always(&ABSOLUTE),
        always(&MAXIMUM),
        always(&SUM),
        always(&ROWS),
        always(&COLUMNS),
        always(&CELLS),
        always(&MEAN),
        always(&KEPT_MASS),
        always(&MASS_SUM),
        always(&MEAN_MASS),
    ],
    outputs: &[
        Output { name: "maximumError", steps: &[&MAXIMUM] },
        Output { name: "meanError", steps: &[&MEAN] },
        Output { name: "keptMass", steps: &[&KEPT_MASS] },
        Output { name: "meanKeptMass", steps: &[&MEAN_MASS] },
    ],
    run: |arguments, run| {
        let query = run.given(&QUERY, "query", arguments.tensor("query")?)?;
        let key = run.given(&KEY, "key", arguments.tensor("key")?)?;
        let value = run.given(&VALUE, "value", arguments.tensor("value")?)?;
        for (letter, input) in [('i', "query"), ('k', "query"), ('v', "value")] {
            run.require_positive(letter, input)?;
        }
        let mask = given_mask(run, Some(arguments.tensor("mask")?))?;
        let mask = mask.ok_or_else(|| Error::MissingInput { input: "mask".into() })?;
        let scores = run.step(&SCORES, &[query, key])?;
        let width = run.step(&WIDTH, &[key])?;
        let scale = run.step(&SCALE, &[width])?;
        let scaled = run.step(&SCALED, &[scores, scale])?;
        let [weights, full] = run.within("full", |run| attend(run, scaled, value))?;
        let masked = run.step(&MASKED, &[scaled, mask])?;
        let [_, kept] = run.within("kept", |run| attend(run, masked, value))?;
        let difference = run.step(&DIFFERENCE, &[kept, full])?;
        let absolute = run.step(&ABSOLUTE, &[difference])?;
        let maximum = run.step(&MAXIMUM, &[absolute])?;
        let sum = run.step(&SUM, &[absolute])?;
        let rows = run.step(&ROWS, &[absolute])?;
        let columns = run.step(&COLUMNS, &[absolute])?;
        let cells = run.step(&CELLS, &[rows, columns])?;
        let mean = run.step(&MEAN, &[sum, cells])?;
        let mass = run.step(&KEPT_MASS, &[weights, mask])?;
        let mass_sum = run.step(&MASS_SUM, &[mass])?;
        let mean_mass = run.step(&MEAN_MASS, &[mass_sum, rows])?;
        Ok(vec![("maximumError", maximum), ("meanError", mean), ("keptMass", mass), ("meanKeptMass", mean_mass)])
    },
};
