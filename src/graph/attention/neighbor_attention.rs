//! Attention of each node to its neighbors, for any scores: the common part of GAT and GATv2.
//!
//! ```text
//! scores [heads, n, n] ─► only neighbors ─► softmax over sources ─► weights · values ─► heads side by side, or their mean ─► + b
//! ```
//!
//! Source: Veličković et al. 2018, *Graph Attention Networks*, eqs. (2) and (4) to (6).

use crate::algorithm::{Arguments, Part, always, when};
use crate::attention::softmax::{SoftmaxSteps, softmax_rows};
use crate::error::{Error, Result};
use crate::trace::{
    ADD, COPY, DIVIDE, EXP_SHIFTED, KEEP_OR_MINUS_INFINITY, NORMALIZE, Notice, Op, Reduction, Run, StepSpec, Value,
};

use crate::graph::structure::adjacency::{ADDED_LOOPS, NEIGHBORHOOD, NEIGHBORS, neighborhood};

const SOFTMAX_SOURCE: &str = "Veličković et al. 2018, eq. (2)";
const AGGREGATION: &str = "Veličković et al. 2018, eq. (4)";
const CONCATENATION: &str = "Veličković et al. 2018, eq. (5)";
const MEAN_SOURCE: &str = "Veličković et al. 2018, eq. (6)";
const BIAS_SOURCE: &str = "Veličković et al. 2018, section 2.1, with the bias of its implementations";

/// A learned number that is added to each output feature.
pub static BIAS: StepSpec = StepSpec::given("gat.bias", r"b", "o", &["output-feature"], r"b", BIAS_SOURCE);

/// The scores where there is a message, −∞ elsewhere.
pub static MASKED: StepSpec = StepSpec {
    id: "gat.masked",
    symbol: r"e^{\text{masked}}",
    op: Op::Map(&KEEP_OR_MINUS_INFINITY),
    index: "hvu",
    axes: &["head", "target", "source"],
    reads: &["hvu", "vu"],
    formula: r"e^h_{vu} \leftarrow -\infty \enspace (u \notin N(v))",
    source: SOFTMAX_SOURCE,
};

/// The largest score in each neighborhood.
pub static ROW_MAX: StepSpec = StepSpec {
    id: "gat.row-max",
    symbol: r"m",
    op: Op::Reduce(Reduction::Max),
    index: "hv",
    axes: &["head", "target"],
    reads: &["hvu"],
    formula: r"m^h_v = \max_{u \in N(v)} e^h_{vu}",
    source: SOFTMAX_SOURCE,
};

/// The exponentials, safe from overflow.
pub static EXPONENTIALS: StepSpec = StepSpec {
    id: "gat.exponentials",
    symbol: r"E",
    op: Op::Map(&EXP_SHIFTED),
    index: "hvu",
    axes: &["head", "target", "source"],
    reads: &["hvu", "hv"],
    formula: r"E^h_{vu} = \exp(e^h_{vu} - m^h_v)",
    source: SOFTMAX_SOURCE,
};

/// What each neighborhood's exponentials are divided by.
pub static ROW_SUM: StepSpec = StepSpec {
    id: "gat.row-sum",
    symbol: r"z",
    op: Op::Reduce(Reduction::Sum),
    index: "hv",
    axes: &["head", "target"],
    reads: &["hvu"],
    formula: r"z^h_v = \sum_{u \in N(v)} E^h_{vu}",
    source: SOFTMAX_SOURCE,
};

/// How much each node attends to each of its neighbors.
pub static WEIGHTS: StepSpec = StepSpec {
    id: "gat.weights",
    symbol: r"\alpha",
    op: Op::Map(&NORMALIZE),
    index: "hvu",
    axes: &["head", "target", "source"],
    reads: &["hvu", "hv"],
    formula: r"\alpha^h_{vu} = E^h_{vu} / z^h_v",
    source: SOFTMAX_SOURCE,
};

/// The weighted mean of what the neighbors send, for each head.
pub static AGGREGATED: StepSpec = StepSpec {
    id: "gat.aggregated",
    symbol: r"\alpha W X",
    op: Op::Contract,
    index: "hvk",
    axes: &["head", "target", "feature"],
    reads: &["hvu", "huk"],
    formula: r"\sum_{u \in N(v)} \alpha^h_{vu} W^h x_u",
    source: AGGREGATION,
};

/// The heads side by side.
pub static CONCATENATED: StepSpec = StepSpec {
    id: "gat.concatenated",
    symbol: r"H",
    op: Op::Map(&COPY),
    index: "v(hk)",
    axes: &["target", "output-feature"],
    reads: &["hvk"],
    formula: r"H_v = \Vert_{h} \sum_u \alpha^h_{vu} W^h x_u",
    source: CONCATENATION,
};

/// The heads added up.
pub static HEAD_SUM: StepSpec = StepSpec {
    id: "gat.head-sum",
    symbol: r"\textstyle\sum_h",
    op: Op::Reduce(Reduction::Sum),
    index: "vk",
    axes: &["target", "output-feature"],
    reads: &["hvk"],
    formula: r"\sum_h \sum_u \alpha^h_{vu} W^h x_u",
    source: MEAN_SOURCE,
};

/// The number of heads.
pub static HEADS: StepSpec = StepSpec {
    id: "gat.heads",
    symbol: r"|h|",
    op: Op::Size('h'),
    index: "",
    axes: &[],
    reads: &["hvk"],
    formula: r"|h|",
    source: MEAN_SOURCE,
};

/// The mean of the heads.
pub static MEAN: StepSpec = StepSpec {
    id: "gat.mean",
    symbol: r"H",
    op: Op::Map(&DIVIDE),
    index: "vk",
    axes: &["target", "output-feature"],
    reads: &["vk", ""],
    formula: r"H_v = \frac{1}{|h|} \sum_h \sum_u \alpha^h_{vu} W^h x_u",
    source: MEAN_SOURCE,
};

/// The result with the bias added.
pub static BIASED: StepSpec = StepSpec {
    id: "gat.biased",
    symbol: r"H + b",
    op: Op::Map(&ADD),
    index: "vo",
    axes: &["target", "output-feature"],
    reads: &["vo", "o"],
    formula: r"H_v + b",
    source: BIAS_SOURCE,
};

/// The softmax over each neighborhood.
pub static SOFTMAX: SoftmaxSteps =
    SoftmaxSteps { row_max: &ROW_MAX, exponentials: &EXPONENTIALS, row_sum: &ROW_SUM, weights: &WEIGHTS };

/// The steps from the scores to the result.
pub static PARTS: &[Part] = &[
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
];

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

/// What may be left out.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many heads, at least 1.
    pub heads: usize,
    /// What becomes of them.
    pub combine: Combine,
    /// Make every node its own neighbor.
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

/// From scores and values to the layer's result: the softmax over each neighborhood, the mean under it, the heads combined, the bias added.
pub(in crate::graph) fn attend(
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
pub(in crate::graph) fn bind_output_width(run: &mut Run, options: &Options) -> Result<()> {
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
pub(in crate::graph) fn options(arguments: &Arguments) -> Result<Options> {
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
