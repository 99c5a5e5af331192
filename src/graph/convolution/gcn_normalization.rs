//! GCN normalization: each message is divided by the root of both its ends' degrees.
//!
//! ```text
//! graph ─► A ─► Â = A + I ─► d̂ = row sums ─► d̂^-½ ─┐
//!                 └────────────────────────────────┴─► Ŝ = D̂^-½ Â D̂^-½
//! ```
//!
//! Source: Kipf & Welling 2017, *Semi-Supervised Classification with Graph Convolutional Networks*, eq. (2).

use crate::algorithm::{Algorithm, Arguments, Output, Part, always, choice, flag, graph, include, include_when, when};
use crate::error::{Error, Result};
use crate::trace::{Cost, DIVIDE_OR_ZERO, Function, Notice, Op, Reduction, Run, StepSpec, Value};

use crate::graph::Graph;
use crate::graph::structure::adjacency::{ADDED_LOOPS, ADJACENCY, DEGREE, IDENTITY, Loops, WITH_LOOPS, adjacency};
use crate::graph::structure::messages::{DIRECTIONS, GivenGraph, MESSAGE_WEIGHTS, MESSAGES, given_graph, oriented};

const SOURCE: &str = "Kipf & Welling 2017, eq. (2)";

/// What each end of a message contributes to its normalization.
pub static DEG_INV_SQRT: StepSpec = StepSpec {
    id: "gcn.deg-inv-sqrt",
    symbol: r"\hat{d}^{-1/2}",
    op: Op::Map(&INVERSE_SQUARE_ROOT),
    index: "v",
    axes: &["target"],
    reads: &["v"],
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
    reads: &["v", "vu", "u"],
    formula: r"\hat{S} = \hat{D}^{-1/2} \hat{A} \hat{D}^{-1/2}",
    source: SOURCE,
};

/// The column sums of the adjacency: the total weight that each node sends.
pub static OUT_DEGREE: StepSpec = StepSpec {
    id: "graph.out-degree",
    symbol: r"\hat{d}",
    op: Op::Reduce(Reduction::Sum),
    index: "u",
    axes: &["source"],
    reads: &["vu"],
    formula: r"\hat{d}_u = \sum_v \hat{A}_{vu}",
    source: "Chung 1997, section 1.2",
};

/// The adjacency, with each message divided by its target's degree.
pub static ROW_NORMALIZED: StepSpec = StepSpec {
    id: "gcn.row-normalized-adjacency",
    symbol: r"\hat{D}^{-1} \hat{A}",
    op: Op::Map(&DIVIDE_OR_ZERO),
    index: "vu",
    axes: &["target", "source"],
    reads: &["vu", "v"],
    formula: r"(\hat{D}^{-1} \hat{A})_{vu} = \hat{A}_{vu} / \hat{d}_v",
    source: "Chung 1997, section 1.5",
};

/// The adjacency, with each message divided by its source's degree.
pub static COLUMN_NORMALIZED: StepSpec = StepSpec {
    id: "gcn.column-normalized-adjacency",
    symbol: r"\hat{A} \hat{D}^{-1}",
    op: Op::Map(&DIVIDE_OR_ZERO),
    index: "vu",
    axes: &["target", "source"],
    reads: &["vu", "u"],
    formula: r"(\hat{A} \hat{D}^{-1})_{vu} = \hat{A}_{vu} / \hat{d}_u",
    source: "Chung 1997, section 1.5",
};

/// 1/√a, and 0 for a = 0: a node that nobody reaches takes part in nothing.
pub static INVERSE_SQUARE_ROOT: Function = Function {
    name: "inverse-square-root",
    template: "1 / √{0}",
    arity: 1,
    cost: Cost { multiplications: 1, functions: 1, ..Cost::NONE },
    apply: |x, _| match x {
        [degree] if *degree == 0.0 => 0.0,
        [degree] => 1.0 / degree.sqrt(),
        _ => f64::NAN,
    },
};

/// How a loop gets to nodes: where there is none, or at every node.
pub const LOOP_RULES: &[&str] = &["where-missing", "add"];
/// Which messages a degree counts: those that arrive, or those that are sent.
pub const DEGREE_KINDS: &[&str] = &["in", "out"];
/// What the adjacency is divided by.
pub const NORMALIZATIONS: &[&str] = &["symmetric", "row", "column"];

/// Conventions; the default is that of Kipf & Welling and of PyTorch Geometric.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Add a loop of weight 1 to every node.
    pub self_loops: bool,
    /// A node that has a loop gets another one on top.
    pub add_to_loops: bool,
    /// Degrees count what a node sends instead of what reaches it.
    pub out_degree: bool,
    /// `symmetric`, `row` or `column`.
    pub normalization: &'static str,
}

impl Default for Options {
    fn default() -> Options {
        Options { self_loops: true, add_to_loops: false, out_degree: false, normalization: "symmetric" }
    }
}

impl Options {
    /// Reads the inputs `selfLoops`, `loopRule`, `degree` and `normalization`.
    pub(in crate::graph) fn read(arguments: &Arguments) -> Result<Options> {
        Ok(Options {
            self_loops: arguments.flag("selfLoops", true)?,
            add_to_loops: arguments.choice("loopRule", LOOP_RULES)? == Some("add"),
            out_degree: arguments.choice("degree", DEGREE_KINDS)? == Some("out"),
            normalization: arguments.choice("normalization", NORMALIZATIONS)?.unwrap_or("symmetric"),
        })
    }

