//! The errors of this crate.
//!
//! Every error says what is wrong, where, and what was expected. [`Error::code`] is stable across versions; the message may change.

mod unknown;

use std::fmt;

pub use unknown::Named;
use unknown::nearest;

/// The result of every function of this crate that can fail. The error is boxed, because it is large and rare.
pub type Result<T> = std::result::Result<T, Box<Error>>;

/// One fact of an [`Error`] or of a notice, for callers that read facts instead of messages.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// A name, an id or a sentence.
    Text(String),
    /// A number.
    Number(f64),
    /// An index: one position for each axis.
    Index(Vec<usize>),
    /// Several names.
    Names(Vec<String>),
    /// None, where another error of the same code has one.
    Absent,
}

/// An error of this crate.
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// A required input is missing.
    MissingInput {
        /// The input's name.
        input: String,
    },
    /// Nothing of this kind has this name.
    Unknown {
        /// What the name was looked up as.
        kind: Named,
        /// The unknown name.
        name: String,
        /// The known names; none in WebAssembly.
        known: Vec<String>,
    },
    /// An input is given by its present and by its former name.
    GivenTwice {
        /// Its former name.
        input: String,
        /// Its present name.
        name: String,
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
        /// The expected number of axes.
        expected: usize,
        /// The number of axes found.
        found: usize,
    },
    /// The length of an axis does not match the other inputs.
    ShapeMismatch {
        /// The input's name.
        input: String,
        /// The axis, counted from 0.
        axis: usize,
        /// The expected length.
        expected: usize,
        /// The length found.
        found: usize,
        /// The input or parameter that determines the expected length.
        because: String,
    },
    /// The number of elements does not match the shape.
    DataLength {
        /// The input's name.
        input: String,
        /// The number of elements of the shape.
        expected: usize,
        /// The number of elements found.
        found: usize,
    },
    /// An input holds NaN or an infinity.
    NonFinite {
        /// The input's name.
        input: String,
        /// The index of the value.
        index: Vec<usize>,
        /// The offending value.
        value: f64,
    },
    /// A number is outside of the range of its input.
    OutOfRange {
        /// The input's name.
        input: String,
        /// The index in the input; empty for a single number.
        index: Vec<usize>,
        /// The offending value.
        value: f64,
        /// What was expected, in words.
        expected: String,
    },
    /// A length is not a multiple of a number that must divide it.
    NotDivisible {
        /// The input's name.
        input: String,
        /// The length.
        size: usize,
        /// The number that must divide it.
        divisor: usize,
        /// What determines the divisor.
        because: String,
    },
    /// The step has no cell with this index.
    IndexOutOfBounds {
        /// The step's id.
        step: String,
        /// The index.
        index: Vec<usize>,
        /// The step's shape.
        shape: Vec<usize>,
    },
    /// A softmax row has nothing to attend to, and the policy for such rows is to return an error.
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
        /// The requested shape.
        shape: Vec<usize>,
        /// The largest allowed number of elements.
        limit: usize,
    },
    /// A run would take more time or memory than its caller allows.
    OverLimit {
        /// The algorithm.
        algorithm: String,
        /// How many seconds it is expected to take.
        seconds: f64,
        /// How many bytes the numbers of its steps are expected to take.
        bytes: u64,
        /// How many operations they are expected to take.
        operations: u64,
        /// The most seconds allowed.
        limit_seconds: f64,
        /// The most bytes allowed.
        limit_bytes: f64,
    },
    /// No gradient flows back to an input.
    NoGradient {
        /// The input's name.
        input: String,
        /// The step that stops it.
        step: String,
        /// Why: [`Obstacle::name`](crate::op::Obstacle::name).
        why: &'static str,
    },
    /// An input is given as a batch, and cannot be.
    NoBatch {
        /// The input's name.
        input: String,
        /// Why: `learned` for a tensor that all members share, `graph` where several graphs are one graph, `read` where the run goes on by the numbers of a
        /// tensor, which may differ from member to member, `order` where one order of tokens is permuted.
        why: &'static str,
    },
    /// A text is not a valid expression.
    Syntax {
        /// The first character that could not be read, counted from 0.
        place: usize,
        /// What was expected there.
        expected: String,
    },
    /// A step contradicts its own declaration: a defect of the library.
    Internal {
        /// The step.
        step: String,
        /// The contradiction.
        reason: String,
    },
}

impl Error {
    /// Returns the error of a name that is not among the known ones.
    ///
    /// In WebAssembly the error does not list them: JavaScript looks up names before a call crosses, and raises these errors itself.
    pub(crate) fn unknown<Name>(kind: Named, name: &str, known: impl IntoIterator<Item = Name>) -> Box<Error>
    where
        Name: Into<String>,
    {
        let known = if cfg!(target_arch = "wasm32") { Vec::new() } else { known.into_iter().map(Into::into).collect() };
        Error::Unknown { kind, name: name.into(), known }.into()
    }

    /// Returns this error with another name for its input, where there is one.
    pub(crate) fn with_input(mut self, other: impl Fn(&str) -> Option<String>) -> Error {
        if let Error::MissingInput { input }
        | Error::WrongType { input, .. }
        | Error::WrongRank { input, .. }
        | Error::ShapeMismatch { input, .. }
        | Error::DataLength { input, .. }
        | Error::NonFinite { input, .. }
        | Error::OutOfRange { input, .. }
        | Error::NotDivisible { input, .. }
        | Error::NoBatch { input, .. } = &mut self
        {
            *input = other(input).unwrap_or_else(|| std::mem::take(input));
        }
        self
    }

