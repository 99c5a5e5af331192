//! Gradients by id.

use crate::algorithm::{Algorithm, Arguments, Kind};
use crate::backend::{Backend, Reference};
use crate::error::{Error, Named, Result};
use crate::gradient::{Gradient, Through, Wanted, Way};
use crate::op::Op;
use crate::tensor::{Tensor, offset_of};
use crate::trace::{Gate, RecordedStep, Substitute, Trace};

use super::algorithms::find;
use super::request::Request;

/// The gradient of a result that is yet to be computed; by default of the main result, with ones behind it, for every tensor that has one.
///
/// # Example
/// How the first number of the output of attention changes with the values: by the weights of the first query.
/// ```
/// use attograph::catalog::{Arguments, GradientRequest};
/// use attograph::tensor::Tensor;
/// let x = Tensor::matrix(&[[1.0, 2.0], [3.0, 4.0]])?;
/// let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
/// let found = GradientRequest::new("scaled-dot-product-attention", &inputs).at(&[0, 0]).wrt(&["value"]).compute()?;
/// let weights = found.trace.outputs["weights"].data();
/// assert_eq!(found.gradients["value"].data(), [weights[0], 0.0, weights[1], 0.0]);
/// let cell = found.trace.cell("gradient/attention.value", &[0, 0])?; // opens like any other
/// assert_eq!(cell.terms.len(), 2); // one for each query
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct GradientRequest<'a> {
    id: &'a str,
    arguments: &'a Arguments,
    backend: &'a dyn Backend,
    of: Option<&'a str>,
    upstream: Upstream<'a>,
    wrt: Option<&'a [&'a str]>,
    through: Through,
    substitutes: &'a [Substitute<'a>],
}

/// The gradient of the result, where the way back starts.
#[derive(Clone, Copy)]
enum Upstream<'a> {
    Ones,
    At(&'a [usize]),
    Tensor(&'a Tensor),
}

impl<'a> GradientRequest<'a> {
    /// The id of the algorithm.
    pub fn id(&self) -> &'a str {
        self.id
    }

    /// Requests a gradient of the algorithm with this id.
    pub fn new(id: &'a str, arguments: &'a Arguments) -> GradientRequest<'a> {
        let (of, upstream, wrt, through) = (None, Upstream::Ones, None, Through::ClosedForms);
        GradientRequest { id, arguments, backend: &Reference, of, upstream, wrt, through, substitutes: &[] }
    }

    /// Computes on this backend.
    pub fn backend(self, backend: &'a dyn Backend) -> GradientRequest<'a> {
        GradientRequest { backend, ..self }
    }

    /// Of this result, in place of the main one.
    pub fn of(self, output: &'a str) -> GradientRequest<'a> {
        GradientRequest { of: Some(output), ..self }
    }

    /// Of one number of the result: a row of the Jacobian.
    pub fn at(self, index: &'a [usize]) -> GradientRequest<'a> {
        GradientRequest { upstream: Upstream::At(index), ..self }
    }

    /// Given how a loss changes with the result: a tensor of the result's shape.
    pub fn upstream(self, gradient: &'a Tensor) -> GradientRequest<'a> {
        GradientRequest { upstream: Upstream::Tensor(gradient), ..self }
    }

    /// With respect to these inputs, each of which has to have a gradient. Without it, every tensor that was given and has one; a notice names each of
    /// the others.
    pub fn wrt(self, inputs: &'a [&'a str]) -> GradientRequest<'a> {
        GradientRequest { wrt: Some(inputs), ..self }
    }

    /// With softmax and normalization in closed form, or with every step.
    pub fn through(self, through: Through) -> GradientRequest<'a> {
        GradientRequest { through, ..self }
    }

    /// Replaces the values of some steps, of the run or of the way back; later steps are computed from the replacements.
    pub fn substitutes(self, substitutes: &'a [Substitute<'a>]) -> GradientRequest<'a> {
        GradientRequest { substitutes, ..self }
    }

    /// Runs the algorithm, and goes back through it.
    ///
    /// # Errors
    /// Those of [`trace`](super::trace); [`Error::WrongType`] for an input that is no tensor and no
    /// number; [`Error::Unknown`] for a result or an input that the run does not have; [`Error::MissingInput`] for one that was not given; [`Error::NoGradient`] for one
    /// that has no gradient, with the step that stops it and the reason; [`Error::IndexOutOfBounds`], [`Error::WrongRank`], [`Error::ShapeMismatch`]
    /// where the gradient of the result does not fit it.
    ///
    /// # Complexity
    /// The run, and about twice its operations for the way back; a trace has about three times as many steps as that of the run.
    pub fn compute(self) -> Result<Gradient> {
        self.go(None)
    }

    /// As [`GradientRequest::compute`], with a gate that decides about each step of the run and of the way back before it is computed.
    ///
    /// # Errors
    /// As [`GradientRequest::compute`], and those of the gate.
    pub fn within(self, gate: &mut dyn Gate) -> Result<Gradient> {
        self.go(Some(gate))
    }

    fn go(self, mut gate: Option<&mut dyn Gate>) -> Result<Gradient> {
        let algorithm = find(self.id)?;
        let request = Request::new(self.id, self.arguments).backend(self.backend).substitutes(self.substitutes);
        let forward = match &mut gate {
            Some(gate) => request.gate(*gate).trace(),
            None => request.trace(),
        }?;
        let of = result(algorithm, &forward, self.of)?;
        let shape = of.tensor.shape().to_vec();
        let length = shape.iter().product();
        let upstream = match self.upstream {
            Upstream::Tensor(tensor) => tensor.clone(),
            Upstream::Ones if of.tensor.is_shape_only() => Tensor::of_shape(shape),
            Upstream::Ones => Tensor::new(shape, vec![1.0; length])?,
            Upstream::At(index) => {
                let place = (index.len() == shape.len()).then(|| offset_of(&shape, index)).flatten();
                let outside = || Error::IndexOutOfBounds { step: of.id(), index: index.to_vec(), shape: shape.clone() };
                let place = place.ok_or_else(outside)?;
                if of.tensor.is_shape_only() {
                    Tensor::of_shape(shape)
                } else {
                    Tensor::new(shape, (0..length).map(|offset| f64::from(u8::from(offset == place))).collect())?
                }
            }
        };
        let given = self.arguments.by_present_names(algorithm);
        let tensors = || algorithm.inputs.iter().filter(|input| matches!(input.kind, Kind::Tensor(_)));
        let names: Vec<&str> = match self.wrt {
            Some(names) => names.iter().map(|name| differentiable(algorithm, name)).collect::<Result<_>>()?,
            None => tensors().map(|input| input.name).filter(|name| given.get(name).is_some()).collect(),
        };
        let is_shown = |name: &str| forward.steps.iter().any(|step| step.input.as_deref() == Some(name));
        if let Some(name) = names.iter().find(|name| given.get(name).is_none() && !is_shown(name)) {
            return Err(Error::MissingInput { input: name.to_string() }.into());
        }
        let wanted = if self.wrt.is_some() { Wanted::Inputs(&names) } else { Wanted::Any(&names) };
        let way = Way { wanted, through: self.through, substitutes: self.substitutes };
        let of = of.id();
        crate::gradient::gradient(forward, &of, &upstream, way, self.backend, gate)
    }
}

