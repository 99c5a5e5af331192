//! GATv2: graph attention whose ranking of the neighbors may depend on the target.
//!
//! ```text
//! X W^s + b^s ─┬─► g_u ─┐
//!              │        ├─► g_v + g_u ─► LeakyReLU ─► a · ─► only neighbors ─► softmax over sources ─► weights ─┐
//! X W^t + b^t ─┼─► g_v ─┘                                                                                       │
//!              └────────────────────────────────────────────────────────────────────────────────────────────────┴─► heads
//! ```
//!
//! GAT adds two numbers, one from each end, and activates the sum, so the order of the sources is the same for every target. Here the activation
//! precedes the product with the attention vector, and the order may differ.
//!
//! Source: Brody et al. 2022, *How Attentive are Graph Attention Networks?*, eq. (7).

use crate::algorithm::{
    Algorithm, Parameters, always, choice, flag, graph, include, integer_or, number_or, optional, output, required,
    when,
};
use crate::error::Result;
use crate::graph::structure::messages::{DIRECTIONS, MESSAGES, bind_nodes, given_neighbors, oriented};
use crate::op::{ADD, LEAKY_RELU, Op, StepSpec, given, step};
use crate::trace::{Run, Value};

use super::gat_layer::{FEATURES, NEGATIVE_SLOPE};
use super::neighbor_attention::{
    self, ACTIVATIONS, BIAS, DEFAULT_NEGATIVE_SLOPE, Layer, OUTPUTS, Options, PARTS, WEIGHTS, attend, bind_output_width,
};

pub(in crate::graph) const SOURCE: &str = "Brody et al. 2022, eq. (7)";
const BIASED_SOURCE: &str = "Brody et al. 2022, eq. (7), with the biases of its implementations";

/// The learned matrix of the sources, the heads side by side.
pub static SOURCE_PROJECTION: StepSpec = given("gatv2.source-projection", "f(hk)", &["feature", "head-feature"])
    .written(r"W^{\text{s}}", r"W^{\text{s}} \in \mathbb{R}^{f \times Hk}", SOURCE)
    .begins("projections");

/// The learned matrix of the targets, the heads side by side.
pub static TARGET_PROJECTION: StepSpec = StepSpec {
    id: "gatv2.target-projection",
    symbol: r"W^{\text{t}}",
    formula: r"W^{\text{t}} \in \mathbb{R}^{f \times Hk}",
    begins: None,
    ..SOURCE_PROJECTION
};

/// The bias of the sources.
pub static SOURCE_BIAS: StepSpec = given("gatv2.source-bias", "(hk)", &["head-feature"])
    .written(r"b^{\text{s}}", r"b^{\text{s}} \in \mathbb{R}^{Hk}", BIASED_SOURCE);

/// The bias of the targets.
pub static TARGET_BIAS: StepSpec = StepSpec {
    id: "gatv2.target-bias",
    symbol: r"b^{\text{t}}",
    formula: r"b^{\text{t}} \in \mathbb{R}^{Hk}",
    ..SOURCE_BIAS
};

/// The attention vector of each head.
pub static ATTENTION: StepSpec =
    given("gatv2.attention", "hk", &["head", "feature"]).written("a", r"a \in \mathbb{R}^{H \times k}", SOURCE);

/// The projection of each node as a source: the values, and one term of the scores.
pub static SOURCES: StepSpec =
    step("gatv2.sources", Op::Contract, &["uf", "f(hk)"], "huk", &["head", "source", "feature"])
        .written(r"XW^{\text{s}}", r"x_u W^{\text{s}}", SOURCE);

/// The sources with their bias.
pub static SOURCES_BIASED: StepSpec =
    step("gatv2.sources-biased", Op::Map(&ADD), &["huk", "(hk)"], "huk", &["head", "source", "feature"]).written(
        r"G^{\text{s}}",
        r"g^{\text{s}}_u = x_u W^{\text{s}} + b^{\text{s}}",
        BIASED_SOURCE,
    );

