//! Marking: which cells are right, which follow from an earlier mistake, and which misconception explains a mistake.

use std::collections::BTreeMap;

use crate::error::{Error, Named, Result};
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::answer::{Answer, Verdict};
use super::misconception::Given;
use super::{Instance, Misconception};

/// The typed texts: for each step those of its cells in row-major order, empty where nothing was typed.
pub type Answers = BTreeMap<String, Vec<String>>;

/// The mark of one cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// Nothing was typed.
    Empty,
    /// The text is not a number.
    Unreadable {
        /// The position of the error, in characters from 0.
        place: usize,
        /// What was expected there.
        expected: String,
    },
    /// Right.
    Right,
    /// Right, but with fewer digits than required.
    TooFewDigits,
    /// Not the right number, but consistent with the numbers that were typed for earlier steps.
    FollowsFromEarlier,
    /// The result of one of these misconceptions.
    Misconception(Vec<&'static str>),
    /// Wrong, and not explained by a misconception.
    Wrong,
}

impl Mark {
    /// Whether this cell itself needs no correction.
    fn is_sound(&self) -> bool {
        matches!(self, Mark::Right | Mark::FollowsFromEarlier)
    }
}

/// The marks of one step.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkedStep {
    /// The step.
    pub step: &'static str,
    /// The lengths of its axes.
    pub shape: Vec<usize>,
    /// One mark for each cell, in row-major order.
    pub cells: Vec<Mark>,
    /// The misconceptions that explain every number that was typed here; more than one where they give the same numbers.
    pub misconceptions: Vec<&'static str>,
}

/// The marks of a whole exercise.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked {
    /// One entry for each step of the exercise.
    pub steps: Vec<MarkedStep>,
    /// The first cell that is wrong itself: position of the step, and index of the cell.
    pub first_wrong: Option<(usize, usize)>,
    /// Whether every cell is right.
    pub complete: bool,
}

impl Instance {
    /// Marks the typed texts.
    ///
    /// A step is compared with the right numbers, and then with what follows from the student's own numbers for the earlier steps, so that one
    /// mistake affects one step only. A misconception is named when it explains all numbers of a step, of which at least one is not right.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a step that is not part of the exercise, [`Error::DataLength`] for more texts than it has cells; those of the algorithm.
    ///
    /// # Complexity
    /// One run for each step and misconception.
    ///
    /// # Example
    /// ```
    /// use attograph::exercise::{Difficulty, Mark, find};
    /// let instance = find("attention-steps")?.instance(3, Difficulty::Easy)?;
    /// // Without the division by √d the scaled scores equal the scores.
    /// let scores: Vec<String> = instance.trace.step("attention.scores")?.tensor.data().iter().map(|s| s.to_string()).collect();
    /// let answers = [("attention.scores", scores.clone()), ("attention.scaled", scores)];
    /// let marked = instance.mark(&answers.map(|(step, cells)| (step.to_string(), cells)).into())?;
    /// assert!(marked.steps[0].cells.iter().all(|mark| *mark == Mark::Right));
    /// assert_eq!(marked.steps[1].misconceptions, ["no-scale"]);
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn mark(&self, answers: &Answers) -> Result<Marked> {
        for (step, texts) in answers {
            if !self.exercise.asked.contains(&step.as_str()) {
                return Err(Error::unknown(Named::Step, step, self.exercise.asked.iter().copied()));
            }
            let (expected, found) = (self.trace.step(step)?.tensor.data().len(), texts.len());
            if found > expected {
                return Err(Error::DataLength { input: step.clone(), expected, found }.into());
            }
        }
        let mut steps: Vec<MarkedStep> = Vec::new();
        let mut histories = Histories::default();
        for &step in self.exercise.asked {
            let right = &self.trace.step(step)?.tensor;
            let texts = answers.get(step).map(Vec::as_slice).unwrap_or_default();
            let typed: Vec<Typed> = (0..right.data().len()).map(|cell| Typed::read(texts.get(cell))).collect();
            let (marked, meant) = self.mark_step(step, right, &typed, &histories)?;
            steps.push(marked);
            let numbers: Option<Vec<f64>> = typed.iter().map(Typed::number).collect();
            if let Some(numbers) = numbers {
                let typed = Tensor::new(right.shape().to_vec(), numbers)?;
                histories.meant.push((step, meant.unwrap_or_else(|| typed.clone())));
                histories.typed.push((step, typed));
            }
        }
        let wrong_cell =
            |marked: &MarkedStep| marked.cells.iter().position(|mark| !mark.is_sound() && !matches!(mark, Mark::Empty));
        let first_wrong =
            steps.iter().enumerate().find_map(|(number, marked)| wrong_cell(marked).map(|cell| (number, cell)));
        let complete = steps.iter().flat_map(|marked| &marked.cells).all(|mark| *mark == Mark::Right);
        Ok(Marked { steps, first_wrong, complete })
    }

