//! Over-smoothing: with many propagations all features of a connected graph tend to the same direction, independent of their start.
//!
//! ```text
//! x ─► Ŝx ─► Ŝ²x ─► Ŝ³x ─► …      cos(Ŝᵏx, √d̂)  →  ±1      energy  →  0
//! ```
//!
//! Source: Li et al. 2018, *Deeper Insights into Graph Convolutional Networks*, theorem 1; Cai & Wang 2020, *A Note on Over-Smoothing for Graph
//! Neural Networks*, definition 3.1.

use crate::algorithm::{Algorithm, Part, always, flag, graph, include, integer_or, output, required, rounds};
use crate::graph::convolution::gcn_normalization::{NORMALIZATION, Options, normalize};
use crate::graph::rounds::check_rounds;
use crate::graph::structure::messages::{MESSAGE_WEIGHTS, MESSAGES, given_graph};
use crate::op::{DIVIDE_OR_ZERO, MULTIPLY, Obstacle, Op, Reduction, Rule, SQUARE_ROOT, SUBTRACT, StepSpec, step};
use crate::rules::rows::APPENDED;

use super::restart::FEATURES;

const SOURCE: &str = "Li et al. 2018, theorem 1, which prints D^−½ for D^½";
const ENERGY_SOURCE: &str = "Cai & Wang 2020, definition 3.1";

/// The direction that propagation does not change.
pub static ROOT: StepSpec = step("smoothing.root-degree", Op::Map(&SQUARE_ROOT), &["v"], "v", &["target"])
    .written(r"\sqrt{\hat{d}}", r"\sqrt{#1\hat{d}_v}", SOURCE)
    .begins("start");

/// The sum of the degrees: its squared length.
pub static DEGREES: StepSpec = step("smoothing.degree-sum", Op::Reduce(Reduction::Sum), &["v"], "", &[])
    .written(r"\textstyle\sum_v \hat{d}_v", r"\sum_v #1\hat{d}_v", SOURCE);

/// Its length.
pub static ROOT_LENGTH: StepSpec = step("smoothing.root-length", Op::Map(&SQUARE_ROOT), &[""], "", &[]).written(
    r"|\sqrt{\hat{d}}|",
    r"|\sqrt{\hat{d}}| = \sqrt{\textstyle\sum_v \hat{d}_v}",
    SOURCE,
);

/// The curve before its first point.
pub static NO_COSINES: StepSpec =
    step("smoothing.no-cosines", Op::Rule(&NOTHING), &[], "rf", &["step", "feature"]).written(r"c", r"c = ()", SOURCE);

/// The other curve before its first point.
pub static NO_ENERGIES: StepSpec =
    step("smoothing.no-energies", Op::Rule(&NOTHING), &[], "r", &["step"]).written(r"E", r"E = ()", ENERGY_SOURCE);

/// The product of each feature with that direction.
pub static DOT: StepSpec = step("smoothing.dot", Op::Contract, &["vf", "v"], "f", &["feature"])
    .written(r"z \cdot \sqrt{\hat{d}}", r"#1z \cdot \sqrt{\hat{d}}", SOURCE);

/// The sum of the squares of each feature.
pub static SQUARES: StepSpec = step("smoothing.squares", Op::Contract, &["vf", "vf"], "f", &["feature"])
    .written(r"|z|^2", r"|z|^2 = \sum_v #1z_v^2", SOURCE);

/// The length of each feature.
pub static LENGTH: StepSpec = step("smoothing.length", Op::Map(&SQUARE_ROOT), &["f"], "f", &["feature"])
    .written(r"|z|", r"|z| = \sqrt{|z|^2}", SOURCE);

/// The product of both lengths.
pub static LENGTHS: StepSpec = step("smoothing.lengths", Op::Map(&MULTIPLY), &["f", ""], "f", &["feature"])
    .written(r"|z|\,|\sqrt{\hat{d}}|", r"|z|\,|\sqrt{\hat{d}}|", SOURCE);

