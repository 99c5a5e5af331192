//! Inputs of an algorithm as plain statics, so that a data set needs no code.

use crate::catalog::{Argument, Arguments};
use crate::error::Result;
use crate::graph::Graph;
use crate::tensor::Tensor;

/// One input.
#[derive(Clone, Copy, Debug)]
pub enum Input {
    /// Absent: removes the input of another list.
    Absent,
    /// A number.
    Number(f64),
    /// True or false.
    Flag(bool),
    /// A text.
    Word(&'static str),
    /// A list of numbers.
    Vector(&'static [f64]),
    /// The number of columns, and the numbers in row-major order.
    Matrix(usize, &'static [f64]),
    /// A shape, and the numbers in row-major order.
    Tensor(&'static [usize], &'static [f64]),
    /// An undirected graph: nodes and edges.
    Graph(usize, &'static [[usize; 2]]),
    /// A directed graph: nodes and edges, each from a source to a target.
    DirectedGraph(usize, &'static [[usize; 2]]),
    /// An undirected graph with a weight for each edge.
    WeightedGraph(usize, &'static [[usize; 2]], &'static [f64]),
}

/// Inputs by name.
pub type Inputs = &'static [(&'static str, Input)];

impl Input {
    fn argument(&self) -> Result<Option<Argument>> {
        Ok(Some(match *self {
            Input::Absent => return Ok(None),
            Input::Number(number) => number.into(),
            Input::Flag(flag) => flag.into(),
            Input::Word(word) => word.into(),
            Input::Vector(numbers) => Tensor::vector(numbers.to_vec())?.into(),
            Input::Matrix(columns, numbers) => {
                Tensor::new(vec![numbers.len() / columns.max(1), columns], numbers.to_vec())?.into()
            }
            Input::Tensor(shape, numbers) => Tensor::new(shape.to_vec(), numbers.to_vec())?.into(),
            Input::Graph(nodes, edges) => Graph::new(nodes, edges.to_vec(), false)?.into(),
            Input::DirectedGraph(nodes, edges) => Graph::new(nodes, edges.to_vec(), true)?.into(),
            Input::WeightedGraph(nodes, edges, weights) => {
                Graph::new(nodes, edges.to_vec(), false)?.with_weights(weights.to_vec())?.into()
            }
        }))
    }
}

/// Returns the arguments of a call: `inputs`, overridden by `changes`.
///
/// # Errors
/// Those of invalid tensors and graphs.
///
/// # Example
/// ```
/// use attograph::lecture::inputs::{Input, arguments};
/// let inputs = &[("length", Input::Number(5.0)), ("divideBy", Input::Word("last"))];
/// let changed = arguments(inputs, &[("divideBy", Input::Absent)])?;
/// assert_eq!(changed.iter().count(), 1);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn arguments(inputs: &[(&str, Input)], changes: &[(&str, Input)]) -> Result<Arguments> {
    let mut all = Arguments::new();
    for (name, input) in inputs {
        if !changes.iter().any(|(changed, _)| changed == name)
            && let Some(argument) = input.argument()?
        {
            all = all.with(name, argument);
        }
    }
    for (name, input) in changes {
        if let Some(argument) = input.argument()? {
            all = all.with(name, argument);
        }
    }
    Ok(all)
}
