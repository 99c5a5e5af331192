//! A list that every round of an algorithm adds a row to.
//!
//! Letters: r and s rows, v nodes.

use crate::error::Result;
use crate::rules::rows::APPENDED;
use crate::trace::{COPY, Op, Rule, Run, StepSpec, Value, each_once};

const SOURCE: &str = "the rows of all rounds, put together";

/// The list before the first round.
pub static NO_ROWS: StepSpec = StepSpec {
    id: "rounds.none",
    symbol: r"\emptyset",
    op: Op::Rule(&EMPTY),
    index: "rv",
    axes: &["round", "node"],
    reads: &[],
    formula: r"\emptyset",
    source: SOURCE,
};

/// The list after a round.
pub static ROWS: StepSpec = StepSpec {
    id: "rounds.rows",
    symbol: "L",
    op: Op::Rule(&APPENDED),
    index: "rv",
    axes: &["round", "node"],
    reads: &["sv", "v"],
    formula: r"L \leftarrow [L; \ell]",
    source: SOURCE,
};

/// The list on its side: one column a round.
pub static COLUMNS: StepSpec = StepSpec {
    id: "rounds.columns",
    symbol: r"L^\top",
    op: Op::Map(&COPY),
    index: "vr",
    axes: &["node", "round"],
    reads: &["rv"],
    formula: r"L^\top",
    source: SOURCE,
};

/// Nothing.
static EMPTY: Rule = Rule {
    name: "empty",
    template: "∅",
    cumulative: false,
    work: each_once,
    fill: |_, _| Vec::new(),
    reads: |_, _, _| Vec::new(),
    value: |_, _, _| f64::NAN,
};

/// Starts an empty list of rows with one number a node.
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
    let length = run.tensor(rows)?.shape().first().copied().unwrap_or_default();
    run.bind('r', length + 1, "the rounds")?;
    run.step(&ROWS, &[rows, row])
}

/// Turns the finished list on its side. Its letters are its own: outside, the list had no row yet.
///
/// # Errors
/// Those of [`Run::step`].
pub(super) fn columns(run: &mut Run, rows: Value) -> Result<Value> {
    run.within("", |run| run.step(&COLUMNS, &[rows]))
}
