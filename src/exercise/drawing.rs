//! Random inputs of exercises: small numbers and small graphs.

use crate::error::Result;
use crate::graph::Graph;
use crate::random::Random;
use crate::tensor::Tensor;

use super::Difficulty;

/// Numbers from `lowest` to `highest`: whole numbers, or with one decimal for hard instances.
pub(super) fn numbers(
    random: &mut Random,
    difficulty: Difficulty,
    shape: &[usize],
    (lowest, highest): (i32, i32),
) -> Result<Tensor> {
    let steps = if difficulty == Difficulty::Hard { 10 } else { 1 };
    let number = |_| f64::from(random.integer(lowest * steps, highest * steps)) / f64::from(steps);
    Tensor::new(shape.to_vec(), (0..shape.iter().product()).map(number).collect())
}

/// A graph that is connected if edges are taken in both directions: each node is joined with an earlier one, and then the given number of further edges
/// is tried.
pub(super) fn graph(random: &mut Random, nodes: usize, further: usize, directed: bool) -> Result<Graph> {
    let mut edges: Vec<[usize; 2]> = Vec::new();
    let mut below = |limit: usize| random.integer(0, limit.max(1) as i32 - 1) as usize;
    for node in 1..nodes {
        let earlier = below(node);
        edges.push(if directed && below(2) == 0 { [node, earlier] } else { [earlier, node] });
    }
    for _ in 0..further {
        let edge = [below(nodes), below(nodes)];
        let [source, target] = edge;
        let known = edges.iter().any(|other| *other == edge || !directed && *other == [target, source]);
        if source != target && !known {
            edges.push(edge);
        }
    }
    // A random order, so that the labels do not reveal the shape.
    let mut labels: Vec<usize> = (0..nodes).collect();
    for last in (1..nodes).rev() {
        labels.swap(last, below(last + 1));
    }
    let label = |node: usize| labels.get(node).copied().unwrap_or(node);
    Graph::new(nodes, edges.into_iter().map(|[source, target]| [label(source), label(target)]).collect(), directed)
}
