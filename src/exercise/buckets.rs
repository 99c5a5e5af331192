//! Locality-sensitive hashing, step by step: which bucket a token falls into, and attention within the buckets.

use nalgebra::DMatrix;

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{
    at, column, entries, matrix, of, of_vector, product, softmax_columns, softmax_rows, tensor, to_matrix,
};
use super::{Difficulty, Exercise, Misconception, drawing};

/// Projections and buckets.
pub static BUCKET_EXERCISE: Exercise = Exercise {
    id: "lsh-bucket-steps",
    algorithm: "bucket-attention",
    back: None,
    asked: &["bucket.rotated", "bucket.buckets"],
    decimals: 2,
    draw: |random, difficulty| draw(random, difficulty, true),
    misconceptions: &[
        TRANSPOSED_ROTATION, SMALLEST_INSTEAD_OF_LARGEST, ABSOLUTE_VALUE, NO_OPPOSITES, BUCKETS_FROM_ONE,
        LARGEST_OF_EACH_COLUMN,
    ],
};

/// Scores within buckets, weights, output.
pub static ATTENTION_EXERCISE: Exercise = Exercise {
    id: "bucket-attention-steps",
    algorithm: "bucket-attention",
    back: None,
    asked: &["bucket.buckets", "bucket.weights", "bucket.output"],
    decimals: 2,
    draw: |random, difficulty| draw(random, difficulty, false),
    misconceptions: &[
        SMALLEST_INSTEAD_OF_LARGEST, ABSOLUTE_VALUE, NO_SCALE, BUCKETS_IGNORED, OTHER_BUCKETS, SELF_LEFT_OUT,
        ZERO_INSTEAD_OF_MINUS_INFINITY, MASK_WITHOUT_RENORMALIZING, SOFTMAX_OVER_QUERIES, TRANSPOSED_WEIGHTS,
        FEATURES_AS_VALUES,
    ],
};

const TRANSPOSED_ROTATION: Misconception = Misconception::step("transposed-rotation", "bucket.rotated", |run| {
    of(&product(&matrix(run, "bucket.tokens")?, &matrix(run, "bucket.rotation")?.transpose())?)
});

/// The smallest of [xR; −xR] is at the position of the largest of [−xR; xR]: exchanging the halves is the same mistake.
const SMALLEST_INSTEAD_OF_LARGEST: Misconception =
    Misconception::step("smallest-or-halves-swapped", "bucket.buckets", |run| {
        buckets(run, |row| place_of_largest(&opposites_first(row)))
    });

const ABSOLUTE_VALUE: Misconception = Misconception::step("largest-absolute-value", "bucket.buckets", |run| {
    buckets(run, |row| place_of_largest(&row.iter().map(|number| number.abs()).collect::<Vec<_>>()))
});

const NO_OPPOSITES: Misconception =
    Misconception::step("no-opposite-directions", "bucket.buckets", |run| buckets(run, place_of_largest));

const BUCKETS_FROM_ONE: Misconception = Misconception::step("buckets-from-one", "bucket.buckets", |run| {
    of_vector(&column(run, "bucket.buckets")?.add_scalar(1.0))
});

const LARGEST_OF_EACH_COLUMN: Misconception =
    Misconception::step("largest-projection-as-bucket", "bucket.buckets", |run| {
        let rotated = matrix(run, "bucket.rotated")?;
        Tensor::vector(
            rotated.row_iter().map(|row| row.iter().fold(0.0, |most, number| number.abs().max(most))).collect(),
        )
    });

const NO_SCALE: Misconception =
    Misconception::step("no-scale", "bucket.scaled", |run| Ok(tensor(run, "bucket.scores")?.clone()));

const BUCKETS_IGNORED: Misconception =
    Misconception::step("buckets-ignored", "bucket.masked", |run| Ok(tensor(run, "bucket.scaled")?.clone()));

const OTHER_BUCKETS: Misconception =
    Misconception::step("inverted-mask", "bucket.masked", |run| masked(run, |_, _, same| !same, f64::NEG_INFINITY));

const SELF_LEFT_OUT: Misconception = Misconception::step("self-left-out", "bucket.masked", |run| {
    masked(run, |i, j, same| same && i != j, f64::NEG_INFINITY)
});

