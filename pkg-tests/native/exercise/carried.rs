//! Two mistakes in one exercise are both named, also when the student continues from rounded numbers.

use attograph::exercise::{Answers, Difficulty, EXERCISES, Instance, Mark, Misconception, Wrong};
use attograph::tensor::Tensor;
use attograph::trace::Trace;

use super::students::{Digits, acted_out, gone_on};

/// The number of instances of each exercise: two of each difficulty. A pair of mistakes is made in two of them, and with `npm test -- --long` in each.
const SEEDS: u64 = 6;

/// Whether an instance is the one for the mistakes at these two places of the list: they come in turn.
fn is_tried(seed: u64, one: usize, other: usize) -> bool {
    std::env::var_os("ATTOGRAPH_LONG").is_some() || (one + other) as u64 % 3 == seed % 3
}

/// The rounded numbers of a step.
fn on_paper(instance: &Instance, run: &Trace, step: &str) -> (Vec<String>, Tensor) {
    let numbers = &run.step(step).expect("a step").tensor;
    let digits = Digits::Rounded(instance.exercise.decimals as usize);
    let texts: Vec<String> = numbers.data().iter().map(|number| digits.text(*number)).collect();
    let written =
        texts.iter().map(|text| if text == "−∞" { f64::NEG_INFINITY } else { text.parse().expect("a number") });
    (texts.clone(), Tensor::new(numbers.shape().to_vec(), written.collect()).expect("a tensor"))
}

/// Returns the first asked step whose rounded numbers differ from the right ones.
fn first_other(instance: &Instance, run: &Trace) -> Option<usize> {
    let paper = |run: &Trace, step: &str| on_paper(instance, run, step).0;
    instance.exercise.asked.iter().position(|step| paper(run, step) != paper(&instance.trace, step))
}

/// A student who has typed one mistake up to where it shows.
struct Begun<'a> {
    instance: &'a Instance,
    one: &'a Misconception,
    /// The position of the step in which the mistake shows.
    at: usize,
    answers: Answers,
    given: Vec<(&'a str, Tensor)>,
    /// What follows without another mistake: the run before each later step, from what is then written.
    plain: Vec<Trace>,
}

impl<'a> Begun<'a> {
    /// `None` where the mistake does not show.
    fn new(instance: &'a Instance, one: &'a Misconception) -> Option<Self> {
        let asked = instance.exercise.asked;
        let first = acted_out(instance, one)?;
        let at = first_other(instance, &first)?;
        let mut answers = Answers::new();
        let mut given = Vec::new();
        for written in &asked[..=at] {
            let (texts, numbers) = on_paper(instance, &first, written);
            answers.insert(written.to_string(), texts);
            given.push((*written, numbers));
        }
        let mut plain = Vec::new();
        let mut written = given.clone();
        for next in &asked[at + 1..] {
            let run = gone_on(instance, &written, &[])?;
            written.push((next, on_paper(instance, &run, next).1));
            plain.push(run);
        }
        Some(Begun { instance, one, at, answers, given, plain })
    }

    /// Continues from the rounded numbers with another mistake. Returns whether both were named where they show; `None` where the second does not show, or
    /// belongs to a step that is written already.
    fn both_named(&self, other: &Misconception) -> Option<bool> {
        let Wrong::Step(step, compute) = other.wrong else { return None };
        let Begun { instance, one, at, .. } = *self;
        let mut answers = self.answers.clone();
        let mut given = self.given.clone();
        let mut shows = None;
        for (number, next) in instance.exercise.asked.iter().enumerate().skip(at + 1) {
            let is_written = given.iter().any(|(known, _)| *known == step);
            if is_written && shows.is_none() {
                return None;
            }
            // Until the second mistake shows, what is written is what would be written without it.
            let continued = match shows {
                None => {
                    let mut mistaken = given.clone();
                    mistaken.push((step, compute(&self.plain[number - at - 1]).ok()?));
                    gone_on(instance, &mistaken, &[])?
                }
                Some(_) if is_written => gone_on(instance, &given, &[])?,
                Some(_) => gone_on(instance, &given, &[(step, compute)])?,
            };
            let (texts, numbers) = on_paper(instance, &continued, next);
            if shows.is_none() && on_paper(instance, &self.plain[number - at - 1], next).0 != texts {
                shows = Some(number);
            }
            answers.insert(next.to_string(), texts);
            given.push((next, numbers));
        }
        let later = shows?;
        let marked = instance.mark(&answers).expect("marks");
        let names = |number: usize| &marked.steps[number].misconceptions;
        // What shows may be right after all: two wrongs can make a right.
        let sound = marked.steps[later].cells.iter().all(|mark| matches!(mark, Mark::Right | Mark::FollowsFromEarlier));
        Some(names(at).contains(&one.id) && (sound || names(later).contains(&other.id)))
    }
}

#[test]
fn a_second_mistake_on_top_of_the_first_is_named_too() {
    let mut pairs = 0;
    for exercise in EXERCISES {
        let (mut tried, mut named) = (0, 0);
        for seed in 0..SEEDS {
            let instance = exercise.instance(seed, Difficulty::ALL[seed as usize % 3]).expect("an instance");
            let mistakes = exercise.misconceptions.iter().enumerate();
            for (first, one) in mistakes.clone() {
                let others = mistakes.clone().filter(|&(second, _)| second != first && is_tried(seed, first, second));
                let mut others = others.map(|(_, other)| other).peekable();
                if others.peek().is_none() {
                    continue;
                }
                let Some(begun) = Begun::new(&instance, one) else { continue };
                for other in others {
                    let Some(both) = begun.both_named(other) else { continue };
                    tried += 1;
                    named += usize::from(both);
                    if !both {
                        println!("{} {seed}: {} then {}", exercise.id, one.id, other.id);
                    }
                }
            }
        }
        println!("{}: {named} of {tried}", exercise.id);
        assert!(named * 100 >= tried * 99, "{}: {named} of {tried}", exercise.id);
        pairs += tried;
    }
    assert!(pairs > 1000, "{pairs}");
}
