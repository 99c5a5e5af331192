//! What marking refuses, and the words for difficulties.

use attograph::error::{Error, Named};
use attograph::exercise::{Answers, Difficulty, EXERCISES, Mark, find};

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
