//! The inputs of one run, as an algorithm reads them.
//!
//! ```text
//! Arguments, what was given ──┐
//!                             ├─► Inputs ─► flag("causal"): what was given, or the default that the algorithm declares
//! Algorithm.inputs ───────────┘
//! ```

use std::ops::Deref;

use crate::error::{Error, Named, Result};

use super::arguments::wrong_type;
use super::{Algorithm, Argument, Arguments, IfAbsent, Input, Kind, choice};

/// Inputs that every algorithm takes.
const POLICIES: [Input; 2] =
    [choice("emptyRow", &["zero", "nan", "error"], "zero"), choice("nonFinite", &["error", "propagate"], "error")];

/// The arguments of one run, with what the algorithm declares for those that were left out.
///
/// # Example
/// ```
/// use attograph::algorithm::Inputs;
/// use attograph::catalog::{self, Arguments};
/// let given = Arguments::new().with("length", 6.0).with("width", 8.0);
/// let inputs = Inputs::new(catalog::find("sinusoidal-encoding")?, &given);
/// assert_eq!((inputs.integer("length")?, inputs.number("base")?), (6, 10_000.0));
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    given: &'a Arguments,
    declared: &'static [Input],
}

impl Deref for Inputs<'_> {
    type Target = Arguments;

    fn deref(&self) -> &Arguments {
        self.given
    }
}

impl<'a> Inputs<'a> {
    /// The inputs of a run of an algorithm with these arguments.
    pub fn new(algorithm: &Algorithm, given: &'a Arguments) -> Inputs<'a> {
        Inputs { given, declared: algorithm.inputs }
    }

    fn declared(&self, name: &str) -> Result<&'static Input> {
        let reason = || format!("it reads the input `{name}`, which the algorithm does not declare");
        let mut known = self.declared.iter().chain(&POLICIES);
        known
            .find(|input| input.name == name)
            .ok_or_else(|| Error::Internal { step: name.into(), reason: reason() }.into())
    }

    /// Whether a step that appears with this input does so: the input is there, or there by default, and not `false`.
    pub fn has(&self, name: &str) -> bool {
        match self.get(name) {
            Some(argument) => *argument != Argument::Flag(false),
            None => self.declared(name).is_ok_and(|input| input.if_absent == IfAbsent::Flag(true)),
        }
    }

    /// A whole number.
    ///
    /// # Errors
    /// [`Error::MissingInput`] where it has no default; [`Error::WrongType`]; [`Error::OutOfRange`] below the declared minimum.
    pub fn integer(&self, name: &str) -> Result<usize> {
        self.optional_integer(name)?.ok_or_else(|| Error::MissingInput { input: name.into() }.into())
    }

    /// A whole number that may be left out.
    ///
    /// # Errors
    /// As [`Inputs::integer`].
    pub fn optional_integer(&self, name: &str) -> Result<Option<usize>> {
        let input = self.declared(name)?;
        let value = match (self.get(name), &input.if_absent) {
            (Some(Argument::Number(value)), _) | (None, IfAbsent::Number(value)) => *value,
            (None, _) => return Ok(None),
            (found, _) => return Err(refused(name, "a whole number", found)),
        };
        let minimum = if let Kind::Integer { minimum } = input.kind { minimum } else { 0 };
        let whole = value as usize;
        if whole as f64 != value || whole < minimum || value > f64::from(u32::MAX) {
            let expected = format!("a whole number of at least {minimum}");
            return Err(Error::OutOfRange { input: name.into(), index: Vec::new(), value, expected }.into());
        }
        Ok(Some(whole))
    }

    /// A number.
    ///
    /// # Errors
    /// [`Error::MissingInput`] where it has no default; [`Error::WrongType`].
    pub fn number(&self, name: &str) -> Result<f64> {
        match (self.get(name), &self.declared(name)?.if_absent) {
            (Some(Argument::Number(value)), _) | (None, IfAbsent::Number(value)) => Ok(*value),
            (found, _) => Err(refused(name, "a number", found)),
        }
    }

    /// True or false.
    ///
    /// # Errors
    /// [`Error::WrongType`].
    pub fn flag(&self, name: &str) -> Result<bool> {
        match (self.get(name), &self.declared(name)?.if_absent) {
            (Some(Argument::Flag(value)), _) | (None, IfAbsent::Flag(value)) => Ok(*value),
            (found, _) => Err(refused(name, "true or false", found)),
        }
    }

    /// One of the declared words.
    ///
    /// # Errors
    /// [`Error::WrongType`], naming the words.
    pub fn choice(&self, name: &str) -> Result<&'static str> {
        let input = self.declared(name)?;
        let words = if let Kind::Choice(words) = input.kind { words } else { &[] };
        let chosen = match (self.get(name), input.if_absent) {
            (Some(Argument::Word(word)), _) => Some(word.as_str()),
            (None, IfAbsent::Word(word)) => Some(word),
            _ => None,
        };
        let known = words.iter().find(|word| chosen == Some(**word));
        known.copied().ok_or_else(|| refused(name, &format!("one of {}", words.join(", ")), self.get(name)))
    }

    /// Validates that the algorithm has every given input, by its present or by its former name, and none by both.
    ///
    /// # Errors
    /// [`Error::Unknown`]; [`Error::GivenTwice`].
    pub(crate) fn check_names(algorithm: &Algorithm, given: &Arguments) -> Result<()> {
        for (name, _) in given.iter() {
            match algorithm.input(name) {
                Some(input) if input.name != name && given.get(input.name).is_some() => {
                    return Err(Error::GivenTwice { input: name.into(), name: input.name.into() }.into());
                }
                None if POLICIES.iter().all(|policy| policy.name != name) => {
                    let known = algorithm.inputs.iter().chain(&POLICIES).map(|input| input.name);
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
    pub(crate) fn check_kinds(&self) -> Result<()> {
        self.declared.iter().try_for_each(|Input { name, kind, .. }| match (self.get(name), kind) {
            (None, _) | (Some(Argument::Number(_)), Kind::Integer { .. }) => Ok(()),
            (found, Kind::Integer { .. }) => Err(refused(name, "a whole number", found)),
            (_, Kind::Tensor(_)) => self.tensor(name).map(drop),
            (_, Kind::Graph) => self.graph(name).map(drop),
            (_, Kind::Flag) => self.flag(name).map(drop),
            (_, Kind::Number) => self.number(name).map(drop),
            (_, Kind::Choice(_)) => self.choice(name).map(drop),
        })
    }
}

/// What is wrong with an input that is not as expected: it is left out, or something else.
fn refused(name: &str, expected: &str, found: Option<&Argument>) -> Box<Error> {
    match found {
        None => Error::MissingInput { input: name.into() }.into(),
        Some(other) => wrong_type(name, expected, other).into(),
    }
}