    /// Returns the stable, kebab-case code of this error.
    pub fn code(&self) -> &'static str {
        match self {
            Error::MissingInput { .. } => "missing-input",
            Error::Unknown { kind, .. } => kind.code(),
            Error::GivenTwice { .. } => "given-twice",
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
            Error::OverLimit { .. } => "over-limit",
            Error::NoGradient { .. } => "no-gradient",
            Error::NoBatch { .. } => "no-batch",
            Error::Syntax { .. } => "syntax",
            Error::Internal { .. } => "internal",
        }
    }

    /// Returns the facts of this error by name, in camelCase as JavaScript sees them.
    pub fn facts(&self) -> Vec<(&'static str, Fact)> {
        let text = |value: &str| Fact::Text(value.to_string());
        let number = |value: usize| Fact::Number(value as f64);
        match self {
            Error::MissingInput { input } => vec![("input", text(input))],
            Error::Unknown { kind, name, known } => vec![
                (kind.fact(), text(name)),
                ("known", Fact::Names(known.clone())),
                ("nearest", nearest(name, known).map_or(Fact::Absent, text)),
            ],
            Error::GivenTwice { input, name } => vec![("input", text(input)), ("name", text(name))],
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
            Error::OverLimit { algorithm, seconds, bytes, operations, limit_seconds, limit_bytes } => vec![
                ("algorithm", text(algorithm)),
                ("seconds", Fact::Number(*seconds)),
                ("bytes", Fact::Number(*bytes as f64)),
                ("operations", Fact::Number(*operations as f64)),
                ("limitSeconds", Fact::Number(*limit_seconds)),
                ("limitBytes", Fact::Number(*limit_bytes)),
            ],
            Error::NoGradient { input, step, why } => {
                vec![("input", text(input)), ("step", text(step)), ("why", text(why))]
            }
            Error::NoBatch { input, why } => vec![("input", text(input)), ("why", text(why))],
            Error::Syntax { place, expected } => vec![("place", number(*place)), ("expected", text(expected))],
            Error::Internal { step, reason } => vec![("step", text(step)), ("reason", text(reason))],
        }
    }

    /// Returns the message with the names of facts in braces. `{at}` stands for the place in an input, and `{advice}` for what JavaScript adds, where there
    /// is one. JavaScript raises some errors before anything crosses, with the same messages: those at the end of `src/js/refuse.ts`, which a test writes.
    pub fn template(&self) -> &'static str {
        match self {
            Error::MissingInput { .. } => "`{input}` is required, but it is missing",
            Error::Unknown { .. } => "{unknown}",
            Error::GivenTwice { .. } => {
                "`{input}` is the former name of `{name}`, which is given, too; give one of them"
            }
            Error::WrongType { .. } => "`{input}` must be {expected}, but{at} it is {found}{advice}",
            Error::WrongRank { .. } => "the number of axes of `{input}` must be {expected}, but it is {found}{advice}",
            Error::ShapeMismatch { .. } => {
                "the length of axis {axis} of `{input}` must be {expected}, to match {because}, but{at} it is {found}"
            }
            Error::DataLength { .. } => {
                "`{input}` must hold {expected} numbers to fill its shape, but it holds {found}"
            }
            Error::NonFinite { .. } => "`{input}` must hold finite numbers, but{at} it is {value}",
            Error::OutOfRange { .. } => "`{input}` must be {expected}, but{at} it is {value}",
            Error::NotDivisible { .. } => {
                "the length of `{input}` must be a multiple of {divisor}, because of {because}, but it is {size}"
            }
            Error::IndexOutOfBounds { .. } => "step `{step}` has no cell {index}: its shape is {shape}",
            Error::FullyMaskedRow { .. } => "row {row} has nothing to attend to, and `emptyRow` is \"error\"",
            Error::InvalidDegree { .. } => {
                "the degree of node {node} must be at least 0, but its weights add up to {degree}"
            }
            Error::TooLarge { .. } => "`{what}` must hold at most {limit} numbers, but its shape is {shape}",
            Error::OverLimit { .. } => {
                "`{algorithm}` would take about {seconds} seconds and {bytes} bytes; \
                 the limit is {limitSeconds} seconds and {limitBytes} bytes"
            }
            Error::NoGradient { .. } => "no gradient flows back to `{input}`: step `{step}` stops it ({why})",
            Error::NoBatch { .. } => "`{input}` cannot be a batch ({why})",
            Error::Syntax { .. } => "expected {expected} at character {place}",
            Error::Internal { .. } => "defect of the library in step `{step}`: {reason}",
        }
    }

    /// Returns what went wrong, in a sentence: what, where, and what was expected.
    ///
    /// `number` formats numbers. JavaScript has its own formatting, and Rust's would be a tenth of the WebAssembly file's code.
    pub fn message(&self, number: fn(f64) -> String) -> String {
        if let Error::Unknown { kind, name, known } = self {
            return kind.message(name, known);
        }
        let facts = self.facts();
        let list = |index: &[usize]| {
            let numbers: Vec<String> = index.iter().map(|&one| number(one as f64)).collect();
            ["[", &numbers.join(", "), "]"].concat()
        };
        let said = |name: &str| match (name, facts.iter().find(|(known, _)| *known == name)) {
            ("at", _) => facts.iter().find_map(|fact| match fact {
                ("index", Fact::Index(index)) if !index.is_empty() => Some([" at ", &list(index)].concat()),
                _ => None,
            }),
            (_, Some((_, Fact::Text(text)))) => Some(text.clone()),
            (_, Some((_, Fact::Number(value)))) => Some(number(*value)),
            (_, Some((_, Fact::Index(index)))) => Some(list(index)),
            _ => None,
        };
        let parts = self.template().split('{').map(|part| match part.split_once('}') {
            None => part.to_string(),
            Some((name, rest)) => said(name).unwrap_or_default() + rest,
        });
        parts.collect()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(|number| number.to_string()))
    }
}

impl std::error::Error for Error {}