/// Runs an algorithm and goes back from its main result, with ones behind it, to every tensor that has a gradient. [`GradientRequest`] has more options.
///
/// # Errors
/// Those of [`trace`](super::trace).
///
/// # Example
/// The sum of a layer norm's output does not change with its input, since the mean is taken out:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let found = catalog::gradient("layer-norm", &Arguments::new().with("x", Tensor::matrix(&[[1.0, 2.0, 4.0]])?))?;
/// assert!(found.gradients["x"].data().iter().all(|slope| slope.abs() < 1e-12));
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn gradient(id: &str, arguments: &Arguments) -> Result<Gradient> {
    GradientRequest::new(id, arguments).compute()
}

/// The step of a result: of the main one, which is the last step that is no count of positions, or of the one with this name.
fn result<'t>(algorithm: &Algorithm, trace: &'t Trace, name: Option<&str>) -> Result<&'t RecordedStep> {
    let missing = || Error::Internal { step: algorithm.id.into(), reason: "the result is no step".into() };
    let Some(name) = name else {
        let counts = |step: &&RecordedStep| matches!(step.spec.op(), Op::Size(_));
        return trace.steps.iter().rev().find(|step| !counts(step)).ok_or_else(|| missing().into());
    };
    let (Some(output), Some(tensor)) =
        (algorithm.outputs.iter().find(|output| output.name == name), trace.outputs.get(name))
    else {
        return Err(Error::unknown(Named::Output, name, trace.outputs.keys().copied()));
    };
    let is_it = |step: &&RecordedStep| {
        let is_declared = output.steps.iter().any(|spec| spec.id == step.spec.id());
        is_declared && step.tensor.data().as_ptr() == tensor.data().as_ptr() && step.tensor.shape() == tensor.shape()
    };
    let is_empty = |step: &&RecordedStep| {
        output.steps.iter().any(|spec| spec.id == step.spec.id()) && step.tensor.shape() == tensor.shape()
    };
    let found = trace.steps.iter().rev().find(is_it).or_else(|| trace.steps.iter().rev().find(is_empty));
    found.ok_or_else(|| missing().into())
}

/// The present name of an input that may have a gradient.
fn differentiable(algorithm: &Algorithm, name: &str) -> Result<&'static str> {
    let input = algorithm
        .input(name)
        .ok_or_else(|| Error::unknown(Named::Input, name, algorithm.inputs.iter().map(|input| input.name)))?;
    match input.kind {
        Kind::Tensor(_) | Kind::Number => Ok(input.name),
        _ => {
            let (expected, found) = ("a tensor or a number".into(), format!("of the kind `{}`", input.kind.name()));
            Err(Error::WrongType { input: input.name.into(), expected, found }.into())
        }
    }
}
