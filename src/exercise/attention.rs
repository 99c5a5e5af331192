//! Scaled dot-product attention, step by step, without and with a causal mask.

use nalgebra::DMatrix;

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{at, entries, matrix, of, product, softmax_columns, softmax_rows, tensor, unfit};
use super::{Difficulty, Exercise, Misconception};

/// Scores, scale, softmax, output.
pub static EXERCISE: Exercise = Exercise {
    id: "attention-steps",
    algorithm: "scaled-dot-product-attention",
    back: None,
    asked: &["attention.scores", "attention.scaled", "attention.weights", "attention.output"],
    decimals: 2,
    draw: |random, difficulty| draw(random, difficulty, false),
    misconceptions: &[
        KEYS_ASK_QUERIES, NO_SCALE, SCALE_BY_WIDTH, SCALE_BY_KEYS, NO_SOFTMAX, SOFTMAX_OF_UNSCALED, NO_EXPONENTIAL,
        SOFTMAX_OVER_QUERIES, TRANSPOSED_WEIGHTS, KEYS_AS_VALUES, QUERIES_AS_VALUES,
    ],
};

/// The same with a causal mask.
pub static CAUSAL_EXERCISE: Exercise = Exercise {
    id: "causal-attention-steps",
    algorithm: "scaled-dot-product-attention",
    back: None,
    asked: &["attention.scaled", "attention.causal", "attention.weights", "attention.output"],
    decimals: 2,
    draw: |random, difficulty| draw(random, difficulty, true),
    misconceptions: &[
        NO_SCALE, SCALE_BY_WIDTH, NO_MASK, TRANSPOSED_MASK, ZERO_INSTEAD_OF_MINUS_INFINITY, MASK_WITHOUT_RENORMALIZING,
        SOFTMAX_OF_UNSCALED, NO_EXPONENTIAL, SOFTMAX_OVER_QUERIES, TRANSPOSED_WEIGHTS, KEYS_AS_VALUES,
    ],
};

const KEYS_ASK_QUERIES: Misconception =
    Misconception::step(
        "keys-ask-queries",
        "attention.scores",
        |run| of(&matrix(run, "attention.scores")?.transpose()),
    );

pub(super) const NO_SCALE: Misconception =
    Misconception::step("no-scale", "attention.scaled", |run| Ok(tensor(run, "attention.scores")?.clone()));

const SCALE_BY_WIDTH: Misconception = Misconception::step("scale-by-width", "attention.scaled", |run| {
    let width = tensor(run, "attention.key")?.shape().get(1).copied().unwrap_or(1) as f64;
    of(&(matrix(run, "attention.scores")? / width))
});

const SCALE_BY_KEYS: Misconception = Misconception::step("scale-by-keys", "attention.scaled", |run| {
    let keys = tensor(run, "attention.key")?.shape().first().copied().unwrap_or(1) as f64;
    of(&(matrix(run, "attention.scores")? / keys.sqrt()))
});

const NO_SOFTMAX: Misconception =
    Misconception::step("no-softmax", "attention.weights", |run| Ok(tensor(run, "attention.scaled")?.clone()));

/// The scale is right where it is asked for, and forgotten where it is used.
const SOFTMAX_OF_UNSCALED: Misconception = Misconception::step("softmax-of-unscaled", "attention.weights", |run| {
    let scores = matrix(run, "attention.scores")?;
    let Ok(masked) = matrix(run, "attention.causal") else { return of(&softmax_rows(&scores)) };
    let hidden = |i, j| at(&masked, i, j) == f64::NEG_INFINITY;
    of(&softmax_rows(&entries(&scores, |i, j, score| if hidden(i, j) { f64::NEG_INFINITY } else { score })))
});

/// A row whose sum is so small a part of its largest score is none to divide by: the rounding of what stands on paper would decide the shares.
const LEAST_SUM: f64 = 0.2;

const NO_EXPONENTIAL: Misconception = Misconception::step("no-exponential", "attention.weights", |run| {
    let scores = matrix(run, "attention.causal").or_else(|_| matrix(run, "attention.scaled"))?;
    let mut shares = entries(&scores, |_, _, score| if score == f64::NEG_INFINITY { 0.0 } else { score });
    for mut row in shares.row_iter_mut() {
        let sum = row.sum();
        if sum == 0.0 || sum.abs() < LEAST_SUM * row.amax() {
            return Err(unfit("the scores of a row add up to nearly nothing"));
        }
        row.apply(|score| *score /= sum);
    }
    of(&shares)
});

