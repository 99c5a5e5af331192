//! Rotary positions, step by step: the angle of each pair of features, then the pairs turned by their angles.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{at, column, entries, matrix, of, of_vector};
use super::sinusoidal::{EXPONENT_NOT_DIVIDED, EXPONENT_NOT_DOUBLED, MULTIPLIED_BY_THE_POWER, small_base};
use super::{Difficulty, Exercise, Misconception, drawing};

/// Angles, rotated features.
pub static EXERCISE: Exercise = Exercise {
    id: "rotary-encoding-steps",
    algorithm: "rotary-encoding",
    back: None,
    asked: &["position.angles", "rotary.rotated"],
    decimals: 2,
    draw,
    misconceptions: &[
        COUNTS_FROM_ONE, EXPONENT_NOT_DOUBLED, EXPONENT_NOT_DIVIDED, MULTIPLIED_BY_THE_POWER, ONE_ANGLE_FOR_ALL_PAIRS,
        TURNED_BACKWARD, MINUS_FORGOTTEN, DEGREES, ENCODING_ADDED, PAIRS_FROM_HALVES,
    ],
};

const COUNTS_FROM_ONE: Misconception = Misconception::step("positions-from-one", "rotary.positions", |run| {
    of_vector(&column(run, "rotary.positions")?.add_scalar(1.0))
});

const ONE_ANGLE_FOR_ALL_PAIRS: Misconception =
    Misconception::step("one-angle-for-all-pairs", "position.frequencies", |run| {
        of_vector(&column(run, "position.frequencies")?.map(|_| 1.0))
    });

const TURNED_BACKWARD: Misconception = Misconception::step("turned-backward", "rotary.rotated", |run| {
    rotated(run, |pair, angle, second| turned(pair, -angle, second))
});

const MINUS_FORGOTTEN: Misconception = Misconception::step("minus-forgotten", "rotary.rotated", |run| {
    rotated(run, |[a, b], angle, second| {
        let (own, other) = if second { (b, a) } else { (a, b) };
        own * libm::cos(angle) + other * libm::sin(angle)
    })
});

const DEGREES: Misconception = Misconception::step("degrees", "rotary.rotated", |run| {
    rotated(run, |pair, angle, second| turned(pair, angle * std::f64::consts::PI / 180.0, second))
});

const ENCODING_ADDED: Misconception = Misconception::step("encoding-added", "rotary.rotated", |run| {
    rotated(run, |[a, b], angle, second| if second { b + libm::cos(angle) } else { a + libm::sin(angle) })
});

const PAIRS_FROM_HALVES: Misconception = Misconception::step("pairs-from-halves", "rotary.rotated", |run| {
    let (features, angles) = (matrix(run, "rotary.features")?, matrix(run, "position.angles")?);
    let half = angles.ncols().max(1);
    of(&entries(&features, |p, d, _| {
        let pair = [at(&features, p, d % half), at(&features, p, d % half + half)];
        turned(pair, at(&angles, p, d % half), d >= half)
    }))
});

/// The first number of a pair that is turned by an angle, or the second.
fn turned([a, b]: [f64; 2], angle: f64, second: bool) -> f64 {
    let (cosine, sine) = (libm::cos(angle), libm::sin(angle));
    if second { a * sine + b * cosine } else { a * cosine - b * sine }
}

/// Features that are computed from their pair, its angle, and which of the two they are.
fn rotated(run: &Trace, cell: fn([f64; 2], f64, bool) -> f64) -> Result<Tensor> {
    let (features, angles) = (matrix(run, "rotary.features")?, matrix(run, "position.angles")?);
    of(&entries(&features, |p, d, _| {
        let first = d - d % 2;
        cell([at(&features, p, first), at(&features, p, first + 1)], at(&angles, p, d / 2), d % 2 == 1)
    }))
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let base = small_base(random, difficulty);
    let x = drawing::numbers(random, difficulty, &[3, 4], (-3, 4))?;
    Ok(Arguments::new().with("x", x).with("base", base))
}
