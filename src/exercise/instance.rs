//! Instances: inputs from a seed, on which every misconception shows itself.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::trace::Trace;

use super::misconception::run;
use super::{Difficulty, Exercise};

/// How many draws are tried before the best so far is taken.
const DRAWS: u64 = 60;

/// One exercise with its inputs.
#[derive(Clone)]
pub struct Instance {
    /// The exercise.
    pub exercise: &'static Exercise,
    /// The seed that it came from.
    pub seed: u64,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// What the algorithm is given.
    pub inputs: Arguments,
    /// The right run.
    pub trace: Trace,
}

impl Exercise {
    /// Draws an instance: inputs on which no two misconceptions, nor one and the right way, give the same numbers within twice what marking forgives.
    /// Where no such inputs are found, those with the fewest coincidences are taken.
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
            let trace = run(self.algorithm, &inputs, &[])?;
            let coincidences = self.coincidences(&inputs, &trace);
            if best.as_ref().is_none_or(|(fewest, _)| coincidences < *fewest) {
                best = Some((coincidences, Instance { exercise: self, seed, difficulty, inputs, trace }));
            }
            if coincidences == 0 {
                break;
            }
        }
        // There was at least one draw.
        best.map(|(_, instance)| instance).ok_or_else(|| {
            crate::error::Error::Internal { step: "", reason: "an exercise without draws".into() }.into()
        })
    }

    /// How many pairs of misconceptions, the right way among them, cannot be told apart on these inputs.
    fn coincidences(&self, inputs: &Arguments, right: &Trace) -> usize {
        let runs: Vec<Trace> =
            self.misconceptions.iter().filter_map(|wrong| wrong.trace(self.algorithm, inputs, &[])).collect();
        let mut coincidences = 0;
        for (number, run) in runs.iter().enumerate() {
            let others = runs.iter().skip(number + 1);
            coincidences += [right].into_iter().chain(others).filter(|other| self.look_alike(run, other)).count();
        }
        coincidences
    }

    /// Whether two runs give the same numbers, within twice what marking forgives, in all cells that are asked for.
    fn look_alike(&self, one: &Trace, other: &Trace) -> bool {
        let tolerance = 2.0 * libm::pow(10.0, f64::from(-self.decimals));
        self.asked.iter().all(|step| match (one.step(step), other.step(step)) {
            (Ok(one), Ok(other)) => {
                let pairs = one.tensor.data().iter().zip(other.tensor.data());
                pairs.into_iter().all(|(a, b)| a == b || (a - b).abs() <= tolerance)
            }
            _ => true,
        })
    }
}
