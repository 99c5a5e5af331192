//! The error of a sparse pattern: the difference between attention with a mask and full attention.
//!
//! ```text
//! Q, K ─► S/√d ─┬─► softmax ─────────► A, O ───┐
//!               └─► mask ─► softmax ─► A′, O′ ─┴─► O′ − O: largest, mean    A within the mask: kept weight
//! ```
//!
//! Both are computed from the same scores. The kept weight of a query is the part of its full attention that lies on pairs of the pattern: where it
//! is near 1, the pattern omits little.
//!
//! Source: Child et al. 2019, section 4.1, looks at the weights of full attention for patterns; the errors are plain differences.

use crate::algorithm::{Algorithm, Part, always, output, required, within};
use crate::attention::mask::{MASK, MASKED, Mask, given_mask};
use crate::attention::scaled_dot_product::{KEY, OUTPUT, QUERY, SCALE, SCALED, SCORES, VALUE, WIDTH};
use crate::attention::softmax::{EXPONENTIALS, ROW_MAX, ROW_SUM, SOFTMAX, WEIGHTS, softmax_rows};
use crate::error::{Error, Result};
use crate::op::derivatives::SIGN;
use crate::op::{Cost, DIVIDE, Function, Local, MULTIPLY, Op, Reduction, SUBTRACT, Slope, StepSpec, step};
use crate::trace::{Notice, Run, Value};

use super::pair_attention::{KEY_INPUT, QUERY_INPUT, VALUE_INPUT};

const SOURCE: &str = "Child et al. 2019, section 4.1";

/// The pattern's output minus that of full attention.
pub static DIFFERENCE: StepSpec =
    step("error.difference", Op::Map(&SUBTRACT), &["iv", "iv"], "iv", &["query", "value-feature"])
        .written(r"\Delta", r"\Delta = O' - O", SOURCE)
        .begins("error");

/// Its magnitude, for each cell.
pub static ABSOLUTE: StepSpec =
    step("error.absolute", Op::Map(&ABSOLUTE_VALUE), &["iv"], "iv", &["query", "value-feature"])
        .written(r"|\Delta|", r"|\Delta_{iv}|", SOURCE);

/// The largest magnitude.
pub static MAXIMUM: StepSpec = step("error.maximum", Op::Reduce(Reduction::Max), &["iv"], "", &[])
    .written(r"\max |\Delta|", r"\max_{iv} |\Delta_{iv}|", SOURCE);

/// Their sum.
pub static SUM: StepSpec = step("error.sum", Op::Reduce(Reduction::Sum), &["iv"], "", &[])
    .written(r"\textstyle\sum |\Delta|", r"\sum_{iv} |\Delta_{iv}|", SOURCE);

/// The number of queries.
pub static ROWS: StepSpec =
    step("error.rows", Op::Size('i'), &["iv"], "", &[]).written("n", r"|\Delta| \in \mathbb{R}^{n \times d_v}", SOURCE);

/// The width of an output.
pub static COLUMNS: StepSpec = step("error.columns", Op::Size('v'), &["iv"], "", &[]).written(
    "d_v",
    r"|\Delta| \in \mathbb{R}^{n \times d_v}",
    SOURCE,
);

/// The number of outputs.
pub static CELLS: StepSpec =
    step("error.cells", Op::Map(&MULTIPLY), &["", ""], "", &[]).written("n d_v", "n d_v", SOURCE);

/// Their mean.
pub static MEAN: StepSpec = step("error.mean", Op::Map(&DIVIDE), &["", ""], "", &[]).written(
    r"\overline{|\Delta|}",
    r"\tfrac{1}{n d_v} \sum_{iv} |\Delta_{iv}|",
    SOURCE,
);

/// The weight that each query keeps.
pub static KEPT_MASS: StepSpec = step("error.kept-mass", Op::Contract, &["ij", "ij"], "i", &["query"])
    .written(r"\mu", r"\mu_i = \sum_j A_{ij} M_{ij}", SOURCE);

/// The sum of the kept weights.
pub static MASS_SUM: StepSpec = step("error.mass-sum", Op::Reduce(Reduction::Sum), &["i"], "", &[])
    .written(r"\textstyle\sum \mu", r"\sum_i \mu_i", SOURCE);

/// The mean kept weight.
pub static MEAN_MASS: StepSpec = step("error.mean-kept-mass", Op::Map(&DIVIDE), &["", ""], "", &[])
    .written(r"\bar{\mu}", r"\bar{\mu} = \tfrac{1}{n} \sum_i \mu_i", SOURCE);

/// |a|
pub static ABSOLUTE_VALUE: Function = Function::unary("absolute-value", "|{0}|", Cost::FUNCTION, |number| number.abs())
    .slopes(&[Slope::By(&SIGN, &[Local::Operand(0)])]);

/// Attention from the scores on; the groups `full` and `kept`.
static ATTENTION: &[Part] = &[always(&[&ROW_MAX, &EXPONENTIALS, &ROW_SUM, &WEIGHTS, &OUTPUT])];

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
        always(&[&QUERY, &KEY, &VALUE, &MASK, &SCORES, &WIDTH, &SCALE, &SCALED]),
        within("full", "", ATTENTION),
        always(&[&MASKED]),
        within("kept", "", ATTENTION),
        always(&[
            &DIFFERENCE, &ABSOLUTE, &MAXIMUM, &SUM, &ROWS, &COLUMNS, &CELLS, &MEAN, &KEPT_MASS, &MASS_SUM, &MEAN_MASS,
        ]),
    ],
    outputs: &[
        output("maximumError", &[&MAXIMUM]),
        output("meanError", &[&MEAN]),
        output("keptMass", &[&KEPT_MASS]),
        output("meanKeptMass", &[&MEAN_MASS]),
    ],
    run: |inputs, run| {
        let query = run.given(&QUERY, "query", inputs.tensor("query")?)?;
        let key = run.given(&KEY, "key", inputs.tensor("key")?)?;
        let value = run.given(&VALUE, "value", inputs.tensor("value")?)?;
        for (letter, input) in [('i', "query"), ('k', "query"), ('v', "value")] {
            run.require_positive(letter, input)?;
        }
        let mask = given_mask(run, Some(Mask::New(inputs.tensor("mask")?)))?;
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
