//! What can go wrong, as values.
//!
//! Every error says what, where and what was expected. [`Error::code`] is stable across versions, the message is not.

use std::fmt;

/// Result of every function of this crate that can fail. The error is boxed: it is rare and large, the result is common and small.
pub type Result<T> = std::result::Result<T, Box<Error>>;

/// One fact of an [`Error`] or a notice, for callers that read facts instead of messages.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// A name, an id or a sentence.
    Text(String),
    /// A number.
    Number(f64),
    /// A place: one position for each axis.
    Index(Vec<usize>),
    /// Several names.
    Names(Vec<String>),
}

/// An error of this crate.
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// A required input was left out.
    MissingInput {
        /// The input's name.
        input: String,
    },
    /// The algorithm has no input of this name.
    UnknownInput {
        /// The name that was given.
        input: String,
        /// The names the algorithm knows.
        known: Vec<String>,
    },
    /// The catalog has no algorithm of this id.
    UnknownAlgorithm {
        /// The id that was given.
        id: String,
    },
    /// There is no exercise of this id.
    UnknownExercise {
        /// The id that was given.
        id: String,
    },
    /// There is no erratum of this id.
    UnknownErratum {
        /// The id that was given.
        id: String,
    },
    /// There is no poll of this id.
    UnknownPoll {
        /// The id that was given.
        id: String,
    },
    /// The trace has no step of this id.
    UnknownStep {
        /// The id that was given.
        step: String,
    },
    /// An input is of the wrong kind, such as text where a number was expected.
    WrongType {
        /// The input's name.
        input: String,
        /// What was expected.
        expected: String,
        /// What was found.
        found: String,
    },
    /// A tensor has the wrong number of axes.
    WrongRank {
        /// The input's name.
        input: String,
        /// Number of axes that was expected.
        expected: usize,
        /// Number of axes that was found.
        found: usize,
    },
    /// An axis has another length than the rest of the inputs demand.
    ShapeMismatch {
        /// The input's name.
        input: String,
        /// The axis, counted from 0.
        axis: usize,
        /// The length that was expected.
        expected: usize,
        /// The length that was found.
        found: usize,
        /// The input or parameter that set the expectation.
        because: String,
    },
    /// A list of numbers does not fill its shape.
    DataLength {
        /// The input's name.
        input: String,
        /// How many numbers the shape holds.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// An input holds NaN or an infinity.
    NonFinite {
        /// The input's name.
        input: String,
        /// Where.
        index: Vec<usize>,
        /// The offending value.
        value: f64,
    },
    /// A number lies outside what its input allows.
    OutOfRange {
        /// The input's name.
        input: String,
        /// Where in the input; empty for a single number.
        index: Vec<usize>,
        /// The offending value.
        value: f64,
        /// What was expected, in words.
        expected: String,
    },
    /// A length must be a multiple of another.
    NotDivisible {
        /// The input whose length it is.
        input: String,
        /// The length.
        size: usize,
        /// What must divide it.
        divisor: usize,
        /// Where the divisor comes from.
        because: String,
    },
    /// A cell was asked for that the step does not have.
    IndexOutOfBounds {
        /// The step's id.
        step: String,
        /// The index that was asked for.
        index: Vec<usize>,
        /// The step's shape.
        shape: Vec<usize>,
    },
    /// A softmax row has nothing to attend to, and the caller chose to make that an error.
    FullyMaskedRow {
        /// The first such row: one position for each axis but the last.
        row: Vec<usize>,
    },
    /// A node's weighted degree is negative, so that its inverse square root is not a real number.
    InvalidDegree {
        /// The node.
        node: usize,
        /// Its degree.
        degree: f64,
    },
    /// A tensor would hold more numbers than [`crate::tensor::MAX_ELEMENTS`].
    TooLarge {
        /// The input or step.
        what: String,
        /// The shape that was asked for.
        shape: Vec<usize>,
        /// The largest number of elements allowed.
        limit: usize,
    },
    /// A text is no expression.
    Syntax {
        /// Where reading stopped, in characters from 0.
        place: usize,
        /// What was expected there.
        expected: String,
    },
    /// A step of the library contradicts its own table. Reaching this is a defect of the library.
    Internal {
        /// The step.
        step: &'static str,
        /// What is contradictory.
        reason: String,
    },
}

