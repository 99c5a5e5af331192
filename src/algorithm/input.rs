//! The inputs of an algorithm: what each may be, and what leaving it out means.

use crate::trace::StepSpec;

/// One input of an algorithm.
pub struct Input {
    /// camelCase name; a dot nests, as in `params.wQuery`.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What leaving it out means.
    pub if_absent: IfAbsent,
}

/// What an input may be.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A tensor, shown by a given step whose letters name its axes.
    Tensor(&'static StepSpec),
    /// A whole number of at least `minimum`.
    Integer {
        /// The smallest value allowed.
        minimum: usize,
    },
    /// Any finite number.
    Number,
    /// True or false.
    Flag,
    /// One of several words.
    Choice(&'static [&'static str]),
    /// A graph.
    Graph,
}

impl Kind {
    /// The stable name of the kind.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Tensor(_) => "tensor",
            Kind::Integer { .. } => "integer",
            Kind::Number => "number",
            Kind::Flag => "flag",
            Kind::Choice(_) => "choice",
            Kind::Graph => "graph",
        }
    }
}

/// What leaving an input out means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum IfAbsent {
    /// It may not be left out.
    Required,
    /// The run goes without it.
    Without,
    /// This number.
    Number(f64),
    /// True or false.
    Flag(bool),
    /// This word.
    Word(&'static str),
}

/// A tensor that may not be left out.
pub const fn required(name: &'static str, spec: &'static StepSpec) -> Input {
    Input { name, kind: Kind::Tensor(spec), if_absent: IfAbsent::Required }
}

/// A tensor that may be left out.
pub const fn optional(name: &'static str, spec: &'static StepSpec) -> Input {
    Input { name, kind: Kind::Tensor(spec), if_absent: IfAbsent::Without }
}

/// A graph; it may not be left out.
pub const fn graph(name: &'static str) -> Input {
    Input { name, kind: Kind::Graph, if_absent: IfAbsent::Required }
}

/// A number that may not be left out.
pub const fn number(name: &'static str) -> Input {
    Input { name, kind: Kind::Number, if_absent: IfAbsent::Required }
}

/// A number with a default.
pub const fn number_or(name: &'static str, default: f64) -> Input {
    Input { name, kind: Kind::Number, if_absent: IfAbsent::Number(default) }
}

/// A whole number of at least `minimum` that may not be left out.
pub const fn integer(name: &'static str, minimum: usize) -> Input {
    Input { name, kind: Kind::Integer { minimum }, if_absent: IfAbsent::Required }
}

/// A whole number of at least `minimum`, with a default.
pub const fn integer_or(name: &'static str, minimum: usize, default: usize) -> Input {
    Input { name, kind: Kind::Integer { minimum }, if_absent: IfAbsent::Number(default as f64) }
}

/// A whole number of at least `minimum` that may be left out.
pub const fn optional_integer(name: &'static str, minimum: usize) -> Input {
    Input { name, kind: Kind::Integer { minimum }, if_absent: IfAbsent::Without }
}

/// True or false, with a default.
pub const fn flag(name: &'static str, default: bool) -> Input {
    Input { name, kind: Kind::Flag, if_absent: IfAbsent::Flag(default) }
}

/// One of several words, with a default.
pub const fn choice(name: &'static str, words: &'static [&'static str], default: &'static str) -> Input {
    Input { name, kind: Kind::Choice(words), if_absent: IfAbsent::Word(default) }
}
