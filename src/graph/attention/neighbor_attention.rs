//! Attention of each node to its neighbors, for any scores: the common part of GAT and GATv2.
//!
//! ```text
//! scores [heads, n, n] ─► only neighbors ─► softmax over sources ─► weights · values ─► heads side by side, or their mean ─► + b ─► σ
//! ```
//!
//! Source: Veličković et al. 2018, *Graph Attention Networks*, eqs. (2) and (4) to (6).

use crate::algorithm::{Inputs, Part, always, when};
use crate::attention::softmax::{SoftmaxSteps, softmax_rows};
use crate::error::{Error, Result};
use crate::op::{
    ADD, COPY, Cost, DIVIDE, EXP_SHIFTED, Function, KEEP_OR_MINUS_INFINITY, Local, NORMALIZE, Op, RELU, Reduction,
    Slope, StepSpec, given, step,
};
use crate::trace::{Notice, Run, Value};

use crate::graph::structure::adjacency::{ADDED_LOOPS, NEIGHBORHOOD, NEIGHBORS, neighborhood};

const SOFTMAX_SOURCE: &str = "Veličković et al. 2018, eq. (2)";
const AGGREGATION: &str = "Veličković et al. 2018, eq. (4)";
const CONCATENATION: &str = "Veličković et al. 2018, eq. (5)";
const MEAN_SOURCE: &str = "Veličković et al. 2018, eq. (6)";
const BIAS_SOURCE: &str = "Veličković et al. 2018, section 2.1, with the bias of its implementations";

/// The bias of each output feature.
pub static BIAS: StepSpec = given("gat.bias", "o", &["output-feature"]).written(r"b", r"b", BIAS_SOURCE);

/// The scores where there is a message, −∞ elsewhere.
pub static MASKED: StepSpec =
    step("gat.masked", Op::Map(&KEEP_OR_MINUS_INFINITY), &["hvu", "vu"], "hvu", &["head", "target", "source"])
        .written(r"e^{\text{masked}}", r"#1e^h_{vu} \leftarrow -\infty \enspace (#2N_{vu} = 0)", SOFTMAX_SOURCE)
        .begins("softmax");

/// The largest score in each neighborhood.
pub static ROW_MAX: StepSpec = step("gat.row-max", Op::Reduce(Reduction::Max), &["hvu"], "hv", &["head", "target"])
    .written(r"m", r"m^h_v = \max_{u \in N(v)} #1e^h_{vu}", SOFTMAX_SOURCE);

/// The exponentials of the scores, from which the maximum was subtracted so that none overflows.
pub static EXPONENTIALS: StepSpec =
    step("gat.exponentials", Op::Map(&EXP_SHIFTED), &["hvu", "hv"], "hvu", &["head", "target", "source"])
        .written(r"E", r"E^h_{vu} = \exp(#1e^h_{vu} - m^h_v)", SOFTMAX_SOURCE);

/// The sum of the exponentials of each neighborhood.
pub static ROW_SUM: StepSpec = step("gat.row-sum", Op::Reduce(Reduction::Sum), &["hvu"], "hv", &["head", "target"])
    .written(r"z", r"z^h_v = \sum_{u \in N(v)} E^h_{vu}", SOFTMAX_SOURCE);

/// The weight of each neighbor for each node.
pub static WEIGHTS: StepSpec =
    step("gat.weights", Op::Map(&NORMALIZE), &["hvu", "hv"], "hvu", &["head", "target", "source"])
        .written(r"\alpha", r"\alpha^h_{vu} = E^h_{vu} / z^h_v", SOFTMAX_SOURCE)
        .shares();

/// The weighted mean of the neighbors' values, for each head.
pub static AGGREGATED: StepSpec =
    step("gat.aggregated", Op::Contract, &["hvu", "huk"], "hvk", &["head", "target", "feature"])
        .written("Y", r"Y^h_v = \sum_{u \in N(v)} #1\alpha^h_{vu} \, #2{(XW)}^h_u", AGGREGATION)
        .begins("output");

