//! What a node makes of the messages that reach it: their sum, their mean or their maximum.
//!
//! ```text
//! sum    A X                      every message counts as it comes
//! mean   D⁻¹A X                   … divided by how many arrive
//! max    x_u of every message ─► the largest, feature by feature
//! ```
//!
//! A node that no message reaches gets zeros. A message that is listed twice arrives twice.
//!
//! Source: Gilmer et al. 2017, *Neural Message Passing for Quantum Chemistry*, eq. (1); Xu et al. 2019, section 5.

use crate::error::Result;
use crate::graph::structure::messages::GivenGraph;
use crate::trace::{DIVIDE_OR_ZERO, MULTIPLY, Op, Reduction, Rule, Run, SourceCell, StepSpec, Value, each_once};

use crate::graph::structure::adjacency::{ADJACENCY, both_ends, cell_mut, ends, matching, zeros};

const SOURCE: &str = "Gilmer et al. 2017, eq. (1)";
const MEAN: &str = "Hamilton et al. 2017, section 3.3";

/// What can be made of the messages that reach a node.
pub const AGGREGATIONS: &[&str] = &["sum", "mean", "max"];

/// How many messages travel from each source to each target.
pub static MESSAGE_COUNTS: StepSpec = StepSpec {
    id: "graph.message-counts",
    symbol: "C",
    op: Op::Rule(&COUNT_OF_MESSAGES),
    index: "vu",
    axes: &["target", "source"],
    reads: &["mp"],
    formula: r"C_{vu} = |\{(u, v) \in \mathcal{E}\}|",
    source: MEAN,
};

/// How many messages reach each node.
pub static ARRIVALS: StepSpec = StepSpec {
    id: "graph.arrivals",
    symbol: "d",
    op: Op::Reduce(Reduction::Sum),
    index: "v",
    axes: &["target"],
    reads: &["vu"],
    formula: r"d_v = |N(v)| = \sum_u C_{vu}",
    source: MEAN,
};

/// The share of each message in the mean that its target takes.
pub static MEAN_SHARES: StepSpec = StepSpec {
    id: "graph.mean-shares",
    symbol: r"D^{-1} A",
    op: Op::Map(&DIVIDE_OR_ZERO),
    index: "vu",
    axes: &["target", "source"],
    reads: &["vu", "v"],
    formula: r"(D^{-1} A)_{vu} = A_{vu} / d_v",
    source: MEAN,
};

/// The sum or the mean over each node's neighbors.
pub static AGGREGATED: StepSpec = StepSpec {
    id: "message.aggregated",
    symbol: "M",
    op: Op::Contract,
    index: "vf",
    axes: &["target", "feature"],
    reads: &["vu", "uf"],
    formula: r"M_v = \sum_{u} A_{vu}\, x_u",
    source: SOURCE,
};

/// What each message carries.
pub static SENT: StepSpec = StepSpec {
    id: "message.sent",
    symbol: "x_u",
    op: Op::Rule(&ROW_OF_SOURCE),
    index: "mf",
    axes: &["message", "feature"],
    reads: &["mp", "uf"],
    formula: r"x_{u} \enspace ((u, v) \in \mathcal{E})",
    source: SOURCE,
};

/// What each message carries, times its weight.
pub static WEIGHTED: StepSpec = StepSpec {
    id: "message.weighted",
    symbol: r"w\,x_u",
    op: Op::Map(&MULTIPLY),
    index: "mf",
    axes: &["message", "feature"],
    reads: &["m", "mf"],
    formula: r"w_{uv}\, x_u",
    source: SOURCE,
};

/// The maximum over each node's neighbors, for each feature.
pub static MAXIMUM: StepSpec = StepSpec {
    id: "message.maximum",
    symbol: "M",
    op: Op::Rule(&MAX_OF_MESSAGES),
    index: "vf",
    axes: &["target", "feature"],
    reads: &["mp", "mf"],
    formula: r"M_{vf} = \max_{(u, v) \in \mathcal{E}} w_{uv}\, x_{uf}",
    source: "Hamilton et al. 2017, eq. (3)",
};

/// Counts the messages from the cell's source to its target.
pub static COUNT_OF_MESSAGES: Rule = Rule {
    name: "count-of-messages",
    template: "|{{*}}|",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| {
        let mut cells = zeros(shape);
        for (source, target) in operands.iter().flat_map(|messages| ends(messages)) {
            if let Some(cell) = cell_mut(&mut cells, shape, target, source) {
                *cell += 1.0;
            }
        }
        cells
    },
    reads: |operands, _, index| matching(operands, index).flat_map(both_ends).collect(),
    value: |values, _, _| (values.len() / 2) as f64,
};

/// Takes, for each message, the row of the node that sends it.
pub static ROW_OF_SOURCE: Rule = Rule {
    name: "row-of-source",
    template: "{1} @ {0}",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| match (operands, shape) {
        ([messages, rows], [_, width]) => ends(messages)
            .flat_map(|(source, _)| rows.data().get(source * width..(source + 1) * width).unwrap_or_default())
            .copied()
            .collect(),
        _ => Vec::new(),
    },
    reads: |operands, shape, index| match (operands, shape, index) {
        ([messages, _], [_, width], &[message, feature]) => {
            let source = messages.data().get(2 * message).map_or(0, |source| *source as usize);
            let sender = SourceCell { operand: 0, offset: 2 * message };
            vec![sender, SourceCell { operand: 1, offset: source * width + feature }]
        }
        _ => Vec::new(),
    },
    value: |values, _, _| values.get(1).copied().unwrap_or(f64::NAN),
};

/// Takes the largest number that reaches the cell's target, and 0 where none does.
pub static MAX_OF_MESSAGES: Rule = Rule {
    name: "max-of-messages",
    template: "max({*})",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| {
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
    },
    reads: |operands, shape, index| match (operands, shape, index) {
        ([messages, _], [_, width], &[target, feature]) => (0..)
            .zip(ends(messages))
            .filter(|(_, (_, to))| *to == target)
            .map(|(message, _): (usize, _)| SourceCell { operand: 1, offset: message * width + feature })
            .collect(),
        _ => Vec::new(),
    },
    value: |values, _, _| match values {
        [] => 0.0,
        _ => values.iter().fold(Reduction::Max.start(), |most, &next| Reduction::Max.fold(most, next)),
    },
};

/// Aggregates over each node's neighbors by one of [`AGGREGATIONS`]: [sources, features] to [targets, features].
///
/// A mean divides by the number of messages, however heavy they are.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when nodes² numbers are too many.
///
/// # Complexity
/// n² · f multiplications; for the maximum one comparison a message and feature.
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

/// Takes the mean over `counts` messages of what `adjacency` lets through.
pub(in crate::graph) fn mean(run: &mut Run, adjacency: Value, counts: Value, features: Value) -> Result<Value> {
    let arrivals = run.step(&ARRIVALS, &[counts])?;
    let shares = run.step(&MEAN_SHARES, &[adjacency, arrivals])?;
    run.step(&AGGREGATED, &[shares, features])
}
