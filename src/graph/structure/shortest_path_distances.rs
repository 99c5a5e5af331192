//! The distances between nodes: lengths of shortest paths.
//!
//! ```text
//! 0 – 1 – 2     3        0  1  2 −1
//!                        1  0  1 −1      −1: there is no way
//!                        2  1  0 −1
//!                       −1 −1 −1  0
//! ```
//!
//! Row i, column j counts the messages on a shortest path from i to j. In a directed graph the path follows the messages, so the matrix need not be
//! symmetric.
//!
//! Source: Ying et al. 2021, *Do Transformers Really Perform Bad for Graph Representation?*, section 3.1.2.

use std::collections::VecDeque;

use crate::algorithm::{Algorithm, always, graph, output};
use crate::error::Result;
use crate::op::{Fill, Obstacle, Op, Reads, Rule, SourceCell, StepSpec, step};
use crate::tensor::Tensor;
use crate::trace::{Run, Value};

use super::messages::{MESSAGES, given_neighbors};

const SOURCE: &str = "Ying et al. 2021, section 3.1.2";

/// The number of messages on a shortest path from each node to each other.
pub static DISTANCES: StepSpec =
    step("graph.distances", Op::Rule(&LENGTH_OF_SHORTEST_PATH), &["mp"], "uv", &["source", "target"])
        .written("D", r"D_{uv} = \min_{P \subseteq \mathcal{E}, \, P : u \to v} |P|", SOURCE)
        .counts();

/// Counts the messages on a shortest path; −1 where there is none. A cell reads the messages on one such path.
pub static LENGTH_OF_SHORTEST_PATH: Rule = Rule {
    name: "length-of-shortest-path",
    template: "|({*})|",
    work: |operands, shape| match (operands, shape) {
        ([messages], [nodes, _]) => Ways::work(messages, *nodes, *nodes),
        _ => 0,
    },
    fill: Fill::AtOnce(|operands, shape| {
        let (Some(messages), Some(&nodes)) = (operands.first(), shape.first()) else { return Vec::new() };
        let ways = Ways::new(messages, nodes);
        (0..nodes).flat_map(|start| ways.from(start).distances).collect()
    }),
    reads: Reads::Cells(|operands, shape, index| {
        let (Some(messages), Some(&nodes), [start, end]) = (operands.first(), shape.first(), index) else {
            return Vec::new();
        };
        let path = Ways::new(messages, nodes).from(*start).path(*end);
        path.into_iter()
            .flat_map(|message| [0, 1].map(|end| SourceCell { operand: 0, offset: 2 * message + end }))
            .collect()
    }),
    value: |values, _, index| match index {
        [start, end] if start != end && values.is_empty() => -1.0,
        _ => (values.len() / 2) as f64,
    },
    ..Rule::constant(Obstacle::Distance)
};

/// The messages by their source.
pub(crate) struct Ways {
    /// For each node its messages, as number and target, in the order of the list.
    leaving: Vec<Vec<(usize, usize)>>,
}

/// The result of a breadth-first search from one node.
pub(crate) struct Reached {
    /// The distance of each node; −1 without a path.
    pub distances: Vec<f64>,
    /// The message by which each node was reached first, and its source.
    arrived_by: Vec<Option<(usize, usize)>>,
}

impl Ways {
    pub(crate) fn new(messages: &Tensor, nodes: usize) -> Ways {
        let mut leaving = vec![Vec::new(); nodes];
        for (number, pair) in messages.data().chunks_exact(2).enumerate() {
            if let [source, target] = pair
                && let Some(list) = leaving.get_mut(*source as usize)
            {
                list.push((number, *target as usize));
            }
        }
        Ways { leaving }
    }

    /// For [`Rule::work`]: a search visits every node and every message at most once.
    pub(crate) fn work(messages: &Tensor, nodes: usize, searches: usize) -> u64 {
        (searches as u64).saturating_mul((nodes + messages.element_count() / 2) as u64)
    }

    /// Searches from a node, in the order of the list of messages.
    pub(crate) fn from(&self, start: usize) -> Reached {
        let mut reached =
            Reached { distances: vec![-1.0; self.leaving.len()], arrived_by: vec![None; self.leaving.len()] };
        if let Some(distance) = reached.distances.get_mut(start) {
            *distance = 0.0;
        }
        let mut waiting = VecDeque::from([(start, 0.0)]);
        while let Some((node, steps)) = waiting.pop_front() {
            for &(message, target) in self.leaving.get(node).into_iter().flatten() {
                if let (Some(distance), Some(by)) =
                    (reached.distances.get_mut(target), reached.arrived_by.get_mut(target))
                    && *distance < 0.0
                {
                    *distance = steps + 1.0;
                    *by = Some((message, node));
                    waiting.push_back((target, steps + 1.0));
                }
            }
        }
        reached
    }
}

impl Reached {
    /// The messages of one shortest path to a node, from its start; none for the start itself, or without a path.
    pub(crate) fn path(&self, end: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut node = end;
        while let Some(&Some((message, before))) = self.arrived_by.get(node) {
            path.push(message);
            node = before;
        }
        path.reverse();
        path
    }
}

/// Computes the distances of all pairs of nodes from the messages of a graph.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when nodes² numbers are too many.
///
/// # Complexity
/// nodes · (nodes + messages) steps.
pub fn distances(run: &mut Run, messages: Value) -> Result<Value> {
    run.step(&DISTANCES, &[messages])
}

/// Counts the messages on a shortest path from each node to each other: `distances[i, j]` leads from i to j.
///
/// The distance of a node to itself is 0; −1 means that there is no path. Edge weights and repetitions are ignored.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | distances | [n, n] |
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when n² numbers are too many.
///
/// # Complexity
/// n breadth-first searches: n · (n + messages).
///
/// # Example
/// A directed path: distance 2 in one direction, and no path back.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// let street = Graph::new(3, vec![[0, 1], [1, 2]], true)?;
/// let trace = catalog::trace("shortest-path-distances", &Arguments::new().with("graph", street))?;
/// let distances = &trace.outputs["distances"];
/// assert_eq!((distances.get(&[0, 2]), distances.get(&[2, 0])), (Some(2.0), Some(-1.0)));
/// // The number 2 was counted from the two messages on the way.
/// assert_eq!(trace.cell("graph.distances", &[0, 2])?.terms.len(), 4);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "shortest-path-distances",
    title: "Shortest-path distances",
    source: SOURCE,
    inputs: &[graph("graph")],
    parts: &[always(&[&MESSAGES, &DISTANCES])],
    outputs: &[output("distances", &[&DISTANCES])],
    run: |inputs, run| {
        let messages = given_neighbors(run, inputs.graph("graph")?)?;
        Ok(vec![("distances", distances(run, messages)?)])
    },
};
