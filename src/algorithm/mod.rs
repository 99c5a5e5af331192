//! What an algorithm declares: its inputs, the table of its steps, its results, and how it runs.
//!
//! ```text
//! Input, Part, Output  ──►  Algorithm { …, run }  ◄──  catalog, which lists them all
//!                               │
//!                               └─► run(&Inputs, &mut Run): takes its inputs by name, and computes step by step
//! ```

mod arguments;
mod graph;
mod input;
mod inputs;
mod parameters;
mod part;
mod renamed;

use crate::error::Result;
use crate::op::StepSpec;
use crate::trace::{Run, Value};

pub use arguments::{Argument, Arguments};
pub use graph::Graph;
pub use input::{
    Former, IfAbsent, Input, Kind, choice, flag, graph, integer, integer_or, number, number_or, optional,
    optional_integer, required,
};
pub use inputs::Inputs;
pub use parameters::Parameters;
pub use part::{Part, Step, always, include, include_when, rounds, when, within, within_when};

/// One algorithm of the catalog.
pub struct Algorithm {
    /// Public kebab-case id.
    pub id: &'static str,
    /// English title.
    pub title: &'static str,
    /// Publication and equation number.
    pub source: &'static str,
    /// Its inputs.
    pub inputs: &'static [Input],
    /// The table of its steps, in order.
    pub parts: &'static [Part],
    /// Its results.
    pub outputs: &'static [Output],
    /// Runs it.
    pub run: fn(&Inputs, &mut Run) -> Result<Outputs>,
}

/// One result of an algorithm.
pub struct Output {
    /// camelCase name.
    pub name: &'static str,
    /// The steps whose value it is: one, or several where an option decides.
    pub steps: &'static [&'static StepSpec],
}

/// Declares a result: its name, and the steps whose value it may be.
pub const fn output(name: &'static str, steps: &'static [&'static StepSpec]) -> Output {
    Output { name, steps }
}

/// The results of a run, by name.
pub type Outputs = Vec<(&'static str, Value)>;
