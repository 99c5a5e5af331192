//! Instances: inputs from a seed for which every misconception gives wrong numbers.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::misconception::Given;
use super::{Difficulty, Exercise, Misconception};

/// Number of draws before the best so far is taken.
const DRAWS: u64 = 60;

/// One exercise with its inputs.
#[derive(Clone)]
pub struct Instance {
    /// The exercise.
    pub exercise: &'static Exercise,
    /// Its seed.
    pub seed: u64,
    /// Its difficulty.
    pub difficulty: Difficulty,
    /// The inputs of the algorithm.
    pub inputs: Arguments,
    /// Those of them that are one's own and not drawn.
    pub own: Arguments,
    /// The right run.
    pub trace: Trace,
}

impl Exercise {
    /// Draws an instance: inputs for which no two misconceptions, and no misconception and the right computation, give the same numbers within twice the
    /// tolerance of marking in the first step that goes wrong. Where no such inputs are found, those with the fewest coincidences are taken.
    ///
    /// # Errors
    /// Those of the algorithm.
    ///
    /// # Complexity
    /// At most 60 draws of one run for each misconception.
    ///
    /// # Example
    /// ```
    /// use attograph::exercise::{Difficulty, find};
    /// let exercise = find("attention-steps")?;
    /// let (one, same) = (exercise.instance(7, Difficulty::Easy)?, exercise.instance(7, Difficulty::Easy)?);
    /// assert_eq!(one.inputs, same.inputs);
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn instance(&'static self, seed: u64, difficulty: Difficulty) -> Result<Instance> {
        let mut best: Option<(usize, Instance)> = None;
        for draw in 0..DRAWS {
            let mut random = Random::new(seed.wrapping_mul(DRAWS).wrapping_add(draw));
            let inputs = (self.draw)(&mut random, difficulty)?;
            let trace = self.run(&inputs, &[])?;
            let fewest = best.as_ref().map_or(usize::MAX, |(fewest, _)| *fewest);
            let coincidences = self.coincidences(&inputs, &trace, fewest)?;
            if best.is_none() || coincidences < fewest {
                best = Some((
                    coincidences,
                    Instance { exercise: self, seed, difficulty, inputs, own: Arguments::new(), trace },
                ));
            }
            if coincidences == 0 {
                break;
            }
        }
        // There was at least one draw.
        best.map(|(_, instance)| instance).ok_or_else(|| {
            crate::error::Error::Internal { step: String::new(), reason: "an exercise without draws".into() }.into()
        })
    }

    /// Counts, up to `limit`, the misconceptions that give the same numbers as the right computation or as each other on these inputs.
    ///
    /// Marking looks at the first step that goes wrong, so misconceptions are compared there, given right numbers for all earlier steps.
    fn coincidences(&self, inputs: &Arguments, right: &Trace, limit: usize) -> Result<usize> {
        let right_numbers = self.right_numbers(right)?;
        let mut coincidences = 0;
        let mut wrongs: Vec<(&Misconception, Vec<Tensor>, usize)> = Vec::new();
        for wrong in self.misconceptions {
            match self.differing(wrong, inputs, right, &right_numbers) {
                Some((numbers, first)) => wrongs.push((wrong, numbers, first)),
                None => coincidences += 1,
            }
            if coincidences >= limit {
                return Ok(coincidences);
            }
        }
        for (wrong, numbers, first) in &wrongs {
            let (Some(own), Some((step, right_there))) = (numbers.get(*first), right_numbers.get(*first)) else {
                continue;
            };
            coincidences += usize::from(self.look_alike(own, right_there));
            for (other, others, others_first) in wrongs.iter().filter(|(other, _, _)| other.id != wrong.id) {
                let alike = if others_first >= first {
                    others.get(*first).is_some_and(|there| self.look_alike(own, there))
                } else {
                    let before = right_numbers.get(..*first).unwrap_or_default();
                    let there = other.trace(self, inputs, before, right);
                    there.is_some_and(|run| run.step(step).is_ok_and(|there| self.look_alike(own, &there.tensor)))
                };
                coincidences += usize::from(alike);
            }
            if coincidences >= limit {
                break;
            }
        }
        Ok(coincidences)
    }

    fn right_numbers(&self, right: &Trace) -> Result<Vec<Given>> {
        self.asked.iter().map(|&step| Ok((step, right.step(step)?.tensor.clone()))).collect()
    }

    /// The numbers of a misconception, and the first step in which they differ from the right ones; `None` where there is none.
    fn differing(
        &self,
        wrong: &Misconception,
        inputs: &Arguments,
        right: &Trace,
        right_numbers: &[Given],
    ) -> Option<(Vec<Tensor>, usize)> {
        let numbers = wrong.trace(self, inputs, &[], right).and_then(|run| self.numbers(&run))?;
        let first = self.first_that_differs(&numbers, right_numbers)?;
        Some((numbers, first))
    }

    /// The numbers of the exercise's steps; `None` where one is missing or is not a number (0/0).
    fn numbers(&self, run: &Trace) -> Option<Vec<Tensor>> {
        let numbers = self.asked.iter().map(|step| run.step(step).ok().map(|found| found.tensor.clone()));
        numbers.map(|found| found.filter(|tensor| !tensor.data().iter().any(|number| number.is_nan()))).collect()
    }

    /// The first step in which any number differs at all.
    fn first_that_differs(&self, numbers: &[Tensor], right: &[Given]) -> Option<usize> {
        let same = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-9 * b.abs().max(1.0);
        numbers.iter().zip(right).position(|(numbers, (_, right))| {
            numbers.shape() != right.shape() || numbers.data().iter().zip(right.data()).any(|(&a, &b)| !same(a, b))
        })
    }

    /// Whether all numbers agree within twice the tolerance of marking.
    fn look_alike(&self, one: &Tensor, other: &Tensor) -> bool {
        let tolerance = 2.0 * libm::pow(10.0, f64::from(-self.decimals));
        one.shape() == other.shape()
            && one.data().iter().zip(other.data()).all(|(a, b)| a == b || (a - b).abs() <= tolerance)
    }
}

impl Instance {
    /// The misconceptions that these inputs do not show: they give the right numbers, as far as an answer has digits, or none.
    ///
    /// # Errors
    /// Those of the algorithm.
    ///
    /// # Example
    /// Where queries and keys are the same, it makes no difference which of them asks.
    /// ```
    /// use attograph::catalog::Arguments;
    /// use attograph::exercise::{Difficulty, find};
    /// use attograph::tensor::Tensor;
    /// let same = Tensor::matrix(&[[1.0, 0.0], [0.0, 2.0]])?;
    /// let own = Arguments::new().with("query", same.clone()).with("key", same);
    /// let instance = find("attention-steps")?.instance_with(1, Difficulty::Easy, &own)?;
    /// assert!(instance.hidden()?.contains(&"keys-ask-queries"));
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn hidden(&self) -> Result<Vec<&'static str>> {
        let exercise = self.exercise;
        let right = exercise.right_numbers(&self.trace)?;
        let shows = |wrong: &Misconception| {
            let Some((numbers, first)) = exercise.differing(wrong, &self.inputs, &self.trace, &right) else {
                return false;
            };
            let differs = |(one, (_, other)): (&Tensor, &Given)| !exercise.look_alike(one, other);
            numbers.iter().zip(&right).skip(first).any(differs)
        };
        Ok(exercise.misconceptions.iter().filter(|wrong| !shows(wrong)).map(|wrong| wrong.id).collect())
    }
}
