//! Random-walk encoding: the probability that a random walk returns to its start, after one step, two steps, and so on.
//!
//! ```text
//! A ─► out-degrees ─► T = A D⁻¹ ─► T, T², T³, … ─► the diagonal of each is one column
//! ```
//!
//! A walker at u takes one of the messages that leave u, heavy ones more often. Nothing depends on how the nodes are numbered.
//!
//! Letters: u, v and w nodes, r rounds.
//!
//! Source: Dwivedi et al. 2022, *Graph Neural Networks with Learnable Structural and Positional Representations*, eq. (18).

use crate::algorithm::{Algorithm, Output, Part, always, graph, include, integer, rounds};
use crate::error::Result;
use crate::graph::structure::adjacency::{ADJACENCY, Loops, adjacency};
use crate::graph::structure::messages::{GivenGraph, MESSAGE_WEIGHTS, MESSAGES, given_graph};
use crate::tensor::element_count;
use crate::trace::{COPY, DIVIDE_OR_ZERO, Op, Reduction, Rule, Run, StepSpec, Value, each_once};

use super::rows::{self, COLUMNS, NO_ROWS, ROWS};

const SOURCE: &str = "Dwivedi et al. 2022, eq. (18)";

/// How heavy the messages that leave each node are in sum.
pub static OUT_DEGREE: StepSpec = StepSpec {
    id: "random-walk.out-degree",
    symbol: r"d^{\text{out}}",
    op: Op::Reduce(Reduction::Sum),
    index: "u",
    axes: &["source"],
    reads: &["vu"],
    formula: r"d^{\text{out}}_u = \sum_v A_{vu}",
    source: SOURCE,
};

/// How likely a step from each source leads to each target.
pub static TRANSITION: StepSpec = StepSpec {
    id: "random-walk.transition",
    symbol: "T",
    op: Op::Map(&DIVIDE_OR_ZERO),
    index: "vu",
    axes: &["target", "source"],
    reads: &["vu", "u"],
    formula: r"T = A D^{-1}",
    source: SOURCE,
};

/// Before the first step every walk is at its start.
pub static START: StepSpec = StepSpec {
    id: "random-walk.start",
    symbol: "T^0",
    op: Op::Rule(&DIAGONAL),
    index: "vu",
    axes: &["target", "source"],
    reads: &[],
    formula: r"T^0 = I",
    source: SOURCE,
};

/// How likely a walker is to be at each target after so many steps.
pub static POWER: StepSpec = StepSpec {
    id: "random-walk.power",
    symbol: "T^k",
    op: Op::Contract,
    index: "vu",
    axes: &["target", "source"],
    reads: &["vw", "wu"],
    formula: r"T^k = T \, T^{k-1}",
    source: SOURCE,
};

/// How likely a walker is to be back.
pub static RETURNS: StepSpec = StepSpec {
    id: "random-walk.returns",
    symbol: r"\text{diag}(T^k)",
    op: Op::Map(&COPY),
    index: "v",
    axes: &["node"],
    reads: &["vv"],
    formula: r"(T^k)_{vv}",
    source: SOURCE,
};

/// 1 on the diagonal, 0 elsewhere.
static DIAGONAL: Rule = Rule {
    name: "diagonal",
    template: "[v = u]",
    cumulative: false,
    work: each_once,
    fill: |_, shape| {
        let nodes = shape.first().copied().unwrap_or_default();
        (0..nodes * nodes).map(|place| f64::from(place % (nodes + 1) == 0)).collect()
    },
    reads: |_, _, _| Vec::new(),
    value: |_, _, index| f64::from(index.first() == index.last()),
};

/// The steps from a weighted graph to its transitions.
pub(super) const TRANSITION_PARTS: &[Part] = &[always(&ADJACENCY), always(&OUT_DEGREE), always(&TRANSITION)];

/// Computes how likely a step from each source leads to each target. From a node that no message leaves, none does.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when n² numbers are too many.
pub(super) fn transition(run: &mut Run, graph: &GivenGraph) -> Result<Value> {
    let adjacency = adjacency(run, graph, Loops::None)?;
    let degree = run.step(&OUT_DEGREE, &[adjacency])?;
    run.step(&TRANSITION, &[adjacency, degree])
}

/// Checks that there is room for what the rounds of a walk leave behind: a matrix each, and a list that grows by a row.
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
/// In a directed graph the walker follows the messages, and D holds out-degrees. A node that no message leaves keeps nobody.
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
/// Along one edge a walker goes there and back: after every second step it is home.
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
        always(&MESSAGES),
        always(&MESSAGE_WEIGHTS),
        include("", TRANSITION_PARTS),
        always(&START),
        always(&NO_ROWS),
        rounds("steps", "", &[always(&POWER), always(&RETURNS), always(&ROWS)]),
        always(&COLUMNS),
    ],
    outputs: &[Output { name: "encoding", steps: &[&COLUMNS] }],
    run: |arguments, run| {
        let (graph, steps) = (arguments.graph("graph")?, arguments.integer("steps", 1)?);
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
