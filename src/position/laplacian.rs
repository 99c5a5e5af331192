//! Laplacian encoding: the eigenvectors of a graph's Laplacian, low frequencies first, as sines and cosines are those of a path.
//!
//! ```text
//! A ─► both ways ─► D^-½ A D^-½ ─► L = I − D^-½ A D^-½ ─┬─► eigenvalues, ascending
//!                                                      └─► eigenvectors ─► signs ─► one column an eigenvector
//! ```
//!
//! An eigenvector may be negated, and those of a repeated eigenvalue may be rotated. The sign is fixed here: the first of the
//! largest entries is positive. The rotation is not, and gives a notice. Both depend on the order of the nodes, so the encoding is not equivariant.
//!
//! Letters: u and v nodes, e eigenvalues, k columns.
//!
//! Source: Dwivedi & Bresson 2021, *A Generalization of Transformer Networks to Graphs*, section 2.2.

use crate::algorithm::{Algorithm, always, flag, graph, optional_integer, output};
use crate::error::{Error, Result};
use crate::graph::convolution::gcn_normalization::{self, PLAIN_ROOT, normalize_both_sides};
use crate::graph::structure::adjacency::{ADJACENCY, Loops, PLAIN_DEGREE, adjacency};
use crate::graph::structure::messages::{MESSAGE_WEIGHTS, MESSAGES, given_graph};
use crate::op::derivatives::HALF;
use crate::op::{
    Cost, Function, MULTIPLY, Obstacle, Op, Reads, Rule, SUBTRACT, Slope, SourceCell, StepSpec, given, step,
};
use crate::trace::{Notice, Run, Value};

use super::spectrum;

const SOURCE: &str = "Dwivedi & Bresson 2021, section 2.2";
/// The decomposition takes time proportional to nodes³: at this size a few seconds.
const MAX_NODES: usize = 1024;
/// The number of columns of Dwivedi & Bresson 2021 for molecules, section 4.
const DEFAULT_WIDTH: usize = 8;
/// Eigenvalues that differ by at most this count as equal.
const SAME: f64 = 1e-9;

/// The adjacency with every message in both directions, each with half its weight. Nothing changes in an undirected graph.
pub static SYMMETRIC: StepSpec =
    step("laplacian.symmetric-adjacency", Op::Map(&AVERAGE), &["vu", "uv"], "vu", &["target", "source"])
        .written(r"\bar{A}", r"\bar{A} = (A + A^\top) / 2", SOURCE);

/// The degrees, of which none counts a loop that was added.
pub static DEGREE: StepSpec = StepSpec { formula: r"d_v = \sum_u \bar{A}_{vu}", source: SOURCE, ..PLAIN_DEGREE };

/// One over the root of each degree.
pub static ROOT: StepSpec = StepSpec { source: SOURCE, ..PLAIN_ROOT };

/// The adjacency divided by the roots of both degrees.
pub static NORMALIZED: StepSpec = StepSpec {
    symbol: r"\bar{S}",
    formula: r"\bar{S}_{vu} = (D^{-1/2} \bar{A} D^{-1/2})_{vu} = d_v^{-1/2} \bar{A}_{vu} d_u^{-1/2}",
    source: SOURCE,
    ..gcn_normalization::NORMALIZED
};

/// 1 on the diagonal for every node that has a degree.
pub static IDENTITY: StepSpec = step("laplacian.identity", Op::Rule(&WHERE_NOT_ZERO), &["v"], "vu", &["node", "node"])
    .written("I", r"I_{vv} = [d_v \ne 0]", SOURCE)
    .begins("laplacian");

/// The normalized Laplacian: the difference of a node's value from the average of its neighbors.
pub static MATRIX: StepSpec = step("laplacian.matrix", Op::Map(&SUBTRACT), &["vu", "vu"], "vu", &["node", "node"])
    .written("L", r"L = I - \bar{S}", SOURCE);

/// The eigenvalues, in ascending order.
pub static EIGENVALUES: StepSpec =
    step("laplacian.eigenvalues", Op::Rule(&spectrum::EIGENVALUES), &["vu"], "e", &["eigenvalue"])
        .written(r"\lambda", r"L\,u_k = \lambda_k\,u_k, \enspace \lambda_0 \le \lambda_1 \le \ldots", SOURCE)
        .begins("eigenvectors");

