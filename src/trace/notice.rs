//! Notices: what a reader of a result has to know about the run.

use crate::error::Fact;

/// A notice about a run; not an error.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Stable kebab-case code.
    pub code: &'static str,
    /// The facts, by name.
    pub facts: Vec<(&'static str, Fact)>,
}

impl Notice {
    /// Softmax rows without any key: their weights are 0 (or NaN, as [`EmptyRow`](crate::op::EmptyRow) says).
    pub fn fully_masked_rows(rows: Vec<usize>) -> Notice {
        Notice { code: "fully-masked-row", facts: vec![("rows", Fact::Index(rows))] }
    }

    /// Keys without any query, where the softmax runs over the queries: their weights are 0 (or NaN).
    pub fn fully_masked_columns(columns: Vec<usize>) -> Notice {
        Notice { code: "fully-masked-column", facts: vec![("columns", Fact::Index(columns))] }
    }

    /// Nodes that no message reaches, in attention over neighbors.
    pub fn nodes_without_neighbors(nodes: Vec<usize>) -> Notice {
        Notice { code: "node-without-neighbors", facts: vec![("nodes", Fact::Index(nodes))] }
    }

    /// Edges that repeat an earlier one, by their position in the list.
    pub fn duplicate_edges(edges: Vec<usize>) -> Notice {
        Notice { code: "duplicate-edge", facts: vec![("edges", Fact::Index(edges))] }
    }

    /// Nodes of degree 0, for which D^-1/2 is set to 0.
    pub fn zero_degrees(nodes: Vec<usize>) -> Notice {
        Notice { code: "zero-degree", facts: vec![("nodes", Fact::Index(nodes))] }
    }

    /// Repeated eigenvalues, by their number: their eigenvectors are determined only up to a rotation.
    pub fn repeated_eigenvalues(eigenvalues: Vec<usize>) -> Notice {
        Notice { code: "repeated-eigenvalue", facts: vec![("eigenvalues", Fact::Index(eigenvalues))] }
    }

    /// A directed graph whose edges were used in both directions.
    pub fn directions_dropped(input: &str) -> Notice {
        Notice { code: "directions-dropped", facts: vec![("input", Fact::Text(input.into()))] }
    }

    /// Results that hold NaN or an infinity, by name: numbers overflowed, or the policies of the run let them through.
    pub fn non_finite_results(outputs: Vec<String>) -> Notice {
        Notice { code: "non-finite-result", facts: vec![("outputs", Fact::Names(outputs))] }
    }

    /// A step, by name, in which NaN or an infinity came up first, although every result is finite: a comparison, a maximum or a softmax passed over
    /// it.
    pub fn non_finite_step(step: &str) -> Notice {
        Notice { code: "non-finite-step", facts: vec![("step", Fact::Text(step.into()))] }
    }

    /// An input that was given by its former name, and its present name.
    pub fn renamed_input(input: &str, name: &str) -> Notice {
        Notice {
            code: "renamed-input",
            facts: vec![("input", Fact::Text(input.into())), ("name", Fact::Text(name.into()))],
        }
    }

    /// An input to which no gradient flows back: the step that stops it, and why.
    pub fn no_gradient(input: &str, step: &str, why: &str) -> Notice {
        let text = |text: &str| Fact::Text(text.into());
        Notice { code: "no-gradient", facts: vec![("input", text(input)), ("step", text(step)), ("why", text(why))] }
    }

    /// Weights that were given to an algorithm that does not use them.
    pub fn unused_weights(input: &str) -> Notice {
        Notice { code: "unused-weights", facts: vec![("input", Fact::Text(input.into()))] }
    }
}
