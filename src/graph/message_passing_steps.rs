//! The steps that only the one core of message passing has; all others it shares with the layers that are its settings.

use crate::trace::{ADD, COPY, Cost, DIVIDE_OR_ZERO, Function, MULTIPLY, Op, StepSpec};

use super::gat_steps::{PROJECTED, SCORES};
use super::update::FEATURES;

pub(super) const SOURCE: &str = "Gilmer et al. 2017, eqs. (1) and (2)";
const ATTENTION: &str = "Vaswani et al. 2017, eq. (1)";

/// A number for each node and feature that is added to the features.
pub static POSITIONS: StepSpec = StepSpec {
    id: "message.positions",
    symbol: "P",
    formula: r"P \in \mathbb{R}^{n \times f}",
    source: "Vaswani et al. 2017, section 3.5",
    ..FEATURES
};

/// The features with the positions added.
pub static POSITIONED: StepSpec = StepSpec {
    id: "message.positioned",
    symbol: "X + P",
    op: Op::Map(&ADD),
    reads: &["uf", "uf"],
    formula: r"X + P",
    ..POSITIONS
};

/// The complete graph: every node hears every node, itself included.
pub static COMPLETE: StepSpec = StepSpec {
    id: "message.complete",
    symbol: r"\mathbf{1}",
    op: Op::Map(&ONE),
    index: "vu",
    axes: &["target", "source"],
    reads: &["vu"],
    formula: r"A_{vu} \leftarrow 1",
    source: ATTENTION,
};

/// The features as they are, once for each head.
pub static SPREAD: StepSpec = StepSpec {
    id: "message.spread",
    symbol: "X",
    op: Op::Map(&COPY),
    reads: &["uk"],
    formula: r"V_u = x_u",
    source: SOURCE,
    ..PROJECTED
};

/// The same score for every pair.
pub static EQUAL_SCORES: StepSpec = StepSpec {
    id: "message.equal-scores",
    symbol: r"\mathbf{1}",
    op: Op::Map(&ONE),
    reads: &["vu"],
    formula: r"S_{vu} = 1",
    source: SOURCE,
    ..SCORES
};

/// The scores of the messages that there are.
pub static SCORED: StepSpec = StepSpec {
    id: "message.scored",
    symbol: r"S \odot A",
    op: Op::Map(&MULTIPLY),
    reads: &["hvu", "vu"],
    formula: r"C = S \odot A",
    source: SOURCE,
    ..SCORES
};

/// The scores divided by what each node hears in all.
pub static MEAN: StepSpec = StepSpec {
    id: "message.mean",
    symbol: r"D^{-1} C",
    op: Op::Map(&DIVIDE_OR_ZERO),
    reads: &["hvu", "v"],
    formula: r"C_{vu} / d_v",
    source: "Hamilton et al. 2017, section 3.3",
    ..SCORES
};

/// The scores divided by the roots of both ends' degrees.
pub static SYMMETRIC: StepSpec = StepSpec {
    id: "message.symmetric",
    symbol: r"D^{-1/2} C D^{-1/2}",
    op: Op::Contract,
    reads: &["v", "hvu", "u"],
    formula: r"d_v^{-1/2}\, C_{vu}\, d_u^{-1/2}",
    source: "Kipf & Welling 2017, eq. (2)",
    ..SCORES
};

/// A number for each pair of nodes, learned for these nodes in this order.
pub static MIXING: StepSpec = StepSpec::given(
    "message.mixing",
    r"W^{n}",
    "wv",
    &["node", "target"],
    r"W^{n} \in \mathbb{R}^{n \times n}",
    "CMU 11-785, Transformers and GNNs; a question put to learners",
);

/// The results of all nodes, mixed by their places in the list.
pub static MIXED: StepSpec = StepSpec {
    id: "message.mixed",
    symbol: r"W^{n} M",
    op: Op::Contract,
    index: "wg",
    axes: &["node", "output-feature"],
    reads: &["wv", "vg"],
    formula: r"W^{n} M",
    ..MIXING
};

/// 1, whatever a is.
pub static ONE: Function = Function { name: "one", template: "1", arity: 1, cost: Cost::NONE, apply: |_, _| 1.0 };
