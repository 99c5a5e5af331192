//! The adjacency matrix, weighted or not, with or without loops, and its row sums.
//!
//! ```text
//! messages        A[target, source]      I', added     Â = A + I'     degree
//!   0 → 1           0  1  0               1  0  0       1  1  0        2
//!   1 → 0           1  0  0               0  1  0       1  1  0        2
//!   2 → 2           0  0  1               0  0  0       0  0  1        1
//! ```
//!
//! A node that has a loop keeps it and gets no second one: I' is the identity only where no node has one. A step whose formula depends on the mode has
//! one table in the catalog, and others of the same id that a run takes.
//!
//! Source: Kipf & Welling 2017, *Semi-Supervised Classification with Graph Convolutional Networks*, eq. (2).

use crate::algorithm::{Part, always, when};
use crate::error::Result;
use crate::graph::Graph;
use crate::op::{ADD, Fill, Obstacle, Op, Reads, Reduction, Rule, SourceCell, StepSpec, step};
use crate::tensor::{Pattern, Tensor};
use crate::trace::{Run, Value};

use super::messages::{GivenGraph, MESSAGES, given_neighbors};

const SOURCE: &str = "Kipf & Welling 2017, eq. (2)";
const ADDED: &str = "Kipf & Welling 2017, eq. (2), where no node has a self-loop yet";

/// The sum of the weights of the messages from each source to each target.
pub static ADJACENCY: StepSpec =
    step("graph.adjacency", Op::Rule(&SUM_OF_MESSAGES), &["mp", "m"], "vu", &["target", "source"])
        .written("A", r"A_{vu} = \sum_{(u, v) \in \mathcal{E}} w_{uv}", SOURCE)
        .begins("adjacency");

/// The neighborhood: 1 where there is a message from the source to the target, 0 elsewhere.
pub static NEIGHBORS: StepSpec = step("graph.neighbors", Op::Rule(&ANY_MESSAGE), &["mp"], "vu", &["target", "source"])
    .written("N", r"N_{vu} = [(u, v) \in \mathcal{E}]", "Veličković et al. 2018, section 2.1")
    .begins("neighborhood");

/// The loops that are added: 1 on the diagonal, except where a node has a loop of its own.
pub static ADDED_LOOPS: StepSpec =
    step("graph.added-loops", Op::Rule(&LOOP_WHERE_NONE), &["mp"], "vu", &["target", "source"])
        .written("I'", r"I'_{vv} = [(v, v) \notin \mathcal{E}]", ADDED);

/// 1 on the diagonal, 0 elsewhere.
pub static IDENTITY: StepSpec = step("graph.identity", Op::Rule(&DIAGONAL), &[], "vu", &["target", "source"])
    .written("I", r"I_{vu} = [v = u]", SOURCE)
    .begins("start");

/// The adjacency with the loops that were missing.
pub static WITH_LOOPS: StepSpec = step("graph.with-loops", Op::Map(&ADD), &["vu", "vu"], "vu", &["target", "source"])
    .written(r"\hat{A}", r"\hat{A} = A + I'", ADDED);

/// [`WITH_LOOPS`] where every node gets a loop in addition to those it has.
pub static WITH_IDENTITY: StepSpec = StepSpec { formula: r"\hat{A} = A + I", source: SOURCE, ..WITH_LOOPS };

/// The neighborhoods in which every node is its own neighbor.
pub static NEIGHBORHOOD: StepSpec =
    step("graph.neighborhood", Op::Map(&ADD), &["vu", "vu"], "vu", &["target", "source"])
        .written(r"\hat{N}", r"\hat{N} = N + I'", "Veličković et al. 2018, section 2.1");

/// The row sums of the adjacency with loops: the total weight that each node receives.
pub static DEGREE: StepSpec = step("graph.degree", Op::Reduce(Reduction::Sum), &["vu"], "v", &["target"])
    .written(r"\hat{d}", r"\hat{d}_v = \sum_u #1\hat{A}_{vu}", SOURCE)
    .begins("normalization");

/// [`DEGREE`] of an adjacency to which no loops were added.
pub static PLAIN_DEGREE: StepSpec =
    StepSpec { symbol: "d", formula: r"d_v = \sum_u A_{vu}", source: "Chung 1997, section 1.4", ..DEGREE };