/// The number of eigenvectors that are skipped.
pub static SKIPPED: StepSpec = given("laplacian.skipped", "", &[]).written("s", r"s \in \{0, 1\}", SOURCE);

/// The eigenvectors.
pub static EIGENVECTORS: StepSpec =
    step("laplacian.eigenvectors", Op::Rule(&spectrum::EIGENVECTORS), &["vu", ""], "vk", &["node", "eigenvector"])
        .written("U", r"L\,U_k = \lambda_{s+k}\,U_k", SOURCE);

/// The sign of each eigenvector.
pub static SIGNS: StepSpec = step("laplacian.signs", Op::Rule(&spectrum::SIGNS), &["vk"], "k", &["eigenvector"])
    .written(
        r"\sigma",
        r"\sigma_k = \text{sign}\,U_{vk}, \enspace v = \text{argmax}_v |U_{vk}|",
        "a convention, to settle what an eigenvector leaves open",
    );

/// One row a node.
pub static ENCODING: StepSpec =
    step("laplacian.encoding", Op::Map(&MULTIPLY), &["vk", "k"], "vk", &["node", "eigenvector"])
        .written(r"\sigma U", r"\sigma_k\,U_{vk}", SOURCE);

/// (a + b) / 2
static AVERAGE: Function =
    Function::binary("average", "({0} + {1}) / 2", Cost { multiplications: 1, additions: 1, ..Cost::NONE }, |a, b| {
        (a + b) / 2.0
    })
    .slopes(&[Slope::Factor(&HALF), Slope::Factor(&HALF)]);

/// 1 on the diagonal where the operand is not 0.
static WHERE_NOT_ZERO: Rule = Rule {
    name: "where-not-zero",
    template: "[({*}) ≠ 0]",
    reads: Reads::One(|_, shape, offset| {
        let nodes = shape.last()?;
        (offset % (nodes + 1) == 0).then_some(SourceCell { operand: 0, offset: offset % nodes })
    }),
    value: |values, _, _| f64::from(values.iter().any(|degree| *degree != 0.0)),
    ..Rule::constant(Obstacle::Comparison)
};

/// Adds a notice for eigenvectors in use that share their eigenvalue with others.
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
/// A directed graph is made undirected, with a notice. Eigenvectors have length 1, and the first of their largest entries is positive. With
/// `skipTrivial` the first one, the root of each degree, is skipped; a graph with several components has more of them, which are kept.
///
/// # Shapes
/// | value | shape |
/// |---|---|
/// | graph | n nodes |
/// | laplacian | [n, n] |
/// | eigenvalues | \[n\], all of them, ascending |
/// | encoding | [n, width]; zeros in the columns beyond the last eigenvector |
///
/// Without `width` there are as many columns as eigenvectors, but at most 8.
///
/// # Errors
/// [`Error::InvalidDegree`] when weights sum to a negative degree, [`Error::TooLarge`] above 1024 nodes.
///
/// # Complexity
/// Proportional to n³.
///
/// # Example
/// On a path, the first eigenvector that is not constant falls from one end to the other and is 0 in the middle:
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
    parts: &[always(&[
        &MESSAGES, &MESSAGE_WEIGHTS, &ADJACENCY, &SYMMETRIC, &DEGREE, &ROOT, &NORMALIZED, &IDENTITY, &MATRIX,
        &EIGENVALUES, &SKIPPED, &EIGENVECTORS, &SIGNS, &ENCODING,
    ])],
    outputs: &[
        output("laplacian", &[&MATRIX]),
        output("eigenvalues", &[&EIGENVALUES]),
        output("encoding", &[&ENCODING]),
    ],
    run: |inputs, run| {
        let graph = inputs.graph("graph")?;
        let nodes = graph.nodes();
        let first = usize::from(inputs.flag("skipTrivial")?);
        let usual = nodes.saturating_sub(first).min(DEFAULT_WIDTH);
        let width = inputs.optional_integer("width")?.unwrap_or(usual);
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
        let normalization = normalize_both_sides(run, adjacency, [&DEGREE, &ROOT, &NORMALIZED])?;
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
