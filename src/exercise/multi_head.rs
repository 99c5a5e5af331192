//! Multi-head attention, step by step: two heads on two tokens of four features, each head two wide.

use nalgebra::DMatrix;

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{
    at, entries, heads, matrix, of, of_heads, product, softmax_columns, softmax_rows, tensor, to_matrix,
};
use super::{Difficulty, Exercise, Misconception, drawing};

/// Scaled scores, weights, output.
pub static EXERCISE: Exercise = Exercise {
    id: "multi-head-attention-steps",
    algorithm: "multi-head-attention",
    back: None,
    asked: &["multi-head.scaled", "multi-head.weights", "multi-head.output"],
    decimals: 2,
    draw,
    misconceptions: &[
        NO_SCALE, SCALE_BY_MODEL_WIDTH, SPLIT_INPUT_INSTEAD_OF_PROJECTION, SPLIT_INPUT_THEN_PROJECTED,
        KEYS_ASK_QUERIES, SOFTMAX_OVER_QUERIES, SOFTMAX_OVER_HEADS, TRANSPOSED_WEIGHTS, KEYS_AS_VALUES, HEADS_MIXED,
        NO_OUTPUT_PROJECTION, TRANSPOSED_OUTPUT_PROJECTION,
    ],
};

const NO_SCALE: Misconception =
    Misconception::step("no-scale", "multi-head.scaled", |run| Ok(tensor(run, "multi-head.scores")?.clone()));

/// With two heads of two, √d_model is d_k: dividing by d_k without the root is the same there.
const SCALE_BY_MODEL_WIDTH: Misconception = Misconception::step("scale-by-model-width", "multi-head.scaled", |run| {
    let width = tensor(run, "multi-head.x")?.shape().get(1).copied().unwrap_or(1);
    each_head(run, "multi-head.scores", |scores| scores / (width as f64).sqrt())
});

const SPLIT_INPUT_INSTEAD_OF_PROJECTION: Misconception =
    Misconception::inputs("split-input-instead-of-projection", |inputs| {
        with_projections(inputs, |_, [i, j], _| if i == j { 1.0 } else { 0.0 })
    });

const SPLIT_INPUT_THEN_PROJECTED: Misconception = Misconception::inputs("split-input-then-projected", |inputs| {
    with_projections(
        inputs,
        |[rows, columns], [i, j], entry| {
            if i * HEADS / rows == j * HEADS / columns { entry } else { 0.0 }
        },
    )
});

const KEYS_ASK_QUERIES: Misconception = Misconception::step("keys-ask-queries", "multi-head.scaled", |run| {
    each_head(run, "multi-head.scaled", DMatrix::transpose)
});

const SOFTMAX_OVER_QUERIES: Misconception = Misconception::step("softmax-over-queries", "multi-head.weights", |run| {
    each_head(run, "multi-head.scaled", softmax_columns)
});

const SOFTMAX_OVER_HEADS: Misconception = Misconception::step("softmax-over-heads", "multi-head.weights", |run| {
    let scaled = tensor(run, "multi-head.scaled")?;
    // One column for each head, one row for each pair of a query and a key.
    let pairs = scaled.data().len() / HEADS;
    let side_by_side = DMatrix::from_column_slice(pairs, HEADS, scaled.data());
    Tensor::new(scaled.shape().to_vec(), softmax_rows(&side_by_side).iter().copied().collect())
});

const TRANSPOSED_WEIGHTS: Misconception = Misconception::step("transposed-weights", "multi-head.head-output", |run| {
    summed(run, |weights| weights.transpose(), "multi-head.value-heads")
});

const KEYS_AS_VALUES: Misconception = Misconception::step("keys-as-values", "multi-head.head-output", |run| {
    summed(run, DMatrix::clone, "multi-head.key-heads")
});

const HEADS_MIXED: Misconception = Misconception::step("heads-mixed", "multi-head.concatenated", |run| {
    let outputs = heads(run, "multi-head.head-output")?;
    let concatenated = matrix(run, "multi-head.concatenated")?;
    of(&entries(&concatenated, |i, j, _| outputs.get(j % HEADS).map_or(f64::NAN, |head| at(head, i, j / HEADS))))
});

const NO_OUTPUT_PROJECTION: Misconception = Misconception::step("no-output-projection", "multi-head.output", |run| {
    Ok(tensor(run, "multi-head.concatenated")?.clone())
});

const TRANSPOSED_OUTPUT_PROJECTION: Misconception =
    Misconception::step("transposed-projection", "multi-head.output", |run| {
        let projection = matrix(run, "multi-head.output-projection")?;
        of(&product(&matrix(run, "multi-head.concatenated")?, &projection.transpose())?)
    });

const HEADS: usize = 2;
const WIDTH: usize = 2;
const FEATURES: usize = HEADS * WIDTH;

fn each_head(run: &Trace, step: &str, change: impl Fn(&DMatrix<f64>) -> DMatrix<f64>) -> Result<Tensor> {
    of_heads(&heads(run, step)?.iter().map(change).collect::<Vec<_>>())
}

/// The rows of a step, summed head by head with the weights.
fn summed(run: &Trace, change: fn(&DMatrix<f64>) -> DMatrix<f64>, step: &str) -> Result<Tensor> {
    let (weights, rows) = (heads(run, "multi-head.weights")?, heads(run, step)?);
    let sums: Result<Vec<_>> =
        weights.iter().zip(&rows).map(|(weights, rows)| product(&change(weights), rows)).collect();
    of_heads(&sums?)
}

/// The inputs with each entry of the projections to queries, keys and values changed, by the projection's size and the entry's place.
fn with_projections(inputs: &Arguments, entry: fn([usize; 2], [usize; 2], f64) -> f64) -> Result<Arguments> {
    ["wQuery", "wKey", "wValue"].into_iter().try_fold(inputs.clone(), |changed, name| {
        let projection = to_matrix(inputs.tensor(name)?)?;
        let size = [projection.nrows(), projection.ncols()];
        Ok(changed.with(name, of(&entries(&projection, |i, j, number| entry(size, [i, j], number)))?))
    })
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let tokens = if difficulty == Difficulty::Hard { 3 } else { 2 };
    let range = if difficulty == Difficulty::Easy { (0, 2) } else { (-2, 2) };
    let x = drawing::numbers(random, difficulty, &[tokens, FEATURES], range)?;
    let inputs = Arguments::new().with("x", x).with("heads", HEADS as f64);
    // Projections of small whole numbers, mostly zeros, for mental arithmetic.
    ["wQuery", "wKey", "wValue", "wOutput"].into_iter().try_fold(inputs, |inputs, name| {
        let sparse = |_| f64::from([0, 0, 0, 1, 1, -1].get(random.integer(0, 5) as usize).copied().unwrap_or(0));
        let projection = Tensor::new(vec![FEATURES, FEATURES], (0..FEATURES * FEATURES).map(sparse).collect())?;
        Ok(inputs.with(name, projection))
    })
}
