//! Weisfeiler–Lehman colors: nodes with equal surroundings share a color; each round takes nodes one hop farther into account.
//!
//! ```text
//! path 0 – 1 – 2 – 3 – 4      start     0 0 0 0 0
//!                             round 1   0 1 1 1 0      one neighbor, or two
//!                             round 2   0 1 2 1 0      beside an end, or not
//! ```
//!
//! Two nodes share a color if they did before and their neighbors have the same colors equally often; in a directed graph sources and targets are
//! separate. Colors are numbered as they first occur among the nodes, so only the classes mean something.
//!
//! Letters: u and v nodes, d directions (one, or two in a directed graph), c colors of the round before, r rounds.
//!
//! Source: Weisfeiler & Lehman 1968; as an encoding of position Zhang et al. 2020, *Graph-BERT*, section 3.2.1.

use std::collections::{BTreeMap, BTreeSet};

use crate::algorithm::{Algorithm, always, graph, integer, output, rounds};
use crate::graph::Graph;
use crate::graph::structure::messages::{MESSAGES, given_neighbors};
use crate::op::{Fill, Obstacle, Op, Reads, Rule, SourceCell, StepSpec, sorted_once, step};
use crate::rules::order::order;
use crate::tensor::{Tensor, element_count};

use super::random_walk::check_room;
use super::rows::{self, NO_ROWS, ROWS};

const SOURCE: &str = "Weisfeiler & Lehman 1968";

/// Before the first round all nodes have the same color.
pub static START: StepSpec = step("weisfeiler-lehman.start", Op::Rule(&ALL_ALIKE), &[], "v", &["node"])
    .written("c^0", r"c^0_v = 0", SOURCE)
    .names();

/// For each node the number of neighbors of each color; in a directed graph, of sources and of targets.
pub static NEIGHBOR_COLORS: StepSpec = step(
    "weisfeiler-lehman.neighbor-colors",
    Op::Rule(&COUNT_COLORS),
    &["mp", "u"],
    "vdc",
    &["node", "direction", "color"],
)
.written(r"\#", r"\#_{vdc} = |\{u : (u, v) \in \mathcal{E}_d, \, #2c_u = c\}|", SOURCE)
.names();

/// The new color of each node.
pub static COLORS: StepSpec = step("weisfeiler-lehman.colors", Op::Rule(&CLASSES), &["v", "vdc"], "v", &["node"])
    .written("c", r"c'_v = \text{class}(#1c_v, \#_v)", SOURCE)
    .names();

/// 0 everywhere.
static ALL_ALIKE: Rule = Rule { name: "zeros", template: "0", ..Rule::constant(Obstacle::Structure) };

/// The number of neighbors of a node that have the column's color: of the sources of its messages, in the second direction of their targets.
/// A neighbor counts once, whatever the number of messages.
static COUNT_COLORS: Rule = Rule {
    name: "count-colors",
    template: "|{ c ∈ ({*}) }|",
    work: sorted_once,
    fill: Fill::AtOnce(|operands, shape| {
        let ([messages, colors], [nodes, directions, width]) = (operands, shape) else { return Vec::new() };
        let mut around = BTreeSet::new();
        around.extend((0..*directions).flat_map(|way| neighbors(messages, way, *directions)));
        let mut counts = vec![0.0; nodes * directions * width];
        for [row, neighbor] in around {
            let color = colors.data().get(neighbor).copied().unwrap_or_default() as usize;
            if let Some(count) = counts.get_mut(row * width + color) {
                *count += 1.0;
            }
        }
        counts
    }),
    reads: Reads::Cells(|operands, shape, index| {
        let (Some(messages), [node, way, _], [_, directions, _]) = (operands.first(), index, shape) else {
            return Vec::new();
        };
        let mut around = BTreeSet::new();
        around.extend(neighbors(messages, *way, *directions).filter(|[row, _]| *row == node * directions + way));
        around.into_iter().map(|[_, offset]| SourceCell { operand: 1, offset }).collect()
    }),
    value: |values, _, index| {
        let color = index.last().copied().unwrap_or_default() as f64;
        values.iter().filter(|value| **value == color).count() as f64
    },
    ..Rule::constant(Obstacle::Color)
};

/// The row of each node and direction, and a neighbor in that direction: once for every message.
fn neighbors(messages: &Tensor, way: usize, directions: usize) -> impl Iterator<Item = [usize; 2]> + '_ {
    let row = move |node: f64| node as usize * directions + way;
    messages.data().chunks_exact(2).filter_map(move |pair| match (pair, way) {
        ([source, target], 0) => Some([row(*target), *source as usize]),
        ([source, target], _) => Some([row(*source), *target as usize]),
        _ => None,
    })
}

