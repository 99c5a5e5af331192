//! The Jacobian of the softmax: the derivative of every weight by every score.
//!
//! ```text
//! scores ─► softmax ─► p ─► diag(p) − p pᵀ          a softmax that is nearly sure has slopes near 0
//! ```
//!
//! Source: Vaswani et al. 2017, *Attention Is All You Need*, section 3.2.1, on why the scores are scaled.

use crate::algorithm::{Algorithm, always, output, required};
use crate::attention::softmax::{EXPONENTIALS, ROW_MAX, ROW_SUM, SOFTMAX, WEIGHTS, softmax_rows};
use crate::op::derivatives::SIGN;
use crate::op::{
    Cost, Function, Local, MULTIPLY, Op, Reads, Reduction, Rule, SUBTRACT, Slope, SourceCell, StepSpec, given, step,
};
use crate::trace::Notice;

const SOURCE: &str = "Vaswani et al. 2017, section 3.2.1";

/// The scores, one softmax a row.
pub static SCORES: StepSpec =
    given("jacobian.scores", "ij", &["query", "key"]).written(r"S", r"S \in \mathbb{R}^{n \times m}", SOURCE);

/// Each weight times each weight of its row.
pub static PRODUCTS: StepSpec =
    step("jacobian.products", Op::Map(&MULTIPLY), &["ij", "ik"], "ijk", &["query", "key", "by-key"])
        .written(r"a^\top a", r"a_j a_k", SOURCE);

/// The weights on the diagonal.
pub static DIAGONAL: StepSpec =
    step("jacobian.diagonal", Op::Rule(&ON_THE_DIAGONAL), &["ij"], "ijk", &["query", "key", "by-key"])
        .written(r"\text{diag}(a)", r"a_j [j = k]", SOURCE);

/// The derivative of each weight by each score.
pub static MATRIX: StepSpec =
    step("jacobian.matrix", Op::Map(&SUBTRACT), &["ijk", "ijk"], "ijk", &["query", "key", "by-key"]).written(
        r"J",
        r"J_{jk} = \frac{\partial a_j}{\partial s_k} = \left(\text{diag}(a) - a^\top a\right)_{jk}",
        SOURCE,
    );

/// The magnitudes of the derivatives.
pub static MAGNITUDES: StepSpec =
    step("jacobian.magnitudes", Op::Map(&MAGNITUDE), &["ijk"], "ijk", &["query", "key", "by-key"])
        .written(r"|J|", r"|J_{jk}|", SOURCE);

/// The largest magnitude of each row.
pub static LARGEST: StepSpec = step("jacobian.largest", Op::Reduce(Reduction::Max), &["ijk"], "i", &["query"])
    .written(r"\max |J|", r"\max_{j,k} |J_{jk}|", SOURCE);

/// A row of numbers along the diagonal of a matrix, 0 elsewhere.
static ON_THE_DIAGONAL: Rule = Rule {
    name: "on-the-diagonal",
    template: "diagonal({*})",
    reads: Reads::One(|_, shape, offset| {
        let length = shape.last()?;
        let (row, column) = (offset / length % length, offset % length);
        (row == column).then_some(SourceCell { operand: 0, offset: offset / length })
    }),
    ..Rule::copies(&[0])
};

/// |a|
static MAGNITUDE: Function = Function::unary("magnitude", "|{0}|", Cost::FUNCTION, |number| number.abs())
    .slopes(&[Slope::By(&SIGN, &[Local::Operand(0)])]);

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
/// Each row and each column of a Jacobian sums to 0: what one weight gains, the others lose.
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] when there is no key.
///
/// # Complexity
/// n · m² multiplications.
///
/// # Example
/// Two equal scores give the largest derivative that a softmax can have, a quarter:
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
    parts: &[always(&[
        &SCORES, &ROW_MAX, &EXPONENTIALS, &ROW_SUM, &WEIGHTS, &PRODUCTS, &DIAGONAL, &MATRIX, &MAGNITUDES, &LARGEST,
    ])],
    outputs: &[output("weights", &[&WEIGHTS]), output("jacobian", &[&MATRIX]), output("largest", &[&LARGEST])],
    run: |inputs, run| {
        let scores = run.given(&SCORES, "scores", inputs.tensor("scores")?)?;
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
