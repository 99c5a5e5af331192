//! Learned position embeddings: a table with one row a position, or for the patches of an image one table a direction.
//!
//! ```text
//! 1-D   position p           ─► row p of the table
//! 2-D   position p = r·w + c ─► row r of one table, row c of the other ─► added, or side by side
//! ```
//!
//! The table has an end: a position beyond it has no row, and nothing can be said about it.
//!
//! Letters: p positions; t and c rows and columns of the table, w and e those of the table of columns, d the width of the result.
//!
//! Source: Gehring et al. 2017, *Convolutional Sequence to Sequence Learning*, section 3.1; in two directions Dosovitskiy et al. 2021, *An Image Is
//! Worth 16x16 Words*, appendix D.4.

use crate::algorithm::{Algorithm, Output, always, choice, optional, optional_integer, required, when, within_when};
use crate::error::Error;
use crate::trace::{ADD, Op, REMAINDER, Rule, SourceCell, StepSpec, each_once};

use super::binary::FLOOR_DIVIDE;
use super::index::counted_positions;
use super::sinusoidal::{LENGTH, POSITIONS};

const SOURCE: &str = "Gehring et al. 2017, section 3.1";
const GRID_SOURCE: &str = "Dosovitskiy et al. 2021, appendix D.4";

/// One row a position, or a row of the image.
pub static TABLE: StepSpec =
    StepSpec::given("learned-position.table", "E", "tc", &["row", "feature"], r"E \in \mathbb{R}^{t \times d}", SOURCE);

/// One row a column of the image.
pub static COLUMN_TABLE: StepSpec = StepSpec::given(
    "learned-position.column-table",
    "F",
    "we",
    &["column", "feature"],
    r"F \in \mathbb{R}^{w \times d}",
    GRID_SOURCE,
);

/// The row of each position.
pub static EMBEDDING: StepSpec = StepSpec {
    id: "learned-position.embedding",
    symbol: r"E_p",
    op: Op::Gather,
    index: "pc",
    axes: &["position", "feature"],
    reads: &["tc", "p"],
    formula: "E_p",
    source: SOURCE,
};

/// How many columns the image has.
pub static GRID_WIDTH: StepSpec = StepSpec {
    id: "learned-position.grid-width",
    symbol: "w",
    op: Op::Size('w'),
    index: "",
    axes: &[],
    reads: &["we"],
    formula: "w",
    source: GRID_SOURCE,
};

/// In which row of the image each position lies.
pub static GRID_ROWS: StepSpec = StepSpec {
    id: "learned-position.grid-rows",
    symbol: "r",
    op: Op::Map(&FLOOR_DIVIDE),
    index: "p",
    axes: &["position"],
    reads: &["p", ""],
    formula: r"r = \lfloor p / w \rfloor",
    source: GRID_SOURCE,
};

/// In which column of the image each position lies.
pub static GRID_COLUMNS: StepSpec = StepSpec {
    id: "learned-position.grid-columns",
    symbol: "c",
    op: Op::Map(&REMAINDER),
    index: "p",
    axes: &["position"],
    reads: &["p", ""],
    formula: r"c = p \bmod w",
    source: GRID_SOURCE,
};

/// The part of the embedding that depends on the row.
pub static ROW_EMBEDDING: StepSpec = StepSpec {
    id: "learned-position.row-embedding",
    symbol: "E_r",
    op: Op::Gather,
    index: "pc",
    axes: &["position", "feature"],
    reads: &["tc", "p"],
    formula: "E_r",
    source: GRID_SOURCE,
};

/// The part of the embedding that depends on the column.
pub static COLUMN_EMBEDDING: StepSpec = StepSpec {
    id: "learned-position.column-embedding",
    symbol: "F_c",
    op: Op::Gather,
    index: "pe",
    axes: &["position", "feature"],
    reads: &["we", "p"],
    formula: "F_c",
    source: GRID_SOURCE,
};

/// Row and column, added.
pub static ADDED: StepSpec = StepSpec {
    id: "learned-position.added",
    symbol: "E_r + F_c",
    op: Op::Map(&ADD),
    index: "pc",
    axes: &["position", "feature"],
    reads: &["pc", "pc"],
    formula: "E_r + F_c",
    source: GRID_SOURCE,
};

/// Row and column, side by side.
pub static JOINED: StepSpec = StepSpec {
    id: "learned-position.joined",
    symbol: r"[E_r \,\Vert\, F_c]",
    op: Op::Rule(&SIDE_BY_SIDE),
    index: "pd",
    axes: &["position", "feature"],
    reads: &["pc", "pe"],
    formula: r"[E_r \,\Vert\, F_c]",
    source: GRID_SOURCE,
};

/// The columns of the first operand, then those of the second.
static SIDE_BY_SIDE: Rule = Rule {
    name: "side-by-side",
    template: "{0}",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| {
        let ([left, right], [rows, _]) = (operands, shape) else { return Vec::new() };
        let row = |tensor: &crate::tensor::Tensor, row: usize| {
            let width = tensor.shape().last().copied().unwrap_or_default();
            tensor.data().get(row * width..(row + 1) * width).unwrap_or_default().to_vec()
        };
        (0..*rows).flat_map(|number| [row(left, number), row(right, number)].concat()).collect()
    },
    reads: |operands, _, index| {
        let ([left, right], [row, column]) = (operands, index) else { return Vec::new() };
        let width = left.shape().last().copied().unwrap_or_default();
        let (operand, tensor, column) = if *column < width { (0, left, *column) } else { (1, right, column - width) };
        tensor.offset(&[*row, column]).map(|offset| SourceCell { operand, offset }).into_iter().collect()
    },
    value: |values, _, _| values.first().copied().unwrap_or(f64::NAN),
};

/// Looks every position up in a learned table; with a `columnTable` the positions are those of an image, row by row.
///
/// # Shapes
/// | value | shape |
/// |---|---|
/// | table | [t, d]: positions, or rows of the image |
/// | columnTable | [w, e]: columns of the image; e = d to be added |
/// | encoding | [length, d], or [length, d + e] side by side |
///
/// Left out, the length is as far as the tables go: t, or t · w.
///
/// # Errors
/// [`Error::OutOfRange`] for a length beyond the tables, [`Error::ShapeMismatch`] for tables of two widths that are to be added.
///
/// # Complexity
/// One copy a number.
///
/// # Example
/// The table is the encoding as far as it goes, and further there is none:
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
        required("table", &TABLE),
        optional("columnTable", &COLUMN_TABLE),
        choice("combineTables", &["add", "concat"], "add"),
        optional_integer("length", 0),
    ],
    parts: &[
        always(&TABLE),
        when("columnTable", &COLUMN_TABLE),
        always(&LENGTH),
        always(&POSITIONS),
        when("!columnTable", &EMBEDDING),
        within_when(
            "columnTable",
            "grid",
            "",
            &[
                always(&GRID_WIDTH),
                always(&GRID_ROWS),
                always(&GRID_COLUMNS),
                always(&ROW_EMBEDDING),
                always(&COLUMN_EMBEDDING),
                when("combineTables=add", &ADDED),
                when("combineTables=concat", &JOINED),
            ],
        ),
    ],
    outputs: &[Output { name: "encoding", steps: &[&EMBEDDING, &ADDED, &JOINED] }],
    run: |arguments, run| {
        let table = run.given(&TABLE, "table", arguments.tensor("table")?)?;
        let joined = arguments.choice("combineTables", &["add", "concat"])? == Some("concat");
        let columns = match arguments.optional_tensor("columnTable")? {
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
        let length = arguments.optional_integer("length", 0)?.unwrap_or(available);
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
