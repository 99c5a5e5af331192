//! A graph convolution: the normalized sum over the neighbors of each node and itself, times one learned matrix.
//!
//! ```text
//! graph ─► Ŝ [n, n] ─┐
//!                    ├─► Ŝ X ─┐
//!     X [n, f] ──────┘        ├─► Ŝ X W ─► + b ─► σ ─► [n, g]
//!     W [f, g] ───────────────┘
//! ```
//!
//! Source: Kipf & Welling 2017, *Semi-Supervised Classification with Graph Convolutional Networks*, eq. (2). Its activation σ is an option.

use crate::algorithm::{Algorithm, Parameters, always, choice, flag, graph, include, optional, output, required, when};
use crate::error::Result;
use crate::graph::structure::messages::{
    DIRECTIONS, GivenGraph, MESSAGE_WEIGHTS, MESSAGES, bind_nodes, given_graph, oriented,
};
use crate::op::{ADD, Op, RELU, StepSpec, given, step};
use crate::trace::{Run, Value};

use super::gcn_normalization::{
    self, ANY_NORMALIZATION, DEGREE_KINDS, LOOP_RULES, MATRICES, NORMALIZATIONS, normalize,
};

const SOURCE: &str = "Kipf & Welling 2017, eq. (2)";
const BIAS_SOURCE: &str = "Kipf & Welling 2017, eq. (2), with the bias of its implementations";

/// The features of each node.
pub static FEATURES: StepSpec =
    given("gcn.features", "uf", &["source", "feature"]).written("X", r"X \in \mathbb{R}^{n \times f}", SOURCE);

/// The learned matrix, the same for every node.
pub static PROJECTION: StepSpec = given("gcn.projection", "fg", &["feature", "output-feature"])
    .written("W", r"W \in \mathbb{R}^{f \times g}", SOURCE);

/// The bias of each output feature.
pub static BIAS: StepSpec =
    given("gcn.bias", "g", &["output-feature"]).written("b", r"b \in \mathbb{R}^{g}", BIAS_SOURCE);

/// The normalized sum over each node's neighbors and itself.
pub static AGGREGATED: StepSpec = step("gcn.aggregated", Op::Contract, &["vu", "uf"], "vf", &["target", "feature"])
    .written(r"\hat{S} X", r"#1\hat{S} #2X", SOURCE)
    .begins("aggregation");

/// The normalized sum, times the learned matrix.
pub static TRANSFORMED: StepSpec =
    step("gcn.transformed", Op::Contract, &["vf", "fg"], "vg", &["target", "output-feature"])
        .written(r"\hat{S} X W", r"H = \hat{S} X W", SOURCE);

/// The result with the bias added.
pub static BIASED: StepSpec = step("gcn.biased", Op::Map(&ADD), &["vg", "g"], "vg", &["target", "output-feature"])
    .written("H", r"H = \hat{S} X W + b", BIAS_SOURCE);

/// max(0, h)
pub static RELU_STEP: StepSpec = step("gcn.relu", Op::Map(&RELU), &["vg"], "vg", &["target", "output-feature"])
    .written(r"\max(0, H)", r"\max(0, #1H)", SOURCE);

/// The activations that may follow.
pub const ACTIVATIONS: &[&str] = &["none", "relu"];

/// Options, all of which may be left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Replaces negative numbers by 0 at the end.
    pub relu: bool,
    /// The conventions of the normalization.
    pub normalization: gcn_normalization::Options,
}

/// The results of the layer.
#[derive(Clone, Debug)]
pub struct Layer {
    /// [n, g].
    pub output: Value,
    /// [n, n]: the normalized adjacency, `[target, source]`.
    pub adjacency: Value,
}

/// The learned matrix of a layer, and its bias.
pub(in crate::graph) struct Weights {
    projection: Value,
    bias: Option<Value>,
}

impl Weights {
    /// Marks `w`, and `b` if it is present, as given.
    pub(in crate::graph) fn given(run: &mut Run, params: &Parameters) -> Result<Weights> {
        Ok(Weights { projection: params.given(run, &PROJECTION, "w")?, bias: params.optional(run, &BIAS, "b")? })
    }
}

