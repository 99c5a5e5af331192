//! Over-smoothing: propagated often enough, all features of a connected graph have the same direction, independent of their start.
//!
//! ```text
//! x ─► Ŝx ─► Ŝ²x ─► Ŝ³x ─► …      cos(Ŝᵏx, √d̂)  →  ±1      energy  →  0
//! ```
//!
//! Source: Li et al. 2018, *Deeper Insights into Graph Convolutional Networks*, theorem 1; Cai & Wang 2020, *A Note on Over-Smoothing for Graph Neural
//! Networks*, definition 3.1.

use crate::algorithm::{Algorithm, Output, Part, always, flag, graph, include, integer_or, required, rounds};
use crate::graph::convolution::gcn_normalization::{NORMALIZATION, Options, normalize};
use crate::graph::rounds::check_rounds;
use crate::graph::structure::messages::{MESSAGE_WEIGHTS, MESSAGES, given_graph};
use crate::rules::rows::APPENDED;
use crate::trace::{DIVIDE_OR_ZERO, MULTIPLY, Op, Reduction, Rule, SQUARE_ROOT, SUBTRACT, StepSpec, each_once};

use super::restart::FEATURES;

const SOURCE: &str = "Li et al. 2018, theorem 1";
const ENERGY_SOURCE: &str = "Cai & Wang 2020, definition 3.1";

/// The direction that propagation leaves as it is.
pub static ROOT: StepSpec = StepSpec {
    id: "smoothing.root-degree",
    symbol: r"\sqrt{\hat{d}}",
    op: Op::Map(&SQUARE_ROOT),
    index: "v",
    axes: &["target"],
    reads: &["v"],
    formula: r"\sqrt{\hat{d}_v}",
    source: SOURCE,
};

/// All degrees together: its length, squared.
pub static DEGREES: StepSpec = StepSpec {
    id: "smoothing.degree-sum",
    symbol: r"\textstyle\sum_v \hat{d}_v",
    op: Op::Reduce(Reduction::Sum),
    index: "",
    axes: &[],
    reads: &["v"],
    formula: r"\sum_v \hat{d}_v",
    source: SOURCE,
};

/// Its length.
pub static ROOT_LENGTH: StepSpec = StepSpec {
    id: "smoothing.root-length",
    symbol: r"|\sqrt{\hat{d}}|",
    op: Op::Map(&SQUARE_ROOT),
    index: "",
    axes: &[],
    reads: &[""],
    formula: r"|\sqrt{\hat{d}}|",
    source: SOURCE,
};

/// The curve before its first point.
pub static NO_COSINES: StepSpec = StepSpec {
    id: "smoothing.no-cosines",
    symbol: r"c",
    op: Op::Rule(&NOTHING),
    index: "rf",
    axes: &["step", "feature"],
    reads: &[],
    formula: r"c = ()",
    source: SOURCE,
};

/// The other curve before its first point.
pub static NO_ENERGIES: StepSpec = StepSpec {
    id: "smoothing.no-energies",
    symbol: r"E",
    op: Op::Rule(&NOTHING),
    index: "r",
    axes: &["step"],
    reads: &[],
    formula: r"E = ()",
    source: ENERGY_SOURCE,
};

/// How far each feature goes in that direction.
pub static DOT: StepSpec = StepSpec {
    id: "smoothing.dot",
    symbol: r"z \cdot \sqrt{\hat{d}}",
    op: Op::Contract,
    index: "f",
    axes: &["feature"],
    reads: &["vf", "v"],
    formula: r"z \cdot \sqrt{\hat{d}}",
    source: SOURCE,
};

/// The squares of each feature, added up.
pub static SQUARES: StepSpec = StepSpec {
    id: "smoothing.squares",
    symbol: r"|z|^2",
    op: Op::Contract,
    index: "f",
    axes: &["feature"],
    reads: &["vf", "vf"],
    formula: r"|z|^2 = \sum_v z_v^2",
    source: SOURCE,
};

