//! The Jacobian of the softmax: the derivative of every weight by every score.
//!
//! ```text
//! scores ─► softmax ─► p ─► diag(p) − p pᵀ          a softmax that is nearly sure has slopes near 0
//! ```
//!
//! Source: Vaswani et al. 2017, *Attention Is All You Need*, section 3.2.1, on why the scores are scaled.

use crate::algorithm::{Algorithm, Output, always, required};
use crate::attention::softmax::{EXPONENTIALS, ROW_MAX, ROW_SUM, SOFTMAX, WEIGHTS, softmax_rows};
use crate::trace::{Cost, Function, MULTIPLY, Notice, Op, Reduction, Rule, SUBTRACT, SourceCell, StepSpec, each_once};

const SOURCE: &str = "Vaswani et al. 2017, section 3.2.1";

/// The scores, one softmax a row.
pub static SCORES: StepSpec =
    StepSpec::given("jacobian.scores", r"S", "ij", &["query", "key"], r"S \in \mathbb{R}^{n \times m}", SOURCE);

/// Each weight times each weight of its row.
pub static PRODUCTS: StepSpec = StepSpec {
    id: "jacobian.products",
    symbol: r"p p^\top",
    op: Op::Map(&MULTIPLY),
    index: "ijk",
    axes: &["query", "key", "by-key"],
    reads: &["ij", "ik"],
    formula: r"p_j p_k",
    source: SOURCE,
};

/// The weights on the diagonal.
pub static DIAGONAL: StepSpec = StepSpec {
    id: "jacobian.diagonal",
    symbol: r"\text{diag}(p)",
    op: Op::Rule(&ON_THE_DIAGONAL),
    index: "ijk",
    axes: &["query", "key", "by-key"],
    reads: &["ij"],
    formula: r"p_j [j = k]",
    source: SOURCE,
};

/// The slope of each weight by each score.
pub static MATRIX: StepSpec = StepSpec {
    id: "jacobian.matrix",
    symbol: r"J",
    op: Op::Map(&SUBTRACT),
    index: "ijk",
    axes: &["query", "key", "by-key"],
    reads: &["ijk", "ijk"],
    formula: r"J_{jk} = \frac{\partial p_j}{\partial S_k} = p_j [j = k] - p_j p_k",
    source: SOURCE,
};

/// The slopes without their signs.
pub static MAGNITUDES: StepSpec = StepSpec {
    id: "jacobian.magnitudes",
    symbol: r"|J|",
    op: Op::Map(&MAGNITUDE),
    index: "ijk",
    axes: &["query", "key", "by-key"],
    reads: &["ijk"],
    formula: r"|J_{jk}|",
    source: SOURCE,
};

/// The steepest slope of each row.
pub static LARGEST: StepSpec = StepSpec {
    id: "jacobian.largest",
    symbol: r"\max |J|",
    op: Op::Reduce(Reduction::Max),
    index: "i",
    axes: &["query"],
    reads: &["ijk"],
    formula: r"\max_{j,k} |J_{jk}|",
    source: SOURCE,
};

/// A row of numbers along the diagonal of a matrix, 0 elsewhere.
static ON_THE_DIAGONAL: Rule = Rule {
    name: "on-the-diagonal",
    template: "diagonal({*})",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| {
        let mut cells = vec![0.0; shape.iter().product()];
        let (Some(weights), Some(&length)) = (operands.first(), shape.last()) else { return cells };
        for (offset, &weight) in weights.data().iter().enumerate() {
            // Row `offset / length` begins at that many matrices; its j-th diagonal cell lies j rows and j columns further on.
            if let Some(cell) = cells.get_mut(offset * length + offset % length) {
                *cell = weight;
            }
        }
        cells
    },
    reads: |operands, _, index| match index {
        [row, j, k] if j == k => operands
            .first()
            .and_then(|weights| weights.offset(&[*row, *j]))
            .map(|offset| SourceCell { operand: 0, offset })
            .into_iter()
            .collect(),
        _ => Vec::new(),
    },
    value: |values, _, _| values.first().copied().unwrap_or(0.0),
};

/// |a|
static MAGNITUDE: Function = Function {
    name: "magnitude",
    template: "|{0}|",
    arity: 1,
    cost: Cost::FUNCTION,
    apply: |x, _| x.first().map_or(f64::NAN, |number| number.abs()),
};

/// Computes ∂p/∂S = diag(p) − p pᵀ for the softmax p of each row of scores, and its largest magnitude.
///
/// # Shapes
/// | tensor | shape |
/// |---|---|
/// | scores | [n, m] |
/// | weights | [n, m] |
/// | jacobian | [n, m, m] |
/// | largest | \[n\] |
///
/// Each row and each column of a Jacobian sums to 0: weight that one key gains, others lose.
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] when there is no key.
///
/// # Complexity
/// n · m² multiplications.
///
/// # Example
/// Two equal scores: no softmax can be steeper than this, a quarter.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new().with("scores", Tensor::matrix(&[[3.0, 3.0]])?);
/// let trace = catalog::trace("softmax-jacobian", &inputs)?;
/// assert_eq!(trace.outputs["jacobian"].data(), [0.25, -0.25, -0.25, 0.25]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "softmax-jacobian",
    title: "Jacobian of the softmax",
    source: SOURCE,
    inputs: &[required("scores", &SCORES)],
    parts: &[
        always(&SCORES),
        always(&ROW_MAX),
        always(&EXPONENTIALS),
        always(&ROW_SUM),
        always(&WEIGHTS),
        always(&PRODUCTS),
        always(&DIAGONAL),
        always(&MATRIX),
        always(&MAGNITUDES),
        always(&LARGEST),
    ],
    outputs: &[
        Output { name: "weights", steps: &[&WEIGHTS] },
        Output { name: "jacobian", steps: &[&MATRIX] },
        Output { name: "largest", steps: &[&LARGEST] },
    ],
    run: |arguments, run| {
        let scores = run.given(&SCORES, "scores", arguments.tensor("scores")?)?;
        run.require_positive('j', "scores")?;
        let weights = softmax_rows(run, &SOFTMAX, scores, Notice::fully_masked_rows)?;
        let products = run.step(&PRODUCTS, &[weights, weights])?;
        let diagonal = run.step(&DIAGONAL, &[weights])?;
        let matrix = run.step(&MATRIX, &[diagonal, products])?;
        let magnitudes = run.step(&MAGNITUDES, &[matrix])?;
        let largest = run.step(&LARGEST, &[magnitudes])?;
        Ok(vec![("weights", weights), ("jacobian", matrix), ("largest", largest)])
    },
};
