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
use crate::op::{DIVIDE_OR_ZERO, Fill, MULTIPLY, Op, Reads, Reduction, Rule, SourceCell, StepSpec, step};
use crate::trace::{Run, Value};

use crate::graph::structure::adjacency::{ADJACENCY, both_ends, cell_mut, ends, matching, zeros};

const SOURCE: &str = "Gilmer et al. 2017, eq. (1)";
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
        .written(r"D^{-1} A", r"(D^{-1} A)_{vu} = #1A_{vu} / d_v", MEAN);

/// The sum or the mean over each node's neighbors.
pub static AGGREGATED: StepSpec = step("message.aggregated", Op::Contract, &["vu", "uf"], "vf", &["target", "feature"])
    .written("M", r"M_v = \sum_{u} #1A_{vu}\, x_u", SOURCE);

/// The features of the source of each message.
pub static SENT: StepSpec =
    step("message.sent", Op::Rule(&ROW_OF_SOURCE), &["mp", "uf"], "mf", &["message", "feature"]).written(
        "x_u",
        r"x_{u} \enspace ((u, v) \in \mathcal{E})",
        SOURCE,
    );

/// The features of the source of each message, times the message's weight.
pub static WEIGHTED: StepSpec =
    step("message.weighted", Op::Map(&MULTIPLY), &["m", "mf"], "mf", &["message", "feature"])
        .written(r"w\,x_u", r"w_{uv}\, x_u", SOURCE);

/// The maximum over each node's neighbors, for each feature.
pub static MAXIMUM: StepSpec =
    step("message.maximum", Op::Rule(&MAX_OF_MESSAGES), &["mp", "mf"], "vf", &["target", "feature"]).written(
        "M",
        r"M_{vf} = \max_{(u, v) \in \mathcal{E}} w_{uv}\, x_{uf}",
        "Hamilton et al. 2017, eq. (3)",
    );

/// Counts the messages from the cell's source to its target.
pub static COUNT_OF_MESSAGES: Rule = Rule {
    name: "count-of-messages",
    template: "|{{*}}|",
    fill: Fill::AtOnce(|operands, shape| {
        let mut cells = zeros(shape);
        for (source, target) in operands.iter().flat_map(|messages| ends(messages)) {
            if let Some(cell) = cell_mut(&mut cells, shape, target, source) {
                *cell += 1.0;
            }
        }
        cells
    }),
    reads: Reads::Cells(|operands, _, index| matching(operands, index).flat_map(both_ends).collect()),
    value: |values, _, _| (values.len() / 2) as f64,
    ..Rule::DEFAULT
};

/// For each message, the row of its source.
pub static ROW_OF_SOURCE: Rule = Rule {
    name: "row-of-source",
    template: "{1} @ {0}",
    fill: Fill::AtOnce(|operands, shape| match (operands, shape) {
        ([messages, rows], [_, width]) => ends(messages)
            .flat_map(|(source, _)| rows.data().get(source * width..(source + 1) * width).unwrap_or_default())
            .copied()
            .collect(),
        _ => Vec::new(),
    }),
    reads: Reads::Cells(|operands, shape, index| match (operands, shape, index) {
        ([messages, _], [_, width], &[message, feature]) => {
            let source = messages.data().get(2 * message).map_or(0, |source| *source as usize);
            let sender = SourceCell { operand: 0, offset: 2 * message };
            vec![sender, SourceCell { operand: 1, offset: source * width + feature }]
        }
        _ => Vec::new(),
    }),
    value: |values, _, _| values.get(1).copied().unwrap_or(f64::NAN),
    ..Rule::DEFAULT
};

/// The largest number that reaches the cell's target, and 0 where none does.
pub static MAX_OF_MESSAGES: Rule = Rule {
    name: "max-of-messages",
    template: "max({*})",
    fill: Fill::AtOnce(|operands, shape| {
        let mut cells = vec![Reduction::Max.start(); shape.iter().product()];
        let mut reached = vec![false; shape.first().copied().unwrap_or_default()];
        let width = shape.last().copied().unwrap_or_default();
        if let ([messages, numbers], true) = (operands, width > 0) {
            for ((_, target), row) in ends(messages).zip(numbers.data().chunks_exact(width)) {
                reached.iter_mut().skip(target).take(1).for_each(|reached| *reached = true);
                for (cell, &number) in cells.iter_mut().skip(target * width).zip(row) {
                    *cell = Reduction::Max.fold(*cell, number);
                }
            }
            for (row, _) in cells.chunks_exact_mut(width).zip(reached).filter(|(_, reached)| !reached) {
                row.fill(0.0);
            }
        }
        cells
    }),
    reads: Reads::Cells(|operands, shape, index| match (operands, shape, index) {
        ([messages, _], [_, width], &[target, feature]) => (0..)
            .zip(ends(messages))
            .filter(|(_, (_, to))| *to == target)
            .map(|(message, _): (usize, _)| SourceCell { operand: 1, offset: message * width + feature })
            .collect(),
        _ => Vec::new(),
    }),
    value: |values, _, _| match values {
        [] => 0.0,
        _ => values.iter().fold(Reduction::Max.start(), |most, &next| Reduction::Max.fold(most, next)),
    },
    ..Rule::DEFAULT
};

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
        let sent = run.step(&SENT, &[graph.messages, features])?;
        let weighted = run.step(&WEIGHTED, &[graph.weights, sent])?;
        return run.step(&MAXIMUM, &[graph.messages, weighted]);
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
