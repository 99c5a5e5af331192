//! Random-walk encoding: the probability that a random walk returns to its start, after one step, two steps, and so on.
//!
//! ```text
//! A ─► out-degrees ─► T = A D⁻¹ ─► T, T², T³, … ─► the diagonal of each is one column
//! ```
//!
//! A walk at u follows one of the messages that leave u, with probabilities proportional to their weights. The numbering of the nodes has no effect.
//!
//! Letters: u, v and w nodes, r rounds.
//!
//! Source: Dwivedi et al. 2022, *Graph Neural Networks with Learnable Structural and Positional Representations*.

use crate::algorithm::{Algorithm, Part, always, graph, include, integer, output, rounds};
use crate::error::Result;
use crate::graph::structure::adjacency::{ADJACENCY, Loops, adjacency};
use crate::graph::structure::messages::{GivenGraph, MESSAGE_WEIGHTS, MESSAGES, given_graph};
use crate::op::{COPY, DIVIDE_OR_ZERO, Obstacle, Op, Reduction, Rule, StepSpec, step};
use crate::tensor::element_count;
use crate::trace::{Run, Value};

use super::rows::{self, COLUMNS, NO_ROWS, ROWS};

const SOURCE: &str = "Dwivedi et al. 2022";

/// The sum of the weights of the messages that leave each node.
pub static OUT_DEGREE: StepSpec = step("random-walk.out-degree", Op::Reduce(Reduction::Sum), &["vu"], "u", &["source"])
    .written(r"d^{\text{out}}", r"d^{\text{out}}_u = \sum_v A_{vu}", SOURCE)
    .begins("walk");

/// The probability of a step from each source to each target.
pub static TRANSITION: StepSpec =
    step("random-walk.transition", Op::Map(&DIVIDE_OR_ZERO), &["vu", "u"], "vu", &["target", "source"])
        .written("T", r"T_{vu} = (A D^{-1})_{vu} = A_{vu} / d^{\text{out}}_u", SOURCE)
        .shares();

/// Before the first step each walk is at its start.
pub static START: StepSpec =
    step("random-walk.start", Op::Rule(&DIAGONAL), &[], "vu", &["target", "source"]).written("T^0", r"T^0 = I", SOURCE);

/// The probability that a walk from each source is at each target after these steps.
pub static POWER: StepSpec = step("random-walk.power", Op::Contract, &["vw", "wu"], "vu", &["target", "source"])
    .written("T^k", r"T^k = T \, T^{k-1}", SOURCE)
    .shares();

/// The probability that a walk is back at its start.
pub static RETURNS: StepSpec = step("random-walk.returns", Op::Map(&COPY), &["vv"], "v", &["node"])
    .written(r"\text{diag}(T^k)", r"(T^k)_{vv}", SOURCE)
    .shares();

/// 1 on the diagonal, 0 elsewhere.
static DIAGONAL: Rule = Rule {
    name: "diagonal",
    template: "[v = u]",
    value: |_, _, index| f64::from(index.first() == index.last()),
    ..Rule::constant(Obstacle::Structure)
};

/// The steps from a weighted graph to its transitions.
pub(super) static TRANSITION_PARTS: &[Part] = &[always(&[&ADJACENCY, &OUT_DEGREE, &TRANSITION])];

/// Computes the probability of a step from each source to each target; 0 from a node that no message leaves.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when n² numbers are too many.
pub(super) fn transition(run: &mut Run, graph: &GivenGraph) -> Result<Value> {
    let adjacency = adjacency(run, graph, Loops::None)?;
    let degree = run.step(&OUT_DEGREE, &[adjacency])?;
    run.step(&TRANSITION, &[adjacency, degree])
}

/// Validates that there is memory for the rounds of a walk: a matrix for each, and a list that grows by a row.
///
/// # Errors
/// [`crate::error::Error::TooLarge`].
pub(super) fn check_room(steps: usize, nodes: usize, width: usize) -> Result<()> {
    element_count("steps", &[steps, nodes, width])?;
    element_count("steps", &[steps, steps, nodes])?;
    Ok(())
}

/// Computes the return probabilities of a random walk: column k − 1 is the diagonal of (A D⁻¹)^k.
///
/// In a directed graph the walk follows the messages, and D holds out-degrees. A walk ends at a node that no message leaves.
///
/// # Shapes
/// | value | shape |
/// |---|---|
/// | graph | n nodes |
/// | encoding | [n, steps] |
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when steps · n² or steps² · n numbers are too many.
///
/// # Complexity
/// steps · n³ multiplications.
///
/// # Example
/// Along a single edge a walk goes to and fro: after each second step it is back.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// let inputs = Arguments::new().with("graph", Graph::new(2, vec![[0, 1]], false)?).with("steps", 4.0);
/// let trace = catalog::trace("random-walk-encoding", &inputs)?;
/// assert_eq!(trace.outputs["encoding"].data()[..4], [0.0, 1.0, 0.0, 1.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "random-walk-encoding",
    title: "Random-walk encoding",
    source: SOURCE,
    inputs: &[graph("graph"), integer("steps", 1)],
    parts: &[
        always(&[&MESSAGES, &MESSAGE_WEIGHTS]),
        include("", TRANSITION_PARTS),
        always(&[&START, &NO_ROWS]),
        rounds("steps", "", &[always(&[&POWER, &RETURNS, &ROWS])]),
        always(&[&COLUMNS]),
    ],
    outputs: &[output("encoding", &[&COLUMNS])],
    run: |inputs, run| {
        let (graph, steps) = (inputs.graph("graph")?, inputs.integer("steps")?);
        check_room(steps, graph.nodes(), graph.nodes())?;
        let given = given_graph(run, graph)?;
        let transition = transition(run, &given)?;
        let mut power = run.step(&START, &[])?;
        let mut list = rows::start(run)?;
        for round in 0..steps {
            (power, list) = run.round("steps", round, |run| {
                let power = run.step(&POWER, &[transition, power])?;
                let returns = run.step(&RETURNS, &[power])?;
                Ok((power, rows::append(run, list, returns)?))
            })?;
        }
        Ok(vec![("encoding", rows::columns(run, list)?)])
    },
};
