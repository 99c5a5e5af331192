//! Attention diffusion: attention over one hop is extended to all hops, with weights that decrease with the distance.
//!
//! ```text
//! A ─► αI + α(1−α)A + α(1−α)²A² + …        as a matrix, cut off after some hops
//! A, X ─► Z ← (1−α) A Z + αX               the same without the matrix, step by step
//! A, X ─► α (I − (1−α)A)⁻¹ X               where both lead
//! ```
//!
//! Source: Wang et al. 2021, *Multi-hop Attention Graph Neural Networks* (MAGNA).

use crate::algorithm::{Algorithm, always, include, integer_or, number_or, output, required, rounds};
use crate::error::Result;
use crate::graph::rounds::{check_rounds, out_of_range};
use crate::graph::structure::adjacency::IDENTITY;
use crate::op::{
    ADD, Fill, MULTIPLY, NonFinite, Op, Reads, Rule, SUBTRACT, SourceCell, StepSpec, Transpose, given, step,
};
use crate::tensor::Tensor;
use crate::trace::Run;
use nalgebra::{DMatrix, DVector, Dyn, LU};

use super::restart::{ALPHA, FEATURES, KEEP, Mixing, PARTS, STATE, propagate};

/// The tolerance of a row's sum above 1, for weights that were computed in float32.
const TOLERANCE: f64 = 1e-6;
const SOURCE: &str = "Wang et al. 2021";

/// The attention of one hop.
pub static ATTENTION: StepSpec =
    given("diffusion.attention", "vu", &["target", "source"]).written(r"A", r"A \in [0, 1]^{n \times n}", SOURCE);

/// The first term of the series: the node itself.
pub static FIRST_TERM: StepSpec =
    step("diffusion.first-term", Op::Map(&MULTIPLY), &["", "vu"], "vu", &["target", "source"])
        .written(r"\alpha I", r"\theta_0 A^0 = \alpha I", SOURCE);

/// The previous term, times the attention.
pub static ONE_HOP_MORE: StepSpec =
    step("diffusion.one-hop-more", Op::Contract, &["vw", "wu"], "vu", &["target", "source"])
        .written(r"A\,\theta A^i", r"A \cdot #2{\theta_i A^i}", SOURCE);

/// The next term of the series.
pub static TERM: StepSpec = step("diffusion.term", Op::Map(&MULTIPLY), &["", "vu"], "vu", &["target", "source"])
    .written(
        r"\theta_i A^i",
        r"\theta_i A^i = \alpha (1 - \alpha)^i A^i = (1 - \alpha) \, A \, \theta A^{i-1}",
        SOURCE,
    );

/// The partial sum of the series: attention over several hops.
pub static TRUNCATED: StepSpec = step("diffusion.truncated", Op::Map(&ADD), &["vu", "vu"], "vu", &["target", "source"])
    .written(r"\mathcal{A}", r"\mathcal{A} \leftarrow #1{\mathcal{A}} + \theta_i A^i", SOURCE);

/// The attention times 1 − α.
pub static KEPT: StepSpec =
    step("diffusion.kept-attention", Op::Map(&MULTIPLY), &["", "vu"], "vu", &["target", "source"])
        .written(r"(1 - \alpha) A", r"(1 - \alpha) A", SOURCE)
        .begins("output");

/// The matrix of the equations whose solution is the limit.
pub static SYSTEM: StepSpec = step("diffusion.system", Op::Map(&SUBTRACT), &["vu", "vu"], "vu", &["target", "source"])
    .written(r"I - (1 - \alpha) A", r"I - (1 - \alpha) A", SOURCE);

/// The limit of the propagation.
pub static LIMIT: StepSpec = step("diffusion.limit", Op::Rule(&SOLUTION), &["vu", "uf"], "vf", &["target", "feature"])
    .written(r"Z^{(\infty)}", r"Z^{(\infty)} = (I - (1 - \alpha) A)^{-1} \alpha X", SOURCE);

