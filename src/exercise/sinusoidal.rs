//! The sinusoidal encoding, step by step: angles, then their sines and cosines in turn.

use nalgebra::DMatrix;

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{at, column, entries, matrix, of, of_vector};
use super::{Difficulty, Exercise, Misconception};

/// Angles, encoding.
pub static EXERCISE: Exercise = Exercise {
    id: "sinusoidal-encoding-steps",
    algorithm: "sinusoidal-encoding",
    back: None,
    asked: &["position.angles", "position.encoding"],
    decimals: 2,
    draw,
    misconceptions: &[
        COUNTS_FROM_ONE, EXPONENT_NOT_DOUBLED, EXPONENT_NOT_DIVIDED, MULTIPLIED_BY_THE_POWER, ODD_EXPONENT,
        SINE_AND_COSINE_SWAPPED, DEGREES, HALVES_INSTEAD_OF_PAIRS,
    ],
};

const COUNTS_FROM_ONE: Misconception = Misconception::step("positions-from-one", "position.positions", |run| {
    of_vector(&column(run, "position.positions")?.add_scalar(1.0))
});

pub(super) const EXPONENT_NOT_DOUBLED: Misconception =
    Misconception::step("exponent-not-doubled", "position.exponents", |run| {
        of_vector(&(column(run, "position.exponents")? / 2.0))
    });

pub(super) const EXPONENT_NOT_DIVIDED: Misconception =
    Misconception::step("exponent-not-divided", "position.exponents", |run| {
        of_vector(&column(run, "position.even-columns")?)
    });

pub(super) const MULTIPLIED_BY_THE_POWER: Misconception =
    Misconception::step("multiplied-by-the-power", "position.frequencies", |run| {
        of_vector(&column(run, "position.frequencies")?.map(|frequency| 1.0 / frequency))
    });

const ODD_EXPONENT: Misconception = Misconception::step("odd-exponent", "position.encoding", |run| {
    let (base, width) = (number(run, "position.base")?, number(run, "position.width")?);
    let positions = column(run, "position.positions")?;
    of(&entries(&matrix(run, "position.encoding")?, |p, c, entry| {
        let angle = at(&positions, p, 0) / libm::pow(base, c as f64 / width);
        if c % 2 == 0 { entry } else { libm::cos(angle) }
    }))
});

const SINE_AND_COSINE_SWAPPED: Misconception =
    Misconception::step("sine-and-cosine-swapped", "position.encoding", |run| {
        encoding(run, |angles, _, p, c| {
            let angle = at(angles, p, c / 2);
            if c % 2 == 0 { libm::cos(angle) } else { libm::sin(angle) }
        })
    });

const DEGREES: Misconception = Misconception::step("degrees", "position.encoding", |run| {
    encoding(run, |angles, _, p, c| {
        let angle = at(angles, p, c / 2) * std::f64::consts::PI / 180.0;
        if c % 2 == 0 { libm::sin(angle) } else { libm::cos(angle) }
    })
});

const HALVES_INSTEAD_OF_PAIRS: Misconception =
    Misconception::step("halves-instead-of-pairs", "position.encoding", |run| {
        encoding(
            run,
            |angles, half, p, c| {
                if c < half { libm::sin(at(angles, p, c)) } else { libm::cos(at(angles, p, c - half)) }
            },
        )
    });

fn number(run: &Trace, step: &str) -> Result<f64> {
    Ok(at(&column(run, step)?, 0, 0))
}

/// An encoding whose cells are computed from the angles, their number in a row, the position and the column.
fn encoding(run: &Trace, cell: fn(&DMatrix<f64>, usize, usize, usize) -> f64) -> Result<Tensor> {
    let angles = matrix(run, "position.angles")?;
    of(&entries(&matrix(run, "position.encoding")?, |p, c, _| cell(&angles, angles.ncols(), p, c)))
}

/// A small base: with the usual 10 000 the slow waves would not change in two decimals.
pub(super) fn small_base(random: &mut Random, difficulty: Difficulty) -> f64 {
    f64::from(match difficulty {
        Difficulty::Easy => 4 + random.integer(0, 96),
        Difficulty::Medium => 10 + random.integer(0, 390),
        Difficulty::Hard => 20 + random.integer(0, 980),
    })
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (length, width) = match difficulty {
        Difficulty::Easy => (3, 4),
        Difficulty::Medium => (4, 4),
        Difficulty::Hard => (4, 6),
    };
    let base = small_base(random, difficulty);
    Ok(Arguments::new().with("length", f64::from(length)).with("width", f64::from(width)).with("base", base))
}
