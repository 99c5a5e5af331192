//! Mean aggregation, step by step: the mean of the neighbors, combined with the node's own features.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use nalgebra::DMatrix;

use super::matrices::{at, entries, matrix, of, product, row_sums, tensor};
use super::{Difficulty, Exercise, Misconception, drawing};

/// Mean of the neighbors, result.
pub static EXERCISE: Exercise = Exercise {
    id: "mean-aggregation-steps",
    algorithm: "mean-aggregation-layer",
    back: None,
    asked: &["message.aggregated", "message.combined"],
    decimals: 2,
    draw,
    misconceptions: &[
        SUM_INSTEAD_OF_MEAN, DIVIDED_BY_ALL_NODES, SELF_COUNTED_AS_NEIGHBOR, DIVIDED_BY_ONE_MORE,
        DIVIDED_BY_THE_SENDERS_DEGREE, MAXIMUM_INSTEAD_OF_MEAN, SELF_TERM_LEFT_OUT, MATRICES_SWAPPED,
        ONE_MATRIX_FOR_BOTH,
    ],
};

const SUM_INSTEAD_OF_MEAN: Misconception = Misconception::step("sum-instead-of-mean", "message.aggregated", |run| {
    aggregated(run, |heard, _, _| heard.clone())
});

const DIVIDED_BY_ALL_NODES: Misconception = Misconception::step("divided-by-all-nodes", "message.aggregated", |run| {
    aggregated(run, |heard, _, nodes| heard / nodes)
});

const SELF_COUNTED_AS_NEIGHBOR: Misconception =
    Misconception::step("self-counted-as-neighbor", "message.aggregated", |run| {
        aggregated(run, |heard, degrees, _| {
            entries(heard, |v, u, count| (count + f64::from(u8::from(u == v))) / (at(degrees, v, 0) + 1.0))
        })
    });

const DIVIDED_BY_ONE_MORE: Misconception = Misconception::step("divided-by-one-more", "message.aggregated", |run| {
    aggregated(run, |heard, degrees, _| entries(heard, |v, _, count| count / (at(degrees, v, 0) + 1.0)))
});

const DIVIDED_BY_THE_SENDERS_DEGREE: Misconception =
    Misconception::step("divided-by-the-senders-degree", "message.aggregated", |run| {
        aggregated(run, |heard, degrees, _| entries(heard, |_, u, count| count / at(degrees, u, 0)))
    });

const MAXIMUM_INSTEAD_OF_MEAN: Misconception =
    Misconception::step("maximum-instead-of-mean", "message.aggregated", maxima);

const SELF_TERM_LEFT_OUT: Misconception = Misconception::step("self-term-left-out", "message.combined", |run| {
    Ok(tensor(run, "message.from-neighbors")?.clone())
});

const MATRICES_SWAPPED: Misconception = Misconception::step("matrices-swapped", "message.combined", |run| {
    combined(run, "message.self-projection", "message.neighbor-projection")
});

const ONE_MATRIX_FOR_BOTH: Misconception = Misconception::step("one-matrix-for-both", "message.combined", |run| {
    combined(run, "message.neighbor-projection", "message.neighbor-projection")
});

/// The largest feature of the neighbors.
pub(super) fn maxima(run: &Trace) -> Result<Tensor> {
    let (heard, features) = (matrix(run, "graph.message-counts")?, matrix(run, "message.features")?);
    of(&entries(&matrix(run, "message.aggregated")?, |v, f, _| {
        let neighbors = (0..heard.ncols()).filter(|&u| at(&heard, v, u) != 0.0);
        neighbors.map(|u| at(&features, u, f)).fold(f64::NEG_INFINITY, f64::max)
    }))
}

/// The sum over neighbors with shares computed from the adjacency, the number of neighbors, and the number of nodes.
pub(super) fn aggregated(run: &Trace, shares: fn(&DMatrix<f64>, &DMatrix<f64>, f64) -> DMatrix<f64>) -> Result<Tensor> {
    let heard = matrix(run, "graph.message-counts")?;
    let degrees = row_sums(&heard);
    of(&product(&shares(&heard, &degrees, heard.nrows() as f64), &matrix(run, "message.features")?)?)
}

/// One matrix for the neighbors, another for the node itself.
fn combined(run: &Trace, neighbors: &str, own: &str) -> Result<Tensor> {
    let from_neighbors = product(&matrix(run, "message.aggregated")?, &matrix(run, neighbors)?)?;
    of(&(from_neighbors + product(&matrix(run, "message.features")?, &matrix(run, own)?)?))
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (nodes, range) = match difficulty {
        Difficulty::Easy => (3, (0, 6)),
        Difficulty::Medium | Difficulty::Hard => (4, (-4, 6)),
    };
    Ok(Arguments::new()
        .with("graph", drawing::graph(random, nodes, nodes - 3, false)?)
        .with("x", drawing::numbers(random, difficulty, &[nodes, 2], range)?)
        .with("wNeighbor", drawing::numbers(random, Difficulty::Easy, &[2, 2], (-1, 2))?)
        .with("wSelf", drawing::numbers(random, Difficulty::Easy, &[2, 2], (-1, 2))?))
}
