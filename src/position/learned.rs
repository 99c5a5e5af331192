//! Learned position embeddings: a table with one row for each position, or two tables for the rows and columns of an image.
//!
//! ```text
//! 1-D   position p           ─► row p of the table
//! 2-D   position p = r·w + c ─► row r of one table, row c of the other ─► added, or side by side
//! ```
//!
//! The table is finite: a position beyond it has no embedding.
//!
//! Letters: p positions; t and c rows and columns of the table, w and e those of the table of columns, d the width of the result.
//!
//! Source: Gehring et al. 2017, *Convolutional Sequence to Sequence Learning*, section 3.1; in two directions Dosovitskiy et al. 2021, *An Image Is
//! Worth 16x16 Words*, appendix D.4.

use crate::algorithm::{Algorithm, always, choice, optional, optional_integer, output, required, when, within_when};
use crate::error::Error;
use crate::op::{ADD, Op, REMAINDER, Reads, Rule, SourceCell, StepSpec, given, step};

use super::binary::FLOOR_DIVIDE;
use super::index::{LENGTH, POSITIONS, counted_positions};

const SOURCE: &str = "Gehring et al. 2017, section 3.1";
const GRID_SOURCE: &str = "Dosovitskiy et al. 2021, appendix D.4";
const ADDED_SOURCE: &str = "Dosovitskiy et al. 2021, appendix D.4, with a sum where the paper concatenates";

/// One row for each position, or for each row of the image.
pub static TABLE: StepSpec =
    given("learned-position.table", "tc", &["row", "feature"]).written("E", r"E \in \mathbb{R}^{t \times d}", SOURCE);

/// One row for each column of the image.
pub static COLUMN_TABLE: StepSpec = given("learned-position.column-table", "we", &["column", "feature"])
    .written("F", r"F \in \mathbb{R}^{w \times d}", GRID_SOURCE);

/// The row of each position.
pub static EMBEDDING: StepSpec =
    step("learned-position.embedding", Op::Gather, &["tc", "p"], "pc", &["position", "feature"])
        .written(r"E_p", "E_p", SOURCE);

/// The number of columns of the image.
pub static GRID_WIDTH: StepSpec = step("learned-position.grid-width", Op::Size('w'), &["we"], "", &[])
    .written("w", r"F \in \mathbb{R}^{w \times d}", GRID_SOURCE);

/// The row of the image of each position.
pub static GRID_ROWS: StepSpec =
    step("learned-position.grid-rows", Op::Map(&FLOOR_DIVIDE), &["p", ""], "p", &["position"])
        .written("r", r"r = \lfloor p / w \rfloor", GRID_SOURCE)
        .names();

/// The column of the image of each position.
pub static GRID_COLUMNS: StepSpec =
    step("learned-position.grid-columns", Op::Map(&REMAINDER), &["p", ""], "p", &["position"])
        .written("c", r"c = p \bmod w", GRID_SOURCE)
        .names();

/// The embedding of the row.
pub static ROW_EMBEDDING: StepSpec =
    step("learned-position.row-embedding", Op::Gather, &["tc", "p"], "pc", &["position", "feature"])
        .written("E_r", "E_r", GRID_SOURCE);

/// The embedding of the column.
pub static COLUMN_EMBEDDING: StepSpec =
    step("learned-position.column-embedding", Op::Gather, &["we", "p"], "pe", &["position", "feature"])
        .written("F_c", "F_c", GRID_SOURCE);

/// The sum of both.
pub static ADDED: StepSpec =
    step("learned-position.added", Op::Map(&ADD), &["pc", "pc"], "pc", &["position", "feature"])
        .written("E_r + F_c", "E_r + F_c", ADDED_SOURCE);

/// Both, concatenated.
pub static JOINED: StepSpec =
    step("learned-position.joined", Op::Rule(&SIDE_BY_SIDE), &["pc", "pe"], "pd", &["position", "feature"])
        .written(r"[E_r \,\Vert\, F_c]", r"[E_r \,\Vert\, F_c]", GRID_SOURCE);

