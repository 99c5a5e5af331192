//! What marking refuses, and the words for difficulties.

use attograph::catalog::{self, Arguments};
use attograph::error::{Error, Named};
use attograph::exercise::{Answers, Difficulty, EXERCISES, Instance, Mark, Wrong, find};
use attograph::graph::Graph;

#[test]
fn unknown_steps_and_surplus_cells_are_refused() {
    for exercise in EXERCISES {
        let instance = exercise.instance(1, Difficulty::Easy).expect("an instance");
        let answers = |step: &str, cells: usize| Answers::from([(step.to_string(), vec![String::new(); cells])]);
        let unknown = instance.mark(&answers("attention.unheard-of", 1)).expect_err("an unknown step");
        let known = exercise.asked.iter().map(|step| step.to_string()).collect();
        assert_eq!(*unknown, Error::Unknown { kind: Named::Step, name: "attention.unheard-of".into(), known });
        for step in exercise.asked {
            let cells = instance.trace.step(step).expect("a step").tensor.data().len();
            assert!(instance.mark(&answers(step, cells)).is_ok());
            let error = instance.mark(&answers(step, cells + 1)).expect_err("one cell too many");
            let input = step.to_string();
            assert_eq!(*error, Error::DataLength { input, expected: cells, found: cells + 1 });
        }
    }
}

#[test]
fn difficulties_and_exercises_are_found_by_their_names_only() {
    for difficulty in Difficulty::ALL {
        assert_eq!(Difficulty::named(difficulty.name()).expect("a difficulty"), difficulty);
    }
    assert_eq!(Difficulty::named("").expect_err("no word").code(), "wrong-type");
    for exercise in EXERCISES {
        assert!(std::ptr::eq(find(exercise.id).expect("an exercise"), *exercise));
    }
    let Err(error) = find("attention") else { panic!("an algorithm is no exercise") };
    assert_eq!(error.code(), "unknown-exercise");
}

#[test]
fn later_steps_are_marked_where_wrong_numbers_cannot_be_continued() {
    let instance =
        find("gcn-normalization-steps").expect("an exercise").instance(1, Difficulty::Easy).expect("an instance");
    let texts = |step: &str, text: &dyn Fn(f64) -> String| {
        let numbers = instance.trace.step(step).expect("a step").tensor.data().iter();
        (step.to_string(), numbers.map(|number| text(*number)).collect::<Vec<_>>())
    };
    let last = "gcn.normalized-adjacency";
    let answers = [texts("graph.degree", &|_| "-1".into()), texts(last, &|number| format!("{number:.4}"))];
    let marked = instance.mark(&answers.into()).expect("marks");
    let of = |step: &str| &marked.steps.iter().find(|marked| marked.step == step).expect("a step").cells;
    assert!(of("graph.degree").iter().all(|mark| *mark == Mark::Wrong));
    assert!(of(last).iter().all(|mark| *mark == Mark::Right));
}

/// The right numbers of a step, written by `text`.
fn written(instance: &Instance, step: &str, text: impl Fn(usize, f64) -> String) -> (String, Vec<String>) {
    let numbers = instance.trace.step(step).expect("a step").tensor.data().iter().enumerate();
    (step.to_string(), numbers.map(|(cell, number)| text(cell, *number)).collect())
}

#[test]
fn a_zero_stands_only_for_a_number_that_is_zero_at_the_decimals_asked_for() {
    for (exercise, difficulty) in EXERCISES.iter().flat_map(|exercise| Difficulty::ALL.map(|level| (exercise, level))) {
        let instance = exercise.instance(1, difficulty).expect("an instance");
        let zeros = exercise.asked.iter().map(|step| written(&instance, step, |_, _| "0".into()));
        let marked = instance.mark(&zeros.collect()).expect("marks");
        let unit = libm::pow(10.0, f64::from(-exercise.decimals));
        // Only the first step is compared with the right numbers alone: the later ones may follow from the zeros.
        let (step, cells) = (exercise.asked[0], &marked.steps[0].cells);
        for (number, mark) in instance.trace.step(step).expect("a step").tensor.data().iter().zip(cells) {
            if number.abs() >= unit {
                assert!(matches!(mark, Mark::Wrong | Mark::Misconception(_)), "{}: {number} {mark:?}", exercise.id);
            }
        }
    }
    // One whose weights are all seen at two decimals.
    let exercise = find("attention-steps").expect("an exercise");
    let instances = (1..).map(|seed| exercise.instance(seed, Difficulty::Easy).expect("an instance"));
    let is_seen = |one: &Instance| {
        one.trace.step("attention.weights").expect("a step").tensor.data().iter().all(|&weight| weight >= 0.01)
    };
    let instance = instances.take(50).find(is_seen).expect("weights that are seen");
    let earlier = ["attention.scores", "attention.scaled"].map(|step| written(&instance, step, |_, n| format!("{n}")));
    let zeros = written(&instance, "attention.weights", |_, _| "0".into());
    let marked = instance.mark(&earlier.into_iter().chain([zeros]).collect()).expect("marks");
    assert!(marked.steps[2].cells.iter().all(|mark| *mark == Mark::Wrong), "{:?}", marked.steps[2].cells);
    assert_eq!(marked.first_wrong, Some((2, 0)));
}

#[test]
fn a_node_left_out_with_a_zero_is_named_although_the_other_numbers_have_few_digits() {
    let exercise = find("gat-steps").expect("an exercise");
    for seed in 1..20 {
        let instance = exercise.instance(seed, Difficulty::Easy).expect("an instance");
        let wrong = exercise.misconceptions.iter().find(|wrong| wrong.id == "self-left-out").expect("a misconception");
        let Wrong::Step(step, compute) = wrong.wrong else { panic!("a step") };
        let numbers = compute(&instance.trace).expect("numbers");
        // As a student writes them: whole numbers without decimals.
        let text = |cell: usize, _: f64| match numbers.data()[cell] {
            whole if whole.fract() == 0.0 => format!("{whole}"),
            number => format!("{number:.4}"),
        };
        let before = exercise.asked.iter().take_while(|asked| **asked != step);
        let before = before.map(|asked| written(&instance, asked, |_, number| format!("{number}")));
        let answers = before.chain([written(&instance, step, text)]).collect();
        let marked = instance.mark(&answers).expect("marks");
        let found = marked.steps.iter().find(|marked| marked.step == step).expect("the step");
        assert!(found.misconceptions.contains(&"self-left-out"), "seed {seed}: {:?}", found.cells);
        assert!(!found.cells.contains(&Mark::TooFewDigits), "seed {seed}: {:?}", found.cells);
    }
}

#[test]
fn ones_that_the_right_numbers_round_to_are_recognized_as_an_adjacency_that_is_not_normalized() {
    let exercise = find("gcn-normalization-steps").expect("an exercise");
    let graph = Graph::new(2, vec![[0, 1]], false).expect("a graph");
    let inputs = Arguments::new().with("graph", graph);
    let trace = catalog::trace(exercise.algorithm, &inputs).expect("a trace");
    let instance = Instance { exercise, seed: 1, difficulty: Difficulty::Easy, inputs, own: Arguments::new(), trace };
    // All entries are 0.5, which rounds to 1.
    let steps = ["graph.with-loops", "graph.degree"].map(|step| written(&instance, step, |_, n| format!("{n}")));
    let ones = written(&instance, "gcn.normalized-adjacency", |_, _| "1".into());
    let marked = instance.mark(&steps.into_iter().chain([ones]).collect()).expect("marks");
    assert!(marked.steps[2].misconceptions.contains(&"adjacency-not-normalized"), "{:?}", marked.steps[2].cells);
}