/// The heads side by side.
pub static CONCATENATED: StepSpec =
    step("gat.concatenated", Op::Map(&COPY), &["hvk"], "v(hk)", &["target", "output-feature"])
        .written("X'", r"X'_v = \Vert_{h} \, Y^h_v", CONCATENATION);

/// The sum of the heads.
pub static HEAD_SUM: StepSpec =
    step("gat.head-sum", Op::Reduce(Reduction::Sum), &["hvk"], "vk", &["target", "output-feature"])
        .written(r"\textstyle\sum_h Y", r"\sum_h Y^h_v", MEAN_SOURCE);

/// The number of heads.
pub static HEADS: StepSpec = step("gat.heads", Op::Size('h'), &["hvk"], "", &[]).written(
    "H",
    r"#1Y \in \mathbb{R}^{H \times n \times d}",
    MEAN_SOURCE,
);

/// The mean of the heads.
pub static MEAN: StepSpec = step("gat.mean", Op::Map(&DIVIDE), &["vk", ""], "vk", &["target", "output-feature"])
    .written("X'", r"X'_v = \frac{1}{H} \sum_h Y^h_v", MEAN_SOURCE);

/// The result with the bias added.
pub static BIASED: StepSpec = step("gat.biased", Op::Map(&ADD), &["vo", "o"], "vo", &["target", "output-feature"])
    .written("X' + b", "X'_v + b", BIAS_SOURCE);

/// The activation of hidden layers in the paper.
pub static ELU_STEP: StepSpec = step("gat.elu", Op::Map(&ELU), &["vo"], "vo", &["target", "output-feature"])
    .written(r"\mathrm{ELU}(X')", r"\mathrm{ELU}(X'_v)", AGGREGATION);

/// max(0, x)
pub static RELU_STEP: StepSpec = step("gat.relu", Op::Map(&RELU), &["vo"], "vo", &["target", "output-feature"])
    .written(r"\max(0, X')", r"\max(0, X'_v)", AGGREGATION);

/// [`ELU_STEP`] and [`RELU_STEP`] of a result with a bias.
static ELU_BIASED: StepSpec =
    StepSpec { symbol: r"\mathrm{ELU}(X' + b)", formula: r"\mathrm{ELU}(X'_v + b)", ..ELU_STEP };
static RELU_BIASED: StepSpec = StepSpec { symbol: r"\max(0, X' + b)", formula: r"\max(0, X'_v + b)", ..RELU_STEP };

/// 1 where ELU's result a is above 0, a + 1 elsewhere.
static ELU_SLOPE: Function = Function::unary(
    "elu-slope",
    "1 if {0} > 0, else {0} + 1",
    Cost { additions: 1, comparisons: 1, ..Cost::NONE },
    |a| if a > 0.0 { 1.0 } else { a + 1.0 },
)
.derivative();

/// a above 0, eᵃ − 1 below.
static ELU: Function = Function::unary("elu", "ELU({0})", Cost { functions: 1, comparisons: 1, ..Cost::NONE }, |a| {
    if a > 0.0 { a } else { libm::expm1(a) }
})
.slopes(&[Slope::By(&ELU_SLOPE, &[Local::Result])]);

/// The activations that may follow.
pub const ACTIVATIONS: &[&str] = &["none", "elu", "relu"];

/// The steps that may be the layer's output, the last first.
pub static OUTPUTS: &[&StepSpec] = &[&ELU_STEP, &RELU_STEP, &BIASED, &CONCATENATED, &MEAN];

/// The softmax over each neighborhood.
pub static SOFTMAX: SoftmaxSteps =
    SoftmaxSteps { row_max: &ROW_MAX, exponentials: &EXPONENTIALS, row_sum: &ROW_SUM, weights: &WEIGHTS };

