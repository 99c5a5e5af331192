//! Graph attention: each node computes the mean of its neighbors' projected features, weighted by a softmax of learned scores.
//!
//! ```text
//! X W, by head ─┬─► source score s_u ─┐
//!               ├─► target score t_v ─┴─► t_v + s_u ─► LeakyReLU ─► only neighbors ─► softmax over sources ─► weights ─┐
//!               └──────────────────────────────────────────────────────────────────────────────────────────────────────┴─► heads
//! heads ─► side by side, or their mean ─► + b ─► σ ─► output
//! ```
//!
//! The paper's attention vector a, which is multiplied by the concatenation of both ends, is given as its two halves: a·\[Wx_v ‖ Wx_u\] = t_v + s_u.
//!
//! Source: Veličković et al. 2018, *Graph Attention Networks*, eqs. (1) to (6). The activation σ of eqs. (4) to (6) is an option.

use crate::algorithm::{
    Algorithm, Parameters, always, choice, flag, graph, include, integer_or, number_or, optional, output, required,
    when,
};
use crate::error::Result;
use crate::graph::structure::messages::{DIRECTIONS, MESSAGES, bind_nodes, given_neighbors, oriented};
use crate::op::{ADD, LEAKY_RELU, Op, StepSpec, given, step};
use crate::trace::{Run, Value};

use super::neighbor_attention::{
    ACTIVATIONS, AGGREGATED, BIAS, DEFAULT_NEGATIVE_SLOPE, Layer, OUTPUTS, Options, PARTS, WEIGHTS, attend,
    bind_output_width,
};

const LAYER: &str = "Veličković et al. 2018, section 2.1";
const SCORE: &str = "Veličković et al. 2018, eq. (3)";

/// The features of each node.
pub static FEATURES: StepSpec =
    given("gat.features", "uf", &["source", "feature"]).written(r"X", r"X \in \mathbb{R}^{n \times f}", LAYER);

/// The learned matrix, the same for every node, the heads side by side.
pub static PROJECTION: StepSpec = given("gat.projection", "f(hk)", &["feature", "head-feature"])
    .written(r"W", r"W = [W^1 \,\Vert \dots \Vert\, W^H]", LAYER);

/// The half of the attention vector that is multiplied by the source.
pub static ATTENTION_SOURCE: StepSpec = given("gat.attention-source", "hk", &["head", "feature"]).written(
    r"a^{\text{s}}",
    r"a^{\text{s}} \in \mathbb{R}^{H \times k}",
    SCORE,
);

/// The half of the attention vector that is multiplied by the target.
pub static ATTENTION_TARGET: StepSpec = given("gat.attention-target", "hk", &["head", "feature"]).written(
    r"a^{\text{t}}",
    r"a^{\text{t}} \in \mathbb{R}^{H \times k}",
    SCORE,
);

/// The slope of LeakyReLU below 0.
pub static NEGATIVE_SLOPE: StepSpec = given("gat.negative-slope", "", &[]).written(r"\beta", r"\beta", SCORE);

/// The projected features of each node, in each head.
pub static PROJECTED: StepSpec =
    step("gat.projected", Op::Contract, &["uf", "f(hk)"], "huk", &["head", "source", "feature"])
        .written("XW", r"(XW)^h_u = #1x_u W^h", LAYER)
        .begins("projections");

/// The term of the source in the score of each message.
pub static SOURCE_SCORE: StepSpec = step("gat.source-score", Op::Contract, &["huk", "hk"], "hu", &["head", "source"])
    .written(r"s", r"s^h_u = x_u W^h \cdot a^{\text{s}}_h", SCORE)
    .begins("scores");

/// The term of the target in the score of each message.
pub static TARGET_SCORE: StepSpec = step("gat.target-score", Op::Contract, &["hvk", "hk"], "hv", &["head", "target"])
    .written(r"t", r"t^h_v = x_v W^h \cdot a^{\text{t}}_h", SCORE);

/// The score of each message before the activation.
pub static RAW_SCORE: StepSpec =
    step("gat.raw-score", Op::Map(&ADD), &["hv", "hu"], "hvu", &["head", "target", "source"])
        .written(r"r", r"r^h_{vu} = t^h_v + s^h_u", SCORE);

/// The score of each message.
pub static SCORES: StepSpec =
    step("gat.scores", Op::Map(&LEAKY_RELU), &["hvu", ""], "hvu", &["head", "target", "source"]).written(
        r"e",
        r"e^h_{vu} = \mathrm{LeakyReLU}_\beta(r^h_{vu})",
        SCORE,
    );

