//! The inputs of one call, by name.

use crate::error::{Error, Result};
use crate::tensor::Tensor;

use super::Graph;

/// One input of one call.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A tensor.
    Tensor(Tensor),
    /// The tensors of a batch, as one with an axis in front that counts its members; see [`Arguments::with_batch`].
    Batch(Tensor),
    /// A number, whole or not.
    Number(f64),
    /// True or false.
    Flag(bool),
    /// A word.
    Word(String),
    /// A graph.
    Graph(Graph),
}

impl Argument {
    fn kind(&self) -> String {
        match self {
            Argument::Tensor(_) => "a tensor".into(),
            Argument::Batch(_) => "a batch".into(),
            Argument::Number(_) => "a number".into(),
            Argument::Flag(value) => format!("{value}"),
            Argument::Word(word) => format!("the word `{word}`"),
            Argument::Graph(_) => "a graph".into(),
        }
    }
}

impl From<Tensor> for Argument {
    fn from(tensor: Tensor) -> Argument {
        Argument::Tensor(tensor)
    }
}

impl From<f64> for Argument {
    fn from(number: f64) -> Argument {
        Argument::Number(number)
    }
}

impl From<bool> for Argument {
    fn from(flag: bool) -> Argument {
        Argument::Flag(flag)
    }
}

impl From<&str> for Argument {
    fn from(word: &str) -> Argument {
        Argument::Word(word.into())
    }
}

impl From<Graph> for Argument {
    fn from(graph: Graph) -> Argument {
        Argument::Graph(graph)
    }
}

/// The inputs of one call, by name; a dot nests, as in `attention.wQuery`.
///
/// # Example
/// ```
/// use attograph::catalog::Arguments;
/// let inputs = Arguments::new().with("length", 6.0).with("width", 8.0);
/// assert_eq!(inputs.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["length", "width"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arguments(Vec<(String, Argument)>);

impl Arguments {
    /// Starts without any input.
    pub fn new() -> Arguments {
        Arguments::default()
    }

    /// Adds an input, or replaces it.
    pub fn with(mut self, name: &str, argument: impl Into<Argument>) -> Arguments {
        // In the order of the names, so that two calls with the same inputs are equal.
        match self.0.binary_search_by(|(known, _)| known.as_str().cmp(name)) {
            Ok(place) => {
                if let Some((_, known)) = self.0.get_mut(place) {
                    *known = argument.into();
                }
            }
            Err(place) => self.0.insert(place, (name.into(), argument.into())),
        }
        self
    }

    /// Adds an input of each member of a batch, or replaces it: the tensor has one more axis in front, which counts the members. The results have that axis as well, and
    /// each member has the bits of a run of its own. Inputs that are given as tensors are the same for all members.
    ///
    /// # Example
    /// ```
    /// use attograph::catalog::{self, Arguments};
    /// use attograph::tensor::Tensor;
    /// let sequences = Tensor::new(vec![2, 3, 1], vec![1.0, 0.0, 0.0, 0.0, 0.0, 1.0])?; // two sequences of three numbers
    /// let inputs = Arguments::new()
    ///     .with_batch("x", sequences)
    ///     .with("wInput", Tensor::matrix(&[[1.0]])?)
    ///     .with("wHidden", Tensor::matrix(&[[0.5]])?);
    /// let trace = catalog::trace("rnn", &inputs)?;
    /// assert_eq!(trace.outputs["states"].shape(), [2, 3, 1]);
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn with_batch(self, name: &str, tensors: Tensor) -> Arguments {
        self.with(name, Argument::Batch(tensors))
    }

    /// Every input with its name, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Argument)> {
        self.0.iter().map(|(name, argument)| (name.as_str(), argument))
    }

    /// The input of this name, whatever it is.
    pub fn get(&self, name: &str) -> Option<&Argument> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, argument)| argument)
    }

    /// A required tensor.
    ///
    /// # Errors
    /// [`Error::MissingInput`], [`Error::WrongType`].
    pub fn tensor(&self, name: &str) -> Result<&Tensor> {
        self.optional_tensor(name)?.ok_or_else(|| Error::MissingInput { input: name.into() }.into())
    }

    /// Validates that tensors are given, before what is given is looked at: what is missing is reported first.
    ///
    /// # Errors
    /// [`Error::MissingInput`] naming the first that is missing, [`Error::WrongType`].
    pub fn require(&self, names: &[&str]) -> Result<()> {
        names.iter().try_for_each(|name| self.tensor(name).map(drop))
    }

    /// A tensor that may be left out; of a batch, the tensors of all members.
    ///
    /// # Errors
    /// [`Error::WrongType`].
    pub fn optional_tensor(&self, name: &str) -> Result<Option<&Tensor>> {
        match self.get(name) {
            None => Ok(None),
            Some(Argument::Tensor(tensor) | Argument::Batch(tensor)) => Ok(Some(tensor)),
            Some(other) => Err(wrong_type(name, "a tensor", other).into()),
        }
    }

    /// A required graph.
    ///
    /// # Errors
    /// [`Error::MissingInput`], [`Error::WrongType`].
    pub fn graph(&self, name: &str) -> Result<&Graph> {
        match self.get(name) {
            None => Err(Error::MissingInput { input: name.into() }.into()),
            Some(Argument::Graph(graph)) => Ok(graph),
            Some(other) => Err(wrong_type(name, "a graph", other).into()),
        }
    }
}

pub(super) fn wrong_type(input: &str, expected: &str, found: &Argument) -> Error {
    Error::WrongType { input: input.into(), expected: expected.into(), found: found.kind() }
}
