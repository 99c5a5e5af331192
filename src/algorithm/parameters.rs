//! Learned parameters by name: those of one layer, or one layer's part of the tensors of a stack.
//!
//! ```text
//! layer     w1 [d, f]             ─► w1
//! stack     w1 [layers, d, f]     ─► w1 of layer 0, w1 of layer 1 …
//! ```

use crate::error::{Error, Result};
use crate::op::StepSpec;
use crate::tensor::Tensor;
use crate::trace::{Run, Value};

use super::{Arguments, Input, Kind};

/// The name of the axis that counts the layers of a stack.
const LAYER: &str = "layer";

/// The learned parameters of a part of an algorithm among the inputs.
#[derive(Clone, Debug)]
pub struct Parameters<'a> {
    arguments: &'a Arguments,
    prefix: String,
    layer: Option<usize>,
}

impl<'a> Parameters<'a> {
    /// Those whose names begin with a prefix, such as `encoder.`; it may be empty.
    pub fn new(arguments: &'a Arguments, prefix: &str) -> Parameters<'a> {
        Parameters { arguments, prefix: prefix.to_string(), layer: None }
    }

    /// Those of a part, whose names continue with `name.`.
    pub fn inside(&self, name: &str) -> Parameters<'a> {
        Parameters { prefix: format!("{}{name}.", self.prefix), ..self.clone() }
    }

    /// Those of one layer: every tensor has one more axis in front, which counts the layers.
    pub fn of_layer(&self, layer: usize) -> Parameters<'a> {
        Parameters { layer: Some(layer), ..self.clone() }
    }

    /// The number of layers: the length of the first axis of all tensors with this prefix whose first axis counts layers.
    ///
    /// # Errors
    /// [`Error::WrongRank`] for a tensor without axes, [`Error::ShapeMismatch`] where two tensors disagree, [`Error::OutOfRange`] when there is no
    /// layer, [`Error::MissingInput`] naming the first of them when none is given.
    pub fn layers(&self, inputs: &[Input]) -> Result<usize> {
        let mut known: Option<(usize, &str)> = None;
        let stacked = |input: &&Input| match input.kind {
            Kind::Tensor(spec) => input.name.starts_with(&self.prefix) && spec.axes.first() == Some(&LAYER),
            _ => false,
        };
        let names = inputs.iter().filter(stacked).map(|input| input.name);
        let first = names.clone().next().unwrap_or_default();
        for name in names {
            let Some(tensor) = self.arguments.optional_tensor(name)? else { continue };
            let Some(&found) = tensor.shape().first() else {
                return Err(Error::WrongRank { input: name.into(), expected: 1, found: 0 }.into());
            };
            match known {
                Some((expected, because)) if expected != found => {
                    let because = format!("`{because}`");
                    return Err(Error::ShapeMismatch { input: name.into(), axis: 0, expected, found, because }.into());
                }
                _ => known = Some((found, name)),
            }
        }
        match known {
            Some((layers, _)) if layers > 0 => Ok(layers),
            Some((_, name)) => Err(Error::OutOfRange {
                input: name.into(),
                index: Vec::new(),
                value: 0.0,
                expected: "of at least one layer".into(),
            }
            .into()),
            None => Err(Error::MissingInput { input: first.into() }.into()),
        }
    }

    /// The full name of one of them.
    pub fn name(&self, name: &str) -> String {
        [&self.prefix, name].concat()
    }

    /// Marks a required tensor as given, as [`Run::given`] does.
    ///
    /// # Errors
    /// [`Error::MissingInput`], and those of [`Run::given`], which name the place in the whole input.
    pub fn given(&self, run: &mut Run, spec: &'static StepSpec, name: &str) -> Result<Value> {
        let full = self.name(name);
        let tensor = self.arguments.tensor(&full)?;
        match self.layer {
            None => run.given(spec, &full, tensor),
            Some(layer) => {
                let share = share_of(tensor, layer, &full)?;
                run.given(spec, &format!("{full}[{layer}]"), &share)
                    .map_err(|error| in_whole_input(*error, full, layer).into())
            }
        }
    }

    /// Marks a tensor as given if it is present, as [`Parameters::given`] does.
    ///
    /// # Errors
    /// As [`Parameters::given`].
    pub fn optional(&self, run: &mut Run, spec: &'static StepSpec, name: &str) -> Result<Option<Value>> {
        match self.arguments.get(&self.name(name)) {
            None => Ok(None),
            Some(_) => self.given(run, spec, name).map(Some),
        }
    }
}

/// The numbers of one layer.
fn share_of(tensor: &Tensor, layer: usize, input: &str) -> Result<Tensor> {
    let Some((&layers, shape)) = tensor.shape().split_first() else {
        return Err(Error::WrongRank { input: input.into(), expected: 1, found: 0 }.into());
    };
    let length = tensor.data().len().checked_div(layers).unwrap_or_default();
    let numbers = tensor.data().iter().skip(layer.saturating_mul(length)).take(length).copied().collect();
    Tensor::new(shape.to_vec(), numbers)
}

/// The error of one layer's share, as an error of the whole input.
fn in_whole_input(error: Error, input: String, layer: usize) -> Error {
    match error {
        Error::WrongRank { expected, found, .. } => {
            Error::WrongRank { input, expected: expected + 1, found: found + 1 }
        }
        Error::ShapeMismatch { axis, expected, found, because, .. } => {
            Error::ShapeMismatch { input, axis: axis + 1, expected, found, because }
        }
        Error::NotDivisible { size, divisor, because, .. } => Error::NotDivisible { input, size, divisor, because },
        Error::NonFinite { mut index, value, .. } => {
            index.insert(0, layer);
            Error::NonFinite { input, index, value }
        }
        other => other,
    }
}
