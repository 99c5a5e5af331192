//! Scaled dot-product attention, step by step, and the same with the future hidden.

use nalgebra::DMatrix;

use crate::catalog::Arguments;
use crate::error::{Error, Result};
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::{Difficulty, Exercise, Misconception, Wrong};

/// Scores, scale, softmax, output.
pub static EXERCISE: Exercise = Exercise {
    id: "attention-steps",
    algorithm: "scaled-dot-product-attention",
    asked: &["attention.scores", "attention.scaled", "attention.weights", "attention.output"],
    decimals: 2,
    draw: |random, difficulty| draw(random, difficulty, false),
    misconceptions: &[
        KEYS_ASK_QUERIES,
        NO_SCALE,
        SCALE_BY_WIDTH,
        SCALE_BY_KEYS,
        NO_SOFTMAX,
        SOFTMAX_OVER_QUERIES,
        TRANSPOSED_WEIGHTS,
        KEYS_AS_VALUES,
        QUERIES_AS_VALUES,
    ],
};

/// The same with the future hidden.
pub static CAUSAL_EXERCISE: Exercise = Exercise {
    id: "causal-attention-steps",
    algorithm: "scaled-dot-product-attention",
    asked: &["attention.scaled", "attention.causal", "attention.weights", "attention.output"],
    decimals: 2,
    draw: |random, difficulty| draw(random, difficulty, true),
    misconceptions: &[
        NO_SCALE,
        SCALE_BY_WIDTH,
        NO_MASK,
        TRANSPOSED_MASK,
        ZERO_INSTEAD_OF_MINUS_INFINITY,
        MASK_WITHOUT_RENORMALIZING,
        SOFTMAX_OVER_QUERIES,
        TRANSPOSED_WEIGHTS,
        KEYS_AS_VALUES,
    ],
};

const KEYS_ASK_QUERIES: Misconception = Misconception {
    id: "keys-ask-queries",
    wrong: Wrong::Step("attention.scores", |run| transposed(run, "attention.scores")),
};

const NO_SCALE: Misconception = Misconception {
    id: "no-scale",
    wrong: Wrong::Step("attention.scaled", |run| Ok(tensor(run, "attention.scores")?.clone())),
};

const SCALE_BY_WIDTH: Misconception = Misconception {
    id: "scale-by-width",
    wrong: Wrong::Step("attention.scaled", |run| {
        let width = tensor(run, "attention.key")?.shape().get(1).copied().unwrap_or(1) as f64;
        of(&(matrix(run, "attention.scores")? / width))
    }),
};

const SCALE_BY_KEYS: Misconception = Misconception {
    id: "scale-by-keys",
    wrong: Wrong::Step("attention.scaled", |run| {
        let keys = tensor(run, "attention.key")?.shape().first().copied().unwrap_or(1) as f64;
        of(&(matrix(run, "attention.scores")? / keys.sqrt()))
    }),
};

const NO_SOFTMAX: Misconception = Misconception {
    id: "no-softmax",
    wrong: Wrong::Step("attention.weights", |run| Ok(tensor(run, "attention.scaled")?.clone())),
};

const SOFTMAX_OVER_QUERIES: Misconception = Misconception {
    id: "softmax-over-queries",
    wrong: Wrong::Step("attention.weights", |run| {
        let scores = tensor(run, "attention.causal").or_else(|_| tensor(run, "attention.scaled"))?;
        let scores = scores.to_matrix().ok_or_else(no_matrix)?;
        of(&softmax_rows(&scores.transpose()).transpose())
    }),
};

const TRANSPOSED_WEIGHTS: Misconception = Misconception {
    id: "transposed-weights",
    wrong: Wrong::Step("attention.output", |run| {
        product(&matrix(run, "attention.weights")?.transpose(), &matrix(run, "attention.value")?)
    }),
};

const KEYS_AS_VALUES: Misconception = Misconception {
    id: "keys-as-values",
    wrong: Wrong::Step("attention.output", |run| {
        product(&matrix(run, "attention.weights")?, &matrix(run, "attention.key")?)
    }),
};

