//! The steps of a graph attention layer, in order.

use crate::attention::softmax::SoftmaxSteps;
use crate::trace::{
    ADD, COPY, DIVIDE, EXP_SHIFTED, KEEP_OR_MINUS_INFINITY, LEAKY_RELU, NORMALIZE, Op, Reduction, StepSpec,
};

const LAYER: &str = "Veličković et al. 2018, section 2.1";
const SCORE: &str = "Veličković et al. 2018, eq. (3)";
const SOFTMAX_SOURCE: &str = "Veličković et al. 2018, eq. (2)";
const AGGREGATION: &str = "Veličković et al. 2018, eq. (4)";
const CONCATENATION: &str = "Veličković et al. 2018, eq. (5)";
const MEAN_SOURCE: &str = "Veličković et al. 2018, eq. (6)";
const BIAS_SOURCE: &str = "Veličković et al. 2018, section 2.1, with the bias of its implementations";

/// What is known about each node.
pub static FEATURES: StepSpec =
    StepSpec::given("gat.features", r"X", "uf", &["source", "feature"], r"X \in \mathbb{R}^{n \times f}", LAYER);

/// The learned matrix that all nodes share, the heads side by side.
pub static PROJECTION: StepSpec = StepSpec::given(
    "gat.projection",
    r"W",
    "f(hk)",
    &["feature", "head-feature"],
    r"W = [W^1 \,\Vert \dots \Vert\, W^H]",
    LAYER,
);

/// The half of the attention vector that meets the source.
pub static ATTENTION_SOURCE: StepSpec = StepSpec::given(
    "gat.attention-source",
    r"a^{\text{s}}",
    "hk",
    &["head", "feature"],
    r"a^{\text{s}} \in \mathbb{R}^{H \times k}",
    SCORE,
);

/// The half of the attention vector that meets the target.
pub static ATTENTION_TARGET: StepSpec = StepSpec::given(
    "gat.attention-target",
    r"a^{\text{t}}",
    "hk",
    &["head", "feature"],
    r"a^{\text{t}} \in \mathbb{R}^{H \times k}",
    SCORE,
);

/// A learned number that is added to each output feature.
pub static BIAS: StepSpec = StepSpec::given("gat.bias", r"b", "o", &["output-feature"], r"b", BIAS_SOURCE);

/// How steep LeakyReLU is below 0.
pub static NEGATIVE_SLOPE: StepSpec = StepSpec::given("gat.negative-slope", r"\beta", "", &[], r"\beta", SCORE);

/// Each node as each head sees it.
pub static PROJECTED: StepSpec = StepSpec {
    id: "gat.projected",
    symbol: r"WX",
    op: Op::Contract,
    index: "huk",
    axes: &["head", "source", "feature"],
    reads: &["uf", "f(hk)"],
    formula: r"(WX)^h_u = x_u W^h",
    source: LAYER,
};

/// What a node adds to the score of every message it sends.
pub static SOURCE_SCORE: StepSpec = StepSpec {
    id: "gat.source-score",
    symbol: r"s",
    op: Op::Contract,
    index: "hu",
    axes: &["head", "source"],
    reads: &["huk", "hk"],
    formula: r"s^h_u = a^{\text{s}} \cdot W x_u",
    source: SCORE,
};

/// What a node adds to the score of every message it receives.
pub static TARGET_SCORE: StepSpec = StepSpec {
    id: "gat.target-score",
    symbol: r"t",
    op: Op::Contract,
    index: "hv",
    axes: &["head", "target"],
    reads: &["hvk", "hk"],
    formula: r"t^h_v = a^{\text{t}} \cdot W x_v",
    source: SCORE,
};

/// The score of each message before the activation.
pub static RAW_SCORE: StepSpec = StepSpec {
    id: "gat.raw-score",
    symbol: r"r",
    op: Op::Map(&ADD),
    index: "hvu",
    axes: &["head", "target", "source"],
    reads: &["hv", "hu"],
    formula: r"r^h_{vu} = t^h_v + s^h_u",
    source: SCORE,
};

/// The score of each message.
pub static SCORES: StepSpec = StepSpec {
    id: "gat.scores",
    symbol: r"e",
    op: Op::Map(&LEAKY_RELU),
    index: "hvu",
    axes: &["head", "target", "source"],
    reads: &["hvu", ""],
    formula: r"e^h_{vu} = \mathrm{LeakyReLU}_\beta(r^h_{vu})",
    source: SCORE,
};

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
