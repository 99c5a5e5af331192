//! GCN normalization: each message is divided by the root of both its ends' degrees.
//!
//! ```text
//! graph ─► A ─► Â = A + I ─► d̂ = row sums ─► d̂^-½ ─┐
//!                 └────────────────────────────────┴─► Ŝ = D̂^-½ Â D̂^-½
//! ```
//!
//! Source: Kipf & Welling 2017, *Semi-Supervised Classification with Graph Convolutional Networks*, eq. (2).

use crate::algorithm::{Algorithm, Inputs, Part, always, choice, flag, graph, include, include_when, output, when};
use crate::error::{Error, Result};
use crate::op::{Cost, DIVIDE_OR_ZERO, Function, Local, Op, Reduction, Slope, StepSpec, step};
use crate::trace::{Notice, Run, Value};

use crate::graph::Graph;
use crate::graph::structure::adjacency::{
    ADDED_LOOPS, ADJACENCY, DEGREE, IDENTITY, Loops, PLAIN_DEGREE, WITH_LOOPS, adjacency,
};
use crate::graph::structure::messages::{DIRECTIONS, GivenGraph, MESSAGE_WEIGHTS, MESSAGES, given_graph, oriented};

const SOURCE: &str = "Kipf & Welling 2017, eq. (2)";

/// The factor of each end of a message in its normalization.
pub static DEG_INV_SQRT: StepSpec = step("gcn.deg-inv-sqrt", Op::Map(&INVERSE_SQUARE_ROOT), &["v"], "v", &["target"])
    .written(r"\hat{d}^{-1/2}", r"\hat{d}_v^{-1/2}", SOURCE);

/// The adjacency, with each message divided by the root of its target's and its source's degree.
pub static NORMALIZED: StepSpec =
    step("gcn.normalized-adjacency", Op::Contract, &["v", "vu", "u"], "vu", &["target", "source"]).written(
        r"\hat{S}",
        r"\hat{S}_{vu} = (\hat{D}^{-1/2} \hat{A} \hat{D}^{-1/2})_{vu} = \hat{d}_v^{-1/2} \hat{A}_{vu} \hat{d}_u^{-1/2}",
        SOURCE,
    );

/// The column sums of the adjacency: the total weight that each node sends.
pub static OUT_DEGREE: StepSpec = step("graph.out-degree", Op::Reduce(Reduction::Sum), &["vu"], "u", &["source"])
    .written(r"\hat{d}", r"\hat{d}_u = \sum_v \hat{A}_{vu}", "Chung 1997, section 1.2");

/// The adjacency, with each message divided by its target's degree.
pub static ROW_NORMALIZED: StepSpec =
    step("gcn.row-normalized-adjacency", Op::Map(&DIVIDE_OR_ZERO), &["vu", "v"], "vu", &["target", "source"]).written(
        r"\hat{D}^{-1} \hat{A}",
        r"(\hat{D}^{-1} \hat{A})_{vu} = \hat{A}_{vu} / \hat{d}_v",
        "Chung 1997, section 1.5",
    );

/// The adjacency, with each message divided by its source's degree.
pub static COLUMN_NORMALIZED: StepSpec =
    step("gcn.column-normalized-adjacency", Op::Map(&DIVIDE_OR_ZERO), &["vu", "u"], "vu", &["target", "source"])
        .written(
            r"\hat{A} \hat{D}^{-1}",
            r"(\hat{A} \hat{D}^{-1})_{vu} = \hat{A}_{vu} / \hat{d}_u",
            "Chung 1997, section 1.5",
        );

/// The steps of a normalization, written with the letters of the adjacency that is normalized.
pub(crate) struct Written {
    degree: &'static StepSpec,
    out_degree: &'static StepSpec,
    root: &'static StepSpec,
    normalized: &'static StepSpec,
    row: &'static StepSpec,
    column: &'static StepSpec,
}

/// Of an adjacency Â with added loops, as the catalog has them.
static WITH_HATS: Written = Written {
    degree: &DEGREE,
    out_degree: &OUT_DEGREE,
    root: &DEG_INV_SQRT,
    normalized: &NORMALIZED,
    row: &ROW_NORMALIZED,
    column: &COLUMN_NORMALIZED,
};