/// The projection of each node as a target: the other term of the scores.
pub static TARGETS: StepSpec =
    step("gatv2.targets", Op::Contract, &["vf", "f(hk)"], "hvk", &["head", "target", "feature"])
        .written(r"XW^{\text{t}}", r"x_v W^{\text{t}}", SOURCE);

/// The targets with their bias.
pub static TARGETS_BIASED: StepSpec =
    step("gatv2.targets-biased", Op::Map(&ADD), &["hvk", "(hk)"], "hvk", &["head", "target", "feature"]).written(
        r"G^{\text{t}}",
        r"g^{\text{t}}_v = x_v W^{\text{t}} + b^{\text{t}}",
        BIASED_SOURCE,
    );

/// The sum of both ends of each message, for each feature.
pub static SUMS: StepSpec =
    step("gatv2.sums", Op::Map(&ADD), &["hvk", "huk"], "hvuk", &["head", "target", "source", "feature"])
        .written("G", r"G_{vu} = #1{G^{\text{t}}}_v + #2{G^{\text{s}}}_u", SOURCE)
        .begins("scores");

/// The activated sums.
pub static ACTIVATED: StepSpec =
    step("gatv2.activated", Op::Map(&LEAKY_RELU), &["hvuk", ""], "hvuk", &["head", "target", "source", "feature"])
        .written(r"\mathrm{LeakyReLU}(G)", r"\mathrm{LeakyReLU}_\beta(G_{vu})", SOURCE);

/// The score of each message.
pub static SCORES: StepSpec = step("gatv2.scores", Op::Contract, &["hk", "hvuk"], "hvu", &["head", "target", "source"])
    .written("e", r"e_{vu} = a \cdot \mathrm{LeakyReLU}(G_{vu})", SOURCE);

/// The weighted mean of the projected sources.
static AGGREGATED: StepSpec = StepSpec {
    formula: r"Y^h_v = \sum_{u \in N(v)} \alpha^h_{vu} \, #2{(G^{\text{s}})}^h_u",
    source: SOURCE,
    ..neighbor_attention::AGGREGATED
};

/// Attends from each node to its neighbors, which `messages` lists, with the features `x` [n, f] of all nodes.
///
/// # Errors
/// As [`ALGORITHM`].
///
/// # Complexity
/// As [`ALGORITHM`].
pub fn gatv2_layer(
    run: &mut Run,
    (messages, x): (Value, Value),
    params: &Parameters,
    options: &Options,
) -> Result<Layer> {
    run.bind('h', options.heads, "`heads`")?;
    run.require_positive('h', "heads")?;
    bind_nodes(run, x)?;
    let source_steps = [&SOURCE_PROJECTION, &SOURCES, &SOURCE_BIAS, &SOURCES_BIASED];
    let sources = project(run, params, x, ["wSource", "bSource"], source_steps)?;
    let target_steps = [&TARGET_PROJECTION, &TARGETS, &TARGET_BIAS, &TARGETS_BIASED];
    let targets = project(run, params, x, ["wTarget", "bTarget"], target_steps)?;
    let attention = params.given(run, &ATTENTION, "attention")?;
    bind_output_width(run, options)?;
    let bias = params.optional(run, &BIAS, "b")?;
    let slope = run.given_number(&NEGATIVE_SLOPE, "negativeSlope", options.negative_slope)?;
    let sums = run.step(&SUMS, &[targets, sources])?;
    let activated = run.step(&ACTIVATED, &[sums, slope])?;
    let scores = run.step(&SCORES, &[attention, activated])?;
    attend(run, messages, (scores, sources), &AGGREGATED, bias, options)
}

