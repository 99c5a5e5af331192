//! Every misconception is recognized by its name, and who is right is never suspected.

use attograph::catalog::trace_with;
use attograph::exercise::{Answers, Compute, Difficulty, EXERCISES, Exercise, Instance, Mark, Misconception, Wrong};
use attograph::tensor::Tensor;
use attograph::trace::{Substitute, Trace};

const DIFFICULTIES: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

/// How many instances of each exercise an ordinary test run looks at; `npm run exercises` looks at more.
const FEW_SEEDS: u64 = 24;

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
        Wrong::Step(step, compute) => computed(instance, &[(step, compute)]),
        Wrong::Steps(steps) => computed(instance, steps),
    }
}

/// The run in which some steps are computed differently.
fn computed(instance: &Instance, steps: &[(&'static str, Compute)]) -> Option<Trace> {
    let mut values: Vec<(&str, Tensor)> = Vec::new();
    let mut trace = instance.trace.clone();
    for (step, compute) in steps {
        values.push((step, compute(&trace).ok()?));
        let closures: Vec<_> = values.iter().map(|(_, value)| |_: &[&Tensor], _: &Tensor| Ok(value.clone())).collect();
        let substitutes: Vec<Substitute> =
            values.iter().zip(&closures).map(|((step, _), value)| Substitute { step, value }).collect();
        trace = trace_with(instance.exercise.algorithm, &instance.inputs, &substitutes).ok()?;
    }
    Some(trace)
}

/// How often each misconception of an exercise was acted out, and how often it was named.
fn table(seeds: u64) -> Vec<(&'static Exercise, &'static Misconception, usize, usize)> {
    let mut table = Vec::new();
    for &exercise in EXERCISES {
        let mut counts = vec![(0, 0); exercise.misconceptions.len()];
        let mut drawing = std::time::Duration::ZERO;
        for seed in 0..seeds {
            let start = std::time::Instant::now();
            let instance = exercise.instance(seed, DIFFICULTIES[seed as usize % 3]).expect("an instance");
            drawing += start.elapsed();
            for (misconception, count) in exercise.misconceptions.iter().zip(&mut counts) {
                let Some(wrong) = acted_out(&instance, misconception) else { continue };
                let marked = instance.mark(&typed(exercise, &wrong, 3)).expect("marks");
                let first = marked.first_wrong.and_then(|(step, _)| marked.steps.get(step));
                let names = first.map(|step| step.misconceptions.as_slice()).unwrap_or_default();
                count.0 += 1;
                count.1 += usize::from(names == [misconception.id]);
                if names != [misconception.id] {
                    println!("{} {seed}: {} is taken for {names:?}", exercise.id, misconception.id);
                }
            }
        }
        println!("{}: {:?} an instance", exercise.id, drawing / seeds as u32);
        table.extend(
            exercise.misconceptions.iter().zip(counts).map(|(wrong, (tried, named))| (exercise, wrong, tried, named)),
        );
    }
    table
}

/// Holds the right numbers of so many instances of every exercise against the marking, each typed with 2, 4 and 9 decimals.
fn flag_no_right_answer(seeds: u64) {
    for exercise in EXERCISES {
        for seed in 0..seeds {
            let instance = exercise.instance(seed, DIFFICULTIES[seed as usize % 3]).expect("an instance");
            for decimals in [2, 4, 9] {
                let marked = instance.mark(&typed(exercise, &instance.trace, decimals)).expect("marks");
                assert!(marked.complete, "{} {seed}: {marked:?}", exercise.id);
            }
        }
    }
}

#[test]
fn every_misconception_is_named_in_99_of_100_instances() {
    let table = table(FEW_SEEDS);
    for (exercise, misconception, tried, named) in table {
        let (exercise, id) = (exercise.id, misconception.id);
        assert!(tried as u64 == FEW_SEEDS, "{exercise}: {id} was tried {tried} times");
        assert!(named * 100 >= tried * 99, "{exercise}: {id} was named in {named} of {tried}");
    }
}

#[test]
fn the_right_answer_is_never_flagged() {
    flag_no_right_answer(FEW_SEEDS);
}

#[test]
fn an_unknown_mistake_is_not_recognized_and_its_first_cell_is_named() {
    for exercise in EXERCISES {
        for seed in 0..FEW_SEEDS {
            let instance = exercise.instance(seed, DIFFICULTIES[seed as usize % 3]).expect("an instance");
            let mut answers = typed(exercise, &instance.trace, 3);
            let number = exercise.asked.len() - 1;
            let step = exercise.asked[number];
            let cell = instance.trace.step(step).expect("a step").tensor.data().len() - 1;
            answers.get_mut(step).expect("cells")[cell] = "77.77".into();
            let marked = instance.mark(&answers).expect("marks");
            assert_eq!(marked.first_wrong, Some((number, cell)), "{} {seed}", exercise.id);
            assert_eq!(marked.steps[number].cells[cell], Mark::Wrong);
            assert!(marked.steps[number].misconceptions.is_empty());
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
