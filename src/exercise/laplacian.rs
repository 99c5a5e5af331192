//! The Laplacian of a small graph, step by step: degrees, then the symmetrically normalized Laplacian.

use crate::error::Result;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::gcn::draw_graph;
use super::matrices::{at, column, entries, matrix, of};
use super::{Exercise, Misconception};

/// Degrees, Laplacian.
pub static EXERCISE: Exercise = Exercise {
    id: "laplacian-steps",
    algorithm: "laplacian-encoding",
    back: None,
    asked: &["graph.degree", "laplacian.matrix"],
    decimals: 2,
    draw: draw_graph,
    misconceptions: &[
        LOOPS_ADDED, EDGES_COUNTED, NOT_NORMALIZED, RANDOM_WALK, BY_COLUMNS, WITHOUT_ROOT, WITH_PLUS,
        IDENTITY_LEFT_OUT, ADJACENCY,
    ],
};

const LOOPS_ADDED: Misconception =
    Misconception::step("loops-in-the-laplacian", "laplacian.symmetric-adjacency", |run| {
        let adjacency = matrix(run, "laplacian.symmetric-adjacency")?;
        of(&entries(&adjacency, |v, u, weight| if v == u { weight + 1.0 } else { weight }))
    });

const EDGES_COUNTED: Misconception = Misconception::step("edges-counted", "laplacian.symmetric-adjacency", |run| {
    of(&matrix(run, "laplacian.symmetric-adjacency")?.map(|weight| if weight == 0.0 { 0.0 } else { 1.0 }))
});

const NOT_NORMALIZED: Misconception = Misconception::step("unnormalized-laplacian", "laplacian.matrix", |run| {
    laplacian(run, |same, weight, row, _| if same { row - weight } else { -weight })
});

const RANDOM_WALK: Misconception = Misconception::step("random-walk-laplacian", "laplacian.matrix", |run| {
    laplacian(run, |same, weight, row, _| one(same) - weight / row)
});

const BY_COLUMNS: Misconception = Misconception::step("laplacian-by-columns", "laplacian.matrix", |run| {
    laplacian(run, |same, weight, _, column| one(same) - weight / column)
});

const WITHOUT_ROOT: Misconception = Misconception::step("laplacian-without-root", "laplacian.matrix", |run| {
    laplacian(run, |same, weight, row, column| one(same) - weight / (row * column))
});

const WITH_PLUS: Misconception = Misconception::step("laplacian-with-plus", "laplacian.matrix", |run| {
    laplacian(run, |same, weight, row, column| one(same) + weight / (row * column).sqrt())
});

const IDENTITY_LEFT_OUT: Misconception = Misconception::step("identity-left-out", "laplacian.matrix", |run| {
    laplacian(run, |_, weight, row, column| 0.0 - weight / (row * column).sqrt())
});

const ADJACENCY: Misconception = Misconception::step("adjacency-instead-of-laplacian", "laplacian.matrix", |run| {
    laplacian(run, |_, weight, row, column| weight / (row * column).sqrt())
});

/// An entry of the identity.
fn one(same: bool) -> f64 {
    f64::from(u8::from(same))
}

/// A matrix whose entries are computed from whether they are on the diagonal, the weight of the edge, and the degrees of row and column.
fn laplacian(run: &Trace, entry: fn(bool, f64, f64, f64) -> f64) -> Result<Tensor> {
    let degree = column(run, "graph.degree")?;
    of(&entries(&matrix(run, "laplacian.symmetric-adjacency")?, |v, u, weight| {
        entry(v == u, weight, at(&degree, v, 0), at(&degree, u, 0))
    }))
}
