//! GCN normalization, step by step, and the layer that uses it.

use nalgebra::DMatrix;

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{at, column, entries, matrix, of, of_vector, product, row_sums, tensor};
use super::{Difficulty, Exercise, Misconception, drawing};

/// Loops, degrees, normalized adjacency.
pub static NORMALIZATION_EXERCISE: Exercise = Exercise {
    id: "gcn-normalization-steps",
    algorithm: "gcn-normalization",
    back: None,
    asked: &["graph.with-loops", "graph.degree", "gcn.normalized-adjacency"],
    decimals: 2,
    draw: draw_graph,
    misconceptions: &[
        NO_SELF_LOOPS, DOUBLE_LOOP, EDGE_WEIGHTS_IGNORED, DEGREE_WITHOUT_THE_LOOP, DEGREE_COUNTS_EDGES,
        ADJACENCY_NOT_NORMALIZED, ROW_MEAN, COLUMN_MEAN, INVERSE_WITHOUT_ROOT, ROOT_NOT_INVERTED,
    ],
};

/// Sums over neighbors, and the output of the layer.
pub static LAYER_EXERCISE: Exercise = Exercise {
    id: "gcn-layer-steps",
    algorithm: "gcn-layer",
    back: None,
    asked: &["gcn.aggregated", "gcn.transformed"],
    decimals: 2,
    draw: draw_layer,
    misconceptions: &[
        NO_SELF_LOOPS, DOUBLE_LOOP, DEGREE_WITHOUT_THE_LOOP, ADJACENCY_NOT_NORMALIZED, ROW_MEAN, COLUMN_MEAN,
        INVERSE_WITHOUT_ROOT, NEIGHBORS_LEFT_OUT, TRANSPOSED_PROJECTION, PROJECTION_LEFT_OUT,
    ],
};

const NO_SELF_LOOPS: Misconception =
    Misconception::step("no-self-loops", "graph.with-loops", |run| Ok(tensor(run, "graph.adjacency")?.clone()));

const DOUBLE_LOOP: Misconception = Misconception::step("double-loop", "graph.with-loops", |run| {
    of(&(matrix(run, "graph.with-loops")? + matrix(run, "graph.added-loops")?))
});

const EDGE_WEIGHTS_IGNORED: Misconception = Misconception::step("edge-weights-ignored", "graph.with-loops", |run| {
    of(&matrix(run, "graph.with-loops")?.map(|weight| if weight == 0.0 { 0.0 } else { 1.0 }))
});

const DEGREE_WITHOUT_THE_LOOP: Misconception = Misconception::step("degree-without-the-loop", "graph.degree", |run| {
    of_vector(&row_sums(&matrix(run, "graph.adjacency")?))
});

const DEGREE_COUNTS_EDGES: Misconception = Misconception::step("degree-counts-edges", "graph.degree", |run| {
    let heard = matrix(run, "graph.with-loops")?.map(|weight| if weight == 0.0 { 0.0 } else { 1.0 });
    of_vector(&row_sums(&heard))
});

const ADJACENCY_NOT_NORMALIZED: Misconception =
    Misconception::step("adjacency-not-normalized", "gcn.normalized-adjacency", |run| {
        normalized(run, |entry, _, _| entry)
    });

const ROW_MEAN: Misconception =
    Misconception::step("row-mean", "gcn.normalized-adjacency", |run| normalized(run, |entry, row, _| entry / row));

const COLUMN_MEAN: Misconception = Misconception::step("column-mean", "gcn.normalized-adjacency", |run| {
    normalized(run, |entry, _, column| entry / column)
});

const INVERSE_WITHOUT_ROOT: Misconception =
    Misconception::step("inverse-without-root", "gcn.normalized-adjacency", |run| {
        normalized(run, |entry, row, column| entry / (row * column))
    });

const ROOT_NOT_INVERTED: Misconception = Misconception::step("root-not-inverted", "gcn.normalized-adjacency", |run| {
    normalized(run, |entry, row, column| entry * (row * column).sqrt())
});

const NEIGHBORS_LEFT_OUT: Misconception =
    Misconception::step("neighbors-left-out", "gcn.aggregated", |run| Ok(tensor(run, "gcn.features")?.clone()));

const TRANSPOSED_PROJECTION: Misconception = Misconception::step("transposed-projection", "gcn.transformed", |run| {
    of(&product(&matrix(run, "gcn.aggregated")?, &matrix(run, "gcn.projection")?.transpose())?)
});

const PROJECTION_LEFT_OUT: Misconception =
    Misconception::step("projection-left-out", "gcn.transformed", |run| Ok(tensor(run, "gcn.aggregated")?.clone()));

/// The adjacency with loops, each entry computed with the degrees of its row and its column.
fn normalized(run: &Trace, entry: fn(f64, f64, f64) -> f64) -> Result<Tensor> {
    let degree: DMatrix<f64> = column(run, "graph.degree")?;
    of(&entries(&matrix(run, "graph.with-loops")?, |v, u, weight| entry(weight, at(&degree, v, 0), at(&degree, u, 0))))
}

/// A weighted graph: unweighted graphs of three nodes are too few and too symmetric to tell mistakes apart.
pub(super) fn draw_graph(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (nodes, further) = match difficulty {
        Difficulty::Easy => (3, 1),
        Difficulty::Medium | Difficulty::Hard => (4, 2),
    };
    let graph = drawing::graph(random, nodes, further, false)?;
    let weights = drawing::numbers(random, difficulty, &[graph.edges().len()], (1, 3))?;
    Ok(Arguments::new().with("graph", graph.with_weights(weights.data().to_vec())?))
}

fn draw_layer(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (nodes, lowest) = match difficulty {
        Difficulty::Easy => (3, 0),
        Difficulty::Medium | Difficulty::Hard => (4, -2),
    };
    let graph = drawing::graph(random, nodes, nodes - 2, false)?;
    Ok(Arguments::new()
        .with("graph", graph)
        .with("x", drawing::numbers(random, difficulty, &[nodes, 2], (lowest, 4))?)
        .with("w", drawing::numbers(random, difficulty, &[2, 2], (-1, 2))?))
}
