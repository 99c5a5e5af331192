//! Seeded draws as steps: the number drawn at a place depends only on the seed and the place.
//!
//! ```text
//! seed ─► draws 0.7  0.1  0.4  0.9 ─► order 1  2  0  3 ─► ranks 2  0  1  3
//! ```
//!
//! A draw has 32 binary places, so that sorting draws is sorting whole numbers.

use crate::error::{Error, Result};
use crate::op::{Fill, Obstacle, Reads, Rule, sorted_once};
use crate::random::Random;
use crate::tensor::{Tensor, offset_of};

use super::order;

/// How many streams one seed has: the draws of [`draws`] with different numbers do not depend on each other.
const STREAMS: u64 = 8;

/// The generator of a stream, set to a place; a draw takes at most two uniform numbers.
fn at(seed: f64, stream: u64, place: usize) -> Random {
    let mut random = Random::new(seed as u64);
    random.skip((place as u64 * STREAMS + stream) * 2);
    random
}

/// How many numbers a draw may be: it has 32 binary places.
const PLACES: f64 = 4_294_967_296.0;

/// A draw from 0 to 1, 1 excluded.
fn uniform(random: &mut Random) -> f64 {
    libm::floor(random.uniform() * PLACES) / PLACES
}

/// A rule that draws, given the seed.
const fn drawing(
    name: &'static str,
    fill: fn(&[&Tensor], &[usize]) -> Vec<f64>,
    value: fn(&[f64], &[usize], &[usize]) -> f64,
) -> Rule {
    Rule {
        name,
        template: "draw({0})",
        work: drawn,
        fill: Fill::AtOnce(fill),
        reads: Reads::All,
        value,
        ..Rule::constant(Obstacle::Draw)
    }
}

/// A draw takes as long as about 16 additions.
fn drawn(_: &[&Tensor], shape: &[usize]) -> u64 {
    (shape.iter().product::<usize>() as u64).saturating_mul(16)
}

/// Draws from the uniform distribution on [0, 1), given the seed.
pub const fn draws<const STREAM: u64>() -> Rule {
    drawing(
        "draw",
        |operands, shape| fill(operands, shape, STREAM, uniform),
        |values, shape, index| value(values, shape, index, STREAM, uniform),
    )
}

/// Draws from the normal distribution with mean 0 and variance 1, given the seed.
pub const fn normal_draws<const STREAM: u64>() -> Rule {
    drawing(
        "normal-draw",
        |operands, shape| fill(operands, shape, STREAM, Random::normal),
        |values, shape, index| value(values, shape, index, STREAM, Random::normal),
    )
}

/// Draws for all places in order.
fn fill(operands: &[&Tensor], shape: &[usize], stream: u64, draw: fn(&mut Random) -> f64) -> Vec<f64> {
    let seed = operands.first().and_then(|seed| seed.data().first().copied()).unwrap_or_default();
    let mut next = at(seed, stream, 0);
    let draws = (0..shape.iter().product()).map(|_| {
        let drawn = draw(&mut next.clone());
        next.skip(STREAMS * 2);
        drawn
    });
    draws.collect()
}

/// Draws for one place.
fn value(values: &[f64], shape: &[usize], index: &[usize], stream: u64, draw: fn(&mut Random) -> f64) -> f64 {
    match (values, offset_of(shape, index)) {
        ([seed], Some(place)) => draw(&mut at(*seed, stream, place)),
        _ => f64::NAN,
    }
}

/// Lists the places of draws from the smallest draw to the largest, and equal draws in the order of their places.
pub static ORDER: Rule = Rule {
    name: "order",
    template: "argsort({*})",
    work: sorted_once,
    fill: Fill::AtOnce(|operands, _| operands.first().map_or(Vec::new(), |draws| order(draws.data()))),
    reads: Reads::All,
    value: |values, _, index| index.first().and_then(|place| order(values).get(*place).copied()).unwrap_or(f64::NAN),
    ..Rule::constant(Obstacle::Sorting)
};

fn order(draws: &[f64]) -> Vec<f64> {
    let draw = |place: usize| draws.get(place).map(|draw| (draw * PLACES) as usize);
    let places = order::order(draws.len(), &|left, right| draw(left).cmp(&draw(right)));
    places.into_iter().map(|place| place as f64).collect()
}

/// Finds where each place stands in an order: the inverse of [`ORDER`].
pub static RANK: Rule = Rule {
    name: "rank",
    template: "find({*})",
    fill: Fill::AtOnce(|operands, shape| {
        let mut ranks = vec![0.0; shape.iter().product()];
        for (rank, &place) in operands.first().map_or(&[][..], |order| order.data()).iter().enumerate() {
            if let Some(cell) = ranks.get_mut(place as usize) {
                *cell = rank as f64;
            }
        }
        ranks
    }),
    reads: Reads::All,
    value: |values, _, index| {
        let found = index.first().and_then(|place| values.iter().position(|value| *value == *place as f64));
        found.map_or(f64::NAN, |rank| rank as f64)
    },
    ..Rule::constant(Obstacle::Sorting)
};

/// Checks that a number is a share: from 0 to 1.
///
/// # Errors
/// [`Error::NonFinite`] for NaN and infinities, [`Error::OutOfRange`] for the rest, naming `input`.
pub fn check_share(input: &str, value: f64) -> Result<()> {
    let input = input.to_string();
    if !value.is_finite() {
        return Err(Error::NonFinite { input, index: Vec::new(), value }.into());
    }
    if !(0.0..=1.0).contains(&value) {
        return Err(
            Error::OutOfRange { input, index: Vec::new(), value, expected: "a number from 0 to 1".into() }.into()
        );
    }
    Ok(())
}
