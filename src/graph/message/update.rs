//! How a node's aggregate and its own features are combined: a matrix for each, a bias, an activation.
//!
//! ```text
//! aggregated [n, f] ─► W_N ─┐
//!                           ├─► + ─► + b ─► σ ─► [n, g]
//!   features [n, f] ─► W_S ─┘
//! ```
//!
//! Source: Morris et al. 2019, *Weisfeiler and Leman Go Neural*; Hamilton et al. 2017, algorithm 1.

use crate::algorithm::{Inputs, Part, always, when};
use crate::error::Result;
use crate::op::{ADD, Op, RELU, SIGMOID, StepSpec, TANH, given, step};
use crate::trace::{Run, Value};

const SOURCE: &str = "Morris et al. 2019";
const BIAS_SOURCE: &str = "Morris et al. 2019, with the bias of its implementations";

/// The activations.
pub const ACTIVATIONS: &[&str] = &["none", "relu", "sigmoid", "tanh"];

/// The features of each node.
pub static FEATURES: StepSpec =
    given("message.features", "uf", &["source", "feature"]).written("X", r"X \in \mathbb{R}^{n \times f}", SOURCE);

/// The learned matrix for the aggregate.
pub static NEIGHBOR_PROJECTION: StepSpec = given("message.neighbor-projection", "fg", &["feature", "output-feature"])
    .written("V", r"V \in \mathbb{R}^{f \times g}", SOURCE);

/// The learned matrix for a node's own features.
pub static SELF_PROJECTION: StepSpec = given("message.self-projection", "fg", &["feature", "output-feature"])
    .written("U", r"U \in \mathbb{R}^{f \times g}", SOURCE);

/// The bias of each output feature.
pub static BIAS: StepSpec =
    given("message.bias", "g", &["output-feature"]).written("b", r"b \in \mathbb{R}^{g}", BIAS_SOURCE);

/// The projected aggregate.
pub static FROM_NEIGHBORS: StepSpec =
    step("message.from-neighbors", Op::Contract, &["vf", "fg"], "vg", &["target", "output-feature"])
        .written("M V", r"M V", SOURCE);

/// The projected features of the node itself.
pub static FROM_SELF: StepSpec =
    step("message.from-self", Op::Contract, &["vf", "fg"], "vg", &["target", "output-feature"])
        .written("X U", r"X U", SOURCE);

/// The sum of both.
pub static COMBINED: StepSpec =
    step("message.combined", Op::Map(&ADD), &["vg", "vg"], "vg", &["target", "output-feature"])
        .written("X U + M V", "#2{X U} + #1{M V}", SOURCE);

/// The sum with the bias added.
pub static BIASED: StepSpec = step("message.biased", Op::Map(&ADD), &["vg", "g"], "vg", &["target", "output-feature"])
    .written("X U + M V + b", "#1{X U + M V} + b", BIAS_SOURCE);

const SUMMED: &[&str] = &["vg"];

/// max(0, h)
pub static RELU_STEP: StepSpec = step("message.relu", Op::Map(&RELU), SUMMED, "vg", &["target", "output-feature"])
    .written(r"H", r"H = \max(0, #1{X U + M V + b})", SOURCE);

/// The logistic function of h.
pub static SIGMOID_STEP: StepSpec =
    step("message.sigmoid", Op::Map(&SIGMOID), SUMMED, "vg", &["target", "output-feature"])
        .written(r"H", r"H = \sigma(#1{X U + M V + b})", SOURCE);

/// tanh h
pub static TANH_STEP: StepSpec = step("message.tanh", Op::Map(&TANH), SUMMED, "vg", &["target", "output-feature"])
    .written(r"H", r"H = \tanh(#1{X U + M V + b})", SOURCE);

/// The steps of [`Update::given`].
pub(in crate::graph) static GIVEN: &[Part] =
    &[always(&[&FEATURES, &NEIGHBOR_PROJECTION]), when("wSelf", &[&SELF_PROJECTION]), when("b", &[&BIAS])];

/// The steps of [`finish`] and [`activate`].
pub(in crate::graph) static FINISH: &[Part] = &[
    when("wSelf", &[&FROM_SELF, &COMBINED]),
    when("b", &[&BIASED]),
    when("activation=relu", &[&RELU_STEP]),
    when("activation=sigmoid", &[&SIGMOID_STEP]),
    when("activation=tanh", &[&TANH_STEP]),
];

/// The steps that may be the layer's output, the last first.
pub static OUTPUTS: &[&StepSpec] = &[&RELU_STEP, &SIGMOID_STEP, &TANH_STEP, &BIASED, &COMBINED, &FROM_NEIGHBORS];

/// The inputs of an update.
pub(in crate::graph) struct Update {
    features: Value,
    neighbor: Value,
    own: Option<Value>,
    bias: Option<Value>,
}

impl Update {
    /// Validates `x`, `wNeighbor` and, if they are given, `wSelf` and `b`.
    pub(in crate::graph) fn given(run: &mut Run, inputs: &Inputs) -> Result<Update> {
        Ok(Update {
            features: run.given(&FEATURES, "x", inputs.tensor("x")?)?,
            neighbor: run.given(&NEIGHBOR_PROJECTION, "wNeighbor", inputs.tensor("wNeighbor")?)?,
            own: match inputs.optional_tensor("wSelf")? {
                Some(own) => Some(run.given(&SELF_PROJECTION, "wSelf", own)?),
                None => None,
            },
            bias: match inputs.optional_tensor("b")? {
                Some(bias) => Some(run.given(&BIAS, "b", bias)?),
                None => None,
            },
        })
    }

    /// The features.
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

/// Applies the activation that the input `activation` names.
///
/// # Errors
/// [`crate::error::Error::WrongType`] when it is none of [`ACTIVATIONS`].
pub fn activate(run: &mut Run, inputs: &Inputs, value: Value) -> Result<Value> {
    match inputs.choice("activation")? {
        "relu" => run.step(&RELU_STEP, &[value]),
        "sigmoid" => run.step(&SIGMOID_STEP, &[value]),
        "tanh" => run.step(&TANH_STEP, &[value]),
        _ => Ok(value),
    }
}
