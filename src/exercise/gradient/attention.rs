//! The gradients of attention: to its values along the weights, to its queries through the softmax.

use nalgebra::DMatrix;

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::trace::Trace;

use super::super::matrices::{column, entries, matrix, of, of_vector, product, row_sums};
use super::super::{Back, Difficulty, Exercise, Misconception, UPSTREAM, drawing};
use super::{ones, spread};

/// Weights, gradient of the values, gradient of the weights.
pub static VALUE_EXERCISE: Exercise = Exercise {
    id: "attention-value-gradient-steps",
    algorithm: "scaled-dot-product-attention",
    back: Some(Back { of: None, wrt: &["query", "key", "value"] }),
    asked: &[WEIGHTS, VALUE, BACK_WEIGHTS],
    decimals: 2,
    draw,
    misconceptions: &[
        WEIGHTS_NOT_TRANSPOSED, OWN_USE_ONLY, UPSTREAM_FORGOTTEN, AVERAGED_OVER_USES, GRADIENT_TRANSPOSED,
        VALUES_FORGOTTEN,
    ],
};

/// Weights, gradient of the weights, their weighted sum, gradient of the scaled scores, gradient of the queries.
pub static QUERY_EXERCISE: Exercise = Exercise {
    id: "attention-query-gradient-steps",
    algorithm: "scaled-dot-product-attention",
    back: Some(Back { of: None, wrt: &["query", "key", "value"] }),
    asked: &[WEIGHTS, BACK_WEIGHTS, SUM, SCALED, QUERY],
    decimals: 2,
    draw,
    misconceptions: &[
        GRADIENT_TRANSPOSED, PLAIN_MEAN, DIAGONAL_ONLY, ROW_LEFT_OUT, SCALE_LEFT_OUT, TRANSPOSED_SCORES,
        QUERIES_FOR_KEYS,
    ],
};

const WEIGHTS: &str = "attention.weights";
const OUTPUT: &str = "gradient/attention.output";
const VALUE: &str = "gradient/attention.value";
const BACK_WEIGHTS: &str = "gradient/attention.weights";
const SUM: &str = "gradient/attention.scaled/weighted-sum";
const SCALED: &str = "gradient/attention.scaled";
const QUERY: &str = "gradient/attention.query";

/// There are as many queries as keys, so that the wrong side fits.
const WEIGHTS_NOT_TRANSPOSED: Misconception = Misconception::step("weights-not-transposed", VALUE, |run| {
    of(&product(&matrix(run, WEIGHTS)?, &matrix(run, OUTPUT)?)?)
});

const OWN_USE_ONLY: Misconception = Misconception::step("own-use-only", VALUE, |run| {
    let own = entries(&matrix(run, WEIGHTS)?, |i, j, weight| if i == j { weight } else { 0.0 });
    of(&product(&own, &matrix(run, OUTPUT)?)?)
});

const UPSTREAM_FORGOTTEN: Misconception = Misconception::step("upstream-forgotten", VALUE, |run| {
    of(&product(&matrix(run, WEIGHTS)?.transpose(), &ones(&matrix(run, OUTPUT)?))?)
});

const AVERAGED_OVER_USES: Misconception = Misconception::step("averaged-over-uses", VALUE, |run| {
    let gradients = matrix(run, OUTPUT)?;
    of(&(product(&matrix(run, WEIGHTS)?.transpose(), &gradients)? / gradients.nrows() as f64))
});

const GRADIENT_TRANSPOSED: Misconception = Misconception::step("gradient-transposed", BACK_WEIGHTS, |run| {
    of(&product(&matrix(run, "attention.value")?, &matrix(run, OUTPUT)?.transpose())?)
});

const VALUES_FORGOTTEN: Misconception = Misconception::step("factor-forgotten", BACK_WEIGHTS, |run| {
    let gradients = matrix(run, OUTPUT)?;
    of(&product(&gradients, &ones(&matrix(run, "attention.value")?).transpose())?)
});

const PLAIN_MEAN: Misconception = Misconception::step("gradients-not-weighted", SUM, |run| {
    let gradients = matrix(run, BACK_WEIGHTS)?;
    of_vector(&(row_sums(&gradients) / gradients.ncols() as f64))
});

const DIAGONAL_ONLY: Misconception = Misconception::step("jacobian-diagonal-only", SCALED, |run| {
    let weights = matrix(run, WEIGHTS)?;
    of(&weights.map(|weight| weight * (1.0 - weight)).component_mul(&matrix(run, BACK_WEIGHTS)?))
});

const ROW_LEFT_OUT: Misconception = Misconception::step("row-sum-left-out", SCALED, |run| {
    of(&matrix(run, WEIGHTS)?.component_mul(&matrix(run, BACK_WEIGHTS)?))
});

const SCALE_LEFT_OUT: Misconception = Misconception::step("scale-left-out-on-the-way-back", QUERY, |run| {
    of(&product(&matrix(run, SCALED)?, &matrix(run, "attention.key")?)?)
});

const TRANSPOSED_SCORES: Misconception = Misconception::step("scores-transposed-on-the-way-back", QUERY, |run| {
    of(&product(&scores(run)?.transpose(), &matrix(run, "attention.key")?)?)
});

const QUERIES_FOR_KEYS: Misconception = Misconception::step("queries-in-place-of-keys", QUERY, |run| {
    of(&product(&scores(run)?, &matrix(run, "attention.query")?)?)
});

/// The gradient of the scores before their division, from what was written for those behind it.
fn scores(run: &Trace) -> Result<DMatrix<f64>> {
    let scale = column(run, "attention.scale")?;
    let scaled = matrix(run, SCALED)?;
    let columns = scaled.ncols();
    let rows = DMatrix::from_element(scaled.nrows(), 1, scale.sum());
    Ok(scaled.component_div(&spread(&rows, columns)))
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (tokens, range, gradients) = match difficulty {
        Difficulty::Easy => (2, (0, 2), (-4, 6)),
        Difficulty::Medium => (2, (-1, 2), (-6, 6)),
        Difficulty::Hard => (3, (-1, 1), (-6, 6)),
    };
    let mut numbers = |range| drawing::numbers(random, difficulty, &[tokens, 2], range);
    let (query, key, value) = (numbers(range)?, numbers(range)?, numbers((-3, 4))?);
    let inputs = Arguments::new().with("query", query).with("key", key).with("value", value);
    Ok(inputs.with(UPSTREAM, numbers(gradients)?))
}
