//! The inputs of an algorithm: what each may be, what leaving it out means, and what it was called before.
//!
//! # Names
//! Names are camelCase. Learned matrices are `w`, and biases `b`, where an algorithm has one of them; where it has several, a role follows
//! (`wQuery`, `bQuery`; `w1` and `w2` for layers in a row). The factors and shifts of a normalization are `gamma` and `beta`. What belongs to a part
//! of the algorithm is nested under the part's name, as in `attention.wQuery`, `norm1.gamma` and `encoder.w1`, and nothing else is nested.

use std::borrow::Cow;

use crate::op::StepSpec;

/// One input of an algorithm.
pub struct Input {
    /// camelCase name; a dot nests, as in `attention.wQuery`.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What leaving it out means.
    pub if_absent: IfAbsent,
    /// Whether it belongs to the model, which learns it, and not to what the model reads.
    pub learned: bool,
    /// What it was called before. That name is accepted until version 1.0.
    pub former: Former,
}

/// What an input was called before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Former {
    /// Nothing else.
    Same,
    /// `params.` stood in front of its name.
    InParams,
    /// Another name.
    Name(&'static str),
}

impl Input {
    /// The same input, of the model.
    pub const fn learned(self) -> Input {
        Input { learned: true, ..self }
    }

    /// The same input, of the model, with `params.` in front of its former name.
    pub const fn learned_in_params(self) -> Input {
        Input { learned: true, former: Former::InParams, ..self }
    }

    /// The same input, which had another name.
    pub const fn formerly(self, name: &'static str) -> Input {
        Input { former: Former::Name(name), ..self }
    }

    /// The name that it had before, if that was another.
    pub fn former_name(&self) -> Option<Cow<'static, str>> {
        match self.former {
            Former::Same => None,
            Former::InParams => Some(Cow::Owned(["params.", self.name].concat())),
            Former::Name(name) => Some(Cow::Borrowed(name)),
        }
    }
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

const fn declared(name: &'static str, kind: Kind, if_absent: IfAbsent) -> Input {
    Input { name, kind, if_absent, learned: false, former: Former::Same }
}

/// A tensor that may not be left out.
pub const fn required(name: &'static str, spec: &'static StepSpec) -> Input {
    declared(name, Kind::Tensor(spec), IfAbsent::Required)
}

/// A tensor that may be left out.
pub const fn optional(name: &'static str, spec: &'static StepSpec) -> Input {
    declared(name, Kind::Tensor(spec), IfAbsent::Without)
}

/// A graph; it may not be left out.
pub const fn graph(name: &'static str) -> Input {
    declared(name, Kind::Graph, IfAbsent::Required)
}

/// A number that may not be left out.
pub const fn number(name: &'static str) -> Input {
    declared(name, Kind::Number, IfAbsent::Required)
}

/// A number with a default.
pub const fn number_or(name: &'static str, default: f64) -> Input {
    declared(name, Kind::Number, IfAbsent::Number(default))
}

/// A whole number of at least `minimum` that may not be left out.
pub const fn integer(name: &'static str, minimum: usize) -> Input {
    declared(name, Kind::Integer { minimum }, IfAbsent::Required)
}

/// A whole number of at least `minimum`, with a default.
pub const fn integer_or(name: &'static str, minimum: usize, default: usize) -> Input {
    declared(name, Kind::Integer { minimum }, IfAbsent::Number(default as f64))
}

/// A whole number of at least `minimum` that may be left out.
pub const fn optional_integer(name: &'static str, minimum: usize) -> Input {
    declared(name, Kind::Integer { minimum }, IfAbsent::Without)
}

/// True or false, with a default.
pub const fn flag(name: &'static str, default: bool) -> Input {
    declared(name, Kind::Flag, IfAbsent::Flag(default))
}

/// One of several words, with a default.
pub const fn choice(name: &'static str, words: &'static [&'static str], default: &'static str) -> Input {
    declared(name, Kind::Choice(words), IfAbsent::Word(default))
}
