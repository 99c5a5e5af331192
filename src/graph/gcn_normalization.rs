//! GCN normalization: each message is divided by the root of both its ends' degrees.
//!
//! ```text
//! graph ─► A ─► Â = A + I ─► d̂ = row sums ─► d̂^-½ ─┐
//!                 └────────────────────────────────┴─► Ŝ = D̂^-½ Â D̂^-½
//! ```
//!
//! Source: Kipf & Welling 2017, *Semi-Supervised Classification with Graph Convolutional Networks*, eq. (2).

use crate::catalog::{Algorithm, Default, Input, Kind, Output, always, when};
use crate::error::{Error, Result};
use crate::trace::{ANY, Function, Notice, Op, Read, Run, StepSpec, Value};

use super::adjacency::{ADDED_LOOPS, ADJACENCY, DEGREE, WITH_LOOPS, adjacency};
use super::{GivenGraph, Graph, MESSAGE_WEIGHTS, MESSAGES, given_graph};

const SOURCE: &str = "Kipf & Welling 2017, eq. (2)";

/// What each end of a message contributes to its normalization.
pub static DEG_INV_SQRT: StepSpec = StepSpec {
    id: "gcn.deg-inv-sqrt",
    symbol: r"\hat{d}^{-1/2}",
    op: Op::Map(&INVERSE_SQUARE_ROOT),
    index: "v",
    axes: &["target"],
    reads: &[Read { from: &["graph.degree"], index: "v" }],
    formula: r"\hat{d}_v^{-1/2}",
    source: SOURCE,
};

/// The adjacency, with each message divided by the root of its target's and its source's degree.
pub static NORMALIZED: StepSpec = StepSpec {
    id: "gcn.normalized-adjacency",
    symbol: r"\hat{S}",
    op: Op::Contract,
    index: "vu",
    axes: &["target", "source"],
    reads: &[
        Read { from: &["gcn.deg-inv-sqrt"], index: "v" },
        Read { from: ANY, index: "vu" },
        Read { from: &["gcn.deg-inv-sqrt"], index: "u" },
    ],
    formula: r"\hat{S} = \hat{D}^{-1/2} \hat{A} \hat{D}^{-1/2}",
    source: SOURCE,
};

/// 1/√a, and 0 for a = 0: a node that nobody reaches takes part in nothing.
pub static INVERSE_SQUARE_ROOT: Function = Function {
    name: "inverse-square-root",
    template: "1 / √{0}",
    arity: 1,
    apply: |x, _| match x {
        [degree] if *degree == 0.0 => 0.0,
        [degree] => 1.0 / degree.sqrt(),
        _ => f64::NAN,
    },
};

/// What may be left out.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Let every node hear itself with weight 1, unless it already has a loop.
    pub self_loops: bool,
}

impl core::default::Default for Options {
    fn default() -> Options {
        Options { self_loops: true }
    }
}

/// What normalization computes.
#[derive(Clone, Debug)]
pub struct Normalization {
    /// [n, n]: D̂^-½ Â D̂^-½, `[target, source]`.
    pub adjacency: Value,
    /// \[n\]: what each node hears in all.
    pub degree: Value,
}

/// Computes D̂^-½ Â D̂^-½ with Â = A + I.
///
/// D̂ holds the weighted in-degrees, also in a directed graph. Repeated edges add up. A node of degree 0 has D̂^-½ = 0 and is noticed.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | adjacency | [n, n] |
/// | degree | \[n\] |
///
/// # Errors
/// [`Error::InvalidDegree`] when weights add up to a negative degree, [`Error::TooLarge`] when n² numbers are too many.
///
/// # Complexity
/// n² multiplications and one addition a message.
///
/// # Example
/// Two nodes and one edge: with its loop each node has degree 2, so every entry is 1/√2 · 1/√2.
/// ```
/// use attograph::backend::Reference;
/// use attograph::graph::Graph;
/// use attograph::graph::gcn_normalization::{Options, normalize_adjacency};
/// use attograph::trace::{Run, Settings, Untraced};
/// let graph = Graph::new(2, vec![[0, 1]], false)?;
/// let mut tape = Untraced;
/// let mut run = Run::new(&Reference, &mut tape, Settings::default());
/// let normalization = normalize_adjacency(&mut run, &graph, &Options::default())?;
/// assert_eq!(run.tensor(normalization.degree)?.data(), [2.0, 2.0]);
/// assert!(run.tensor(normalization.adjacency)?.data().iter().all(|entry| (entry - 0.5).abs() < 1e-15));
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn normalize_adjacency(run: &mut Run, graph: &Graph, options: &Options) -> Result<Normalization> {
    let given = given_graph(run, graph)?;
    normalize(run, &given, options.self_loops)
}

/// Normalizes a graph that was taken in.
pub(super) fn normalize(run: &mut Run, graph: &GivenGraph, self_loops: bool) -> Result<Normalization> {
    let adjacency = adjacency(run, graph, self_loops)?;
    normalize_both_sides(run, adjacency)
}

/// Divides an adjacency by the roots of its row sums, from both sides.
pub(crate) fn normalize_both_sides(run: &mut Run, adjacency: Value) -> Result<Normalization> {
    let degree = run.step(&DEGREE, &[adjacency])?;
    check_degrees(run, degree)?;
    let root = run.step(&DEG_INV_SQRT, &[degree])?;
    let adjacency = run.step(&NORMALIZED, &[root, adjacency, root])?;
    Ok(Normalization { adjacency, degree })
}

/// Refuses negative degrees and notices those that are 0.
pub(super) fn check_degrees(run: &mut Run, degree: Value) -> Result<()> {
    let degrees = run.tensor(degree)?.clone();
    let degrees = degrees.data();
    if let Some((node, &degree)) = degrees.iter().enumerate().find(|(_, degree)| **degree < 0.0) {
        return Err(Error::InvalidDegree { node, degree }.into());
    }
    let zeros: Vec<usize> = (0..).zip(degrees).filter(|(_, degree)| **degree == 0.0).map(|(node, _)| node).collect();
    if !zeros.is_empty() {
        run.notice(Notice::zero_degrees(zeros));
    }
    Ok(())
}

/// Catalog entry.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "gcn-normalization",
    title: "GCN normalization",
    source: SOURCE,
    inputs: &[
        Input { name: "graph", kind: Kind::Graph, default: Default::Required },
        Input { name: "selfLoops", kind: Kind::Flag, default: Default::Flag(true) },
    ],
    parts: &[
        always(&MESSAGES),
        always(&MESSAGE_WEIGHTS),
        always(&ADJACENCY),
        when("selfLoops", &ADDED_LOOPS),
        when("selfLoops", &WITH_LOOPS),
        always(&DEGREE),
        always(&DEG_INV_SQRT),
        always(&NORMALIZED),
    ],
    outputs: &[Output { name: "adjacency", steps: &[&NORMALIZED] }, Output { name: "degree", steps: &[&DEGREE] }],
    run: |arguments, run| {
        let options = Options { self_loops: arguments.flag("selfLoops", true)? };
        let normalization = normalize_adjacency(run, arguments.graph("graph")?, &options)?;
        Ok(vec![("adjacency", normalization.adjacency), ("degree", normalization.degree)])
    },
};