/// Sums, in the order of the list, the weights of all messages from the cell's source to its target.
pub static SUM_OF_MESSAGES: Rule = Rule {
    name: "sum-of-messages",
    template: "sum({*})",
    fill: Fill::AtOnce(|operands, shape| sum_of_messages(operands, Matrix::full(shape))),
    cells: Some(|operands, pattern| sum_of_messages(operands, Matrix::kept(pattern))),
    reads: Reads::Cells(|operands, _, index| {
        matching(operands, index).map(|offset| SourceCell { operand: 1, offset }).collect()
    }),
    value: |values, _, _| values.iter().fold(0.0, |sum, weight| sum + weight),
    ..Rule::copies(&[1])
};

/// 1 where there is a message from the cell's source to its target, 0 elsewhere.
pub static ANY_MESSAGE: Rule = Rule {
    name: "any-message",
    template: "[({*}) ∈ ℰ]",
    fill: Fill::AtOnce(|operands, shape| any_message(operands, Matrix::full(shape))),
    cells: Some(|operands, pattern| any_message(operands, Matrix::kept(pattern))),
    reads: Reads::Cells(|operands, _, index| matching(operands, index).flat_map(both_ends).collect()),
    value: |values, _, _| if values.is_empty() { 0.0 } else { 1.0 },
    ..Rule::constant(Obstacle::Structure)
};

/// 1 on the diagonal where there is no message from a node to itself, 0 elsewhere.
pub static LOOP_WHERE_NONE: Rule = Rule {
    name: "loop-where-none",
    template: "[({*}) ∉ ℰ]",
    fill: Fill::AtOnce(|operands, shape| loops_where_none(operands, Matrix::full(shape))),
    cells: Some(|operands, pattern| loops_where_none(operands, Matrix::kept(pattern))),
    reads: Reads::Cells(|operands, _, index| {
        let on_diagonal = matches!(index, [target, source] if target == source);
        matching(operands, index).filter(|_| on_diagonal).flat_map(both_ends).collect()
    }),
    value: |values, _, index| match index {
        [target, source] if target == source && values.is_empty() => 1.0,
        _ => 0.0,
    },
    ..Rule::constant(Obstacle::Structure)
};

/// 1 where both positions are the same.
pub static DIAGONAL: Rule = Rule {
    name: "diagonal",
    template: "[v = u]",
    cells: Some(|_, pattern| {
        let mut cells = Matrix::kept(pattern);
        (0..pattern.rows()).for_each(|node| cells.change_loop(node, |cell| *cell = 1.0));
        cells.cells
    }),
    value: |_, _, index| match index {
        &[row, column] => same(row, column),
        _ => f64::NAN,
    },
    ..Rule::constant(Obstacle::Structure)
};

fn sum_of_messages(operands: &[&Tensor], mut matrix: Matrix) -> Vec<f64> {
    if let [messages, weights] = operands {
        for ((number, ends), weight) in ends(messages).enumerate().zip(weights.data()) {
            matrix.change(number, ends, |cell| *cell += weight);
        }
    }
    matrix.cells
}

fn any_message(operands: &[&Tensor], mut matrix: Matrix) -> Vec<f64> {
    if let Some(messages) = operands.first() {
        ends(messages).enumerate().for_each(|(number, ends)| matrix.change(number, ends, |cell| *cell = 1.0));
    }
    matrix.cells
}

fn loops_where_none(operands: &[&Tensor], mut matrix: Matrix) -> Vec<f64> {
    (0..matrix.rows).for_each(|node| matrix.change_loop(node, |cell| *cell = 1.0));
    if let Some(messages) = operands.first() {
        let loops = ends(messages).filter(|(source, target)| source == target);
        loops.for_each(|(node, _)| matrix.change_loop(node, |cell| *cell = 0.0));
    }
    matrix.cells
}

fn same(row: usize, column: usize) -> f64 {
    f64::from(u8::from(row == column))
}

/// How loops are added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loops {
    /// No loops are added.
    None,
    /// A node without a loop gets one of weight 1.
    #[default]
    WhereMissing,
    /// Every node gets one of weight 1, in addition to those it has.
    Add,
}

/// Computes the weighted adjacency, with loops added by this rule.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when nodes² numbers are too many.
pub fn adjacency(run: &mut Run, graph: &GivenGraph, loops: Loops) -> Result<Value> {
    let adjacency = run.step(&ADJACENCY, &[graph.messages, graph.weights])?;
    match loops {
        Loops::None => Ok(adjacency),
        Loops::WhereMissing => {
            let loops = run.step(&ADDED_LOOPS, &[graph.messages])?;
            run.step(&WITH_LOOPS, &[adjacency, loops])
        }
        Loops::Add => {
            let identity = run.step(&IDENTITY, &[])?;
            run.step(&WITH_IDENTITY, &[adjacency, identity])
        }
    }
}

