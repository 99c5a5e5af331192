//! A list to which each round of an algorithm adds a row.
//!
//! Letters: r and s rows, v nodes.

use crate::error::Result;
use crate::op::{COPY, Obstacle, Op, Rule, StepSpec, step};
use crate::rules::rows::APPENDED;
use crate::trace::{Run, Value};

const SOURCE: &str = "the rows of all rounds, put together";

/// The list before the first round.
pub static NO_ROWS: StepSpec =
    step("rounds.none", Op::Rule(&EMPTY), &[], "rv", &["round", "node"]).written(r"\emptyset", r"\emptyset", SOURCE);

/// The list after a round.
pub static ROWS: StepSpec = step("rounds.rows", Op::Rule(&APPENDED), &["sv", "v"], "rv", &["round", "node"])
    .written("L", r"L \leftarrow [#1L; #2\ell]", SOURCE);

/// The list, transposed: one column for each round.
pub static COLUMNS: StepSpec = step("rounds.columns", Op::Map(&COPY), &["rv"], "vr", &["node", "round"])
    .written(r"L^\top", r"L^\top", SOURCE)
    .begins("output");

/// An empty list.
static EMPTY: Rule = Rule { name: "empty", template: "∅", ..Rule::constant(Obstacle::Structure) };

/// Starts an empty list of rows with one number for each node.
///
/// # Errors
/// Those of [`Run::step`].
pub(super) fn start(run: &mut Run) -> Result<Value> {
    run.bind('r', 0, "the rounds")?;
    run.step(&NO_ROWS, &[])
}

/// Adds a row, within a round.
///
/// # Errors
/// Those of [`Run::step`].
pub(super) fn append(run: &mut Run, rows: Value, row: Value) -> Result<Value> {
    let length = run.shape(rows)?.first().copied().unwrap_or_default();
    run.bind('r', length + 1, "the rounds")?;
    run.step(&ROWS, &[rows, row])
}

/// Transposes the finished list, with letters of its own, since the list had no row when its letters were bound outside.
///
/// # Errors
/// Those of [`Run::step`].
pub(super) fn columns(run: &mut Run, rows: Value) -> Result<Value> {
    run.within("", |run| run.step(&COLUMNS, &[rows]))
}