/// The cosine of the angle between the two.
pub static COSINE: StepSpec = step("smoothing.cosine", Op::Map(&DIVIDE_OR_ZERO), &["f", "f"], "f", &["feature"])
    .written(r"\cos", r"\cos(z, \sqrt{\hat{d}}) = \frac{z \cdot \sqrt{\hat{d}}}{|z|\,|\sqrt{\hat{d}}|}", SOURCE);

/// One more propagation. A prime says that the features are the new ones: those before are the input in the first round.
pub static HEARD: StepSpec = step("smoothing.heard", Op::Contract, &["vu", "uf"], "vf", &["target", "feature"])
    .written("H", r"H' = \hat{S} \, #2H", SOURCE);

/// The difference that one propagation makes.
pub static ROUGHNESS: StepSpec =
    step("smoothing.roughness", Op::Map(&SUBTRACT), &["vf", "vf"], "vf", &["target", "feature"])
        .written("R", r"R = #1H - #2H'", ENERGY_SOURCE);

/// The Dirichlet energy, which measures how much neighbors differ.
pub static ENERGY: StepSpec = step("smoothing.energy", Op::Contract, &["vf", "vf"], "", &[])
    .written(r"E", r"E = \operatorname{tr}(#1H^\top #2R)", ENERGY_SOURCE);

/// The curve of cosines so far.
pub static COSINES: StepSpec = step("smoothing.cosines", Op::Rule(&APPENDED), &["rf", "f"], "lf", &["step", "feature"])
    .written(r"c", r"c = (\cos_0, \ldots, \cos_k)", SOURCE);

/// The curve of energies so far.
pub static ENERGIES: StepSpec = step("smoothing.energies", Op::Rule(&APPENDED), &["r", ""], "l", &["step"])
    .written(r"E", r"(E_0, \ldots, E_k)", ENERGY_SOURCE);

/// An empty list.
static NOTHING: Rule = Rule { name: "nothing", template: "", ..Rule::constant(Obstacle::Structure) };

/// The steps after the normalization.
pub static PARTS: &[Part] = &[
    always(&[&ROOT, &DEGREES, &ROOT_LENGTH, &NO_COSINES, &NO_ENERGIES]),
    rounds(
        "layers",
        "",
        &[always(&[&DOT, &SQUARES, &LENGTH, &LENGTHS, &COSINE, &HEARD, &ROUGHNESS, &ENERGY, &COSINES, &ENERGIES])],
    ),
];

/// Measures how similar the nodes become: for k = 0 to `layers`, the cosine of every feature of Ŝᵏx to √d̂, and the Dirichlet energy tr(Zᵀ(I − Ŝ)Z).
///
/// √d̂ is the one direction (in a connected, undirected graph) that Ŝ does not change; in it a node's value depends only on its degree. A feature of
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
/// A typed error naming the input whose shape or numbers do not fit, those of [`crate::graph::convolution::gcn_normalization::normalize_adjacency`],
/// and [`crate::error::Error::OutOfRange`] for as many `layers` as [`crate::graph::rounds::MAX_ROUNDS`].
///
/// # Complexity
/// layers · n² · f multiplications, and layers² · f copies.
///
/// # Example
/// Two nodes of degree 2: one propagation makes them equal.
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
    source: SOURCE,
    inputs: &[graph("graph"), required("x", &FEATURES), integer_or("layers", 0, 16), flag("selfLoops", true)],
    parts: &[always(&[&MESSAGES, &MESSAGE_WEIGHTS, &FEATURES]), include("", NORMALIZATION), include("", PARTS)],
    outputs: &[output("cosines", &[&COSINES]), output("energies", &[&ENERGIES])],
    run: |inputs, run| {
        let layers = inputs.integer("layers")?.saturating_add(1);
        let options = Options { self_loops: inputs.flag("selfLoops")?, ..Options::default() };
        let graph = given_graph(run, inputs.graph("graph")?)?;
        let mut state = run.given(&FEATURES, "x", inputs.tensor("x")?)?;
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
