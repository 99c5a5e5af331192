//! Every misconception is recognized by its name, and right numbers are never attributed to one.

use attograph::exercise::{Difficulty, EXERCISES, Mark};

use super::students::{Digits, acted_out, typed};
use super::trials::{flagged_right_answers, recognized_unknown_mistakes, try_misconceptions};

/// The number of instances of each exercise; `npm run exercises` has more.
const SEEDS: u64 = 24;

#[test]
fn every_misconception_is_named_in_99_of_100_instances() {
    for trial in try_misconceptions(SEEDS) {
        assert!(trial.holds(SEEDS as usize), "{trial}");
    }
}

#[test]
fn right_answers_are_never_flagged() {
    assert_eq!(flagged_right_answers(SEEDS, std::env::var_os("ATTOGRAPH_LONG").is_some()), [""; 0]);
}

#[test]
fn an_unknown_mistake_is_not_recognized_and_its_first_cell_is_named() {
    assert_eq!(recognized_unknown_mistakes(SEEDS), [""; 0]);
}

#[test]
fn the_written_table_lists_every_misconception_and_no_other() {
    let kept = include_str!("../../../EXERCISES.md");
    let of_row = |line: &'static str| line.rsplitn(4, '|').last().expect("a row").trim();
    let mut listed: Vec<&str> = kept.lines().filter(|line| line.starts_with("| `")).map(of_row).collect();
    let ids = EXERCISES.iter().flat_map(|exercise| exercise.misconceptions.iter().map(|wrong| (exercise.id, wrong.id)));
    let mut rows: Vec<String> = ids.map(|(exercise, wrong)| format!("| `{exercise}` | `{wrong}`")).collect();
    listed.sort_unstable();
    rows.sort_unstable();
    assert_eq!(listed, rows);
}

#[test]
fn steps_that_follow_from_a_mistake_are_not_wrong() {
    let exercise = attograph::exercise::find("attention-steps").expect("an exercise");
    let instance = exercise.instance(5, Difficulty::Hard).expect("an instance");
    let unscaled =
        exercise.misconceptions.iter().find(|misconception| misconception.id == "no-scale").expect("no-scale");
    let wrong = acted_out(&instance, unscaled).expect("a run");
    let marked = instance.mark(&typed(exercise, &wrong, Digits::Rounded(6))).expect("marks");
    assert_eq!(marked.steps[1].misconceptions, ["no-scale"]);
    for later in &marked.steps[2..] {
        assert!(later.cells.iter().all(|mark| matches!(mark, Mark::Right | Mark::FollowsFromEarlier)), "{later:?}");
        assert!(later.cells.contains(&Mark::FollowsFromEarlier));
    }
}