/// The steps from the scores to the result.
pub static PARTS: &[Part] = &[
    always(&[&NEIGHBORS]),
    when("selfLoops", &[&ADDED_LOOPS, &NEIGHBORHOOD]),
    always(&[&MASKED, &ROW_MAX, &EXPONENTIALS, &ROW_SUM, &WEIGHTS, &AGGREGATED]),
    when("combine=concat", &[&CONCATENATED]),
    when("combine=mean", &[&HEAD_SUM, &HEADS, &MEAN]),
    when("b", &[&BIASED]),
    when("activation=elu", &[&ELU_STEP]),
    when("activation=relu", &[&RELU_STEP]),
];

/// LeakyReLU's slope below 0 in Veličković et al. 2018, section 2.1.
pub const DEFAULT_NEGATIVE_SLOPE: f64 = 0.2;

/// How the heads are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// They are concatenated.
    Concat,
    /// Their mean.
    Mean,
}

/// The options of a layer.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of heads, at least 1.
    pub heads: usize,
    /// How they are combined.
    pub combine: Combine,
    /// Makes every node its own neighbor.
    pub self_loops: bool,
    /// LeakyReLU's slope below 0.
    pub negative_slope: f64,
    /// The activation at the end, one of [`ACTIVATIONS`].
    pub activation: &'static str,
}

impl Options {
    /// Reads the inputs of a layer, which are the same for all kinds of scores.
    ///
    /// # Errors
    /// Those of [`Inputs`], naming the input.
    pub fn read(inputs: &Inputs) -> Result<Options> {
        Ok(Options {
            heads: inputs.integer("heads")?,
            combine: if inputs.choice("combine")? == "mean" { Combine::Mean } else { Combine::Concat },
            self_loops: inputs.flag("selfLoops")?,
            negative_slope: inputs.number("negativeSlope")?,
            activation: inputs.choice("activation")?,
        })
    }
}

/// The results of the layer.
#[derive(Clone, Debug)]
pub struct Layer {
    /// [heads, n, n]: `[head, target, source]`; the row of each target sums to 1.
    pub weights: Value,
    /// [n, heads · k], or [n, k] for the mean of the heads.
    pub output: Value,
}

/// Computes the layer's result from scores and values: the softmax over each neighborhood, the weighted mean, which is written as `aggregated`, the
/// combination of the heads, the bias, the activation.
pub(in crate::graph) fn attend(
    run: &mut Run,
    messages: Value,
    (scores, values): (Value, Value),
    aggregated: &'static StepSpec,
    bias: Option<Value>,
    options: &Options,
) -> Result<Layer> {
    let neighbors = neighborhood(run, messages, options.self_loops)?;
    let masked = run.step(&MASKED, &[scores, neighbors])?;
    let weights = softmax_rows(run, &SOFTMAX, masked, Notice::nodes_without_neighbors)?;
    let aggregated = run.step(aggregated, &[weights, values])?;
    let combined = match options.combine {
        Combine::Concat => run.step(&CONCATENATED, &[aggregated])?,
        Combine::Mean => {
            let sum = run.step(&HEAD_SUM, &[aggregated])?;
            let heads = run.step(&HEADS, &[aggregated])?;
            run.step(&MEAN, &[sum, heads])?
        }
    };
    let (output, elu, relu) = match bias {
        Some(bias) => (run.step(&BIASED, &[combined, bias])?, &ELU_BIASED, &RELU_BIASED),
        None => (combined, &ELU_STEP, &RELU_STEP),
    };
    let output = match options.activation {
        "elu" => run.step(elu, &[output])?,
        "relu" => run.step(relu, &[output])?,
        _ => output,
    };
    Ok(Layer { weights, output })
}

/// Sets the length of the output's feature axis, which depends on how the heads are combined.
pub(in crate::graph) fn bind_output_width(run: &mut Run, options: &Options) -> Result<()> {
    let width = run.size('k')?;
    let width = match options.combine {
        Combine::Mean => width,
        Combine::Concat => width.checked_mul(options.heads).ok_or_else(|| Error::Internal {
            step: CONCATENATED.id.into(),
            reason: "the width of `w` is not what it was".into(),
        })?,
    };
    run.bind('o', width, "`w` and `combine`")
}