const QUERIES_AS_VALUES: Misconception = Misconception {
    id: "queries-as-values",
    wrong: Wrong::Step("attention.output", |run| {
        product(&matrix(run, "attention.weights")?, &matrix(run, "attention.query")?)
    }),
};

const NO_MASK: Misconception = Misconception {
    id: "no-mask",
    wrong: Wrong::Step("attention.causal", |run| Ok(tensor(run, "attention.scaled")?.clone())),
};

const TRANSPOSED_MASK: Misconception = Misconception {
    id: "transposed-mask",
    wrong: Wrong::Step("attention.causal", |run| masked(run, |i, j| j >= i, f64::NEG_INFINITY)),
};

const ZERO_INSTEAD_OF_MINUS_INFINITY: Misconception = Misconception {
    id: "zero-instead-of-minus-infinity",
    wrong: Wrong::Step("attention.causal", |run| masked(run, |i, j| j <= i, 0.0)),
};

const MASK_WITHOUT_RENORMALIZING: Misconception = Misconception {
    id: "mask-without-renormalizing",
    wrong: Wrong::Step("attention.weights", |run| {
        let weights = softmax_rows(&matrix(run, "attention.scaled")?);
        of(&DMatrix::from_fn(weights.nrows(), weights.ncols(), |i, j| {
            if j <= i { weights.get((i, j)).copied().unwrap_or_default() } else { 0.0 }
        }))
    }),
};

fn draw(random: &mut Random, difficulty: Difficulty, causal: bool) -> Result<Arguments> {
    let (tokens, width) = match difficulty {
        Difficulty::Easy => (2, 3),
        Difficulty::Medium => (3, 2),
        Difficulty::Hard => (3, 4),
    };
    let mut numbers = || -> Result<Tensor> {
        let one = |random: &mut Random| match difficulty {
            Difficulty::Easy => f64::from(random.integer(0, 3)),
            Difficulty::Medium => f64::from(random.integer(-2, 3)),
            Difficulty::Hard => f64::from(random.integer(-15, 15)) / 10.0,
        };
        Tensor::new(vec![tokens, width], (0..tokens * width).map(|_| one(random)).collect())
    };
    let inputs = Arguments::new().with("query", numbers()?).with("key", numbers()?).with("value", numbers()?);
    Ok(if causal { inputs.with("causal", true) } else { inputs })
}

fn tensor<'a>(run: &'a Trace, step: &str) -> Result<&'a Tensor> {
    Ok(&run.step(step)?.tensor)
}

fn matrix(run: &Trace, step: &str) -> Result<DMatrix<f64>> {
    tensor(run, step)?.to_matrix().ok_or_else(no_matrix)
}

fn no_matrix() -> Box<Error> {
    Error::Internal { step: "", reason: "the step is no matrix".into() }.into()
}

fn of(matrix: &DMatrix<f64>) -> Result<Tensor> {
    Tensor::from_matrix(matrix)
}

fn transposed(run: &Trace, step: &str) -> Result<Tensor> {
    of(&matrix(run, step)?.transpose())
}

/// The product, if the shapes allow one.
fn product(left: &DMatrix<f64>, right: &DMatrix<f64>) -> Result<Tensor> {
    if left.ncols() != right.nrows() {
        return Err(Error::Internal { step: "", reason: "shapes that do not multiply".into() }.into());
    }
    of(&(left * right))
}

/// The scaled scores where they are kept, and something else elsewhere.
fn masked(run: &Trace, keep: fn(usize, usize) -> bool, hidden: f64) -> Result<Tensor> {
    let scores = matrix(run, "attention.scaled")?;
    of(&DMatrix::from_fn(scores.nrows(), scores.ncols(), |i, j| {
        if keep(i, j) { scores.get((i, j)).copied().unwrap_or_default() } else { hidden }
    }))
}

/// Each row's exponentials, divided by their sum.
fn softmax_rows(scores: &DMatrix<f64>) -> DMatrix<f64> {
    let mut weights = scores.clone();
    for mut row in weights.row_iter_mut() {
        let largest = row.max();
        row.apply(|score| *score = libm::exp(*score - largest));
        let sum = row.sum();
        row.apply(|weight| *weight /= sum);
    }
    weights
}
