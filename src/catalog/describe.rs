//! How the catalog describes what an algorithm takes.

use crate::trace::StepSpec;

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
pub enum Default {
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
