//! ALiBi, step by step: the slope of each head, then what it takes from the score of each pair.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{at, column, entries, heads, of_heads, of_vector};
use super::{Difficulty, Exercise, Misconception};

/// Slopes, biases.
pub static EXERCISE: Exercise = Exercise {
    id: "alibi-steps",
    algorithm: "alibi-bias",
    back: None,
    asked: &["alibi.slopes", "alibi.bias"],
    // The smallest slope is 1/256.
    decimals: 4,
    draw,
    misconceptions: &[
        HALVED_WITH_EACH_HEAD, SLOPES_FROM_ONE, SLOPES_REVERSED, SLOPES_NOT_INVERTED, DISTANCE_REWARDED,
        SIGNED_DISTANCE, POSITION_OF_THE_KEY, ONE_SLOPE_FOR_ALL, DIVIDED_BY_THE_SLOPE,
    ],
};

const HALVED_WITH_EACH_HEAD: Misconception =
    Misconception::step("slopes-halved-with-each-head", "alibi.exponents", |run| exponents(run, |head, _| head + 1.0));

const SLOPES_FROM_ONE: Misconception =
    Misconception::step("slopes-from-one", "alibi.exponents", |run| exponents(run, |head, count| 8.0 * head / count));

const SLOPES_REVERSED: Misconception = Misconception::step("slopes-reversed", "alibi.exponents", |run| {
    exponents(run, |head, count| 8.0 * (count - head) / count)
});

const SLOPES_NOT_INVERTED: Misconception = Misconception::step("slopes-not-inverted", "alibi.slopes", |run| {
    of_vector(&column(run, "alibi.slopes")?.map(|slope| 1.0 / slope))
});

const DISTANCE_REWARDED: Misconception =
    Misconception::step("distance-rewarded", "alibi.bias", |run| bias(run, |bias, _, _, _| -bias));

const SIGNED_DISTANCE: Misconception =
    Misconception::step("signed-distance", "alibi.bias", |run| bias(run, |_, [slope, _], i, j| -slope * (i - j)));

const POSITION_OF_THE_KEY: Misconception =
    Misconception::step("position-of-the-key", "alibi.bias", |run| bias(run, |_, [slope, _], _, j| -slope * j));

const ONE_SLOPE_FOR_ALL: Misconception = Misconception::step("one-slope-for-all-heads", "alibi.bias", |run| {
    bias(run, |bias, [slope, first], _, _| bias / slope * first)
});

const DIVIDED_BY_THE_SLOPE: Misconception = Misconception::step("divided-by-the-slope", "alibi.bias", |run| {
    bias(run, |bias, [slope, _], _, _| bias / (slope * slope))
});

/// Exponents of slopes that are computed from the head and the number of heads.
fn exponents(run: &Trace, exponent: fn(f64, f64) -> f64) -> Result<Tensor> {
    let known = column(run, "alibi.exponents")?;
    let count = known.nrows() as f64;
    of_vector(&entries(&known, |head, _, _| exponent(head as f64, count)))
}

/// Biases that are computed from the right one, the slopes of the head and of the first head, and the positions of query and key.
fn bias(run: &Trace, cell: fn(f64, [f64; 2], f64, f64) -> f64) -> Result<Tensor> {
    let slopes = column(run, "alibi.slopes")?;
    let of_head = |(head, known): (usize, &_)| {
        let slopes = [at(&slopes, head, 0), at(&slopes, 0, 0)];
        entries(known, |i, j, bias| cell(bias, slopes, i as f64, j as f64))
    };
    of_heads(&heads(run, "alibi.bias")?.iter().enumerate().map(of_head).collect::<Vec<_>>())
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let heads = match difficulty {
        Difficulty::Easy => 2,
        Difficulty::Medium => 4,
        Difficulty::Hard => 2 * random.integer(1, 2),
    };
    let length = if heads == 2 { random.integer(3, 4) } else { 3 };
    let causal = difficulty == Difficulty::Hard && random.integer(0, 1) == 1;
    Ok(Arguments::new().with("heads", f64::from(heads)).with("length", f64::from(length)).with("causal", causal))
}