/// Computes softmax over N(v) of a · LeakyReLU(x_u W^s + b^s + x_v W^t + b^t), and the mean of x_u W^s + b^s under these weights.
///
/// Neighborhoods, self-loops, heads and bias are those of [`super::gat_layer`]; `direction` reverses every message of a directed graph. Without
/// `bSource` or `bTarget` the projection has no bias.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x | [n, f] |
/// | wSource, wTarget | [f, heads · k] |
/// | bSource, bTarget | \[heads · k\] |
/// | attention | [heads, k] |
/// | b | \[heads · k\], for the mean \[k\] |
/// | weights | [heads, n, n]: `[head, target, source]` |
/// | output | [n, heads · k], for the mean [n, k] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; [`crate::error::Error::TooLarge`] when heads · n² · k numbers are too many.
///
/// # Complexity
/// 2 n · f · heads · k + 2 n² · heads · k multiplications. A sparse implementation needs messages in place of n².
///
/// # Example
/// With slope 0 the score is the positive part of the sum: ln 3 for node 0, and 0 for node 1, whose own term is −9.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let one = Tensor::matrix(&[[1.0]])?;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(2, vec![[0, 1]], false)?)
///     .with("x", Tensor::matrix(&[[0.0], [3f64.ln()]])?)
///     .with("wSource", one.clone())
///     .with("wTarget", Tensor::matrix(&[[-9.0]])?)
///     .with("attention", one)
///     .with("negativeSlope", 0.0);
/// let weights = &catalog::trace("gatv2-layer", &inputs)?.outputs["weights"];
/// assert!((weights.get(&[0, 0, 1]).unwrap() - 0.75).abs() < 1e-15);
/// assert_eq!(weights.get(&[0, 1, 1]), Some(0.5));
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "gatv2-layer",
    title: "Graph attention, version 2",
    source: SOURCE,
    inputs: &[
        graph("graph"),
        required("x", &FEATURES),
        required("wSource", &SOURCE_PROJECTION).learned(),
        optional("bSource", &SOURCE_BIAS).learned(),
        required("wTarget", &TARGET_PROJECTION).learned(),
        optional("bTarget", &TARGET_BIAS).learned(),
        required("attention", &ATTENTION).learned(),
        optional("b", &BIAS).learned(),
        integer_or("heads", 1, 1),
        choice("combine", &["concat", "mean"], "concat"),
        flag("selfLoops", true),
        choice("direction", DIRECTIONS, "source-to-target"),
        number_or("negativeSlope", DEFAULT_NEGATIVE_SLOPE),
        choice("activation", ACTIVATIONS, "none"),
    ],
    parts: &[
        always(&[&MESSAGES, &FEATURES, &SOURCE_PROJECTION, &SOURCES]),
        when("bSource", &[&SOURCE_BIAS, &SOURCES_BIASED]),
        always(&[&TARGET_PROJECTION, &TARGETS]),
        when("bTarget", &[&TARGET_BIAS, &TARGETS_BIASED]),
        always(&[&ATTENTION]),
        when("b", &[&BIAS]),
        always(&[&NEGATIVE_SLOPE, &SUMS, &ACTIVATED, &SCORES]),
        include("", PARTS),
    ],
    outputs: &[output("weights", &[&WEIGHTS]), output("output", OUTPUTS)],
    run: |inputs, run| {
        let options = Options::read(inputs)?;
        let messages = given_neighbors(run, oriented(inputs)?.as_ref())?;
        let x = run.given(&FEATURES, "x", inputs.tensor("x")?)?;
        let layer = gatv2_layer(run, (messages, x), &Parameters::new(inputs, ""), &options)?;
        Ok(vec![("weights", layer.weights), ("output", layer.output)])
    },
};

/// Validates a matrix and its bias, if there is one, and projects the nodes with them.
fn project(
    run: &mut Run,
    params: &Parameters,
    x: Value,
    [matrix_name, bias_name]: [&str; 2],
    [matrix, product, bias, sum]: [&'static StepSpec; 4],
) -> Result<Value> {
    let matrix = params.given(run, matrix, matrix_name)?;
    let projected = run.step(product, &[x, matrix])?;
    match params.optional(run, bias, bias_name)? {
        Some(bias) => run.step(sum, &[projected, bias]),
        None => Ok(projected),
    }
}
