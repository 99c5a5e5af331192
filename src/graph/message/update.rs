//! How a node's aggregate and its own features are combined: a matrix for each, a bias, an activation.
//!
//! ```text
//! aggregated [n, f] ─► W_N ─┐
//!                           ├─► + ─► + b ─► σ ─► [n, g]
//!   features [n, f] ─► W_S ─┘
//! ```
//!
//! Source: Morris et al. 2019, *Weisfeiler and Leman Go Neural*, eq. (5); Hamilton et al. 2017, algorithm 1.

use crate::algorithm::{Arguments, Part, always, when};
use crate::error::Result;
use crate::trace::{ADD, Op, RELU, Run, SIGMOID, StepSpec, TANH, Value};

const SOURCE: &str = "Morris et al. 2019, eq. (5)";
const BIAS_SOURCE: &str = "Morris et al. 2019, eq. (5), with the bias of its implementations";

/// What may follow the sum.
pub const ACTIVATIONS: &[&str] = &["none", "relu", "sigmoid", "tanh"];

/// What is known about each node.
pub static FEATURES: StepSpec =
    StepSpec::given("message.features", "X", "uf", &["source", "feature"], r"X \in \mathbb{R}^{n \times f}", SOURCE);

/// The learned matrix for the aggregate.
pub static NEIGHBOR_PROJECTION: StepSpec = StepSpec::given(
    "message.neighbor-projection",
    "V",
    "fg",
    &["feature", "output-feature"],
    r"V \in \mathbb{R}^{f \times g}",
    SOURCE,
);

/// The learned matrix for what a node was.
pub static SELF_PROJECTION: StepSpec = StepSpec::given(
    "message.self-projection",
    "U",
    "fg",
    &["feature", "output-feature"],
    r"U \in \mathbb{R}^{f \times g}",
    SOURCE,
);

/// A learned number that is added to each output feature.
pub static BIAS: StepSpec =
    StepSpec::given("message.bias", "b", "g", &["output-feature"], r"b \in \mathbb{R}^{g}", BIAS_SOURCE);

/// The projected aggregate.
pub static FROM_NEIGHBORS: StepSpec = StepSpec {
    id: "message.from-neighbors",
    symbol: "M V",
    op: Op::Contract,
    index: "vg",
    axes: &["target", "output-feature"],
    reads: &["vf", "fg"],
    formula: r"M V",
    source: SOURCE,
};

/// What a node makes of itself.
pub static FROM_SELF: StepSpec = StepSpec {
    id: "message.from-self",
    symbol: "X U",
    op: Op::Contract,
    index: "vg",
    axes: &["target", "output-feature"],
    reads: &["vf", "fg"],
    formula: r"X U",
    source: SOURCE,
};

/// Both together.
pub static COMBINED: StepSpec = StepSpec {
    id: "message.combined",
    symbol: "X U + M V",
    op: Op::Map(&ADD),
    index: "vg",
    axes: &["target", "output-feature"],
    reads: &["vg", "vg"],
    formula: r"X U + M V",
    source: SOURCE,
};

/// With the bias added.
pub static BIASED: StepSpec = StepSpec {
    id: "message.biased",
    symbol: "X U + M V + b",
    op: Op::Map(&ADD),
    index: "vg",
    axes: &["target", "output-feature"],
    reads: &["vg", "g"],
    formula: r"X U + M V + b",
    source: BIAS_SOURCE,
};

const SUMMED: &[&str] = &["vg"];

/// max(0, h)
pub static RELU_STEP: StepSpec = StepSpec {
    id: "message.relu",
    symbol: r"H",
    op: Op::Map(&RELU),
    index: "vg",
    axes: &["target", "output-feature"],
    reads: SUMMED,
    formula: r"H = \max(0,\, X U + M V + b)",
    source: SOURCE,
};

/// The logistic function of h.
pub static SIGMOID_STEP: StepSpec = StepSpec {
    id: "message.sigmoid",
    symbol: r"H",
    op: Op::Map(&SIGMOID),
    index: "vg",
    axes: &["target", "output-feature"],
    reads: SUMMED,
    formula: r"H = \sigma(X U + M V + b)",
    source: SOURCE,
};

