//! Warm-up and decay of the learning rate: the factor of each step of training.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::matrices::{at, column, entries, of_vector};
use super::{Difficulty, Exercise, Misconception};

/// The factors.
pub static EXERCISE: Exercise = Exercise {
    id: "warmup-decay-steps",
    algorithm: "linear-warmup-decay",
    back: None,
    asked: &["schedule.factors"],
    decimals: 2,
    draw,
    misconceptions: &[NO_WARM_UP, NO_DECAY, DECAY_FROM_THE_ORIGIN, STEPS_FROM_ONE, WARM_UP_BY_ALL_STEPS, COSINE_DECAY],
};

const NO_WARM_UP: Misconception = Misconception::step("warm-up-left-out", "schedule.factors", |run| {
    factors(run, |step, _, total| (total - step) / total)
});

const NO_DECAY: Misconception = Misconception::step("decay-left-out", "schedule.factors", |run| {
    factors(run, |step, warmup, _| (step / warmup).min(1.0))
});

const DECAY_FROM_THE_ORIGIN: Misconception =
    Misconception::step("decay-divided-by-all-steps", "schedule.factors", |run| {
        factors(run, |step, warmup, total| if step < warmup { step / warmup } else { (total - step) / total })
    });

const STEPS_FROM_ONE: Misconception = Misconception::step("warm-up-from-the-first-step", "schedule.factors", |run| {
    factors(
        run,
        |step, warmup, total| {
            if step < warmup { (step + 1.0) / warmup } else { (total - step) / (total - warmup) }
        },
    )
});

const WARM_UP_BY_ALL_STEPS: Misconception =
    Misconception::step("warm-up-divided-by-all-steps", "schedule.factors", |run| {
        factors(run, |step, warmup, total| if step < warmup { step / total } else { (total - step) / (total - warmup) })
    });

const COSINE_DECAY: Misconception = Misconception::step("cosine-decay", "schedule.factors", |run| {
    factors(run, |step, warmup, total| {
        let share = (step - warmup) / (total - warmup);
        if step < warmup { step / warmup } else { (1.0 + libm::cos(std::f64::consts::PI * share)) / 2.0 }
    })
});

/// Factors that are computed from the step, the number of steps of the warm-up, and of all.
fn factors(run: &Trace, factor: fn(f64, f64, f64) -> f64) -> Result<Tensor> {
    let number = |step| Ok::<f64, Box<crate::error::Error>>(at(&column(run, step)?, 0, 0));
    let (warmup, total) = (number("schedule.warmup")?, number("schedule.total")?);
    of_vector(&entries(&column(run, "schedule.steps")?, |_, _, step| factor(step, warmup, total)))
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (warmup, decay) = match difficulty {
        Difficulty::Easy => (2, random.integer(3, 5)),
        Difficulty::Medium => (random.integer(3, 4), random.integer(4, 6)),
        Difficulty::Hard => (random.integer(3, 6), random.integer(5, 7)),
    };
    Ok(Arguments::new().with("warmup", f64::from(warmup)).with("total", f64::from(warmup + decay)))
}
