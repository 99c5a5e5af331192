//! Laplacian encoding: the waves of a graph, slow ones first, as the sinusoidal encoding is made of the waves of a line.
//!
//! ```text
//! A ─► both ways ─► D^-½ A D^-½ ─► L = I − D^-½ A D^-½ ─┬─► eigenvalues, ascending
//!                                                      └─► eigenvectors ─► signs ─► one column an eigenvector
//! ```
//!
//! An eigenvector may be negated, and where an eigenvalue repeats its eigenvectors may be rotated. The first is settled here: the first of the
//! largest entries is positive. The second cannot be, and is noticed. Both depend on the order of the nodes, so the encoding is not equivariant.
//!
//! Letters: u and v nodes, e eigenvalues, k columns.
//!
//! Source: Dwivedi & Bresson 2021, *A Generalization of Transformer Networks to Graphs*, section 2.2.

use crate::algorithm::{Algorithm, Output, always, flag, graph, optional_integer};
use crate::error::{Error, Result};
use crate::graph::convolution::gcn_normalization::{DEG_INV_SQRT, NORMALIZED, normalize_both_sides};
use crate::graph::structure::adjacency::{ADJACENCY, DEGREE, Loops, adjacency};
use crate::graph::structure::messages::{MESSAGE_WEIGHTS, MESSAGES, given_graph};
use crate::trace::{Cost, Function, MULTIPLY, Notice, Op, Rule, Run, SUBTRACT, SourceCell, StepSpec, Value, each_once};

use super::spectrum;

const SOURCE: &str = "Dwivedi & Bresson 2021, section 2.2";
/// The decomposition takes time proportional to nodes³: at this size a few seconds.
const MAX_NODES: usize = 1024;
/// As many columns as Dwivedi & Bresson 2021 give to molecules, section 4.
const DEFAULT_WIDTH: usize = 8;
/// Eigenvalues no farther apart than this count as one.
const SAME: f64 = 1e-9;

/// The adjacency with every message taken both ways, each half as heavy. Nothing changes in an undirected graph.
pub static SYMMETRIC: StepSpec = StepSpec {
    id: "laplacian.symmetric-adjacency",
    symbol: r"\bar{A}",
    op: Op::Map(&AVERAGE),
    index: "vu",
    axes: &["target", "source"],
    reads: &["vu", "uv"],
    formula: r"\bar{A} = (A + A^\top) / 2",
    source: SOURCE,
};

/// 1 on the diagonal for every node that has a degree.
pub static IDENTITY: StepSpec = StepSpec {
    id: "laplacian.identity",
    symbol: "I",
    op: Op::Rule(&WHERE_NOT_ZERO),
    index: "vu",
    axes: &["node", "node"],
    reads: &["v"],
    formula: r"I_{vv} = [d_v \ne 0]",
    source: SOURCE,
};

/// The normalized Laplacian: how much a node's value differs from the average around it.
pub static MATRIX: StepSpec = StepSpec {
    id: "laplacian.matrix",
    symbol: "L",
    op: Op::Map(&SUBTRACT),
    index: "vu",
    axes: &["node", "node"],
    reads: &["vu", "vu"],
    formula: r"L = I - D^{-1/2} \bar{A} D^{-1/2}",
    source: SOURCE,
};

/// The frequencies of the graph's waves.
pub static EIGENVALUES: StepSpec = StepSpec {
    id: "laplacian.eigenvalues",
    symbol: r"\lambda",
    op: Op::Rule(&spectrum::EIGENVALUES),
    index: "e",
    axes: &["eigenvalue"],
    reads: &["vu"],
    formula: r"\lambda_0 \le \lambda_1 \le \ldots",
    source: SOURCE,
};

/// How many eigenvectors are passed over.
pub static SKIPPED: StepSpec = StepSpec::given("laplacian.skipped", "s", "", &[], r"s \in \{0, 1\}", SOURCE);

/// The waves themselves.
pub static EIGENVECTORS: StepSpec = StepSpec {
    id: "laplacian.eigenvectors",
    symbol: "U",
    op: Op::Rule(&spectrum::EIGENVECTORS),
    index: "vk",
    axes: &["node", "eigenvector"],
    reads: &["vu", ""],
    formula: r"L\,U_k = \lambda_{s+k}\,U_k",
    source: SOURCE,
};

/// The sign of each eigenvector.
pub static SIGNS: StepSpec = StepSpec {
    id: "laplacian.signs",
    symbol: r"\sigma",
    op: Op::Rule(&spectrum::SIGNS),
    index: "k",
    axes: &["eigenvector"],
    reads: &["vk"],
    formula: r"\sigma_k = \text{sign}\,U_{vk}, \enspace v = \text{argmax}_v |U_{vk}|",
    source: "a convention, to settle what an eigenvector leaves open",
};

/// One row a node.
pub static ENCODING: StepSpec = StepSpec {
    id: "laplacian.encoding",
    symbol: r"\sigma U",
    op: Op::Map(&MULTIPLY),
    index: "vk",
    axes: &["node", "eigenvector"],
    reads: &["vk", "k"],
    formula: r"\sigma_k\,U_{vk}",
    source: SOURCE,
};

/// (a + b) / 2
static AVERAGE: Function = Function {
    name: "average",
    template: "({0} + {1}) / 2",
    arity: 2,
    cost: Cost { multiplications: 1, additions: 1, ..Cost::NONE },
    apply: |x, _| match x {
        [a, b] => (a + b) / 2.0,
        _ => f64::NAN,
    },
};