/// Of an adjacency A without added loops.
static WITHOUT_HATS: Written = Written {
    degree: &PLAIN_DEGREE,
    out_degree: &StepSpec { symbol: "d", formula: r"d_u = \sum_v A_{vu}", ..OUT_DEGREE },
    root: &PLAIN_ROOT,
    normalized: &StepSpec {
        formula: r"\hat{S}_{vu} = (D^{-1/2} A D^{-1/2})_{vu} = d_v^{-1/2} A_{vu} d_u^{-1/2}",
        ..NORMALIZED
    },
    row: &StepSpec { symbol: "D^{-1} A", formula: r"(D^{-1} A)_{vu} = A_{vu} / d_v", ..ROW_NORMALIZED },
    column: &StepSpec { symbol: "A D^{-1}", formula: r"(A D^{-1})_{vu} = A_{vu} / d_u", ..COLUMN_NORMALIZED },
};

/// [`DEG_INV_SQRT`] of a degree that counts no added loops.
pub static PLAIN_ROOT: StepSpec = StepSpec { symbol: "d^{-1/2}", formula: "d_v^{-1/2}", ..DEG_INV_SQRT };

/// −a³ / 2: the slope of an inverse square root a.
static INVERSE_SQUARE_ROOT_SLOPE: Function = Function::unary(
    "inverse-square-root-slope",
    "−{0}³ / 2",
    Cost { multiplications: 3, additions: 1, ..Cost::NONE },
    |a| -(a * a * a) / 2.0,
)
.derivative();

/// 1/√a, and 0 for a = 0.
pub static INVERSE_SQUARE_ROOT: Function = Function::unary(
    "inverse-square-root",
    "1 / √{0}",
    Cost { multiplications: 1, functions: 1, ..Cost::NONE },
    |degree| if degree == 0.0 { 0.0 } else { 1.0 / degree.sqrt() },
)
.slopes(&[Slope::By(&INVERSE_SQUARE_ROOT_SLOPE, &[Local::Result])]);

/// Where loops are added: where there is none, or at every node.
pub const LOOP_RULES: &[&str] = &["where-missing", "add"];
/// Which messages a degree counts: those that arrive, or those that are sent.
pub const DEGREE_KINDS: &[&str] = &["in", "out"];
/// The divisor of the adjacency.
pub const NORMALIZATIONS: &[&str] = &["symmetric", "row", "column"];

