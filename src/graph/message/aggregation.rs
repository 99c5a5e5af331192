//! The aggregation of the messages that reach a node: their sum, their mean or their maximum.
//!
//! ```text
//! sum    A X                      every message counts as it comes
//! mean   D⁻¹A X                   … divided by how many arrive
//! max    x_u of every message ─► the largest, feature by feature
//! ```
//!
//! A node that no message reaches gets zeros. A message that is listed twice counts twice.
//!
//! Source: Gilmer et al. 2017, *Neural Message Passing for Quantum Chemistry*, eq. (1); Xu et al. 2019, section 5.

use crate::error::Result;
use crate::graph::structure::messages::GivenGraph;
use crate::op::{
    Cost, DIVIDE_OR_ZERO, Fill, Function, MULTIPLY, Obstacle, Op, Reads, Reduction, Rule, Slope, StepSpec, step,
};
use crate::rules::rows::{FIRST_OF_PAIR, SECOND_OF_PAIR};
use crate::tensor::Tensor;
use crate::trace::{Run, Value};

use crate::graph::structure::adjacency::{ADJACENCY, Matrix, both_ends, ends, matching};

const SOURCE: &str = "Gilmer et al. 2017, eq. (1)";
const MAXIMUM_SOURCE: &str = "Hamilton et al. 2017, eq. (3)";
const MEAN: &str = "Hamilton et al. 2017, section 3.3";

/// The aggregations.
pub const AGGREGATIONS: &[&str] = &["sum", "mean", "max"];

/// The number of messages from each source to each target.
pub static MESSAGE_COUNTS: StepSpec =
    step("graph.message-counts", Op::Rule(&COUNT_OF_MESSAGES), &["mp"], "vu", &["target", "source"])
        .written("C", r"C_{vu} = |\{(u, v) \in \mathcal{E}\}|", MEAN);

/// The number of messages that reach each node.
pub static ARRIVALS: StepSpec = step("graph.arrivals", Op::Reduce(Reduction::Sum), &["vu"], "v", &["target"])
    .written("d", r"d_v = |N(v)| = \sum_u C_{vu}", MEAN);

/// The weight of each message in the mean of its target.
pub static MEAN_SHARES: StepSpec =
    step("graph.mean-shares", Op::Map(&DIVIDE_OR_ZERO), &["vu", "v"], "vu", &["target", "source"])
        .written(r"D^{-1} A", r"(D^{-1} A)_{vu} = #1A_{vu} / d_v", MEAN)
        .shares();

/// The sum or the mean over each node's neighbors.
pub static AGGREGATED: StepSpec = step("message.aggregated", Op::Contract, &["vu", "uf"], "vf", &["target", "feature"])
    .written("M", r"M_v = \sum_{u} #1A_{vu}\, x_u", SOURCE);

/// The source of each message.
pub static SOURCES: StepSpec = step("message.source", Op::Rule(&FIRST_OF_PAIR), &["mp"], "m", &["message"])
    .written("u", r"u_m = \mathcal{E}_{m1}", SOURCE)
    .names();

/// The features of the source of each message.
pub static SENT: StepSpec = step("message.sent", Op::Gather, &["uf", "m"], "mf", &["message", "feature"]).written(
    "x_u",
    r"x_{u} \enspace ((u, v) \in \mathcal{E})",
    SOURCE,
);

/// The features of the source of each message, times the message's weight.
pub static WEIGHTED: StepSpec =
    step("message.weighted", Op::Map(&MULTIPLY), &["m", "mf"], "mf", &["message", "feature"])
        .written(r"w\,x_u", r"w_{uv}\, x_u", SOURCE);

/// The target of each message.
pub static TARGETS: StepSpec = step("message.target", Op::Rule(&SECOND_OF_PAIR), &["mp"], "m", &["message"])
    .written("v", r"v_m = \mathcal{E}_{m2}", SOURCE)
    .names();

/// The largest number that reaches each node, for each feature, and −∞ where none does.
pub static LARGEST: StepSpec =
    step("message.largest", Op::Scatter(Reduction::Max), &["mf", "m"], "vf", &["target", "feature"]).written(
        r"\max w\,x_u",
        r"\max_{(u, v) \in \mathcal{E}} w_{uv}\, x_{uf}",
        MAXIMUM_SOURCE,
    );

/// The maximum over each node's neighbors, for each feature, and 0 for a node without any.
pub static MAXIMUM: StepSpec =
    step("message.maximum", Op::Map(&ZERO_FOR_NOTHING), &["vf"], "vf", &["target", "feature"]).written(
        "M",
        r"M_{vf} = \max_{(u, v) \in \mathcal{E}} w_{uv}\, x_{uf}",
        MAXIMUM_SOURCE,
    );

/// a, and 0 for the maximum of no number, −∞.
pub static ZERO_FOR_NOTHING: Function =
    Function::unary("zero-for-nothing", "[{0} > −∞] {0}", Cost::COMPARISON, |most| {
        if most == f64::NEG_INFINITY { 0.0 } else { most }
    })
    .slopes(&[Slope::One]);

/// Counts the messages from the cell's source to its target.
pub static COUNT_OF_MESSAGES: Rule = Rule {
    name: "count-of-messages",
    template: "|{{*}}|",
    fill: Fill::AtOnce(|operands, shape| count_of_messages(operands, Matrix::full(shape))),
    cells: Some(|operands, pattern| count_of_messages(operands, Matrix::kept(pattern))),
    reads: Reads::Cells(|operands, _, index| matching(operands, index).flat_map(both_ends).collect()),
    value: |values, _, _| (values.len() / 2) as f64,
    ..Rule::constant(Obstacle::Structure)
};

fn count_of_messages(operands: &[&Tensor], mut matrix: Matrix) -> Vec<f64> {
    if let Some(messages) = operands.first() {
        ends(messages).enumerate().for_each(|(number, ends)| matrix.change(number, ends, |cell| *cell += 1.0));
    }
    matrix.cells
}

/// Aggregates over each node's neighbors by one of [`AGGREGATIONS`]: [sources, features] to [targets, features].
///
/// A mean divides by the number of messages, whatever their weights.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when nodes² numbers are too many.
///
/// # Complexity
/// n² · f multiplications; for the maximum one comparison for each message and feature.
pub fn aggregate(run: &mut Run, graph: &GivenGraph, features: Value, aggregation: &str) -> Result<Value> {
    if aggregation == "max" {
        let sources = run.step(&SOURCES, &[graph.messages])?;
        let sent = run.step(&SENT, &[features, sources])?;
        let weighted = run.step(&WEIGHTED, &[graph.weights, sent])?;
        let targets = run.step(&TARGETS, &[graph.messages])?;
        let largest = run.step(&LARGEST, &[weighted, targets])?;
        return run.step(&MAXIMUM, &[largest]);
    }
    let adjacency = run.step(&ADJACENCY, &[graph.messages, graph.weights])?;
    if aggregation == "mean" {
        let counts = run.step(&MESSAGE_COUNTS, &[graph.messages])?;
        return mean(run, adjacency, counts, features);
    }
    run.step(&AGGREGATED, &[adjacency, features])
}

/// Computes the mean over `counts` messages, weighted by `adjacency`.
pub(in crate::graph) fn mean(run: &mut Run, adjacency: Value, counts: Value, features: Value) -> Result<Value> {
    let arrivals = run.step(&ARRIVALS, &[counts])?;
    let shares = run.step(&MEAN_SHARES, &[adjacency, arrivals])?;
    run.step(&AGGREGATED, &[shares, features])
}
