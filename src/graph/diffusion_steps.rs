//! The steps of attention diffusion that it does not share with other propagations.

use crate::trace::{ADD, MULTIPLY, Op, Rule, SUBTRACT, SourceCell, StepSpec};

use nalgebra::{DMatrix, DVector, Dyn, LU};

const SOURCE: &str = "Wang et al. 2021, eq. (4)";
const SERIES: &str = "Wang et al. 2021, eq. (5)";

/// Who attends to whom in one hop.
pub static ATTENTION: StepSpec =
    StepSpec::given("diffusion.attention", r"A", "vu", &["target", "source"], r"A \in [0, 1]^{n \times n}", SOURCE);

/// The first term of the series: the node itself.
pub static FIRST_TERM: StepSpec = StepSpec {
    id: "diffusion.first-term",
    symbol: r"\alpha I",
    op: Op::Map(&MULTIPLY),
    index: "vu",
    axes: &["target", "source"],
    reads: &["", "vu"],
    formula: r"\theta_0 A^0 = \alpha I",
    source: SERIES,
};

/// The term before, carried one hop further.
pub static ONE_HOP_MORE: StepSpec = StepSpec {
    id: "diffusion.one-hop-more",
    symbol: r"A\,\theta A^i",
    op: Op::Contract,
    index: "vu",
    axes: &["target", "source"],
    reads: &["vw", "wu"],
    formula: r"A \cdot \theta_i A^i",
    source: SERIES,
};

/// The next term of the series.
pub static TERM: StepSpec = StepSpec {
    id: "diffusion.term",
    symbol: r"\theta_i A^i",
    op: Op::Map(&MULTIPLY),
    index: "vu",
    axes: &["target", "source"],
    reads: &["", "vu"],
    formula: r"\theta_i A^i = \alpha (1 - \alpha)^i A^i",
    source: SERIES,
};

/// The series so far: attention over several hops.
pub static TRUNCATED: StepSpec = StepSpec {
    id: "diffusion.truncated",
    symbol: r"\mathcal{A}",
    op: Op::Map(&ADD),
    index: "vu",
    axes: &["target", "source"],
    reads: &["vu", "vu"],
    formula: r"\mathcal{A} = \sum_{i} \alpha (1 - \alpha)^i A^i",
    source: SERIES,
};

/// The attention, damped.
pub static KEPT: StepSpec = StepSpec {
    id: "diffusion.kept-attention",
    symbol: r"(1 - \alpha) A",
    op: Op::Map(&MULTIPLY),
    index: "vu",
    axes: &["target", "source"],
    reads: &["", "vu"],
    formula: r"(1 - \alpha) A",
    source: SOURCE,
};

/// The equations that the limit solves.
pub static SYSTEM: StepSpec = StepSpec {
    id: "diffusion.system",
    symbol: r"I - (1 - \alpha) A",
    op: Op::Map(&SUBTRACT),
    index: "vu",
    axes: &["target", "source"],
    reads: &["vu", "vu"],
    formula: r"I - (1 - \alpha) A",
    source: SOURCE,
};

/// Where endless propagation leads.
pub static LIMIT: StepSpec = StepSpec {
    id: "diffusion.limit",
    symbol: r"Z^{(\infty)}",
    op: Op::Rule(&SOLUTION),
    index: "vf",
    axes: &["target", "feature"],
    reads: &["vu", "uf"],
    formula: r"Z^{(\infty)} = \alpha (I - (1 - \alpha) A)^{-1} X",
    source: SOURCE,
};

/// Solves system · solution = right side, column by column, by an LU decomposition with row exchanges. NaN where the system has no single solution.
pub static SOLUTION: Rule = Rule {
    name: "solution-of-equations",
    template: "solve({*})",
    fill: |operands, shape| match (operands, shape) {
        ([system, right], &[size, width]) => {
            let decomposed = decompose(system.data(), size);
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
        _ => Vec::new(),
    },
    reads: |operands, shape, index| match (operands, shape, index) {
        ([system, _], &[size, width], &[_, column]) => {
            let equations = (0..system.data().len()).map(|offset| SourceCell { operand: 0, offset });
            equations.chain((0..size).map(|row| SourceCell { operand: 1, offset: row * width + column })).collect()
        }
        _ => Vec::new(),
    },
    value: |values, shape, index| match (shape, index) {
        (&[size, _], &[row, _]) => {
            let side = values.iter().skip(size * size).copied().collect();
            let system = values.get(..size * size).unwrap_or_default();
            solve(&decompose(system, size), side).into_iter().nth(row).unwrap_or(f64::NAN)
        }
        _ => f64::NAN,
    },
};

/// The decomposition; `None` without equations.
fn decompose(system: &[f64], size: usize) -> Option<LU<f64, Dyn, Dyn>> {
    (size > 0 && system.len() == size * size).then(|| LU::new(DMatrix::from_row_slice(size, size, system)))
}

fn solve(decomposed: &Option<LU<f64, Dyn, Dyn>>, right: Vec<f64>) -> Vec<f64> {
    let solution = decomposed.as_ref().and_then(|system| system.solve(&DVector::from_vec(right)));
    solution.map(|solution| solution.iter().copied().collect()).unwrap_or_default()
}