const ZERO_INSTEAD_OF_MINUS_INFINITY: Misconception =
    Misconception::step("zero-instead-of-minus-infinity", "bucket.masked", |run| masked(run, |_, _, same| same, 0.0));

const MASK_WITHOUT_RENORMALIZING: Misconception =
    Misconception::step("mask-without-renormalizing", "bucket.weights", |run| {
        let same = matrix(run, "bucket.same-bucket")?;
        let weights = softmax_rows(&matrix(run, "bucket.scaled")?);
        of(&entries(&weights, |i, j, weight| if at(&same, i, j) == 0.0 { 0.0 } else { weight }))
    });

const SOFTMAX_OVER_QUERIES: Misconception = Misconception::step("softmax-over-queries", "bucket.weights", |run| {
    of(&softmax_columns(&matrix(run, "bucket.masked")?))
});

const TRANSPOSED_WEIGHTS: Misconception = Misconception::step("transposed-weights", "bucket.output", |run| {
    of(&product(&matrix(run, "bucket.weights")?.transpose(), &matrix(run, "bucket.value")?)?)
});

const FEATURES_AS_VALUES: Misconception = Misconception::step("features-as-values", "bucket.output", |run| {
    of(&product(&matrix(run, "bucket.weights")?, &matrix(run, "bucket.tokens")?)?)
});

/// A bucket for each token, computed from its row of projections.
fn buckets(run: &Trace, bucket: fn(&[f64]) -> f64) -> Result<Tensor> {
    let rotated = matrix(run, "bucket.rotated")?;
    Tensor::vector(rotated.row_iter().map(|row| bucket(&row.iter().copied().collect::<Vec<_>>())).collect())
}

fn opposites_first(row: &[f64]) -> Vec<f64> {
    row.iter().map(|number| -number).chain(row.iter().copied()).collect()
}

fn place_of_largest(row: &[f64]) -> f64 {
    let larger =
        |best: (usize, f64), (place, &number): (usize, &f64)| if number > best.1 { (place, number) } else { best };
    row.iter().enumerate().fold((0, f64::NEG_INFINITY), larger).0 as f64
}

/// The scaled scores where they are kept, and another value elsewhere.
fn masked(run: &Trace, keep: fn(usize, usize, bool) -> bool, hidden: f64) -> Result<Tensor> {
    let same = matrix(run, "bucket.same-bucket")?;
    let kept = |i, j| keep(i, j, at(&same, i, j) != 0.0);
    of(&entries(&matrix(run, "bucket.scaled")?, |i, j, score| if kept(i, j) { score } else { hidden }))
}

/// Tokens without ties between directions, so that each bucket is unambiguous.
fn draw(random: &mut Random, difficulty: Difficulty, hash_only: bool) -> Result<Arguments> {
    let (tokens, range) = match (difficulty, hash_only) {
        (Difficulty::Easy, true) => (4, (-3, 3)),
        (Difficulty::Easy, false) => (3, (-2, 3)),
        _ => (5, (-3, 3)),
    };
    let rotation = distinct(random, Difficulty::Easy, (2, 2), (-2, 2), None)?;
    let x = distinct(random, difficulty, (tokens, 2), range, Some(&rotation))?;
    let value = drawing::numbers(random, difficulty, &[tokens, 2], (0, 9))?;
    Ok(Arguments::new().with("x", of(&x)?).with("value", value).with("rotation", of(&rotation)?))
}

/// Draws rows until the magnitudes of their entries, or of their projections, differ.
fn distinct(
    random: &mut Random,
    difficulty: Difficulty,
    (rows, columns): (usize, usize),
    range: (i32, i32),
    rotation: Option<&DMatrix<f64>>,
) -> Result<DMatrix<f64>> {
    let mut matrix = DMatrix::zeros(rows, columns);
    for mut row in matrix.row_iter_mut() {
        // One in a few draws has a tie; after many draws the last one is used.
        for _ in 0..50 {
            let drawn = to_matrix(&drawing::numbers(random, difficulty, &[1, columns], range)?)?;
            let seen = rotation.map_or_else(|| Ok(drawn.clone()), |rotation| product(&drawn, rotation))?;
            row.copy_from(&drawn);
            if (at(&seen, 0, 0).abs() - at(&seen, 0, 1).abs()).abs() > 1e-6 {
                break;
            }
        }
    }
    Ok(matrix)
}