/// 1 on the diagonal where the operand is not 0.
static WHERE_NOT_ZERO: Rule = Rule {
    name: "where-not-zero",
    template: "[({*}) ≠ 0]",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| {
        let (Some(degree), Some(&nodes)) = (operands.first(), shape.first()) else { return Vec::new() };
        let mut cells = vec![0.0; nodes * nodes];
        for (cell, degree) in cells.iter_mut().step_by(nodes + 1).zip(degree.data()) {
            *cell = f64::from(*degree != 0.0);
        }
        cells
    },
    reads: |_, _, index| match index {
        [v, u] if v == u => vec![SourceCell { operand: 0, offset: *v }],
        _ => Vec::new(),
    },
    value: |values, _, _| f64::from(values.iter().any(|degree| *degree != 0.0)),
};

/// Notices which of the eigenvectors in use share their eigenvalue with others.
fn notice_repetitions(run: &mut Run, eigenvalues: Value, first: usize, width: usize) -> Result<()> {
    let values = run.tensor(eigenvalues)?.clone();
    let values = values.data();
    let near = |one: usize, other: Option<&f64>| {
        let value = values.get(one).copied().unwrap_or(f64::NAN);
        other.is_some_and(|other| (value - other).abs() <= SAME * value.abs().max(1.0))
    };
    let repeated: Vec<usize> = (first..values.len().min(first.saturating_add(width)))
        .filter(|&one| {
            near(one, values.get(one + 1)) || one.checked_sub(1).is_some_and(|below| near(one, values.get(below)))
        })
        .collect();
    if !repeated.is_empty() {
        run.notice(Notice::repeated_eigenvalues(repeated));
    }
    Ok(())
}

/// Computes the normalized Laplacian, its eigenvalues, and the eigenvectors of the smallest ones as an encoding.
///
/// A directed graph is taken both ways, with a notice. Eigenvectors have length 1, and the first of their largest entries is positive. With
/// `skipTrivial` the first one, which is constant up to the degrees, is passed over; a graph in several pieces has more of them, and they stay.
///
/// # Shapes
/// | value | shape |
/// |---|---|
/// | graph | n nodes |
/// | laplacian | [n, n] |
/// | eigenvalues | \[n\], all of them, ascending |
/// | encoding | [n, width]; zeros in the columns beyond the last eigenvector |
///
/// Left out, the width is as many as there are, but at most 8.
///
/// # Errors
/// [`Error::InvalidDegree`] when weights add up to a negative degree, [`Error::TooLarge`] above 1024 nodes.
///
/// # Complexity
/// Proportional to n³.
///
/// # Example
/// The slowest wave on a path that is not constant falls from one end to the other and is 0 in the middle:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// let path = Graph::new(3, vec![[0, 1], [1, 2]], false)?;
/// let trace = catalog::trace("laplacian-encoding", &Arguments::new().with("graph", path).with("width", 1.0))?;
/// let wave = trace.outputs["encoding"].data();
/// assert!((wave[0] - 0.5f64.sqrt()).abs() < 1e-12 && wave[1].abs() < 1e-12 && (wave[2] + 0.5f64.sqrt()).abs() < 1e-12);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "laplacian-encoding",
    title: "Laplacian encoding",
    source: SOURCE,
    inputs: &[graph("graph"), optional_integer("width", 0), flag("skipTrivial", true)],
    parts: &[
        always(&MESSAGES),
        always(&MESSAGE_WEIGHTS),
        always(&ADJACENCY),
        always(&SYMMETRIC),
        always(&DEGREE),
        always(&DEG_INV_SQRT),
        always(&NORMALIZED),
        always(&IDENTITY),
        always(&MATRIX),
        always(&EIGENVALUES),
        always(&SKIPPED),
        always(&EIGENVECTORS),
        always(&SIGNS),
        always(&ENCODING),
    ],
    outputs: &[
        Output { name: "laplacian", steps: &[&MATRIX] },
        Output { name: "eigenvalues", steps: &[&EIGENVALUES] },
        Output { name: "encoding", steps: &[&ENCODING] },
    ],
    run: |arguments, run| {
        let graph = arguments.graph("graph")?;
        let nodes = graph.nodes();
        let first = usize::from(arguments.flag("skipTrivial", true)?);
        let usual = nodes.saturating_sub(first).min(DEFAULT_WIDTH);
        let width = arguments.optional_integer("width", 0)?.unwrap_or(usual);
        if nodes > MAX_NODES {
            let (shape, limit) = (vec![nodes, nodes], MAX_NODES * MAX_NODES);
            return Err(Error::TooLarge { what: "laplacian.matrix".into(), shape, limit }.into());
        }
        let given = given_graph(run, graph)?;
        if graph.directed() {
            run.notice(Notice::directions_dropped("graph"));
        }
        run.bind('e', nodes, "`graph.nodes`")?;
        run.bind('k', width, "`width`")?;
        let adjacency = adjacency(run, &given, Loops::None)?;
        let adjacency = run.step(&SYMMETRIC, &[adjacency, adjacency])?;
        let normalization = normalize_both_sides(run, adjacency)?;
        let identity = run.step(&IDENTITY, &[normalization.degree])?;
        let laplacian = run.step(&MATRIX, &[identity, normalization.adjacency])?;
        let eigenvalues = run.step(&EIGENVALUES, &[laplacian])?;
        notice_repetitions(run, eigenvalues, first, width)?;
        let skipped = run.given_number(&SKIPPED, "skipTrivial", first as f64)?;
        let eigenvectors = run.step(&EIGENVECTORS, &[laplacian, skipped])?;
        let signs = run.step(&SIGNS, &[eigenvectors])?;
        let encoding = run.step(&ENCODING, &[eigenvectors, signs])?;
        Ok(vec![("laplacian", laplacian), ("eigenvalues", eigenvalues), ("encoding", encoding)])
    },
};