pub(super) const SOFTMAX_OVER_QUERIES: Misconception =
    Misconception::step("softmax-over-queries", "attention.weights", |run| {
        let masked = matrix(run, "attention.causal").or_else(|_| matrix(run, "attention.masked"));
        of(&softmax_columns(&masked.or_else(|_| matrix(run, "attention.scaled"))?))
    });

pub(super) const TRANSPOSED_WEIGHTS: Misconception =
    Misconception::step("transposed-weights", "attention.output", |run| {
        of(&product(&matrix(run, "attention.weights")?.transpose(), &given_or_projected(run, "value")?)?)
    });

pub(super) const KEYS_AS_VALUES: Misconception = Misconception::step("keys-as-values", "attention.output", |run| {
    of(&product(&matrix(run, "attention.weights")?, &given_or_projected(run, "key")?)?)
});

const QUERIES_AS_VALUES: Misconception = Misconception::step("queries-as-values", "attention.output", |run| {
    of(&product(&matrix(run, "attention.weights")?, &matrix(run, "attention.query")?)?)
});

pub(super) const NO_MASK: Misconception =
    Misconception::step("no-mask", "attention.causal", |run| Ok(tensor(run, "attention.scaled")?.clone()));

const TRANSPOSED_MASK: Misconception =
    Misconception::step("transposed-mask", "attention.causal", |run| masked(run, |i, j| j >= i, f64::NEG_INFINITY));

const ZERO_INSTEAD_OF_MINUS_INFINITY: Misconception =
    Misconception::step("zero-instead-of-minus-infinity", "attention.causal", |run| masked(run, |i, j| j <= i, 0.0));

const MASK_WITHOUT_RENORMALIZING: Misconception =
    Misconception::step("mask-without-renormalizing", "attention.weights", |run| {
        let weights = softmax_rows(&matrix(run, "attention.scaled")?);
        of(&entries(&weights, |i, j, weight| if j <= i { weight } else { 0.0 }))
    });

/// Numbers that say too little are drawn again, so often at most.
const REDRAWS: usize = 50;

fn draw(random: &mut Random, difficulty: Difficulty, causal: bool) -> Result<Arguments> {
    let (tokens, width) = match difficulty {
        Difficulty::Easy => (2, 3),
        Difficulty::Medium => (3, 2),
        Difficulty::Hard => (3, 4),
    };
    let one = |random: &mut Random| match difficulty {
        Difficulty::Easy => f64::from(random.integer(0, 3)),
        Difficulty::Medium => f64::from(random.integer(-2, 3)),
        Difficulty::Hard => f64::from(random.integer(-15, 15)) / 10.0,
    };
    let mut numbers = || -> Result<Tensor> {
        let mut drawn: Vec<f64> = Vec::new();
        for _ in 0..REDRAWS {
            drawn = (0..tokens * width).map(|_| one(random)).collect();
            if tells(&drawn, width) {
                break;
            }
        }
        Tensor::new(vec![tokens, width], drawn)
    };
    let inputs = Arguments::new().with("query", numbers()?).with("key", numbers()?).with("value", numbers()?);
    Ok(if causal { inputs.with("causal", true) } else { inputs })
}

/// Whether each row has a number besides 0 and each column two that differ: a query of zeros asks for nothing, and of a feature that all tokens have
/// alike each mean is the same.
fn tells(numbers: &[f64], width: usize) -> bool {
    let rows = || numbers.chunks(width);
    let differs = |column: usize| rows().any(|row| row.get(column) != numbers.get(column));
    rows().all(|row| row.iter().any(|&number| number != 0.0)) && (0..width).all(differs)
}

/// The queries, keys or values, as given or projected.
fn given_or_projected(run: &Trace, name: &str) -> Result<DMatrix<f64>> {
    matrix(run, &format!("attention.{name}")).or_else(|_| matrix(run, &format!("multi-head.{name}")))
}

/// The scaled scores where the mask keeps them, and another value elsewhere.
fn masked(run: &Trace, keep: fn(usize, usize) -> bool, hidden: f64) -> Result<Tensor> {
    of(&entries(&matrix(run, "attention.scaled")?, |i, j, score| if keep(i, j) { score } else { hidden }))
}