/// Conventions; the default is that of Kipf & Welling and of PyTorch Geometric.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Adds a loop of weight 1 to every node.
    pub self_loops: bool,
    /// A node that has a loop gets another one.
    pub add_to_loops: bool,
    /// Degrees are weighted out-degrees instead of in-degrees.
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
    pub(in crate::graph) fn read(inputs: &Inputs) -> Result<Options> {
        Ok(Options {
            self_loops: inputs.flag("selfLoops")?,
            add_to_loops: inputs.choice("loopRule")? == "add",
            out_degree: inputs.choice("degree")? == "out",
            normalization: inputs.choice("normalization")?,
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

/// The results of the normalization.
#[derive(Clone, Debug)]
pub struct Normalization {
    /// [n, n]: D̂^-½ Â D̂^-½, `[target, source]`.
    pub adjacency: Value,
    /// \[n\]: the row sums of the adjacency.
    pub degree: Value,
}

/// Computes D̂^-½ Â D̂^-½ with Â = A + I.
///
/// D̂ holds the weighted in-degrees, also in a directed graph. Repeated edges add up. A node of degree 0 has D̂^-½ = 0, with a notice. The other
/// conventions are options: `loopRule` `add` gives a node that has a loop another one, `degree` `out` takes out-degrees,
/// `normalization` `row` is D̂⁻¹Â (a mean over incoming messages) and `column` is ÂD̂⁻¹ (its columns sum to 1 with
/// `degree` `out`). `direction` reverses every message of a directed graph. In an undirected graph both degrees are the same.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | adjacency | [n, n] |
/// | degree | \[n\] |
///
/// # Errors
/// [`Error::InvalidDegree`] when weights sum to a negative degree, [`Error::TooLarge`] when n² numbers are too many.
///
/// # Complexity
/// n² multiplications and one addition for each message.
///
/// # Example
/// Two nodes and one edge: with its loop each node has degree 2, so every entry is 1/√2 · 1/√2.
/// ```
/// use attograph::backend::Reference;
/// use attograph::graph::Graph;
/// use attograph::graph::convolution::gcn_normalization::{Options, normalize_adjacency};
/// use attograph::op::Settings;
/// use attograph::trace::{Run, Untraced};
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

/// Normalizes a graph that was validated before.
pub(in crate::graph) fn normalize(run: &mut Run, graph: &GivenGraph, options: &Options) -> Result<Normalization> {
    let adjacency = adjacency(run, graph, options.loops())?;
    let written = if options.self_loops { &WITH_HATS } else { &WITHOUT_HATS };
    let degree = run.step(if options.out_degree { written.out_degree } else { written.degree }, &[adjacency])?;
    check_degrees(run, degree)?;
    let adjacency = match options.normalization {
        "row" => run.step(written.row, &[adjacency, degree])?,
        "column" => run.step(written.column, &[adjacency, degree])?,
        _ => return divide_by_roots(run, adjacency, degree, [written.root, written.normalized]),
    };
    Ok(Normalization { adjacency, degree })
}

/// Divides an adjacency by the roots of its row sums, from both sides, in steps that the caller has written: the degree, its root, the result.
pub(crate) fn normalize_both_sides(
    run: &mut Run,
    adjacency: Value,
    [degree, root, normalized]: [&'static StepSpec; 3],
) -> Result<Normalization> {
    let degree = run.step(degree, &[adjacency])?;
    check_degrees(run, degree)?;
    divide_by_roots(run, adjacency, degree, [root, normalized])
}

fn divide_by_roots(
    run: &mut Run,
    adjacency: Value,
    degree: Value,
    [root, normalized]: [&'static StepSpec; 2],
) -> Result<Normalization> {
    let root = run.step(root, &[degree])?;
    let adjacency = run.step(normalized, &[root, adjacency, root])?;
    Ok(Normalization { adjacency, degree })
}

/// Validates that no degree is negative, and adds a notice for those that are 0.
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
    always(&[&ADJACENCY]),
    when("selfLoops", &[&ADDED_LOOPS, &WITH_LOOPS]),
    always(&[&DEGREE, &DEG_INV_SQRT, &NORMALIZED]),
];

/// The steps that may be the last of them.
pub static MATRICES: &[&StepSpec] = &[&NORMALIZED, &ROW_NORMALIZED, &COLUMN_NORMALIZED];

/// The steps of any normalization, with the inputs that choose it.
pub static ANY_NORMALIZATION: &[Part] = &[
    always(&[&ADJACENCY]),
    include_when(
        "selfLoops",
        "",
        &[when("loopRule=where-missing", &[&ADDED_LOOPS]), when("loopRule=add", &[&IDENTITY]), always(&[&WITH_LOOPS])],
    ),
    when("degree=in", &[&DEGREE]),
    when("degree=out", &[&OUT_DEGREE]),
    when("normalization=symmetric", &[&DEG_INV_SQRT, &NORMALIZED]),
    when("normalization=row", &[&ROW_NORMALIZED]),
    when("normalization=column", &[&COLUMN_NORMALIZED]),
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
    parts: &[always(&[&MESSAGES, &MESSAGE_WEIGHTS]), include("", ANY_NORMALIZATION)],
    outputs: &[output("adjacency", MATRICES), output("degree", &[&DEGREE, &OUT_DEGREE])],
    run: |inputs, run| {
        let options = Options::read(inputs)?;
        let normalization = normalize_adjacency(run, oriented(inputs)?.as_ref(), &options)?;
        Ok(vec![("adjacency", normalization.adjacency), ("degree", normalization.degree)])
    },
};
