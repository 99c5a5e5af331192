//! Random points: numbers, matrices of features, graphs, and orders of nodes. No two axes have the same length, so that wrong products do not fit.

use nalgebra::DMatrix;

use crate::random::Random;

use super::super::expression::Value;
use super::super::matrices::{at, entries, filled, row_sums};

/// Number of features of a node.
pub(super) const FEATURES: usize = 2;

/// A whole number.
pub(super) fn whole(random: &mut Random, lowest: i32, highest: i32) -> Value {
    Value::Number(f64::from(random.integer(lowest, highest)))
}

/// A number with three decimals.
pub(super) fn decimal(random: &mut Random, lowest: i32, highest: i32) -> Value {
    Value::Number(f64::from(random.integer(1000 * lowest, 1000 * highest)) / 1000.0)
}

/// Number of nodes: more than features, outputs and the width of a head.
pub(super) fn nodes(random: &mut Random) -> usize {
    random.integer(5, 6) as usize
}

/// A matrix of small numbers.
pub(super) fn numbers(random: &mut Random, rows: usize, columns: usize, plain: bool) -> DMatrix<f64> {
    let steps = if plain { 1 } else { 100 };
    DMatrix::from_fn(rows, columns, |_, _| f64::from(random.integer(-3 * steps, 3 * steps)) / f64::from(steps))
}

/// An undirected adjacency: a path through all nodes, and some further edges.
pub(super) fn adjacency(random: &mut Random, nodes: usize) -> DMatrix<f64> {
    let mut pairs = Vec::new();
    for target in 1..nodes {
        pairs.push([target - 1, target]);
        pairs.extend((0..target - 1).filter(|_| random.integer(0, 2) == 0).map(|source| [source, target]));
    }
    let is_edge = |i, j| pairs.contains(&[i, j]) || pairs.contains(&[j, i]);
    filled((nodes, nodes), &|i, j| f64::from(u8::from(is_edge(i, j))))
}

/// The adjacency with 1 on its diagonal.
pub(super) fn with_loops(adjacency: &DMatrix<f64>) -> DMatrix<f64> {
    entries(adjacency, |i, j, entry| if i == j { 1.0 } else { entry })
}

/// The diagonal matrix of the row sums.
pub(super) fn degrees(adjacency: &DMatrix<f64>) -> DMatrix<f64> {
    let sums = row_sums(adjacency);
    entries(adjacency, |i, j, _| if i == j { at(&sums, i, 0) } else { 0.0 })
}

/// A permutation of the nodes without fixed points that is not its own inverse: each node moves by one within a shuffled cycle.
pub(super) fn permutation(random: &mut Random, nodes: usize) -> DMatrix<f64> {
    let mut circle: Vec<usize> = (0..nodes).collect();
    for last in (1..nodes).rev() {
        circle.swap(last, random.integer(0, last as i32) as usize);
    }
    let after = |node: usize| circle.iter().cycle().skip_while(|other| **other != node).nth(1);
    filled((nodes, nodes), &|to, from| f64::from(u8::from(after(from) == Some(&to))))
}

pub(super) fn identity(nodes: usize) -> DMatrix<f64> {
    filled((nodes, nodes), &|i, j| f64::from(u8::from(i == j)))
}

pub(super) fn ones(nodes: usize) -> DMatrix<f64> {
    filled((nodes, nodes), &|_, _| 1.0)
}
