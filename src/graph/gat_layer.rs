//! Graph attention: every node weighs its neighbors by a learned score and takes the weighted mean of what they send.
//!
//! ```text
//! X W, by head ─┬─► source score s_u ─┐
//!               ├─► target score t_v ─┴─► t_v + s_u ─► LeakyReLU ─► only neighbors ─► softmax over sources ─► weights ─┐
//!               └──────────────────────────────────────────────────────────────────────────────────────────────────────┴─► heads
//! heads ─► side by side, or their mean ─► + b ─► output
//! ```
//!
//! The paper's attention vector a, which meets the concatenation of both ends, is kept as its two halves: a·\[Wx_v ‖ Wx_u\] = t_v + s_u.
//!
//! Source: Veličković et al. 2018, *Graph Attention Networks*, eqs. (1) to (6), without the activation at the end.

use crate::algorithm::{
    Algorithm, Arguments, Output, always, choice, flag, graph, integer_or, number_or, optional, required, when,
};
use crate::attention::softmax::softmax_rows;
use crate::error::{Error, Result};
use crate::tensor::Tensor;
use crate::trace::{Notice, Run, Value};

use super::adjacency::{ADDED_LOOPS, NEIGHBORHOOD, NEIGHBORS, neighborhood};
use super::messages::{DIRECTIONS, oriented};
use super::{Graph, MESSAGES, given_neighbors};

pub use super::gat_steps::*;

/// LeakyReLU's slope below 0 in Veličković et al. 2018, section 2.1.
pub const DEFAULT_NEGATIVE_SLOPE: f64 = 0.2;

/// What becomes of the heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// They stand side by side.
    Concat,
    /// Their mean.
    Mean,
}

/// What is learned.
#[derive(Clone, Copy, Debug)]
pub struct Parameters<'a> {
    /// [f, heads · k]: the heads side by side.
    pub w: &'a Tensor,
    /// [heads, k]: the half of the attention vector that meets the source.
    pub attention_source: &'a Tensor,
    /// [heads, k]: the half that meets the target.
    pub attention_target: &'a Tensor,
    /// \[heads · k\], or \[k\] for the mean of the heads.
    pub bias: Option<&'a Tensor>,
}

/// What may be left out.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many heads, at least 1.
    pub heads: usize,
    /// What becomes of them.
    pub combine: Combine,
    /// Let every node hear itself once.
    pub self_loops: bool,
    /// LeakyReLU's slope below 0.
    pub negative_slope: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options { heads: 1, combine: Combine::Concat, self_loops: true, negative_slope: DEFAULT_NEGATIVE_SLOPE }
    }
}

/// What the layer computes.
#[derive(Clone, Debug)]
pub struct Layer {
    /// [heads, n, n]: `[head, target, source]`; the row of each target sums to 1.
    pub weights: Value,
    /// [n, heads · k], or [n, k] for the mean of the heads.
    pub output: Value,
}

/// Computes softmax over N(v) of LeakyReLU(a·\[Wx_v ‖ Wx_u\]), and the mean of Wx_u under these weights.
///
/// N(v) is a set: an edge that is listed twice counts once, and edge weights play no part. With self-loops, the paper's choice, every node is its own
/// neighbor once, whether its loop is listed or added; so "add" and "add where missing" are one rule here. A node without neighbors gets zeros, plus the bias, and is noticed. There is no activation at the end.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x | [n, f] |
/// | w | [f, heads · k] |
/// | attention_source, attention_target | [heads, k] |
/// | bias | \[heads · k\], for the mean \[k\] |
/// | weights | [heads, n, n] |
/// | output | [n, heads · k], for the mean [n, k] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit.
///
/// # Complexity
/// n · f · heads · k + n² · heads · k multiplications. A sparse implementation needs messages in place of n².
///
/// # Example
/// Two nodes with features 0 and ln 3, one edge, and scores that are just the source's feature: weights 1/4 and 3/4.
/// ```
/// use attograph::backend::Reference;
/// use attograph::graph::Graph;
/// use attograph::graph::gat_layer::{Options, Parameters, gat_layer};
/// use attograph::tensor::Tensor;
/// use attograph::trace::{Run, Settings, Untraced};
/// let graph = Graph::new(2, vec![[0, 1]], false)?;
/// let x = Tensor::matrix(&[[0.0], [3f64.ln()]])?;
/// let (one, zero) = (Tensor::matrix(&[[1.0]])?, Tensor::matrix(&[[0.0]])?);
/// let parameters = Parameters { w: &one, attention_source: &one, attention_target: &zero, bias: None };
/// let mut tape = Untraced;
/// let mut run = Run::new(&Reference, &mut tape, Settings::default());
/// let layer = gat_layer(&mut run, &graph, &x, &parameters, &Options::default())?;
/// let weight = run.tensor(layer.weights)?.get(&[0, 0, 1]).unwrap();
/// assert!((weight - 0.75).abs() < 1e-15);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn gat_layer(
    run: &mut Run,
    graph: &Graph,
    x: &Tensor,
    parameters: &Parameters,
    options: &Options,
) -> Result<Layer> {
    run.bind('h', options.heads, "`heads`")?;
    run.require_positive('h', "heads")?;
    let messages = given_neighbors(run, graph)?;
    let features = run.given(&FEATURES, "x", x)?;
    let projection = run.given(&PROJECTION, "w", parameters.w)?;
    let attention_source = run.given(&ATTENTION_SOURCE, "attentionSource", parameters.attention_source)?;
    let attention_target = run.given(&ATTENTION_TARGET, "attentionTarget", parameters.attention_target)?;
    bind_output_width(run, options)?;
    let bias = parameters.bias.map(|bias| run.given(&BIAS, "b", bias)).transpose()?;
    let slope = run.given_number(&NEGATIVE_SLOPE, "negativeSlope", options.negative_slope)?;

    let projected = run.step(&PROJECTED, &[features, projection])?;
    let source_score = run.step(&SOURCE_SCORE, &[projected, attention_source])?;
    let target_score = run.step(&TARGET_SCORE, &[projected, attention_target])?;
    let raw = run.step(&RAW_SCORE, &[target_score, source_score])?;
    let scores = run.step(&SCORES, &[raw, slope])?;
    attend(run, messages, (scores, projected), bias, options)
}