/// The length of each feature.
pub static LENGTH: StepSpec = StepSpec {
    id: "smoothing.length",
    symbol: r"|z|",
    op: Op::Map(&SQUARE_ROOT),
    index: "f",
    axes: &["feature"],
    reads: &["f"],
    formula: r"|z|",
    source: SOURCE,
};

/// Both lengths, multiplied.
pub static LENGTHS: StepSpec = StepSpec {
    id: "smoothing.lengths",
    symbol: r"|z|\,|\sqrt{\hat{d}}|",
    op: Op::Map(&MULTIPLY),
    index: "f",
    axes: &["feature"],
    reads: &["f", ""],
    formula: r"|z|\,|\sqrt{\hat{d}}|",
    source: SOURCE,
};

/// The cosine of the angle between the two.
pub static COSINE: StepSpec = StepSpec {
    id: "smoothing.cosine",
    symbol: r"\cos",
    op: Op::Map(&DIVIDE_OR_ZERO),
    index: "f",
    axes: &["feature"],
    reads: &["f", "f"],
    formula: r"\cos(z, \sqrt{\hat{d}}) = \frac{z \cdot \sqrt{\hat{d}}}{|z|\,|\sqrt{\hat{d}}|}",
    source: SOURCE,
};

/// One more propagation.
pub static HEARD: StepSpec = StepSpec {
    id: "smoothing.heard",
    symbol: r"\hat{S} Z",
    op: Op::Contract,
    index: "vf",
    axes: &["target", "feature"],
    reads: &["vu", "uf"],
    formula: r"Z^{(k+1)} = \hat{S} Z^{(k)}",
    source: SOURCE,
};

/// What the propagation takes away.
pub static ROUGHNESS: StepSpec = StepSpec {
    id: "smoothing.roughness",
    symbol: r"Z - \hat{S} Z",
    op: Op::Map(&SUBTRACT),
    index: "vf",
    axes: &["target", "feature"],
    reads: &["vf", "vf"],
    formula: r"(I - \hat{S}) Z",
    source: ENERGY_SOURCE,
};

/// The Dirichlet energy: how much neighbors differ.
pub static ENERGY: StepSpec = StepSpec {
    id: "smoothing.energy",
    symbol: r"E",
    op: Op::Contract,
    index: "",
    axes: &[],
    reads: &["vf", "vf"],
    formula: r"E(Z) = \operatorname{tr}(Z^\top (I - \hat{S}) Z)",
    source: ENERGY_SOURCE,
};

/// The curve of cosines so far.
pub static COSINES: StepSpec = StepSpec {
    id: "smoothing.cosines",
    symbol: r"c",
    op: Op::Rule(&APPENDED),
    index: "lf",
    axes: &["step", "feature"],
    reads: &["rf", "f"],
    formula: r"c_k = \cos(\hat{S}^k z, \sqrt{\hat{d}})",
    source: SOURCE,
};

/// The curve of energies so far.
pub static ENERGIES: StepSpec = StepSpec {
    id: "smoothing.energies",
    symbol: r"E",
    op: Op::Rule(&APPENDED),
    index: "l",
    axes: &["step"],
    reads: &["r", ""],
    formula: r"E_k = E(\hat{S}^k Z)",
    source: ENERGY_SOURCE,
};

/// An empty list.
static NOTHING: Rule = Rule {
    name: "nothing",
    template: "",
    cumulative: false,
    work: each_once,
    fill: |_, _| Vec::new(),
    reads: |_, _, _| Vec::new(),
    value: |_, _, _| f64::NAN,
};

/// What follows the normalization.
pub static PARTS: &[Part] = &[
    always(&ROOT),
    always(&DEGREES),
    always(&ROOT_LENGTH),
    always(&NO_COSINES),
    always(&NO_ENERGIES),
    rounds(
        "layers",
        "",
        &[
            always(&DOT),
            always(&SQUARES),
            always(&LENGTH),
            always(&LENGTHS),
            always(&COSINE),
            always(&HEARD),
            always(&ROUGHNESS),
            always(&ENERGY),
            always(&COSINES),
            always(&ENERGIES),
        ],
    ),
];

