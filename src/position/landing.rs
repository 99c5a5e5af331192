//! Landing probabilities: the nodes that random walks from the anchors of a distance encoding reach after each number of steps.
//!
//! Source: Li et al. 2020, eq. (3).

use crate::algorithm::{Part, always, include};
use crate::error::Result;
use crate::graph::structure::messages::GivenGraph;
use crate::op::{Obstacle, Op, Reads, Reduction, Rule, SourceCell, StepSpec, step};
use crate::trace::{Run, Value};

use super::random_walk::{TRANSITION_PARTS, check_room, transition};
use super::rows::{self, NO_ROWS, ROWS};

pub(super) const SOURCE: &str = "Li et al. 2020, eq. (2) and (3)";
/// Before the first step each walk is at its anchor.
pub static START: StepSpec = step("distance-encoding.start", Op::Rule(&AT_ANCHOR), &["a"], "ua", &["node", "anchor"])
    .written("W^0", "W^0_{ua} = [u = S_a]", SOURCE);

/// The probability that the walk from each anchor is at each node.
pub static WALKERS: StepSpec =
    step("distance-encoding.walkers", Op::Contract, &["vu", "ua"], "va", &["node", "anchor"])
        .written("W^k", r"W^k = T \, #2{W^{k-1}}", SOURCE);

/// The expected number of walks at each node.
pub static LANDED: StepSpec = step("distance-encoding.landed", Op::Reduce(Reduction::Sum), &["va"], "v", &["node"])
    .written(r"\zeta_k", r"\zeta_{vk} = \sum_{a \in S} #1{W^k}_{va}", SOURCE);

/// 1 where the operand of the column is the number of the row.
static AT_ANCHOR: Rule = Rule {
    name: "at-anchor",
    template: "[u = {0}]",
    reads: Reads::One(|_, shape, offset| Some(SourceCell { operand: 0, offset: offset % shape.last()? })),
    value: |values, _, index| match (values, index.first()) {
        ([anchor], Some(node)) => f64::from(*node as f64 == *anchor),
        _ => f64::NAN,
    },
    ..Rule::constant(Obstacle::Comparison)
};

/// The steps before the first round.
pub(super) static LANDING_PARTS: &[Part] =
    &[include("", TRANSITION_PARTS), always(&[&START, &LANDED, &NO_ROWS, &ROWS])];

/// The steps of the walks.
pub(super) static WALKING_PARTS: Part = Part::Group {
    name: "steps",
    rounds: true,
    inputs: "",
    when: Some("by=landing"),
    parts: &[always(&[&WALKERS, &LANDED, &ROWS])],
};

/// Sums over the anchors the probability that a walk of 0, 1, … `steps` steps from there ends at each node.
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
