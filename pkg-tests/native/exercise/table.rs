//! Every misconception is recognized by its name, and who is right is never suspected.

use attograph::exercise::{Difficulty, EXERCISES, Exercise, Mark, Misconception};

use crate::students::{Digits, acted_out, typed};

const DIFFICULTIES: [Difficulty; 3] = Difficulty::ALL;

/// How many instances of each exercise an ordinary test run looks at; `npm run exercises` looks at more.
const FEW_SEEDS: u64 = 24;
const MANY_SEEDS: u64 = 300;
/// How many right answers, of all exercises together, `npm run exercises` looks at.
const RIGHT_ANSWERS: u64 = 10_000;

/// How often each misconception of an exercise was acted out, and how often it was named.
fn table(seeds: u64) -> Vec<(&'static Exercise, &'static Misconception, usize, usize)> {
    let mut table = Vec::new();
    for &exercise in EXERCISES.iter() {
        let mut counts = vec![(0, 0); exercise.misconceptions.len()];
        for seed in 0..seeds {
            let instance = exercise.instance(seed, DIFFICULTIES[seed as usize % 3]).expect("an instance");
            for (misconception, count) in exercise.misconceptions.iter().zip(&mut counts) {
                let Some(wrong) = acted_out(&instance, misconception) else { continue };
                let marked = instance
                    .mark(&typed(exercise, &wrong, Digits::of(seed / 3, exercise.decimals as usize)))
                    .expect("marks");
                let first = marked.first_wrong.and_then(|(step, _)| marked.steps.get(step));
                let names = first.map(|step| step.misconceptions.as_slice()).unwrap_or_default();
                count.0 += 1;
                count.1 += usize::from(names == [misconception.id]);
                if names != [misconception.id] {
                    println!("{} {seed}: {} is taken for {names:?}", exercise.id, misconception.id);
                }
            }
        }
        table.extend(
            exercise.misconceptions.iter().zip(counts).map(|(wrong, (tried, named))| (exercise, wrong, tried, named)),
        );
    }
    table
}

/// Holds the right numbers of so many instances of every exercise against the marking, each typed with 2, 4 and 9 decimals, rounded and truncated.
fn flag_no_right_answer(seeds: u64) {
    for exercise in EXERCISES.iter() {
        for seed in 0..seeds {
            let instance = exercise.instance(seed, DIFFICULTIES[seed as usize % 3]).expect("an instance");
            let manners = [2, 4, 9].map(|decimals| [Digits::Rounded(decimals), Digits::Truncated(decimals)]);
            for digits in manners.as_flattened() {
                let marked = instance.mark(&typed(exercise, &instance.trace, *digits)).expect("marks");
                assert!(marked.complete, "{} {seed} {digits:?}: {marked:?}", exercise.id);
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

/// Holds an answer that nobody would give, in the last cell, against the marking of so many instances of every exercise.
fn recognize_no_unknown_mistake(seeds: u64) {
    for exercise in EXERCISES.iter() {
        for seed in 0..seeds {
            let instance = exercise.instance(seed, DIFFICULTIES[seed as usize % 3]).expect("an instance");
            let mut answers = typed(exercise, &instance.trace, Digits::Rounded(3));
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
fn an_unknown_mistake_is_not_recognized_and_its_first_cell_is_named() {
    recognize_no_unknown_mistake(FEW_SEEDS);
}

/// `npm run exercises`: many seeds, and the table that is kept beside the code.
#[test]
#[ignore = "takes minutes; npm run exercises runs it"]
fn the_table_of_all_misconceptions_holds_for_many_seeds() {
    let table = table(MANY_SEEDS);
    let unmarked = RIGHT_ANSWERS.div_ceil(EXERCISES.len() as u64);
    let mut text = format!(
        "# Misconceptions and how surely they are named\n\n\
         Each misconception of each exercise was acted out on instances from {MANY_SEEDS} seeds, a third of them easy, medium and hard, and typed with\n\
         two decimals, half of them rounded and half truncated. It counts as named when the marking of the first wrong step names it and\n\
         nothing else. The right answers of {unmarked} instances of each exercise, {} in all, were typed with two, four and nine decimals,\n\
         rounded and truncated; none was flagged. A number that no misconception gives was never recognized. `npm run exercises` does all\n\
         this anew and writes this file.\n\n\
         | exercise | misconception | acted out | named |\n|---|---|--:|--:|\n",
        unmarked * EXERCISES.len() as u64
    );
    for (exercise, misconception, tried, named) in &table {
        text += &format!("| `{}` | `{}` | {tried} | {named} |\n", exercise.id, misconception.id);
    }
    println!("{text}");
    for (exercise, misconception, tried, named) in table {
        let (exercise, id) = (exercise.id, misconception.id);
        assert!(tried >= 200, "{exercise}: {id} was tried {tried} times");
        assert!(named * 100 >= tried * 99, "{exercise}: {id} was named in {named} of {tried}");
    }
    flag_no_right_answer(unmarked);
    recognize_no_unknown_mistake(MANY_SEEDS);
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("EXERCISES.md");
    std::fs::write(&path, text).expect("a file that can be written");
}

#[test]
fn the_table_that_is_kept_lists_every_misconception_and_no_other() {
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
fn a_mistake_costs_one_step_and_what_follows_from_it_is_not_wrong() {
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