/// Measures how alike the nodes become: for k = 0 to `layers`, the cosine of every feature of Ŝᵏx to √d̂, and the Dirichlet energy tr(Zᵀ(I − Ŝ)Z).
///
/// √d̂ is the one direction (in a connected, undirected graph) that Ŝ leaves as it is; in it a node's value depends only on its degree. A feature of
/// zeros has the cosine 0. In an undirected graph the energy is ½ Σ Â_vu (z_v/√d̂_v − z_u/√d̂_u)².
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x | [n, f] |
/// | cosines | [layers + 1, f] |
/// | energies | \[layers + 1\] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit, those of [`crate::graph::convolution::gcn_normalization::normalize_adjacency`], and
/// [`crate::error::Error::OutOfRange`] for as many `layers` as [`crate::graph::rounds::MAX_ROUNDS`].
///
/// # Complexity
/// layers · n² · f multiplications, and layers² · f copies.
///
/// # Example
/// Two nodes of degree 2: one propagation makes them equal, and nothing is left to smooth.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(2, vec![[0, 1]], false)?)
///     .with("x", Tensor::matrix(&[[1.0], [0.0]])?)
///     .with("layers", 1.0);
/// let trace = catalog::trace("over-smoothing", &inputs)?;
/// let cosines = trace.outputs["cosines"].data();
/// assert!((cosines[0] - 0.5f64.sqrt()).abs() < 1e-15 && (cosines[1] - 1.0).abs() < 1e-15);
/// assert!((trace.outputs["energies"].data()[0] - 0.5).abs() < 1e-15);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "over-smoothing",
    title: "Over-smoothing",
    source: "Li et al. 2018, theorem 1",
    inputs: &[graph("graph"), required("x", &FEATURES), integer_or("layers", 0, 16), flag("selfLoops", true)],
    parts: &[
        always(&MESSAGES),
        always(&MESSAGE_WEIGHTS),
        always(&FEATURES),
        include("", NORMALIZATION),
        include("", PARTS),
    ],
    outputs: &[Output { name: "cosines", steps: &[&COSINES] }, Output { name: "energies", steps: &[&ENERGIES] }],
    run: |arguments, run| {
        let layers = arguments.optional_integer("layers", 0)?.unwrap_or(16).saturating_add(1);
        let options = Options { self_loops: arguments.flag("selfLoops", true)?, ..Options::default() };
        let graph = given_graph(run, arguments.graph("graph")?)?;
        let mut state = run.given(&FEATURES, "x", arguments.tensor("x")?)?;
        let width = run.size('f')?;
        check_rounds("layers", layers, run.tensor(state)?.element_count().max(layers.saturating_mul(width)))?;
        let normalization = normalize(run, &graph, &options)?;
        let root = run.step(&ROOT, &[normalization.degree])?;
        let degrees = run.step(&DEGREES, &[normalization.degree])?;
        let root_length = run.step(&ROOT_LENGTH, &[degrees])?;
        run.bind('r', 0, "the curve before its first point")?;
        let mut cosines = run.step(&NO_COSINES, &[])?;
        let mut energies = run.step(&NO_ENERGIES, &[])?;
        for layer in 0..layers {
            (state, cosines, energies) = run.round("layers", layer, |run| {
                run.bind('l', layer + 1, "the curve so far")?;
                let dot = run.step(&DOT, &[state, root])?;
                let squares = run.step(&SQUARES, &[state, state])?;
                let length = run.step(&LENGTH, &[squares])?;
                let lengths = run.step(&LENGTHS, &[length, root_length])?;
                let cosine = run.step(&COSINE, &[dot, lengths])?;
                let heard = run.step(&HEARD, &[normalization.adjacency, state])?;
                let roughness = run.step(&ROUGHNESS, &[state, heard])?;
                let energy = run.step(&ENERGY, &[state, roughness])?;
                let cosines = run.step(&COSINES, &[cosines, cosine])?;
                Ok((heard, cosines, run.step(&ENERGIES, &[energies, energy])?))
            })?;
        }
        Ok(vec![("cosines", cosines), ("energies", energies)])
    },
};