/// The columns of the first operand, then those of the second.
static SIDE_BY_SIDE: Rule = Rule {
    name: "side-by-side",
    reads: Reads::One(|operands, shape, offset| {
        let (row, column) = (offset / shape.last()?, offset % shape.last()?);
        let left = *operands.first()?.shape().last()?;
        let (operand, column) = if column < left { (0, column) } else { (1, column - left) };
        operands.get(operand)?.offset(&[row, column]).map(|offset| SourceCell { operand, offset })
    }),
    ..Rule::copies(&[0, 1])
};

/// Looks up each position in a learned table; with a `columnTable` the positions are those of an image, row by row.
///
/// # Shapes
/// | value | shape |
/// |---|---|
/// | table | [t, d]: positions, or rows of the image |
/// | columnTable | [w, e]: columns of the image; e = d to be added |
/// | encoding | [length, d], or [length, d + e] side by side |
///
/// Without `length` it is that of the tables: t, or t · w.
///
/// # Errors
/// [`Error::OutOfRange`] for a length beyond the tables, [`Error::ShapeMismatch`] for tables of two widths that are to be added.
///
/// # Complexity
/// One copy of each number.
///
/// # Example
/// The encoding is the table; beyond it there is none:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new().with("table", Tensor::matrix(&[[0.3, -0.1], [0.7, 0.2]])?);
/// let trace = catalog::trace("learned-position-embedding", &inputs)?;
/// assert_eq!(trace.outputs["encoding"].data(), [0.3, -0.1, 0.7, 0.2]);
/// let error = catalog::trace("learned-position-embedding", &inputs.with("length", 3.0)).unwrap_err();
/// assert_eq!(error.code(), "out-of-range");
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "learned-position-embedding",
    title: "Learned position embedding",
    source: SOURCE,
    inputs: &[
        required("table", &TABLE).learned(),
        optional("columnTable", &COLUMN_TABLE).learned(),
        choice("combineTables", &["add", "concat"], "add"),
        optional_integer("length", 0),
    ],
    parts: &[
        always(&[&TABLE]),
        when("columnTable", &[&COLUMN_TABLE]),
        always(&[&LENGTH, &POSITIONS]),
        when("!columnTable", &[&EMBEDDING]),
        within_when(
            "columnTable",
            "grid",
            "",
            &[
                always(&[&GRID_WIDTH, &GRID_ROWS, &GRID_COLUMNS, &ROW_EMBEDDING, &COLUMN_EMBEDDING]),
                when("combineTables=add", &[&ADDED]),
                when("combineTables=concat", &[&JOINED]),
            ],
        ),
    ],
    outputs: &[output("encoding", &[&EMBEDDING, &ADDED, &JOINED])],
    run: |inputs, run| {
        let table = run.given(&TABLE, "table", inputs.tensor("table")?)?;
        let joined = inputs.choice("combineTables")? == "concat";
        let columns = match inputs.optional_tensor("columnTable")? {
            None => None,
            Some(columns) => {
                if !joined {
                    run.bind('e', run.size('c')?, "`table`")?;
                }
                Some(run.given(&COLUMN_TABLE, "columnTable", columns)?)
            }
        };
        let (rows, width) = (run.size('t')?, run.size('c')?);
        let (grid_width, second_width) = match columns {
            None => (1, 0),
            Some(_) => (run.size('w')?, run.size('e')?),
        };
        let available = rows.saturating_mul(grid_width);
        let length = inputs.optional_integer("length")?.unwrap_or(available);
        if length > available {
            return Err(Error::OutOfRange {
                input: "length".into(),
                index: Vec::new(),
                value: length as f64,
                expected: format!("at most {available}, where the learned rows end"),
            }
            .into());
        }
        let (positions, _) = counted_positions(run, length)?;
        let encoding = match columns {
            None => run.step(&EMBEDDING, &[table, positions])?,
            Some(columns) => run.within("grid", |run| {
                let grid_width = run.step(&GRID_WIDTH, &[columns])?;
                let row = run.step(&GRID_ROWS, &[positions, grid_width])?;
                let column = run.step(&GRID_COLUMNS, &[positions, grid_width])?;
                let row = run.step(&ROW_EMBEDDING, &[table, row])?;
                let column = run.step(&COLUMN_EMBEDDING, &[columns, column])?;
                run.bind('d', width + second_width, "`table` and `columnTable`")?;
                run.step(if joined { &JOINED } else { &ADDED }, &[row, column])
            })?,
        };
        Ok(vec![("encoding", encoding)])
    },
};
