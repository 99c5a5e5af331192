//! Two mistakes in one exercise are both named, also when the student continues from rounded numbers.

use attograph::exercise::{Answers, Difficulty, EXERCISES, Instance, Mark, Misconception, Wrong};
use attograph::tensor::Tensor;
use attograph::trace::Trace;

use super::students::{Digits, acted_out, gone_on};

const SEEDS: u64 = 6;

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

/// Types one mistake up to where it shows, and continues from the rounded numbers with another. Returns whether both were named where they show; `None`
/// where the second does not show, or belongs to a step that is written already.
fn both_named(instance: &Instance, one: &Misconception, other: &Misconception) -> Option<bool> {
    let Wrong::Step(step, compute) = other.wrong else { return None };
    let asked = instance.exercise.asked;
    let first = acted_out(instance, one)?;
    let at = first_other(instance, &first)?;
    let mut answers = Answers::new();
    let mut given: Vec<(&str, Tensor)> = Vec::new();
    for written in &asked[..=at] {
        let (texts, numbers) = on_paper(instance, &first, written);
        answers.insert(written.to_string(), texts);
        given.push((written, numbers));
    }
    if given.iter().any(|(known, _)| *known == step) {
        return None;
    }
    let mut shows = None;
    for (number, next) in asked.iter().enumerate().skip(at + 1) {
        let mistake = if given.iter().any(|(known, _)| *known == step) { &[][..] } else { &[(step, compute)][..] };
        let (texts, numbers) = on_paper(instance, &gone_on(instance, &given, mistake)?, next);
        if shows.is_none() && on_paper(instance, &gone_on(instance, &given, &[])?, next).0 != texts {
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

#[test]
fn a_second_mistake_on_top_of_the_first_is_named_too() {
    let mut pairs = 0;
    for exercise in EXERCISES {
        let (mut tried, mut named) = (0, 0);
        for seed in 0..SEEDS {
            let instance = exercise.instance(seed, Difficulty::ALL[seed as usize % 3]).expect("an instance");
            for one in exercise.misconceptions {
                for other in exercise.misconceptions.iter().filter(|other| other.id != one.id) {
                    let Some(both) = both_named(&instance, one, other) else { continue };
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