/// From scores and values to the layer's result: the softmax over each neighborhood, the mean under it, the heads combined, the bias added.
pub(super) fn attend(
    run: &mut Run,
    messages: Value,
    (scores, values): (Value, Value),
    bias: Option<Value>,
    options: &Options,
) -> Result<Layer> {
    let neighbors = neighborhood(run, messages, options.self_loops)?;
    let masked = run.step(&MASKED, &[scores, neighbors])?;
    let weights = softmax_rows(run, &SOFTMAX, masked, Notice::nodes_without_neighbors)?;
    let aggregated = run.step(&AGGREGATED, &[weights, values])?;
    let combined = match options.combine {
        Combine::Concat => run.step(&CONCATENATED, &[aggregated])?,
        Combine::Mean => {
            let sum = run.step(&HEAD_SUM, &[aggregated])?;
            let heads = run.step(&HEADS, &[aggregated])?;
            run.step(&MEAN, &[sum, heads])?
        }
    };
    let output = match bias {
        Some(bias) => run.step(&BIASED, &[combined, bias])?,
        None => combined,
    };
    Ok(Layer { weights, output })
}

/// Sets the length of the output's feature axis: it depends on what becomes of the heads.
pub(super) fn bind_output_width(run: &mut Run, options: &Options) -> Result<()> {
    let width = run.size('k')?;
    let width = match options.combine {
        Combine::Mean => width,
        Combine::Concat => width.checked_mul(options.heads).ok_or_else(|| Error::Internal {
            step: CONCATENATED.id,
            reason: "the width of `w` is not what it was".into(),
        })?,
    };
    run.bind('o', width, "`w` and `combine`")
}

/// Reads the options of a layer, which are the same for every way of scoring.
pub(super) fn options(arguments: &Arguments) -> Result<Options> {
    let combine = match arguments.choice("combine", &["concat", "mean"])? {
        Some("mean") => Combine::Mean,
        _ => Combine::Concat,
    };
    Ok(Options {
        heads: arguments.optional_integer("heads", 1)?.unwrap_or(1),
        combine,
        self_loops: arguments.flag("selfLoops", true)?,
        negative_slope: arguments.number("negativeSlope", DEFAULT_NEGATIVE_SLOPE)?,
    })
}

/// Catalog entry.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "gat-layer",
    title: "Graph attention",
    source: "Veličković et al. 2018, eqs. (1) to (6)",
    inputs: &[
        graph("graph"),
        required("x", &FEATURES),
        required("w", &PROJECTION),
        required("attentionSource", &ATTENTION_SOURCE),
        required("attentionTarget", &ATTENTION_TARGET),
        optional("b", &BIAS),
        integer_or("heads", 1, 1),
        choice("combine", &["concat", "mean"], "concat"),
        flag("selfLoops", true),
        choice("direction", DIRECTIONS, "source-to-target"),
        number_or("negativeSlope", DEFAULT_NEGATIVE_SLOPE),
    ],
    parts: &[
        always(&MESSAGES),
        always(&FEATURES),
        always(&PROJECTION),
        always(&ATTENTION_SOURCE),
        always(&ATTENTION_TARGET),
        when("b", &BIAS),
        always(&NEGATIVE_SLOPE),
        always(&PROJECTED),
        always(&SOURCE_SCORE),
        always(&TARGET_SCORE),
        always(&RAW_SCORE),
        always(&SCORES),
        always(&NEIGHBORS),
        when("selfLoops", &ADDED_LOOPS),
        when("selfLoops", &NEIGHBORHOOD),
        always(&MASKED),
        always(&ROW_MAX),
        always(&EXPONENTIALS),
        always(&ROW_SUM),
        always(&WEIGHTS),
        always(&AGGREGATED),
        when("combine=concat", &CONCATENATED),
        when("combine=mean", &HEAD_SUM),
        when("combine=mean", &HEADS),
        when("combine=mean", &MEAN),
        when("b", &BIASED),
    ],
    outputs: &[
        Output { name: "weights", steps: &[&WEIGHTS] },
        Output { name: "output", steps: &[&BIASED, &CONCATENATED, &MEAN] },
    ],
    run: |arguments, run| {
        let options = options(arguments)?;
        let parameters = Parameters {
            w: arguments.tensor("w")?,
            attention_source: arguments.tensor("attentionSource")?,
            attention_target: arguments.tensor("attentionTarget")?,
            bias: arguments.optional_tensor("b")?,
        };
        let layer = gat_layer(run, oriented(arguments)?.as_ref(), arguments.tensor("x")?, &parameters, &options)?;
        Ok(vec![("weights", layer.weights), ("output", layer.output)])
    },
};