    fn loops(&self) -> Loops {
        match (self.self_loops, self.add_to_loops) {
            (false, _) => Loops::None,
            (true, false) => Loops::WhereMissing,
            (true, true) => Loops::Add,
        }
    }
}

/// What normalization computes.
#[derive(Clone, Debug)]
pub struct Normalization {
    /// [n, n]: D̂^-½ Â D̂^-½, `[target, source]`.
    pub adjacency: Value,
    /// \[n\]: the row sums of the adjacency.
    pub degree: Value,
}

/// Computes D̂^-½ Â D̂^-½ with Â = A + I.
///
/// D̂ holds the weighted in-degrees, also in a directed graph. Repeated edges add up. A node of degree 0 has D̂^-½ = 0 and is noticed. The other
/// conventions that are met are options: `loopRule` `add` gives a node that has a loop another one, `degree` `out` counts what a node sends,
/// `normalization` `row` is D̂⁻¹Â (the mean of what arrives) and `column` is ÂD̂⁻¹ (every node shares out what it sends; its columns sum to 1 with
/// `degree` `out`). `direction` turns every message of a directed graph round. In an undirected graph both degrees are the same.
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
/// use attograph::graph::convolution::gcn_normalization::{Options, normalize_adjacency};
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
    normalize(run, &given, options)
}

/// Normalizes a graph that was taken in.
pub(in crate::graph) fn normalize(run: &mut Run, graph: &GivenGraph, options: &Options) -> Result<Normalization> {
    let adjacency = adjacency(run, graph, options.loops())?;
    normalize_with(run, adjacency, options)
}

/// Divides an adjacency by the roots of its row sums, from both sides.
pub(crate) fn normalize_both_sides(run: &mut Run, adjacency: Value) -> Result<Normalization> {
    normalize_with(run, adjacency, &Options::default())
}

/// Normalizes an adjacency, which already has its loops, as the options require.
fn normalize_with(run: &mut Run, adjacency: Value, options: &Options) -> Result<Normalization> {
    let degree = run.step(if options.out_degree { &OUT_DEGREE } else { &DEGREE }, &[adjacency])?;
    check_degrees(run, degree)?;
    let adjacency = match options.normalization {
        "row" => run.step(&ROW_NORMALIZED, &[adjacency, degree])?,
        "column" => run.step(&COLUMN_NORMALIZED, &[adjacency, degree])?,
        _ => {
            let root = run.step(&DEG_INV_SQRT, &[degree])?;
            run.step(&NORMALIZED, &[root, adjacency, root])?
        }
    };
    Ok(Normalization { adjacency, degree })
}

/// Refuses negative degrees and notices those that are 0.
pub(in crate::graph) fn check_degrees(run: &mut Run, degree: Value) -> Result<()> {
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

/// The steps of the usual normalization, with the input `selfLoops`.
pub static NORMALIZATION: &[Part] = &[
    always(&ADJACENCY),
    when("selfLoops", &ADDED_LOOPS),
    when("selfLoops", &WITH_LOOPS),
    always(&DEGREE),
    always(&DEG_INV_SQRT),
    always(&NORMALIZED),
];

/// What they may end with.
pub static MATRICES: &[&StepSpec] = &[&NORMALIZED, &ROW_NORMALIZED, &COLUMN_NORMALIZED];

/// The steps of any normalization, with the inputs that choose it.
pub static ANY_NORMALIZATION: &[Part] = &[
    always(&ADJACENCY),
    include_when(
        "selfLoops",
        "",
        &[when("loopRule=where-missing", &ADDED_LOOPS), when("loopRule=add", &IDENTITY), always(&WITH_LOOPS)],
    ),
    when("degree=in", &DEGREE),
    when("degree=out", &OUT_DEGREE),
    when("normalization=symmetric", &DEG_INV_SQRT),
    when("normalization=symmetric", &NORMALIZED),
    when("normalization=row", &ROW_NORMALIZED),
    when("normalization=column", &COLUMN_NORMALIZED),
];

/// Catalog entry.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "gcn-normalization",
    title: "GCN normalization",
    source: SOURCE,
    inputs: &[
        graph("graph"),
        flag("selfLoops", true),
        choice("loopRule", LOOP_RULES, "where-missing"),
        choice("degree", DEGREE_KINDS, "in"),
        choice("normalization", NORMALIZATIONS, "symmetric"),
        choice("direction", DIRECTIONS, "source-to-target"),
    ],
    parts: &[always(&MESSAGES), always(&MESSAGE_WEIGHTS), include("", ANY_NORMALIZATION)],
    outputs: &[
        Output { name: "adjacency", steps: MATRICES },
        Output { name: "degree", steps: &[&DEGREE, &OUT_DEGREE] },
    ],
    run: |arguments, run| {
        let options = Options::read(arguments)?;
        let normalization = normalize_adjacency(run, oriented(arguments)?.as_ref(), &options)?;
        Ok(vec![("adjacency", normalization.adjacency), ("degree", normalization.degree)])
    },
};
