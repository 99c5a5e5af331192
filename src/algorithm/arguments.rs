//! The inputs of one call, by name.

use crate::error::{Error, Named, Result};
use crate::tensor::Tensor;

use super::{Algorithm, Graph, Input, Kind};

/// One input of one call.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A tensor.
    Tensor(Tensor),
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
/// assert_eq!(inputs.integer("length", 0)?, 6);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arguments(Vec<(String, Argument)>);

/// Inputs that every algorithm takes.
const POLICIES: [&str; 2] = ["emptyRow", "nonFinite"];

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

    /// Every input with its name, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Argument)> {
        self.0.iter().map(|(name, argument)| (name.as_str(), argument))
    }

    /// The input of this name, whatever it is.
    pub fn get(&self, name: &str) -> Option<&Argument> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, argument)| argument)
    }

    /// Whether a step that appears with this input does so: the input is there, and not `false`.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some_and(|argument| *argument != Argument::Flag(false))
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

    /// A tensor that may be left out.
    ///
    /// # Errors
    /// [`Error::WrongType`].
    pub fn optional_tensor(&self, name: &str) -> Result<Option<&Tensor>> {
        match self.get(name) {
            None => Ok(None),
            Some(Argument::Tensor(tensor)) => Ok(Some(tensor)),
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

    /// A required whole number of at least `minimum`.
    ///
    /// # Errors
    /// [`Error::MissingInput`], [`Error::WrongType`], [`Error::OutOfRange`].
    pub fn integer(&self, name: &str, minimum: usize) -> Result<usize> {
        self.optional_integer(name, minimum)?.ok_or_else(|| Error::MissingInput { input: name.into() }.into())
    }

    /// A whole number of at least `minimum` that may be left out.
    ///
    /// # Errors
    /// [`Error::WrongType`], [`Error::OutOfRange`].
    pub fn optional_integer(&self, name: &str, minimum: usize) -> Result<Option<usize>> {
        match self.get(name) {
            None => Ok(None),
            Some(Argument::Number(value)) => {
                let whole = *value as usize;
                if whole as f64 != *value || whole < minimum || *value > f64::from(u32::MAX) {
                    return Err(Error::OutOfRange {
                        input: name.into(),
                        index: Vec::new(),
                        value: *value,
                        expected: format!("a whole number of at least {minimum}"),
                    }
                    .into());
                }
                Ok(Some(whole))
            }
            Some(other) => Err(wrong_type(name, "a whole number", other).into()),
        }
    }

    /// A number, with what it is when left out.
    ///
    /// # Errors
    /// [`Error::WrongType`].
    pub fn number(&self, name: &str, default: f64) -> Result<f64> {
        match self.get(name) {
            None => Ok(default),
            Some(Argument::Number(value)) => Ok(*value),
            Some(other) => Err(wrong_type(name, "a number", other).into()),
        }
    }

    /// A required number.
    ///
    /// # Errors
    /// [`Error::MissingInput`], [`Error::WrongType`].
    pub fn required_number(&self, name: &str) -> Result<f64> {
        match self.get(name) {
            None => Err(Error::MissingInput { input: name.into() }.into()),
            Some(_) => self.number(name, f64::NAN),
        }
    }

    /// True or false, with what it is when left out.
    ///
    /// # Errors
    /// [`Error::WrongType`].
    pub fn flag(&self, name: &str, default: bool) -> Result<bool> {
        match self.get(name) {
            None => Ok(default),
            Some(Argument::Flag(value)) => Ok(*value),
            Some(other) => Err(wrong_type(name, "true or false", other).into()),
        }
    }

    /// One of several words, if it was given.
    ///
    /// # Errors
    /// [`Error::WrongType`], naming the words.
    pub fn choice(&self, name: &str, choices: &[&'static str]) -> Result<Option<&'static str>> {
        let Some(argument) = self.get(name) else { return Ok(None) };
        let found = match argument {
            Argument::Word(word) => choices.iter().find(|choice| *choice == word),
            _ => None,
        };
        match found {
            Some(choice) => Ok(Some(choice)),
            None => Err(wrong_type(name, &format!("one of {}", choices.join(", ")), argument).into()),
        }
    }

    /// Validates that the algorithm has every given input, by its present or by its former name, and none by both.
    ///
    /// # Errors
    /// [`Error::Unknown`]; [`Error::GivenTwice`].
    pub(crate) fn check_names(&self, algorithm: &Algorithm) -> Result<()> {
        for (name, _) in &self.0 {
            match algorithm.input(name) {
                Some(input) if input.name != name && self.get(input.name).is_some() => {
                    return Err(Error::GivenTwice { input: name.clone(), name: input.name.into() }.into());
                }
                None if !POLICIES.contains(&name.as_str()) => {
                    let known = algorithm.inputs.iter().map(|input| input.name).chain(POLICIES);
                    return Err(Error::unknown(Named::Input, name, known));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Validates that every given input is of its kind, even where this run does not use it.
    ///
    /// # Errors
    /// [`Error::WrongType`].
    pub(crate) fn check_kinds(&self, algorithm: &Algorithm) -> Result<()> {
        algorithm.inputs.iter().try_for_each(|input| self.check_kind(input))
    }

    fn check_kind(&self, Input { name, kind, .. }: &Input) -> Result<()> {
        let Some(argument) = self.get(name) else { return Ok(()) };
        match kind {
            Kind::Tensor(_) => self.optional_tensor(name).map(drop),
            Kind::Graph => self.graph(name).map(drop),
            Kind::Flag => self.flag(name, false).map(drop),
            Kind::Number => self.number(name, 0.0).map(drop),
            Kind::Choice(words) => self.choice(name, words).map(drop),
            Kind::Integer { .. } if matches!(argument, Argument::Number(_)) => Ok(()),
            Kind::Integer { .. } => Err(wrong_type(name, "a whole number", argument).into()),
        }
    }
}

fn wrong_type(input: &str, expected: &str, found: &Argument) -> Error {
    Error::WrongType { input: input.into(), expected: expected.into(), found: found.kind() }
}