/// Normalizes the graph, and computes the layer from the features `x` [n, f] of all nodes.
///
/// # Errors
/// As [`ALGORITHM`].
///
/// # Complexity
/// As [`ALGORITHM`].
pub fn gcn_layer(
    run: &mut Run,
    (graph, x): (&GivenGraph, Value),
    params: &Parameters,
    options: &Options,
) -> Result<Layer> {
    bind_nodes(run, x)?;
    let weights = Weights::given(run, params)?;
    let adjacency = normalize(run, graph, &options.normalization)?.adjacency;
    let output = convolve(run, adjacency, x, &weights)?;
    let output = if options.relu { run.step(&RELU_STEP, &[output])? } else { output };
    Ok(Layer { output, adjacency })
}

/// Computes the layer from a normalized adjacency: aggregate, transform, add the bias.
pub(in crate::graph) fn convolve(run: &mut Run, adjacency: Value, x: Value, weights: &Weights) -> Result<Value> {
    let aggregated = run.step(&AGGREGATED, &[adjacency, x])?;
    let transformed = run.step(&TRANSFORMED, &[aggregated, weights.projection])?;
    match weights.bias {
        Some(bias) => run.step(&BIASED, &[transformed, bias]),
        None => Ok(transformed),
    }
}

/// Computes D̂^-½ Â D̂^-½ X W + b, with `activation` `relu` followed by ReLU, as between two layers of a network. The conventions of the normalization are options,
/// as in [`super::gcn_normalization::normalize_adjacency`].
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x | [n, f] |
/// | w | [f, g] |
/// | b | \[g\] |
/// | output | [n, g] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit, and those of [`super::gcn_normalization::normalize_adjacency`].
///
/// # Complexity
/// n² · f + n · f · g multiplications. A sparse run (`catalog::SPARSE`) needs messages · f in place of n² · f.
///
/// # Example
/// Two nodes, one edge: both get the mean of the two features, 2, and the matrix triples it.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(2, vec![[0, 1]], false)?)
///     .with("x", Tensor::matrix(&[[1.0], [3.0]])?)
///     .with("w", Tensor::matrix(&[[3.0]])?);
/// let output = &catalog::trace("gcn-layer", &inputs)?.outputs["output"];
/// assert!(output.data().iter().all(|entry| (entry - 6.0).abs() < 1e-14));
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "gcn-layer",
    title: "Graph convolution",
    source: SOURCE,
    inputs: &[
        graph("graph"),
        required("x", &FEATURES),
        required("w", &PROJECTION).learned(),
        optional("b", &BIAS).learned(),
        flag("selfLoops", true),
        choice("loopRule", LOOP_RULES, "where-missing"),
        choice("degree", DEGREE_KINDS, "in"),
        choice("normalization", NORMALIZATIONS, "symmetric"),
        choice("direction", DIRECTIONS, "source-to-target"),
        choice("activation", ACTIVATIONS, "none"),
    ],
    parts: &[
        always(&[&MESSAGES, &MESSAGE_WEIGHTS, &FEATURES, &PROJECTION]),
        when("b", &[&BIAS]),
        include("", ANY_NORMALIZATION),
        always(&[&AGGREGATED, &TRANSFORMED]),
        when("b", &[&BIASED]),
        when("activation=relu", &[&RELU_STEP]),
    ],
    outputs: &[output("output", &[&RELU_STEP, &BIASED, &TRANSFORMED]), output("adjacency", MATRICES)],
    run: |inputs, run| {
        let options = Options {
            relu: inputs.choice("activation")? == "relu",
            normalization: gcn_normalization::Options::read(inputs)?,
        };
        inputs.require(&["x", "w"])?;
        let graph = given_graph(run, oriented(inputs)?.as_ref())?;
        let x = run.given(&FEATURES, "x", inputs.tensor("x")?)?;
        let layer = gcn_layer(run, (&graph, x), &Parameters::new(inputs, ""), &options)?;
        Ok(vec![("output", layer.output), ("adjacency", layer.adjacency)])
    },
};
