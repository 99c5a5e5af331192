//! Inputs of one's own, in the place of drawn ones.

use crate::catalog::{Argument, Arguments};
use crate::error::{Error, Named, Result};
use crate::measure::estimate::{self, Limit};
use crate::random::Random;
use crate::tensor::Tensor;

use super::{Difficulty, Exercise, Instance};

/// The most numbers of an own input, and of a step that is filled in on own inputs: a table of ten rows and ten columns.
pub const MOST_CELLS: usize = 100;

/// So many draws of each difficulty say which inputs are drawn.
const DRAWS: u64 = 8;

/// Far above any run on inputs of at most [`MOST_CELLS`] numbers; a single number may ask for a larger one.
const LIMIT: Limit = Limit { seconds: 1.0, bytes: 1e7 };

impl Exercise {
    /// The names of the inputs that can be one's own, in order: those that are drawn. What every draw has alike, such as a causal mask, makes the exercise what it is.
    ///
    /// # Errors
    /// Those of drawing.
    ///
    /// # Example
    /// ```
    /// use attograph::exercise::find;
    /// assert_eq!(find("causal-attention-steps")?.own_inputs()?, ["key", "query", "value"]);
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn own_inputs(&self) -> Result<Vec<String>> {
        let every = Difficulty::ALL.into_iter().flat_map(|difficulty| (0..DRAWS).map(move |seed| (seed, difficulty)));
        let drawn: Vec<Arguments> =
            every.map(|(seed, difficulty)| (self.draw)(&mut Random::new(seed), difficulty)).collect::<Result<_>>()?;
        let Some(first) = drawn.first() else { return Ok(Vec::new()) };
        let differs = |name: &str, argument: &Argument| drawn.iter().any(|other| other.get(name) != Some(argument));
        Ok(first.iter().filter(|(name, argument)| differs(name, argument)).map(|(name, _)| name.into()).collect())
    }

    /// Returns the instance of a seed with some of its inputs replaced by one's own. Marking is the same; whether these inputs tell the misconceptions apart is not
    /// looked for, [`Instance::hidden`] says which they do not show.
    ///
    /// # Errors
    /// [`Error::Unknown`] for an input that cannot be one's own, [`Error::WrongType`] for a batch, [`Error::TooLarge`] for an input or a step to fill in of more than
    /// [`MOST_CELLS`] numbers, [`Error::OutOfRange`] where a number to fill in would be none, and those of the algorithm.
    ///
    /// # Example
    /// ```
    /// use attograph::catalog::Arguments;
    /// use attograph::exercise::{Difficulty, find};
    /// use attograph::tensor::Tensor;
    /// let own = Arguments::new().with("value", Tensor::matrix(&[[1.0, 2.0], [3.0, 5.0]])?);
    /// let instance = find("attention-steps")?.instance_with(7, Difficulty::Easy, &own)?;
    /// assert_eq!(instance.trace.step("attention.output")?.tensor.shape(), [2, 2]);
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn instance_with(&'static self, seed: u64, difficulty: Difficulty, own: &Arguments) -> Result<Instance> {
        let drawn = self.instance(seed, difficulty)?;
        if own.iter().next().is_none() {
            return Ok(drawn);
        }
        let known = self.own_inputs()?;
        for (name, argument) in own.iter() {
            if !known.iter().any(|own| own == name) {
                return Err(Error::unknown(Named::Input, name, known.iter().map(String::as_str)));
            }
            expect_small(name, argument)?;
        }
        let inputs = own.iter().fold(drawn.inputs, |inputs, (name, argument)| inputs.with(name, argument.clone()));
        if self.back.is_none() {
            estimate::trace(self.algorithm, &inputs, LIMIT)?;
        }
        let trace = self.run(&inputs, &[])?;
        for &step in self.asked {
            expect_fillable(step, &trace.step(step)?.tensor)?;
        }
        Ok(Instance { inputs, own: own.clone(), trace, ..drawn })
    }
}

fn expect_small(name: &str, argument: &Argument) -> Result<()> {
    match argument {
        Argument::Tensor(tensor) => expect_count(name, tensor.shape(), tensor.data().len()),
        // Its adjacency matrix is given as a table.
        Argument::Graph(graph) => {
            let nodes = graph.nodes();
            expect_count(name, &[nodes, nodes], nodes.saturating_mul(nodes).max(graph.edges().len()))
        }
        Argument::Batch(_) => {
            Err(Error::WrongType { input: name.into(), expected: "one tensor".into(), found: "a batch".into() }.into())
        }
        Argument::Number(_) | Argument::Flag(_) | Argument::Word(_) => Ok(()),
    }
}

fn expect_fillable(step: &str, tensor: &Tensor) -> Result<()> {
    expect_count(step, tensor.shape(), tensor.data().len())?;
    match tensor.data().iter().position(|number| number.is_nan()) {
        None => Ok(()),
        Some(cell) => {
            let (index, expected) = (tensor.index_of(cell), "a number".into());
            Err(Error::OutOfRange { input: step.into(), index, value: f64::NAN, expected }.into())
        }
    }
}

fn expect_count(what: &str, shape: &[usize], count: usize) -> Result<()> {
    if count <= MOST_CELLS {
        return Ok(());
    }
    Err(Error::TooLarge { what: what.into(), shape: shape.to_vec(), limit: MOST_CELLS }.into())
}
