//! The steps by which GATv2 scores: both ends are projected and added, the activation comes before the attention vector.

use crate::trace::{ADD, LEAKY_RELU, Op, StepSpec};

use super::gat_steps::{ATTENTION_SOURCE, PROJECTED, PROJECTION};

pub(super) const SOURCE: &str = "Brody et al. 2022, eq. (7)";
const BIAS: &str = "Brody et al. 2022, eq. (7), with the biases of its implementations";

/// The learned matrix for nodes as sources, the heads side by side.
pub static SOURCE_PROJECTION: StepSpec = StepSpec {
    id: "gatv2.source-projection",
    symbol: r"W^{\text{s}}",
    formula: r"W^{\text{s}} \in \mathbb{R}^{f \times Hk}",
    source: SOURCE,
    ..PROJECTION
};

/// The learned matrix for nodes as targets, the heads side by side.
pub static TARGET_PROJECTION: StepSpec = StepSpec {
    id: "gatv2.target-projection",
    symbol: r"W^{\text{t}}",
    formula: r"W^{\text{t}} \in \mathbb{R}^{f \times Hk}",
    ..SOURCE_PROJECTION
};

/// A learned number for each feature of a source.
pub static SOURCE_BIAS: StepSpec = StepSpec::given(
    "gatv2.source-bias",
    r"b^{\text{s}}",
    "(hk)",
    &["head-feature"],
    r"b^{\text{s}} \in \mathbb{R}^{Hk}",
    BIAS,
);

/// A learned number for each feature of a target.
pub static TARGET_BIAS: StepSpec = StepSpec {
    id: "gatv2.target-bias",
    symbol: r"b^{\text{t}}",
    formula: r"b^{\text{t}} \in \mathbb{R}^{Hk}",
    ..SOURCE_BIAS
};

/// The attention vector of each head.
pub static ATTENTION: StepSpec = StepSpec {
    id: "gatv2.attention",
    symbol: "a",
    formula: r"a \in \mathbb{R}^{H \times k}",
    source: SOURCE,
    ..ATTENTION_SOURCE
};

/// Each node as a source: what it sends, and half of what is compared.
pub static SOURCES: StepSpec = StepSpec {
    id: "gatv2.sources",
    symbol: r"XW^{\text{s}}",
    reads: &["uf", "f(hk)"],
    formula: r"x_u W^{\text{s}}",
    source: SOURCE,
    ..PROJECTED
};

/// The sources with their bias.
pub static SOURCES_BIASED: StepSpec = StepSpec {
    id: "gatv2.sources-biased",
    symbol: r"G^{\text{s}}",
    op: Op::Map(&ADD),
    reads: &["huk", "(hk)"],
    formula: r"g^{\text{s}}_u = x_u W^{\text{s}} + b^{\text{s}}",
    source: BIAS,
    ..PROJECTED
};

/// Each node as a target: the other half of what is compared.
pub static TARGETS: StepSpec = StepSpec {
    id: "gatv2.targets",
    symbol: r"XW^{\text{t}}",
    index: "hvk",
    axes: &["head", "target", "feature"],
    reads: &["vf", "f(hk)"],
    formula: r"x_v W^{\text{t}}",
    ..SOURCES
};

/// The targets with their bias.
pub static TARGETS_BIASED: StepSpec = StepSpec {
    id: "gatv2.targets-biased",
    symbol: r"G^{\text{t}}",
    op: Op::Map(&ADD),
    reads: &["hvk", "(hk)"],
    formula: r"g^{\text{t}}_v = x_v W^{\text{t}} + b^{\text{t}}",
    source: BIAS,
    ..TARGETS
};

/// Both ends of each message, feature by feature.
pub static SUMS: StepSpec = StepSpec {
    id: "gatv2.sums",
    symbol: "G",
    op: Op::Map(&ADD),
    index: "hvuk",
    axes: &["head", "target", "source", "feature"],
    reads: &["hvk", "huk"],
    formula: r"G_{vu} = g^{\text{t}}_v + g^{\text{s}}_u",
    source: SOURCE,
};

/// The sums behind the activation.
pub static ACTIVATED: StepSpec = StepSpec {
    id: "gatv2.activated",
    symbol: r"\mathrm{LeakyReLU}(G)",
    op: Op::Map(&LEAKY_RELU),
    reads: &["hvuk", ""],
    formula: r"\mathrm{LeakyReLU}_\beta(G_{vu})",
    ..SUMS
};

/// The score of each message.
pub static SCORES: StepSpec = StepSpec {
    id: "gatv2.scores",
    symbol: "e",
    op: Op::Contract,
    index: "hvu",
    axes: &["head", "target", "source"],
    reads: &["hk", "hvuk"],
    formula: r"e_{vu} = a \cdot \mathrm{LeakyReLU}_\beta(g^{\text{t}}_v + g^{\text{s}}_u)",
    source: SOURCE,
};