impl Error {
    /// The stable, kebab-case code of this error.
    pub fn code(&self) -> &'static str {
        match self {
            Error::MissingInput { .. } => "missing-input",
            Error::UnknownInput { .. } => "unknown-input",
            Error::UnknownAlgorithm { .. } => "unknown-algorithm",
            Error::UnknownExercise { .. } => "unknown-exercise",
            Error::UnknownErratum { .. } => "unknown-erratum",
            Error::UnknownPoll { .. } => "unknown-poll",
            Error::UnknownStep { .. } => "unknown-step",
            Error::WrongType { .. } => "wrong-type",
            Error::WrongRank { .. } => "wrong-rank",
            Error::ShapeMismatch { .. } => "shape-mismatch",
            Error::DataLength { .. } => "data-length",
            Error::NonFinite { .. } => "non-finite",
            Error::OutOfRange { .. } => "out-of-range",
            Error::NotDivisible { .. } => "not-divisible",
            Error::IndexOutOfBounds { .. } => "index-out-of-bounds",
            Error::FullyMaskedRow { .. } => "fully-masked-row",
            Error::InvalidDegree { .. } => "invalid-degree",
            Error::TooLarge { .. } => "too-large",
            Error::Syntax { .. } => "syntax",
            Error::Internal { .. } => "internal",
        }
    }

    /// The facts of this error, by name (camelCase, as JavaScript sees them).
    pub fn facts(&self) -> Vec<(&'static str, Fact)> {
        let text = |value: &str| Fact::Text(value.to_string());
        let number = |value: usize| Fact::Number(value as f64);
        match self {
            Error::MissingInput { input } => vec![("input", text(input))],
            Error::UnknownInput { input, known } => {
                vec![("input", text(input)), ("known", Fact::Names(known.clone()))]
            }
            Error::UnknownAlgorithm { id }
            | Error::UnknownExercise { id }
            | Error::UnknownErratum { id }
            | Error::UnknownPoll { id } => vec![("id", text(id))],
            Error::UnknownStep { step } => vec![("step", text(step))],
            Error::WrongType { input, expected, found } => {
                vec![("input", text(input)), ("expected", text(expected)), ("found", text(found))]
            }
            Error::WrongRank { input, expected, found } | Error::DataLength { input, expected, found } => {
                vec![("input", text(input)), ("expected", number(*expected)), ("found", number(*found))]
            }
            Error::ShapeMismatch { input, axis, expected, found, because } => vec![
                ("input", text(input)),
                ("axis", number(*axis)),
                ("expected", number(*expected)),
                ("found", number(*found)),
                ("because", text(because)),
            ],
            Error::NonFinite { input, index, value } => {
                vec![("input", text(input)), ("index", Fact::Index(index.clone())), ("value", Fact::Number(*value))]
            }
            Error::OutOfRange { input, index, value, expected } => vec![
                ("input", text(input)),
                ("index", Fact::Index(index.clone())),
                ("value", Fact::Number(*value)),
                ("expected", text(expected)),
            ],
            Error::NotDivisible { input, size, divisor, because } => vec![
                ("input", text(input)),
                ("size", number(*size)),
                ("divisor", number(*divisor)),
                ("because", text(because)),
            ],
            Error::IndexOutOfBounds { step, index, shape } => {
                vec![("step", text(step)), ("index", Fact::Index(index.clone())), ("shape", Fact::Index(shape.clone()))]
            }
            Error::FullyMaskedRow { row } => vec![("row", Fact::Index(row.clone()))],
            Error::InvalidDegree { node, degree } => {
                vec![("node", number(*node)), ("degree", Fact::Number(*degree))]
            }
            Error::TooLarge { what, shape, limit } => {
                vec![("what", text(what)), ("shape", Fact::Index(shape.clone())), ("limit", number(*limit))]
            }
            Error::Syntax { place, expected } => vec![("place", number(*place)), ("expected", text(expected))],
            Error::Internal { step, reason } => vec![("step", text(step)), ("reason", text(reason))],
        }
    }

    /// What went wrong, in a sentence. `number` writes numbers down: JavaScript has a way of its own, and the machinery behind Rust's is a tenth of the
    /// WebAssembly file's code.
    pub fn message(&self, number: fn(f64) -> String) -> String {
        match self {
            Error::MissingInput { input } => format!("input `{input}` is required"),
            Error::UnknownInput { input, known } => {
                format!("there is no input `{input}`; this algorithm takes {}", known.join(", "))
            }
            Error::UnknownAlgorithm { id } => format!("there is no algorithm `{id}` in the catalog"),
            Error::UnknownExercise { id } => format!("there is no exercise `{id}`"),
            Error::UnknownErratum { id } => format!("there is no erratum `{id}`"),
            Error::UnknownPoll { id } => format!("there is no poll `{id}`"),
            Error::UnknownStep { step } => format!("the trace has no step `{step}`"),
            Error::WrongType { input, expected, found } => {
                format!("input `{input}` must be {expected}, but it is {found}")
            }
            Error::WrongRank { input, expected, found } => {
                format!("input `{input}` must have {expected} axes, but it has {found}")
            }
            Error::ShapeMismatch { input, axis, expected, found, because } => format!(
                "axis {axis} of `{input}` must have length {expected}, as set by {because}, but it has length {found}"
            ),
            Error::DataLength { input, expected, found } => {
                format!("`{input}` needs {expected} numbers to fill its shape, but {found} were given")
            }
            Error::NonFinite { input, index, value } => {
                format!("`{input}` holds {} at {index:?}; only finite numbers are allowed", number(*value))
            }
            Error::OutOfRange { input, index, value, expected } if index.is_empty() => {
                format!("`{input}` is {}, but it must be {expected}", number(*value))
            }
            Error::OutOfRange { input, index, value, expected } => {
                format!("`{input}` is {} at {index:?}, but it must be {expected}", number(*value))
            }
            Error::NotDivisible { input, size, divisor, because } => {
                format!("`{input}` has length {size}, which is not a multiple of {divisor}, as set by {because}")
            }
            Error::IndexOutOfBounds { step, index, shape } => {
                format!("step `{step}` has shape {shape:?} and no cell {index:?}")
            }
            Error::FullyMaskedRow { row } => format!("row {row:?} has nothing to attend to"),
            Error::InvalidDegree { node, degree } => {
                format!("node {node} has degree {}, whose inverse square root is not a real number", number(*degree))
            }
            Error::TooLarge { what, shape, limit } => {
                format!("`{what}` would have shape {shape:?}, more than {limit} numbers")
            }
            Error::Syntax { place, expected } => format!("at character {place}, {expected} was expected"),
            Error::Internal { step, reason } => format!("defect in step `{step}`: {reason}"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(|number| number.to_string()))
    }
}

impl std::error::Error for Error {}
