//! Every misconception is recognized by its name, and who is right is never suspected.

use std::collections::BTreeMap;

use attograph::exercise::{Answers, Difficulty, EXERCISES, Exercise, Instance, Mark, Misconception, Wrong};
use attograph::trace::{Substitute, Trace};

const DIFFICULTIES: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

/// What somebody types who computes as in this run, to so many digits.
fn typed(exercise: &Exercise, trace: &Trace, decimals: usize) -> Answers {
    let text = |number: &f64| if number.is_finite() { format!("{number:.decimals$}") } else { "−∞".to_string() };
    let cells = |step: &str| trace.step(step).expect("a step").tensor.data().iter().map(text).collect();
    exercise.asked.iter().map(|step| (step.to_string(), cells(step))).collect()
}

/// The run of somebody who holds a misconception.
fn acted_out(instance: &Instance, misconception: &Misconception) -> Option<Trace> {
    let algorithm = instance.exercise.algorithm;
    match misconception.wrong {
        Wrong::Inputs(change) => attograph::catalog::trace(algorithm, &change(&instance.inputs).ok()?).ok(),
        Wrong::Step(step, compute) => {
            let value = compute(&instance.trace).ok()?;
            let substitute = Substitute { step, value: &|_, _| Ok(value.clone()) };
            attograph::catalog::trace_with(algorithm, &instance.inputs, &[substitute]).ok()
        }
    }
}

#[test]
fn every_misconception_is_named_in_99_of_100_instances() {
    let mut table: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
    for exercise in EXERCISES {
        for seed in 0..210 {
            let difficulty = DIFFICULTIES[seed as usize % 3];
            let instance = exercise.instance(seed, difficulty).expect("an instance");
            for misconception in exercise.misconceptions {
                let entry = table.entry((exercise.id, misconception.id)).or_default();
                let Some(wrong) = acted_out(&instance, misconception) else { continue };
                let marked = instance.mark(&typed(exercise, &wrong, 3)).expect("marks");
                let first = marked.first_wrong.and_then(|(step, _)| marked.steps.get(step));
                entry.0 += 1;
                entry.1 += usize::from(first.is_some_and(|step| step.misconceptions == [misconception.id]));
            }
        }
    }
    for ((exercise, misconception), (tried, named)) in &table {
        println!("{exercise:32} {misconception:36} {named:4} of {tried:4}");
    }
    for ((exercise, misconception), (tried, named)) in table {
        assert!(tried >= 200, "{exercise}: {misconception} was tried {tried} times");
        assert!(named * 100 >= tried * 99, "{exercise}: {misconception} was named in {named} of {tried}");
    }
}

#[test]
fn the_right_answer_is_never_flagged() {
    for exercise in EXERCISES {
        for seed in 0..600 {
            let instance = exercise.instance(seed, DIFFICULTIES[seed as usize % 3]).expect("an instance");
            for decimals in [2, 4, 9] {
                let marked = instance.mark(&typed(exercise, &instance.trace, decimals)).expect("marks");
                assert!(marked.complete, "{} {seed}: {marked:?}", exercise.id);
            }
        }
    }
}

#[test]
fn an_unknown_mistake_is_not_recognized_and_its_first_cell_is_named() {
    for exercise in EXERCISES {
        for seed in 0..60 {
            let instance = exercise.instance(seed, DIFFICULTIES[seed as usize % 3]).expect("an instance");
            let mut answers = typed(exercise, &instance.trace, 3);
            let step = exercise.asked[1];
            let cell = instance.trace.step(step).expect("a step").tensor.data().len() - 1;
            answers.get_mut(step).expect("cells")[cell] = "77.77".into();
            let marked = instance.mark(&answers).expect("marks");
            assert_eq!(marked.first_wrong, Some((1, cell)), "{} {seed}", exercise.id);
            assert_eq!(marked.steps[1].cells[cell], Mark::Wrong);
            assert!(marked.steps[1].misconceptions.is_empty());
        }
    }
}

#[test]
fn a_mistake_costs_one_step_and_what_follows_from_it_is_not_wrong() {
    let exercise = attograph::exercise::find("attention-steps").expect("an exercise");
    let instance = exercise.instance(5, Difficulty::Hard).expect("an instance");
    let unscaled =
        exercise.misconceptions.iter().find(|misconception| misconception.id == "no-scale").expect("no-scale");
    let wrong = acted_out(&instance, unscaled).expect("a run");
    let marked = instance.mark(&typed(exercise, &wrong, 6)).expect("marks");
    assert_eq!(marked.steps[1].misconceptions, ["no-scale"]);
    for later in &marked.steps[2..] {
        assert!(later.cells.iter().all(|mark| matches!(mark, Mark::Right | Mark::FollowsFromEarlier)), "{later:?}");
        assert!(later.cells.contains(&Mark::FollowsFromEarlier));
    }
}
