//! A decoder layer, step by step: attention to what is written so far, sum and norm, attention to the encoder's output, and the second sum.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::gat::{one_head, only_head};
use super::matrices::{entries, filled, matrix, of, product, softmax_columns, softmax_rows, tensor};
use super::{Difficulty, Exercise, Misconception, drawing};

const SELF_WEIGHTS: &str = "self-attention/multi-head.weights";
const SELF_SCALED: &str = "self-attention/multi-head.scaled";
const ATTENDED: &str = "transformer.attended";
const NORMALIZED: &str = "post-norm1/layer-norm.normalized";
const CROSS_WEIGHTS: &str = "cross-attention/multi-head.weights";
const CROSS_SCALED: &str = "cross-attention/multi-head.scaled";
const CROSSED: &str = "transformer.cross-attended";
const MEMORY: &str = "transformer.memory";

/// Weights behind the mask, sum, norm, weights over the encoder's output, sum.
pub static EXERCISE: Exercise = Exercise {
    id: "decoder-steps",
    algorithm: "decoder-layer",
    back: None,
    asked: &[SELF_WEIGHTS, ATTENDED, NORMALIZED, CROSS_WEIGHTS, CROSSED],
    decimals: 2,
    draw,
    misconceptions: &[
        NO_MASK, TRANSPOSED_MASK, MASK_WITHOUT_RENORMALIZING, NO_SCALE, NO_RESIDUAL, NORM_LEFT_OUT, KEYS_ASK_QUERIES,
        MASKED_MEMORY, MEMORY_LEFT_OUT, SOFTMAX_OVER_QUERIES, VALUES_OF_THE_DECODER, INPUT_ADDED_AGAIN,
    ],
};

const NO_MASK: Misconception =
    Misconception::step("no-mask", SELF_WEIGHTS, |run| one_head(&softmax_rows(&only_head(run, SELF_SCALED)?)));

const TRANSPOSED_MASK: Misconception =
    Misconception::step("transposed-mask", SELF_WEIGHTS, |run| masked(run, SELF_SCALED, |i, j| j >= i));

const MASK_WITHOUT_RENORMALIZING: Misconception =
    Misconception::step("mask-without-renormalizing", SELF_WEIGHTS, |run| {
        let weights = softmax_rows(&only_head(run, SELF_SCALED)?);
        one_head(&entries(&weights, |i, j, weight| if j <= i { weight } else { 0.0 }))
    });

const NO_SCALE: Misconception = Misconception::steps(
    "no-scale",
    &[
        (SELF_SCALED, |run| Ok(tensor(run, "self-attention/multi-head.scores")?.clone())),
        (CROSS_SCALED, |run| Ok(tensor(run, "cross-attention/multi-head.scores")?.clone())),
    ],
);

const NO_RESIDUAL: Misconception = Misconception::steps(
    "no-residual",
    &[
        (ATTENDED, |run| Ok(tensor(run, "self-attention/multi-head.output")?.clone())),
        (CROSSED, |run| Ok(tensor(run, "cross-attention/multi-head.output")?.clone())),
    ],
);

const NORM_LEFT_OUT: Misconception =
    Misconception::step("norm-left-out", NORMALIZED, |run| Ok(tensor(run, ATTENDED)?.clone()));

const KEYS_ASK_QUERIES: Misconception = Misconception::step("keys-ask-queries", CROSS_WEIGHTS, |run| {
    one_head(&softmax_rows(&only_head(run, CROSS_SCALED)?.transpose()))
});

const MASKED_MEMORY: Misconception =
    Misconception::step("masked-memory", CROSS_WEIGHTS, |run| masked(run, CROSS_SCALED, |i, j| j <= i));

const MEMORY_LEFT_OUT: Misconception = Misconception::step("memory-left-out", CROSS_WEIGHTS, |run| {
    let own = matrix(run, NORMALIZED)?;
    one_head(&softmax_rows(&(product(&own, &own.transpose())? / (own.ncols() as f64).sqrt())))
});

const SOFTMAX_OVER_QUERIES: Misconception = Misconception::step("softmax-over-queries", CROSS_WEIGHTS, |run| {
    one_head(&softmax_columns(&only_head(run, CROSS_SCALED)?))
});

const VALUES_OF_THE_DECODER: Misconception = Misconception::step("values-of-the-decoder", CROSSED, |run| {
    let own = matrix(run, NORMALIZED)?;
    of(&(product(&only_head(run, CROSS_WEIGHTS)?, &own)? + own))
});

const INPUT_ADDED_AGAIN: Misconception = Misconception::step("input-added-again", CROSSED, |run| {
    of(&(product(&only_head(run, CROSS_WEIGHTS)?, &matrix(run, MEMORY)?)? + matrix(run, "transformer.x")?))
});

/// The softmax of the scaled scores that a condition keeps.
fn masked(run: &Trace, scaled: &str, keeps: fn(usize, usize) -> bool) -> Result<Tensor> {
    let scaled = only_head(run, scaled)?;
    one_head(&softmax_rows(&entries(&scaled, |i, j, score| if keeps(i, j) { score } else { f64::NEG_INFINITY })))
}

/// One head whose projections are the identity, so that tokens are their own queries, keys and values.
fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (tokens, range) = match difficulty {
        Difficulty::Easy => (2, (0, 3)),
        Difficulty::Medium => (2, (-3, 3)),
        Difficulty::Hard => (3, (-2, 2)),
    };
    let mut drawn = |rows| drawing::numbers(random, difficulty, &[rows, WIDTH], range);
    let mut inputs = Arguments::new()
        .with("x", drawn(tokens)?)
        .with("memory", drawn(tokens)?)
        .with("heads", 1.0)
        .with("epsilon", 1.0);
    let identity = of(&filled((WIDTH, WIDTH), &|i, j| f64::from(u8::from(i == j))))?;
    for attention in ["selfAttention", "crossAttention"] {
        for matrix in ["wQuery", "wKey", "wValue", "wOutput"] {
            inputs = inputs.with(&format!("{attention}.{matrix}"), identity.clone());
        }
    }
    // What follows is not asked for.
    let nothing = of(&filled((WIDTH, WIDTH), &|_, _| 0.0))?;
    Ok(inputs.with("w1", nothing.clone()).with("w2", nothing))
}

const WIDTH: usize = 2;
