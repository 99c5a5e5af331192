//! Tests of marking: simulated misconceptions, right answers, and unforeseen mistakes. Failures are described in sentences.

use std::fmt;

use attograph::exercise::{Difficulty, EXERCISES, Exercise, Instance, Mark, Misconception};

use super::students::{Digits, acted_out, typed};

/// How often a misconception of an exercise was acted out, and when it was not named.
pub struct Trial {
    pub exercise: &'static Exercise,
    pub misconception: &'static Misconception,
    pub tried: usize,
    /// The seeds for which something else was named, or nothing, and what.
    pub missed: Vec<(u64, Vec<&'static str>)>,
}

impl Trial {
    /// How often the misconception, and nothing else, was named.
    pub fn named(&self) -> usize {
        self.tried - self.missed.len()
    }

    /// Whether it was acted out so often, and named in 99 of 100 instances.
    pub fn holds(&self, tries: usize) -> bool {
        self.tried >= tries && self.named() * 100 >= self.tried * 99
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (exercise, id) = (self.exercise.id, self.misconception.id);
        write!(f, "{exercise}: {id} was named in {} of {}", self.named(), self.tried)?;
        self.missed.iter().try_for_each(|(seed, names)| write!(f, "; with seed {seed} it was taken for {names:?}"))
    }
}

/// The instances of the first seeds, easy, medium and hard in turn.
fn instances(exercise: &'static Exercise, seeds: u64) -> impl Iterator<Item = (u64, Instance)> {
    let difficulties = Difficulty::ALL;
    (0..seeds).map(move |seed| {
        let difficulty = difficulties[seed as usize % difficulties.len()];
        (seed, exercise.instance(seed, difficulty).expect("an instance"))
    })
}

/// Simulates every misconception on this number of instances of each exercise.
pub fn try_misconceptions(seeds: u64) -> Vec<Trial> {
    EXERCISES.iter().flat_map(|exercise| try_misconceptions_of(exercise, seeds)).collect()
}

fn try_misconceptions_of(exercise: &'static Exercise, seeds: u64) -> Vec<Trial> {
    let untried = |misconception| Trial { exercise, misconception, tried: 0, missed: Vec::new() };
    let mut trials: Vec<Trial> = exercise.misconceptions.iter().map(untried).collect();
    for (seed, instance) in instances(exercise, seeds) {
        for trial in &mut trials {
            let Some(wrong) = acted_out(&instance, trial.misconception) else { continue };
            let answers = typed(exercise, &wrong, Digits::of(seed / 3, exercise.decimals as usize));
            let marked = instance.mark(&answers).expect("marks");
            let first = marked.first_wrong.and_then(|(step, _)| marked.steps.get(step));
            let names = first.map(|step| step.misconceptions.clone()).unwrap_or_default();
            trial.tried += 1;
            if names != [trial.misconception.id] {
                trial.missed.push((seed, names));
            }
        }
    }
    trials
}

/// How many manners of typing there are: the required number of decimals, 4, and 9.
const MANNERS: usize = 3;

/// Returns where a right number was flagged, on this many instances of every exercise, typed with the required number of decimals, with 4 and with 9, rounded and
/// truncated: each instance with all three, or with one, which come in turn within each difficulty.
pub fn flagged_right_answers(seeds: u64, with_all: bool) -> Vec<String> {
    let mut flagged = Vec::new();
    for exercise in EXERCISES {
        for (seed, instance) in instances(exercise, seeds) {
            let manners: [usize; MANNERS] = [exercise.decimals as usize, 4, 9];
            let turn = seed as usize / Difficulty::ALL.len() % MANNERS;
            for decimals in if with_all { &manners[..] } else { &manners[turn..=turn] } {
                for digits in [Digits::Rounded(*decimals), Digits::Truncated(*decimals)] {
                    let marked = instance.mark(&typed(exercise, &instance.trace, digits)).expect("marks");
                    if !marked.complete {
                        let id = exercise.id;
                        flagged.push(format!("{id} {seed}, {digits:?}: a right answer was flagged: {marked:?}"));
                    }
                }
            }
        }
    }
    flagged
}

/// Returns where 77.77 in the last cell was taken for a misconception or was not the only wrong cell, on this many instances of every exercise.
pub fn recognized_unknown_mistakes(seeds: u64) -> Vec<String> {
    let mut recognized = Vec::new();
    for exercise in EXERCISES {
        for (seed, instance) in instances(exercise, seeds) {
            let mut answers = typed(exercise, &instance.trace, Digits::Rounded(exercise.decimals as usize + 1));
            let number = exercise.asked.len() - 1;
            let step = exercise.asked[number];
            let cell = instance.trace.step(step).expect("a step").tensor.data().len() - 1;
            answers.get_mut(step).expect("cells")[cell] = "77.77".into();
            let marked = instance.mark(&answers).expect("marks");
            let last = &marked.steps[number];
            let unknown = last.cells[cell] == Mark::Wrong && last.misconceptions.is_empty();
            if marked.first_wrong != Some((number, cell)) || !unknown {
                recognized.push(format!("{} {seed}: 77.77 in the last cell was marked so: {marked:?}", exercise.id));
            }
        }
    }
    recognized
}