    /// The marks of a step, and the recognized numbers with all their digits, if there are any.
    fn mark_step(
        &self,
        step: &'static str,
        right: &Tensor,
        typed: &[Typed],
        histories: &Histories,
    ) -> Result<(MarkedStep, Option<Tensor>)> {
        // Some numbers do not allow a further step, such as a degree below 0. Then the right numbers are used.
        let mut runs: Vec<(&[Given], Trace)> =
            histories.both().filter_map(|given| Some((given, self.exercise.run(&self.inputs, given).ok()?))).collect();
        if runs.is_empty() {
            runs.push((&[], self.trace.clone()));
        }
        let following: Vec<&Tensor> = runs.iter().map(|(_, run)| Ok(&run.step(step)?.tensor)).collect::<Result<_>>()?;
        let decimals = self.exercise.decimals;
        let mark = |cell: usize, typed: &Typed| match typed {
            Typed::Nothing => Mark::Empty,
            Typed::Unreadable { place, expected } => Mark::Unreadable { place: *place, expected: expected.clone() },
            Typed::Number(answer) => {
                let against = |tensor: &Tensor| tensor.data().get(cell).map(|&number| answer.against(number, decimals));
                let verdict = against(right);
                let verdicts: Vec<_> = following.iter().map(|tensor| against(tensor)).collect();
                let few = Some(Verdict::TooFewDigits);
                match verdict {
                    Some(Verdict::Right) => Mark::Right,
                    _ if verdicts.contains(&Some(Verdict::Right)) => Mark::FollowsFromEarlier,
                    _ if verdict == few || verdicts.contains(&few) => Mark::TooFewDigits,
                    _ => Mark::Wrong,
                }
            }
        };
        let mut cells: Vec<Mark> = typed.iter().enumerate().map(|(cell, typed)| mark(cell, typed)).collect();
        // A misconception may also give numbers that the right ones happen to round to, such as 1 for 0.88. In a complete step it is looked for then too.
        let full = typed.iter().all(|typed| matches!(typed, Typed::Number(_)));
        let suspect = cells.contains(&Mark::Wrong) || full && cells.contains(&Mark::TooFewDigits);
        let explanations = if suspect { self.explain(step, typed, &runs) } else { Vec::new() };
        let misconceptions: Vec<&'static str> = explanations.iter().map(|(id, _)| *id).collect();
        if !misconceptions.is_empty() {
            for mark in cells.iter_mut().filter(|mark| matches!(mark, Mark::Wrong | Mark::TooFewDigits)) {
                *mark = Mark::Misconception(misconceptions.clone());
            }
        }
        let all = |sound: fn(&Mark) -> bool| cells.iter().all(sound);
        let meant = if all(|mark| *mark == Mark::Right) {
            Some(right.clone())
        } else if all(Mark::is_sound) {
            following.first().map(|&tensor| tensor.clone())
        } else {
            explanations.into_iter().next().map(|(_, numbers)| numbers)
        };
        Ok((MarkedStep { step, shape: right.shape().to_vec(), cells, misconceptions }, meant))
    }

    /// The misconceptions whose results equal every typed number, with those results.
    fn explain(&self, step: &str, typed: &[Typed], runs: &[(&[Given], Trace)]) -> Vec<(&'static str, Tensor)> {
        let explains = |numbers: &Tensor| {
            typed.iter().zip(numbers.data()).all(|(typed, &number)| match typed {
                Typed::Nothing => true,
                Typed::Unreadable { .. } => false,
                Typed::Number(answer) => answer.against(number, self.exercise.decimals) == Verdict::Right,
            })
        };
        let comes_out = |wrong: &Misconception| {
            runs.iter().find_map(|(given, right)| {
                let trace = wrong.trace(self.exercise, &self.inputs, given, right)?;
                trace.step(step).ok().map(|found| found.tensor.clone()).filter(explains)
            })
        };
        let all = self.exercise.misconceptions.iter();
        all.filter_map(|wrong| comes_out(wrong).map(|numbers| (wrong.id, numbers))).collect()
    }
}

/// The numbers of the steps so far. A student may continue from the typed digits, or from all digits of a calculator.
#[derive(Default)]
struct Histories {
    meant: Vec<Given>,
    typed: Vec<Given>,
}

impl Histories {
    /// Both, or one where they are equal.
    fn both(&self) -> impl Iterator<Item = &[Given]> {
        let typed = Some(self.typed.as_slice()).filter(|typed| *typed != self.meant.as_slice());
        [self.meant.as_slice()].into_iter().chain(typed)
    }
}

/// One cell as typed.
enum Typed {
    Nothing,
    Unreadable { place: usize, expected: String },
    Number(Answer),
}

impl Typed {
    fn read(text: Option<&String>) -> Typed {
        let text = text.map(|text| text.trim()).unwrap_or_default();
        if text.is_empty() {
            return Typed::Nothing;
        }
        match Answer::read(text) {
            Ok(answer) if answer.value.is_nan() => Typed::Unreadable { place: 0, expected: "a number".into() },
            Ok(answer) => Typed::Number(answer),
            Err(error) => match *error {
                Error::Syntax { place, expected } => Typed::Unreadable { place, expected },
                other => Typed::Unreadable { place: 0, expected: other.code().into() },
            },
        }
    }

    fn number(&self) -> Option<f64> {
        match self {
            Typed::Number(answer) => Some(answer.value),
            _ => None,
        }
    }
}