/// Numbers the rows of the two operands, taken together, as they first occur. A cell reads its own row and all before it.
static CLASSES: Rule = Rule {
    name: "classes",
    template: "class({*})",
    work: sorted_once,
    fill: Fill::AtOnce(|operands, shape| {
        let ([colors, counts], [nodes]) = (operands, shape) else { return Vec::new() };
        let width: usize = counts.shape().iter().skip(1).product();
        let row = |node: usize| {
            (colors.data().get(node), counts.data().get(node * width..(node + 1) * width).unwrap_or_default())
        };
        let compare = |a: usize, b: usize| row(a).partial_cmp(&row(b)).unwrap_or(std::cmp::Ordering::Equal);
        // The first node of each run of equal rows stands for all of them.
        let mut first = vec![0usize; *nodes];
        let mut leader = None;
        for node in order(*nodes, &compare) {
            let same = leader.filter(|&before| compare(before, node).is_eq());
            let of = same.unwrap_or(node);
            leader = Some(of);
            if let Some(place) = first.get_mut(node) {
                *place = of;
            }
        }
        let mut classes: Vec<f64> = Vec::with_capacity(*nodes);
        let mut next = 0.0;
        for (node, &of) in first.iter().enumerate() {
            let known = classes.get(of).copied().filter(|_| of < node);
            classes.push(known.unwrap_or(next));
            next += f64::from(known.is_none());
        }
        classes
    }),
    reads: Reads::Cells(|operands, _, index| {
        let ([_, counts], [node]) = (operands, index) else { return Vec::new() };
        let width: usize = counts.shape().iter().skip(1).product();
        let row = |node: usize| {
            let counted = (node * width..(node + 1) * width).map(|offset| SourceCell { operand: 1, offset });
            std::iter::once(SourceCell { operand: 0, offset: node }).chain(counted)
        };
        (0..=*node).flat_map(row).collect()
    }),
    value: |values, _, index| {
        let rows = index.first().map_or(1, |node| node + 1);
        let mut known: Vec<&[f64]> = Vec::new();
        let mut class = 0;
        for row in values.chunks_exact(values.len().checked_div(rows).unwrap_or(1).max(1)) {
            class = known.iter().position(|other| *other == row).unwrap_or(known.len());
            if class == known.len() {
                known.push(row);
            }
        }
        class as f64
    },
    ..Rule::constant(Obstacle::Color)
};

/// The number of colors of each round, without the lists of counts: from each node's color and the sorted colors of its neighbors. Computed only as
/// long as the number grows; then it stays the same.
fn numbers_of_colors(graph: &Graph, rounds: usize) -> Vec<usize> {
    let ways = if graph.directed() { 2 } else { 1 };
    let mut around: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); graph.nodes() * ways];
    for ([source, target], _) in graph.messages() {
        let ends = [(target * ways, source), (source * ways + ways - 1, target)];
        for (row, neighbor) in ends.into_iter().take(ways) {
            if let Some(list) = around.get_mut(row) {
                list.insert(neighbor);
            }
        }
    }
    let mut colors = vec![0usize; graph.nodes()];
    let mut numbers = vec![usize::from(graph.nodes() > 0)];
    while numbers.len() < rounds {
        let mut classes = BTreeMap::new();
        let color = |node: &usize| colors.get(*node).copied().unwrap_or_default();
        let next = (0..graph.nodes()).map(|node| {
            let mut seen = vec![color(&node)];
            for (way, list) in around.iter().skip(node * ways).take(ways).enumerate() {
                let mut row: Vec<usize> = list.iter().map(|other| color(other) * ways + way).collect();
                row.sort_unstable();
                seen.extend(row);
            }
            let number = classes.len();
            *classes.entry(seen).or_insert(number)
        });
        let next: Vec<usize> = next.collect();
        let grown = numbers.last().is_some_and(|before| classes.len() > *before);
        numbers.push(classes.len());
        if !grown {
            break;
        }
        colors = next;
    }
    numbers
}

/// Refines the colors of the nodes, round by round.
///
/// # Shapes
/// | value | shape |
/// |---|---|
/// | graph | n nodes |
/// | colors | [rounds, n], whole numbers |
///
/// Row i holds the colors after i + 1 rounds; the first round sorts nodes by their number of neighbors. In a directed graph the sources of a node
/// and its targets are counted separately. A loop makes a node its own neighbor, once.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when rounds² · n or n² numbers are too many.
///
/// # Complexity
/// Each round counts every message once and sorts n rows of as many numbers as there are colors.
///
/// # Example
/// After two rounds the middle of a path has a color of its own:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// let path = Graph::new(5, vec![[0, 1], [1, 2], [2, 3], [3, 4]], false)?;
/// let trace = catalog::trace("weisfeiler-lehman-colors", &Arguments::new().with("graph", path).with("rounds", 2.0))?;
/// assert_eq!(trace.outputs["colors"].data(), [0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 2.0, 1.0, 0.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "weisfeiler-lehman-colors",
    title: "Weisfeiler–Lehman colors",
    source: SOURCE,
    inputs: &[graph("graph"), integer("rounds", 1)],
    parts: &[
        always(&[&MESSAGES, &START, &NO_ROWS]),
        rounds("rounds", "", &[always(&[&NEIGHBOR_COLORS, &COLORS, &ROWS])]),
    ],
    outputs: &[output("colors", &[&ROWS])],
    run: |inputs, run| {
        let (graph, rounds) = (inputs.graph("graph")?, inputs.integer("rounds")?);
        element_count("graph", &[graph.nodes(), 2, graph.nodes()])?;
        check_room(rounds, graph.nodes(), 1)?;
        let messages = given_neighbors(run, graph)?;
        let bounds = if run.is_estimate() { numbers_of_colors(graph, rounds) } else { Vec::new() };
        let mut colors = run.step(&START, &[])?;
        let mut list = rows::start(run)?;
        for round in 0..rounds {
            (colors, list) = run.round("rounds", round, |run| {
                let bound = bounds.get(round).or(bounds.last()).copied().unwrap_or_default();
                let known = run.known_or(colors, bound, |colors| {
                    colors.data().iter().fold(0.0, |most: f64, color| most.max(color + 1.0)) as usize
                })?;
                run.bind('c', known, "the colors")?;
                run.bind('d', if graph.directed() { 2 } else { 1 }, "`graph.directed`")?;
                run.bind('v', graph.nodes(), "`graph.nodes`")?;
                let counts = run.step(&NEIGHBOR_COLORS, &[messages, colors])?;
                let colors = run.step(&COLORS, &[colors, counts])?;
                Ok((colors, rows::append(run, list, colors)?))
            })?;
        }
        Ok(vec![("colors", list)])
    },
};
