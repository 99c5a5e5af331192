//! Landing probabilities: where random walks from the anchors of a distance encoding are after so many steps.
//!
//! Source: Li et al. 2020, eq. (3).

use crate::algorithm::{Part, always, include};
use crate::error::Result;
use crate::graph::structure::messages::GivenGraph;
use crate::trace::{Op, Reduction, Rule, Run, SourceCell, StepSpec, Value, each_once};

use super::random_walk::{TRANSITION_PARTS, check_room, transition};
use super::rows::{self, NO_ROWS, ROWS};

pub(super) const SOURCE: &str = "Li et al. 2020, eq. (2) and (3)";
/// Before the first step every walker is at its anchor.
pub static START: StepSpec = StepSpec {
    id: "distance-encoding.start",
    symbol: "W^0",
    op: Op::Rule(&AT_ANCHOR),
    index: "ua",
    axes: &["node", "anchor"],
    reads: &["a"],
    formula: "W^0_{ua} = [u = a]",
    source: SOURCE,
};

/// How likely the walker of each anchor is to be at each node.
pub static WALKERS: StepSpec = StepSpec {
    id: "distance-encoding.walkers",
    symbol: "W^k",
    op: Op::Contract,
    index: "va",
    axes: &["node", "anchor"],
    reads: &["vu", "ua"],
    formula: r"W^k = T \, W^{k-1}",
    source: SOURCE,
};

/// How many walkers are to be expected at each node.
pub static LANDED: StepSpec = StepSpec {
    id: "distance-encoding.landed",
    symbol: r"\zeta_k",
    op: Op::Reduce(Reduction::Sum),
    index: "v",
    axes: &["node"],
    reads: &["va"],
    formula: r"\zeta_{vk} = \sum_{a \in S} W^k_{va}",
    source: SOURCE,
};

/// 1 where the operand of the column is the number of the row.
static AT_ANCHOR: Rule = Rule {
    name: "at-anchor",
    template: "[u = {0}]",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| {
        let (Some(anchors), Some(&nodes)) = (operands.first(), shape.first()) else { return Vec::new() };
        (0..nodes).flat_map(|node| anchors.data().iter().map(move |anchor| f64::from(node as f64 == *anchor))).collect()
    },
    reads: |_, _, index| index.last().map(|&offset| SourceCell { operand: 0, offset }).into_iter().collect(),
    value: |values, _, index| match (values, index.first()) {
        ([anchor], Some(node)) => f64::from(*node as f64 == *anchor),
        _ => f64::NAN,
    },
};

/// The steps before the first round.
pub(super) const LANDING_PARTS: &[Part] =
    &[include("", TRANSITION_PARTS), always(&START), always(&LANDED), always(&NO_ROWS), always(&ROWS)];

/// The steps of the walkers.
pub(super) const WALKING_PARTS: Part = Part::Group {
    name: "steps",
    rounds: true,
    inputs: "",
    when: Some("by=landing"),
    parts: &[always(&WALKERS), always(&LANDED), always(&ROWS)],
};

/// Sums over the anchors how likely a walk of 0, 1, … `steps` steps from there ends at each node.
///
/// # Errors
/// [`crate::error::Error::TooLarge`].
pub(super) fn landing(run: &mut Run, graph: &GivenGraph, anchors: Value, steps: usize) -> Result<Value> {
    let (nodes, width) = (run.size('v')?, run.size('a')?);
    check_room(steps.saturating_add(1), nodes, width)?;
    let transition = transition(run, graph)?;
    let mut walkers = run.step(&START, &[anchors])?;
    let landed = run.step(&LANDED, &[walkers])?;
    let none = rows::start(run)?;
    let mut list = run.within("", |run| rows::append(run, none, landed))?;
    for round in 0..steps {
        (walkers, list) = run.round("steps", round, |run| {
            let walkers = run.step(&WALKERS, &[transition, walkers])?;
            let landed = run.step(&LANDED, &[walkers])?;
            Ok((walkers, rows::append(run, list, landed)?))
        })?;
    }
    rows::columns(run, list)
}
