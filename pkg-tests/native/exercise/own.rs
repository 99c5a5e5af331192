//! Exercises on inputs of one's own.

use std::collections::BTreeSet;

use attograph::catalog::{Argument, Arguments};
use attograph::error::Error;
use attograph::exercise::{Answers, Difficulty, EXERCISES, Exercise, Instance, MOST_CELLS, Mark, find};
use attograph::graph::Graph;
use attograph::tensor::Tensor;

/// What an instance has drawn, as own inputs.
fn drawn(exercise: &'static Exercise, instance: &Instance) -> Arguments {
    let names = exercise.own_inputs().expect("names");
    let inputs = instance.inputs.iter().filter(|(name, _)| names.iter().any(|own| own == name));
    inputs.fold(Arguments::new(), |own, (name, argument)| own.with(name, argument.clone()))
}

fn right(instance: &Instance) -> Answers {
    let texts = |step: &&'static str| {
        let numbers = instance.trace.step(step).expect("a step").tensor.data().to_vec();
        let text = |number: f64| if number == f64::NEG_INFINITY { "−∞".into() } else { format!("{number}") };
        ((*step).to_string(), numbers.into_iter().map(text).collect())
    };
    instance.exercise.asked.iter().map(texts).collect()
}

#[test]
fn the_inputs_of_another_instance_make_that_instance() {
    for exercise in EXERCISES {
        let other = exercise.instance(5, Difficulty::Medium).expect("an instance");
        let own = drawn(exercise, &other);
        assert!(own.iter().next().is_some(), "{} draws nothing", exercise.id);
        let instance = exercise.instance_with(1, Difficulty::Easy, &own).expect(exercise.id);
        assert_eq!(instance.inputs, other.inputs, "{}", exercise.id);
        assert_eq!(instance.own, own);
        let marked = instance.mark(&right(&instance)).expect("marks");
        assert!(marked.complete, "{}", exercise.id);
    }
}

#[test]
fn without_own_inputs_it_is_the_instance_of_the_seed() {
    let exercise = find("gat-steps").expect("an exercise");
    let (one, other) = (
        exercise.instance(3, Difficulty::Hard).expect("an instance"),
        exercise.instance_with(3, Difficulty::Hard, &Arguments::new()).expect("an instance"),
    );
    assert_eq!((one.inputs, one.own), (other.inputs, other.own));
}

/// The numbers of a misconception on a larger graph of one's own are named as on a drawn one.
#[test]
fn mistakes_on_own_inputs_are_named() {
    let exercise = find("gcn-normalization-steps").expect("an exercise");
    let graph = Graph::new(6, vec![[0, 1], [0, 2], [0, 3], [3, 4], [4, 5]], false).expect("a graph");
    // Without self-loops.
    let mut adjacency = vec![0.0; 36];
    for [source, target] in graph.edges() {
        adjacency[source * 6 + target] = 1.0;
        adjacency[target * 6 + source] = 1.0;
    }
    let own = Arguments::new().with("graph", graph);
    let instance = exercise.instance_with(1, Difficulty::Easy, &own).expect("an instance");
    let step = exercise.asked[0];
    let answers: Answers = [(step.to_string(), adjacency.iter().map(|number| format!("{number}")).collect())].into();
    let marked = instance.mark(&answers).expect("marks");
    assert_eq!(marked.steps[0].misconceptions, ["no-self-loops"]);
    let named: BTreeSet<&str> = exercise.misconceptions.iter().map(|wrong| wrong.id).collect();
    assert!(instance.hidden().expect("hidden").iter().all(|id| named.contains(id)));
}

