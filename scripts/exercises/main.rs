//! Simulates every misconception of every exercise, and writes to `EXERCISES.md` how reliably each is named.
//!
//! ```text
//! npm run exercises
//! ```
//!
//! The file is written only when all limits are met; otherwise the program prints which are not, and fails. It takes minutes.

#[path = "../../pkg-tests/native/exercise/students.rs"]
mod students;
#[path = "../../pkg-tests/native/exercise/trials.rs"]
mod trials;

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use attograph::exercise::EXERCISES;

use crate::trials::{Trial, flagged_right_answers, recognized_unknown_mistakes, try_misconceptions};

/// The number of instances of each exercise on which every misconception is simulated.
const SEEDS: u64 = 300;
/// The number of those instances on which it must be possible.
const TRIES: usize = 200;
/// The number of right answers, over all exercises.
const RIGHT_ANSWERS: u64 = 10_000;

/// The text of the file.
fn text(trials: &[Trial], right_answers: u64) -> String {
    let mut text = format!(
        "# Misconceptions and how surely they are named\n\n\
         Each misconception of each exercise was acted out on instances from {SEEDS} seeds, a third of them easy, medium and hard, and typed with as\n\
         many decimals as the exercise asks for, half of them rounded and half truncated. It counts as named when the marking of the first wrong\n\
         step names it and nothing else. The right answers of {right_answers} instances of each exercise, {} in all, were typed with as many\n\
         decimals, with four and with nine, rounded and truncated; none was flagged. A number that no misconception gives was never recognized. `npm run exercises` does all\n\
         this anew and writes this file.\n\n\
         | exercise | misconception | acted out | named |\n|---|---|--:|--:|\n",
        right_answers * EXERCISES.len() as u64
    );
    for trial in trials {
        let (exercise, id) = (trial.exercise.id, trial.misconception.id);
        // Writing into a string does not fail.
        let _ = writeln!(text, "| `{exercise}` | `{id}` | {} | {} |", trial.tried, trial.named());
    }
    text
}

fn main() -> ExitCode {
    let right_answers = RIGHT_ANSWERS.div_ceil(EXERCISES.len() as u64);
    let trials = try_misconceptions(SEEDS);
    let short = trials.iter().filter(|trial| !trial.holds(TRIES));
    let mut failures: Vec<String> =
        short.map(|trial| format!("{trial}, where 99 of 100, and {TRIES} or more, are asked for")).collect();
    failures.extend(flagged_right_answers(right_answers, true));
    failures.extend(recognized_unknown_mistakes(SEEDS));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("EXERCISES.md");
    if failures.is_empty()
        && let Err(error) = std::fs::write(&path, text(&trials, right_answers))
    {
        failures.push(format!("{}: {error}", path.display()));
    }
    for failure in &failures {
        eprintln!("{failure}");
    }
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