/// tanh h
pub static TANH_STEP: StepSpec = StepSpec {
    id: "message.tanh",
    symbol: r"H",
    op: Op::Map(&TANH),
    index: "vg",
    axes: &["target", "output-feature"],
    reads: SUMMED,
    formula: r"H = \tanh(X U + M V + b)",
    source: SOURCE,
};

/// What [`Update::given`] takes in.
pub(in crate::graph) static GIVEN: &[Part] =
    &[always(&FEATURES), always(&NEIGHBOR_PROJECTION), when("wSelf", &SELF_PROJECTION), when("b", &BIAS)];

/// What [`finish`] and [`activate`] compute.
pub(in crate::graph) static FINISH: &[Part] = &[
    when("wSelf", &FROM_SELF),
    when("wSelf", &COMBINED),
    when("b", &BIASED),
    when("activation=relu", &RELU_STEP),
    when("activation=sigmoid", &SIGMOID_STEP),
    when("activation=tanh", &TANH_STEP),
];

/// The steps whose value may be the layer's output, the last first.
pub static OUTPUTS: &[&StepSpec] = &[&RELU_STEP, &SIGMOID_STEP, &TANH_STEP, &BIASED, &COMBINED, &FROM_NEIGHBORS];

/// What an update was given.
pub(in crate::graph) struct Update {
    features: Value,
    neighbor: Value,
    own: Option<Value>,
    bias: Option<Value>,
}

impl Update {
    /// Takes in `x`, `wNeighbor` and, if they are there, `wSelf` and `b`.
    pub(in crate::graph) fn given(run: &mut Run, arguments: &Arguments) -> Result<Update> {
        Ok(Update {
            features: run.given(&FEATURES, "x", arguments.tensor("x")?)?,
            neighbor: run.given(&NEIGHBOR_PROJECTION, "wNeighbor", arguments.tensor("wNeighbor")?)?,
            own: match arguments.optional_tensor("wSelf")? {
                Some(own) => Some(run.given(&SELF_PROJECTION, "wSelf", own)?),
                None => None,
            },
            bias: match arguments.optional_tensor("b")? {
                Some(bias) => Some(run.given(&BIAS, "b", bias)?),
                None => None,
            },
        })
    }

    /// The features that were taken in.
    pub(in crate::graph) fn features(&self) -> Value {
        self.features
    }

    /// Adds the self term to the aggregate.
    pub(in crate::graph) fn join(&self, run: &mut Run, aggregated: Value) -> Result<Value> {
        let heard = run.step(&FROM_NEIGHBORS, &[aggregated, self.neighbor])?;
        finish(run, heard, self.own.map(|own| (self.features, own)), self.bias)
    }
}

/// Adds the self term and the bias, where they are given, to the aggregate.
pub(in crate::graph) fn finish(
    run: &mut Run,
    heard: Value,
    own: Option<(Value, Value)>,
    bias: Option<Value>,
) -> Result<Value> {
    let mut sum = heard;
    if let Some((features, projection)) = own {
        let own = run.step(&FROM_SELF, &[features, projection])?;
        sum = run.step(&COMBINED, &[sum, own])?;
    }
    match bias {
        Some(bias) => run.step(&BIASED, &[sum, bias]),
        None => Ok(sum),
    }
}

/// Applies the activation that `arguments` name, if they name one.
///
/// # Errors
/// [`crate::error::Error::WrongType`] when it is none of [`ACTIVATIONS`].
pub fn activate(run: &mut Run, arguments: &Arguments, value: Value) -> Result<Value> {
    match arguments.choice("activation", ACTIVATIONS)? {
        Some("relu") => run.step(&RELU_STEP, &[value]),
        Some("sigmoid") => run.step(&SIGMOID_STEP, &[value]),
        Some("tanh") => run.step(&TANH_STEP, &[value]),
        _ => Ok(value),
    }
}