/// Solves system · solution = right side, column by column, by an LU decomposition with row exchanges. NaN where the system has no single solution.
pub static SOLUTION: Rule = Rule {
    name: "solution-of-equations",
    template: "solve({*})",
    work: |_, shape| match *shape {
        [size, width] => (size as u64).saturating_mul(size as u64).saturating_mul((size + 2 * width) as u64),
        _ => 0,
    },
    fill: Fill::AtOnce(solution::<false>),
    reads: Reads::Cells(|operands, shape, index| match (operands, shape, index) {
        ([system, _], &[size, width], &[_, column]) => {
            let equations = (0..system.data().len()).map(|offset| SourceCell { operand: 0, offset });
            equations.chain((0..size).map(|row| SourceCell { operand: 1, offset: row * width + column })).collect()
        }
        _ => Vec::new(),
    }),
    value: solved_cell::<false>,
    ..Rule::solution(&TRANSPOSED_SOLUTION)
};

/// Solves transposed system · solution = right side.
static TRANSPOSED_SOLUTION: Rule = Rule {
    name: "solution-of-transposed-equations",
    template: "solve transposed({*})",
    fill: Fill::AtOnce(solution::<true>),
    value: solved_cell::<true>,
    transpose: Transpose::Solution(&SOLUTION),
    ..SOLUTION
};

fn solution<const TRANSPOSED: bool>(operands: &[&Tensor], shape: &[usize]) -> Vec<f64> {
    let ([system, right], &[size, width]) = (operands, shape) else { return Vec::new() };
    let decomposed = decompose::<TRANSPOSED>(system.data(), size);
    let mut cells = vec![f64::NAN; size * width];
    for column in 0..width {
        let side = right.data().iter().skip(column).step_by(width).copied().collect();
        let solution = solve(&decomposed, side);
        for (cell, number) in cells.iter_mut().skip(column).step_by(width).zip(solution) {
            *cell = number;
        }
    }
    cells
}

fn solved_cell<const TRANSPOSED: bool>(values: &[f64], shape: &[usize], index: &[usize]) -> f64 {
    let (&[size, _], &[row, _]) = (shape, index) else { return f64::NAN };
    let side = values.iter().skip(size * size).copied().collect();
    let system = values.get(..size * size).unwrap_or_default();
    solve(&decompose::<TRANSPOSED>(system, size), side).into_iter().nth(row).unwrap_or(f64::NAN)
}

/// The decomposition of the system, or of the transposed one; `None` without equations.
fn decompose<const TRANSPOSED: bool>(system: &[f64], size: usize) -> Option<LU<f64, Dyn, Dyn>> {
    let is_square = size > 0 && system.len() == size * size;
    let matrix = if TRANSPOSED { DMatrix::from_column_slice } else { DMatrix::from_row_slice };
    is_square.then(|| LU::new(matrix(size, size, system)))
}

fn solve(decomposed: &Option<LU<f64, Dyn, Dyn>>, right: Vec<f64>) -> Vec<f64> {
    let solution = decomposed.as_ref().and_then(|system| system.solve(&DVector::from_vec(right)));
    solution.map(|solution| solution.iter().copied().collect()).unwrap_or_default()
}