/// With heads of three, the projections are split at three, and √d is √6.
#[test]
fn misconceptions_of_heads_follow_the_own_width() {
    let exercise = find("multi-head-attention-steps").expect("an exercise");
    let matrix = |rows: usize, columns: usize, factor: usize| {
        let number = |place: usize| ((place * factor + place / columns) % 5) as f64 - 2.0;
        Tensor::new(vec![rows, columns], (0..rows * columns).map(number).collect()).expect("a matrix")
    };
    let own = ["wQuery", "wKey", "wValue", "wOutput"]
        .into_iter()
        .enumerate()
        .fold(Arguments::new().with("x", matrix(2, 6, 2)), |own, (at, name)| own.with(name, matrix(6, 6, at + 1)));
    let instance = exercise.instance_with(1, Difficulty::Easy, &own).expect("an instance");
    let scores = instance.trace.step("multi-head.scores").expect("a step").tensor.data().to_vec();
    let scaled = scores.iter().map(|score| format!("{}", score / 6f64.sqrt())).collect();
    let marked = instance.mark(&[("multi-head.scaled".to_string(), scaled)].into()).expect("marks");
    assert_eq!(marked.steps[0].misconceptions, ["scale-by-model-width"]);
    let split = |name: &str| {
        let block = |place: usize, number: f64| if place / 6 / 3 == place % 6 / 3 { number } else { 0.0 };
        let whole = own.tensor(name).expect("a tensor").data().to_vec();
        let entries = whole.into_iter().enumerate().map(|(place, number)| block(place, number)).collect();
        Tensor::new(vec![6, 6], entries).expect("a matrix")
    };
    let wrong = ["wQuery", "wKey", "wValue"].into_iter().fold(own.clone(), |own, name| own.with(name, split(name)));
    let there = exercise.instance_with(1, Difficulty::Easy, &wrong).expect("an instance");
    let marked = instance.mark(&right(&there)).expect("marks");
    assert_eq!(marked.steps[0].misconceptions, ["split-input-then-projected"]);
}

#[test]
fn what_an_exercise_cannot_be_done_on_is_refused_with_a_code() {
    let refused = |id: &str, own: Arguments| {
        let exercise = find(id).expect("an exercise");
        exercise.instance_with(1, Difficulty::Easy, &own).err().map(|error| *error)
    };
    let table =
        |rows: usize, columns: usize| Tensor::new(vec![rows, columns], vec![1.0; rows * columns]).expect("a tensor");
    let code = |id: &str, own: Arguments| refused(id, own).map(|error| error.code());
    // What makes the exercise what it is.
    assert_eq!(code("causal-attention-steps", Arguments::new().with("causal", false)), Some("unknown-input"));
    assert_eq!(code("attention-steps", Arguments::new().with("mask", table(2, 2))), Some("unknown-input"));
    // Keys of four features for queries of three.
    assert_eq!(code("attention-steps", Arguments::new().with("key", table(2, 4))), Some("shape-mismatch"));
    let large = refused("attention-steps", Arguments::new().with("query", table(MOST_CELLS + 1, 1)));
    assert!(matches!(large, Some(Error::TooLarge { what, limit, .. }) if what == "query" && limit == MOST_CELLS));
    // Each is small, and their scores are not.
    let many = Arguments::new().with("query", table(20, 3)).with("key", table(20, 3)).with("value", table(20, 3));
    let large = refused("attention-steps", many);
    assert!(matches!(large, Some(Error::TooLarge { what, .. }) if what == "attention.scores"));
    let graph = Graph::new(11, vec![], false).expect("a graph");
    assert_eq!(code("gcn-normalization-steps", Arguments::new().with("graph", graph)), Some("too-large"));
    assert_eq!(code("sinusoidal-encoding-steps", Arguments::new().with("length", 1e6)), Some("over-limit"));
    let batch = Arguments::new().with("value", Argument::Batch(table(2, 2)));
    assert_eq!(code("attention-steps", batch), Some("wrong-type"));
    let infinite = Tensor::matrix(&[[f64::INFINITY, 0.0, 0.0], [0.0, 0.0, 1.0]]).expect("a tensor");
    assert_eq!(code("attention-steps", Arguments::new().with("query", infinite)), Some("non-finite"));
}

/// A step whose numbers are none has nothing to fill in.
#[test]
fn a_step_without_numbers_is_refused_by_its_name() {
    let exercise = find("attention-steps").expect("an exercise");
    let large = Tensor::matrix(&[[1e308, 1e308, 1e308], [1e308, 1e308, 1e308]]).expect("a tensor");
    let own = Arguments::new().with("query", large.clone()).with("key", large);
    let error = exercise.instance_with(1, Difficulty::Easy, &own).map(|_| ()).expect_err("no numbers");
    assert_eq!(error.code(), "out-of-range", "{error}");
    let complete = exercise.instance(1, Difficulty::Easy).expect("an instance");
    let marks = complete.mark(&right(&complete)).expect("marks");
    assert!(marks.steps.iter().flat_map(|step| &step.cells).all(|mark| *mark == Mark::Right));
}