/// Computes the neighborhood, without weights and repetitions, with loops if `self_loops` is set.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when nodes² numbers are too many.
pub fn neighborhood(run: &mut Run, messages: Value, self_loops: bool) -> Result<Value> {
    let neighbors = run.step(&NEIGHBORS, &[messages])?;
    if !self_loops {
        return Ok(neighbors);
    }
    let loops = run.step(&ADDED_LOOPS, &[messages])?;
    run.step(&NEIGHBORHOOD, &[neighbors, loops])
}

/// The steps of [`given_neighborhood`].
pub static NEIGHBORHOOD_PARTS: [Part; 2] =
    [always(&[&MESSAGES, &NEIGHBORS]), when("selfLoops", &[&ADDED_LOOPS, &NEIGHBORHOOD])];

/// Marks a graph as given and computes its neighborhood, in a part `graph` of its own, so that the letters u and v are free outside of it.
///
/// # Errors
/// Those of [`given_neighbors`] and of [`neighborhood`].
pub fn given_neighborhood(run: &mut Run, graph: &Graph, self_loops: bool) -> Result<Value> {
    run.within("graph", |run| {
        let messages = given_neighbors(run, graph)?;
        neighborhood(run, messages, self_loops)
    })
}

/// The source and target of every message.
pub(in crate::graph) fn ends(messages: &Tensor) -> impl Iterator<Item = (usize, usize)> + '_ {
    messages.data().chunks_exact(2).filter_map(|pair| match pair {
        [source, target] => Some((*source as usize, *target as usize)),
        _ => None,
    })
}

/// The numbers of the messages from the cell's source to its target.
pub(in crate::graph) fn matching<'a>(operands: &'a [&Tensor], index: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
    let messages = operands.iter().take(1).flat_map(|messages| ends(messages).enumerate());
    messages.filter(move |(_, (source, target))| *index == [*target, *source]).map(|(number, _)| number)
}

/// The two numbers of a message.
pub(in crate::graph) fn both_ends(message: usize) -> [SourceCell; 2] {
    [0, 1].map(|end| SourceCell { operand: 0, offset: 2 * message + end })
}

/// A matrix of nodes, [target, source], that is filled: all of its cells, or those that are kept.
pub(in crate::graph) struct Matrix<'a> {
    /// The cells, 0 at first.
    pub(in crate::graph) cells: Vec<f64>,
    rows: usize,
    pattern: Option<&'a Pattern>,
}

impl<'a> Matrix<'a> {
    /// All cells of a matrix of this shape.
    pub(in crate::graph) fn full(shape: &[usize]) -> Matrix<'a> {
        let rows = shape.first().copied().unwrap_or_default();
        Matrix { cells: vec![0.0; shape.iter().product()], rows, pattern: None }
    }

    /// The cells that are kept.
    pub(in crate::graph) fn kept(pattern: &'a Pattern) -> Matrix<'a> {
        Matrix { cells: vec![0.0; pattern.len()], rows: pattern.rows(), pattern: Some(pattern) }
    }

    /// Changes the cell of the message of this number, with these ends, source and target.
    #[inline(always)]
    pub(in crate::graph) fn change(
        &mut self,
        message: usize,
        (source, target): (usize, usize),
        change: impl FnOnce(&mut f64),
    ) {
        self.change_at(self.place([target, source], |pattern| pattern.named(message)), change);
    }

    /// Changes the cell of the message from a node to itself.
    #[inline(always)]
    fn change_loop(&mut self, node: usize, change: impl FnOnce(&mut f64)) {
        self.change_at(self.place([node, node], |pattern| pattern.diagonal(node)), change);
    }

    /// The place of a cell among all, or among those that are kept.
    #[inline(always)]
    fn place(&self, [row, column]: [usize; 2], kept: impl FnOnce(&Pattern) -> Option<usize>) -> Option<usize> {
        match self.pattern {
            Some(pattern) => kept(pattern),
            None => Some(row * self.rows + column),
        }
    }

    #[inline(always)]
    fn change_at(&mut self, place: Option<usize>, change: impl FnOnce(&mut f64)) {
        if let Some(cell) = place.and_then(|place| self.cells.get_mut(place)) {
            change(cell);
        }
    }
}