/// Spreads attention over several hops: `truncated` is Σ α(1−α)ⁱAⁱ for i up to `steps`, `output` the state after `steps` steps of
/// Z ← (1−α) A Z + αX from Z = X, `limit` its limit, α(I − (1−α)A)⁻¹X.
///
/// One layer thus reaches nodes that are many hops away with `steps` sparse products, without the n² pairs of full attention.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | attention | [n, n]: `[target, source]`, no entry negative, no row's sum above 1 |
/// | x | [n, f] |
/// | truncated | [n, n] |
/// | output, limit | [n, f] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit: [`crate::error::Error::OutOfRange`] for an `attention` with a negative number or
/// a row sum above 1, an `alpha` not above 0 and at most 1, or more `steps` than [`crate::graph::rounds::MAX_ROUNDS`].
///
/// # Complexity
/// steps · n³ multiplications for the matrix, steps · n² · f for the output, n³ for the limit.
///
/// # Example
/// Two nodes that attend only to each other, α = ½. In the limit the first node keeps ½ + ⅛ + … = ⅔ of its feature.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("attention", Tensor::matrix(&[[0.0, 1.0], [1.0, 0.0]])?)
///     .with("x", Tensor::matrix(&[[1.0], [0.0]])?)
///     .with("alpha", 0.5)
///     .with("steps", 2.0);
/// let trace = catalog::trace("attention-diffusion", &inputs)?;
/// assert_eq!(trace.outputs["truncated"].data(), [0.625, 0.25, 0.25, 0.625]);
/// let limit = trace.outputs["limit"].data();
/// assert!((limit[0] - 2.0 / 3.0).abs() < 1e-15 && (limit[1] - 1.0 / 3.0).abs() < 1e-15);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "attention-diffusion",
    title: "Attention diffusion",
    source: SOURCE,
    inputs: &[
        required("attention", &ATTENTION),
        required("x", &FEATURES),
        // The share of the start in Wang et al. 2021, section 4.
        number_or("alpha", 0.15),
        integer_or("steps", 1, 6),
    ],
    parts: &[
        always(&[&ATTENTION, &FEATURES, &ALPHA, &KEEP, &IDENTITY, &FIRST_TERM]),
        rounds("hops", "", &[always(&[&ONE_HOP_MORE, &TERM, &TRUNCATED])]),
        include("", PARTS),
        always(&[&KEPT, &SYSTEM, &LIMIT]),
    ],
    outputs: &[output("truncated", &[&TRUNCATED]), output("output", &[&STATE]), output("limit", &[&LIMIT])],
    run: |inputs, run| {
        let steps = inputs.integer("steps")?;
        let tensor = inputs.tensor("attention")?;
        if let &[targets, _] = tensor.shape() {
            run.bind('v', targets, "`attention`")?;
            run.bind('u', targets, "`attention`")?;
        }
        let attention = run.given(&ATTENTION, "attention", tensor)?;
        check_attention(run, tensor)?;
        let features = run.given(&FEATURES, "x", inputs.tensor("x")?)?;
        let mixing = Mixing::given(run, inputs, true)?;
        check_rounds("steps", steps, tensor.element_count())?;
        let identity = run.step(&IDENTITY, &[])?;
        let mut term = run.step(&FIRST_TERM, &[mixing.alpha, identity])?;
        let mut truncated = term;
        for hop in 0..steps {
            (term, truncated) = run.round("hops", hop, |run| {
                let further = run.step(&ONE_HOP_MORE, &[attention, term])?;
                let term = run.step(&TERM, &[mixing.keep, further])?;
                Ok((term, run.step(&TRUNCATED, &[truncated, term])?))
            })?;
        }
        let propagation = propagate(run, attention, features, &mixing, steps)?;
        let kept = run.step(&KEPT, &[mixing.keep, attention])?;
        let system = run.step(&SYSTEM, &[identity, kept])?;
        let limit = run.step(&LIMIT, &[system, propagation.restart])?;
        Ok(vec![("truncated", truncated), ("output", propagation.state), ("limit", limit)])
    },
};

/// Validates that no entry is negative and no row's sum above 1, so that the series has a limit. The policy of the run decides about non-finite
/// numbers.
fn check_attention(run: &Run, attention: &Tensor) -> Result<()> {
    if run.settings().non_finite == NonFinite::Propagate && attention.data().iter().any(|weight| !weight.is_finite()) {
        return Ok(());
    }
    if let Some(offset) = attention.data().iter().position(|weight| *weight < 0.0) {
        let value = attention.data().get(offset).copied().unwrap_or_default();
        return Err(out_of_range("attention", attention.index_of(offset), value, "at least 0").into());
    }
    let width = attention.shape().last().copied().unwrap_or_default().max(1);
    for (row, weights) in attention.data().chunks_exact(width).enumerate() {
        let sum: f64 = weights.iter().sum();
        if sum > 1.0 + TOLERANCE {
            return Err(out_of_range("attention", vec![row], sum, "a row whose sum is at most 1").into());
        }
    }
    Ok(())
}
