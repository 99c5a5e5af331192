//! The loss of a masked language model, step by step: logarithms of probabilities at the masked places, the loss of each, their mean.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{at, column, entries, matrix, of, of_vector, row_sums, softmax_columns, softmax_rows, tensor};
use super::{Difficulty, Exercise, Misconception, drawing};

/// Logarithms of probabilities, loss of each token, mean.
pub static EXERCISE: Exercise = Exercise {
    id: "masked-language-model-loss-steps",
    algorithm: "masked-language-model-loss",
    back: None,
    asked: &["loss.log-probabilities", "loss.per-token", "loss.mean"],
    decimals: 2,
    draw,
    misconceptions: &[
        NO_LOGARITHM, LOGARITHM_TO_BASE_2, LOGITS_AS_LOGARITHMS, SOFTMAX_OVER_TOKENS, SIGN_FORGOTTEN,
        MOST_PROBABLE_WORD, ONE_MINUS_PROBABILITY, SUM_INSTEAD_OF_MEAN, DIVIDED_BY_ALL_TOKENS, LOSS_OVER_ALL_TOKENS,
    ],
};

const NO_LOGARITHM: Misconception = Misconception::step("no-logarithm", "loss.log-probabilities", |run| {
    of(&softmax_rows(&matrix(run, "loss.chosen-logits")?))
});

const LOGARITHM_TO_BASE_2: Misconception =
    Misconception::step("logarithm-to-base-two", "loss.log-probabilities", |run| {
        of(&(matrix(run, "loss.log-probabilities")? / std::f64::consts::LN_2))
    });

const LOGITS_AS_LOGARITHMS: Misconception =
    Misconception::step("logits-as-logarithms", "loss.log-probabilities", |run| {
        Ok(tensor(run, "loss.chosen-logits")?.clone())
    });

const SOFTMAX_OVER_TOKENS: Misconception =
    Misconception::step("softmax-over-tokens", "loss.log-probabilities", |run| {
        of(&softmax_columns(&matrix(run, "loss.chosen-logits")?).map(libm::log))
    });

const SIGN_FORGOTTEN: Misconception =
    Misconception::step("sign-forgotten", "loss.per-token", |run| of_vector(&column(run, "loss.right")?));

const MOST_PROBABLE_WORD: Misconception = Misconception::step("most-probable-word", "loss.per-token", |run| {
    let logarithms = matrix(run, "loss.log-probabilities")?;
    Tensor::vector(logarithms.row_iter().map(|row| -row.max()).collect())
});

const ONE_MINUS_PROBABILITY: Misconception = Misconception::step("one-minus-probability", "loss.per-token", |run| {
    of_vector(&column(run, "loss.right")?.map(|logarithm| 1.0 - libm::exp(logarithm)))
});

const SUM_INSTEAD_OF_MEAN: Misconception =
    Misconception::step("sum-instead-of-mean", "loss.mean", |run| mean(run, |sum, _| sum));

const DIVIDED_BY_ALL_TOKENS: Misconception =
    Misconception::step("divided-by-all-tokens", "loss.mean", |run| mean(run, |sum, tokens| sum / tokens));

const LOSS_OVER_ALL_TOKENS: Misconception = Misconception::step("loss-over-all-tokens", "loss.mean", |run| {
    let labels = column(run, "loss.labels")?;
    let logarithms = softmax_rows(&matrix(run, "loss.logits")?).map(libm::log);
    let losses = entries(&labels, |i, _, label| -at(&logarithms, i, label as usize));
    Ok(Tensor::scalar(at(&row_sums(&losses.transpose()), 0, 0) / losses.nrows() as f64))
});

/// A function of the sum of the losses and the number of all tokens.
fn mean(run: &Trace, divided: fn(f64, f64) -> f64) -> Result<Tensor> {
    let losses = column(run, "loss.per-token")?;
    let tokens = tensor(run, "loss.logits")?.shape().first().copied().unwrap_or_default();
    Ok(Tensor::scalar(divided(losses.sum(), tokens as f64)))
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (tokens, range) = match difficulty {
        Difficulty::Easy => (3, (0, 3)),
        Difficulty::Medium => (4, (-3, 3)),
        Difficulty::Hard => (4, (-2, 2)),
    };
    let logits = drawing::numbers(random, difficulty, &[tokens, 3], range)?;
    let labels = drawing::numbers(random, Difficulty::Easy, &[tokens], (0, 2))?;
    let kept = random.integer(0, tokens as i32 - 1) as usize;
    let masked: Vec<f64> = (0..tokens).filter(|&place| place != kept).take(2).map(|place| place as f64).collect();
    Ok(Arguments::new().with("logits", logits).with("labels", labels).with("masked", Tensor::vector(masked)?))
}