/// Attends from each node to its neighbors, which `messages` lists, with the features `x` [n, f] of all nodes.
///
/// # Errors
/// As [`ALGORITHM`].
///
/// # Complexity
/// As [`ALGORITHM`].
pub fn gat_layer(
    run: &mut Run,
    (messages, x): (Value, Value),
    params: &Parameters,
    options: &Options,
) -> Result<Layer> {
    run.bind('h', options.heads, "`heads`")?;
    run.require_positive('h', "heads")?;
    bind_nodes(run, x)?;
    let projection = params.given(run, &PROJECTION, "w")?;
    let attention_source = params.given(run, &ATTENTION_SOURCE, "attentionSource")?;
    let attention_target = params.given(run, &ATTENTION_TARGET, "attentionTarget")?;
    bind_output_width(run, options)?;
    let bias = params.optional(run, &BIAS, "b")?;
    let slope = run.given_number(&NEGATIVE_SLOPE, "negativeSlope", options.negative_slope)?;

    let projected = run.step(&PROJECTED, &[x, projection])?;
    let source_score = run.step(&SOURCE_SCORE, &[projected, attention_source])?;
    let target_score = run.step(&TARGET_SCORE, &[projected, attention_target])?;
    let raw = run.step(&RAW_SCORE, &[target_score, source_score])?;
    let scores = run.step(&SCORES, &[raw, slope])?;
    attend(run, messages, (scores, projected), &AGGREGATED, bias, options)
}

/// Computes softmax over N(v) of LeakyReLU(a·\[Wx_v ‖ Wx_u\]), and the mean of Wx_u under these weights.
///
/// N(v) is a set: an edge that is listed twice counts once, and edge weights are ignored. With self-loops, the paper's choice, every node is its own
/// neighbor once, whether its loop is listed or added; so "add" and "add where missing" are one rule here. A node without neighbors gets zeros, plus
/// the bias, with a notice. The activation at the end is `none`, `elu`, the paper's choice for hidden layers, or `relu`; what the last layer gives goes
/// into a softmax without one.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x | [n, f] |
/// | w | [f, heads · k]: the heads side by side |
/// | attentionSource, attentionTarget | [heads, k]: the halves of the attention vector that are multiplied by the source and by the target |
/// | b | \[heads · k\], for the mean \[k\] |
/// | weights | [heads, n, n] |
/// | output | [n, heads · k], for the mean [n, k] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit.
///
/// # Complexity
/// n · f · heads · k + n² · heads · k multiplications. A sparse run (`catalog::SPARSE`) needs messages in place of n².
///
/// # Example
/// Two nodes with features 0 and ln 3, one edge, and scores that are just the source's feature: weights 1/4 and 3/4.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let one = Tensor::matrix(&[[1.0]])?;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(2, vec![[0, 1]], false)?)
///     .with("x", Tensor::matrix(&[[0.0], [3f64.ln()]])?)
///     .with("w", one.clone())
///     .with("attentionSource", one)
///     .with("attentionTarget", Tensor::matrix(&[[0.0]])?);
/// let weight = catalog::trace("gat-layer", &inputs)?.outputs["weights"].get(&[0, 0, 1]).unwrap();
/// assert!((weight - 0.75).abs() < 1e-15);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "gat-layer",
    title: "Graph attention",
    source: "Veličković et al. 2018, eqs. (1) to (6)",
    inputs: &[
        graph("graph"),
        required("x", &FEATURES),
        required("w", &PROJECTION).learned(),
        required("attentionSource", &ATTENTION_SOURCE).learned(),
        required("attentionTarget", &ATTENTION_TARGET).learned(),
        optional("b", &BIAS).learned(),
        integer_or("heads", 1, 1),
        choice("combine", &["concat", "mean"], "concat"),
        flag("selfLoops", true),
        choice("direction", DIRECTIONS, "source-to-target"),
        number_or("negativeSlope", DEFAULT_NEGATIVE_SLOPE),
        choice("activation", ACTIVATIONS, "none"),
    ],
    parts: &[
        always(&[&MESSAGES, &FEATURES, &PROJECTION, &ATTENTION_SOURCE, &ATTENTION_TARGET]),
        when("b", &[&BIAS]),
        always(&[&NEGATIVE_SLOPE, &PROJECTED, &SOURCE_SCORE, &TARGET_SCORE, &RAW_SCORE, &SCORES]),
        include("", PARTS),
    ],
    outputs: &[output("weights", &[&WEIGHTS]), output("output", OUTPUTS)],
    run: |inputs, run| {
        let options = Options::read(inputs)?;
        inputs.require(&["w", "attentionSource", "attentionTarget"])?;
        let graph = oriented(inputs)?;
        inputs.require(&["x"])?;
        let messages = given_neighbors(run, graph.as_ref())?;
        let x = run.given(&FEATURES, "x", inputs.tensor("x")?)?;
        let layer = gat_layer(run, (messages, x), &Parameters::new(inputs, ""), &options)?;
        Ok(vec![("weights", layer.weights), ("output", layer.output)])
    },
};
