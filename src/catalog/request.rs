//! A request for a run: what is computed, by what, and what becomes of its steps.

use std::collections::BTreeMap;

use crate::algorithm::{Inputs, Kind};
use crate::backend::{Backend, Reference};
use crate::error::{Error, Result};
use crate::op::{EmptyRow, NonFinite, Settings};
use crate::tensor::Tensor;
use crate::trace::{Gate, Notice, Recorder, Run, Substitute, Tape, Trace, Untraced};

use super::algorithms::{find, is_sparse};
use super::{Algorithm, Argument, Arguments};

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The results, by name.
    pub outputs: BTreeMap<&'static str, Tensor>,
    /// The notices of the run.
    pub notices: Vec<Notice>,
    /// Whether matrices of nodes were computed only where there may be a message; then none of them is among the results.
    pub sparse: bool,
}

/// A run of an algorithm that is yet to be made; by default on the [`Reference`].
///
/// Every algorithm also takes `emptyRow` (`"zero"`, `"nan"` or `"error"`) and `nonFinite` (`"error"` or `"propagate"`).
///
/// # Example
/// The output that would follow if the first of two keys got all the attention:
/// ```
/// use attograph::catalog::{Arguments, Request};
/// use attograph::tensor::Tensor;
/// use attograph::trace::Substitute;
/// let x = Tensor::matrix(&[[1.0, 2.0], [3.0, 4.0]])?;
/// let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
/// let first = |_: &[&Tensor], _: &Tensor| Tensor::matrix(&[[1.0, 0.0], [1.0, 0.0]]);
/// let substitutes = [Substitute { step: "attention.weights", value: &first }];
/// let found = Request::new("scaled-dot-product-attention", &inputs).substitutes(&substitutes).evaluate()?;
/// assert_eq!(found.outputs["output"].data(), [1.0, 2.0, 1.0, 2.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub struct Request<'a> {
    id: &'a str,
    arguments: &'a Arguments,
    backend: &'a dyn Backend,
    gate: Option<&'a mut dyn Gate>,
    substitutes: &'a [Substitute<'a>],
    sparse: bool,
}

impl<'a> Request<'a> {
    /// Requests a run of the algorithm with this id.
    pub fn new(id: &'a str, arguments: &'a Arguments) -> Request<'a> {
        Request { id, arguments, backend: &Reference, gate: None, substitutes: &[], sparse: false }
    }

    /// Computes on this backend.
    pub fn backend(self, backend: &'a dyn Backend) -> Request<'a> {
        Request { backend, ..self }
    }

    /// Lets a gate decide about each step before it is computed.
    pub fn gate(self, gate: &'a mut dyn Gate) -> Request<'a> {
        Request { gate: Some(gate), ..self }
    }

    /// Computes matrices of nodes only where there may be a message, if the algorithm is one of [`SPARSE`](super::SPARSE) and no policy lets numbers through that
    /// are not finite, in time and memory that follow the messages and not nodes². By the reference every other result has the same bits.
    pub fn sparse(self) -> Request<'a> {
        Request { sparse: true, ..self }
    }

    /// Replaces the values of some steps; later steps are computed from the replacements.
    pub fn substitutes(self, substitutes: &'a [Substitute<'a>]) -> Request<'a> {
        Request { substitutes, ..self }
    }

    /// Runs the algorithm and keeps every step.
    ///
    /// # Errors
    /// [`Error::Unknown`](crate::error::Error::Unknown) and those of the algorithm, of the gate and of the substitutes;
    /// [`Error::Internal`](crate::error::Error::Internal) when a substitute has another shape than its step.
    pub fn trace(self) -> Result<Trace> {
        let algorithm = find(self.id)?;
        let mut recorder = Recorder::new();
        let (Evaluation { outputs, notices, .. }, settings) = self.execute(algorithm, &mut recorder)?;
        Ok(Trace { algorithm: algorithm.id, steps: recorder.into_steps(), outputs, notices, settings })
    }

    /// Runs the algorithm for its results alone.
    ///
    /// # Errors
    /// As [`Request::trace`].
    pub fn evaluate(self) -> Result<Evaluation> {
        self.watch(&mut Untraced)
    }

    /// Runs the algorithm with any tape.
    ///
    /// # Errors
    /// As [`Request::trace`].
    pub fn watch(self, tape: &mut dyn Tape) -> Result<Evaluation> {
        let algorithm = find(self.id)?;
        self.execute(algorithm, tape).map(|(evaluation, _)| evaluation)
    }

    /// Inputs may have their former names; the first of them is named by a notice.
    fn execute(self, algorithm: &Algorithm, tape: &mut dyn Tape) -> Result<(Evaluation, Settings)> {
        let given = self.arguments;
        Inputs::check_names(algorithm, given)?;
        let present = given.by_present_names(algorithm);
        let (mut evaluation, settings) =
            self.compute(algorithm, &present, tape).map_err(|error| given.in_their_names(algorithm, *error))?;
        if let Some((former, name)) = given.renamed(algorithm) {
            evaluation.notices.push(Notice::renamed_input(former, name));
        }
        Ok((evaluation, settings))
    }

    fn compute(
        self,
        algorithm: &Algorithm,
        arguments: &Arguments,
        tape: &mut dyn Tape,
    ) -> Result<(Evaluation, Settings)> {
        let inputs = Inputs::new(algorithm, arguments);
        inputs.check_kinds()?;
        let settings = settings(&inputs)?;
        let mut run = Run::new(self.backend, tape, settings);
        run.substitute(self.substitutes);
        if let Some((inputs, count)) = batch(algorithm, arguments)? {
            run.set_batch(inputs, count);
        }
        let is_sparse = self.sparse && is_sparse(algorithm, &settings);
        if is_sparse {
            run.keep_messages_only();
        }
        if let Some(gate) = self.gate {
            run.set_gate(gate);
        }
        let values = (algorithm.run)(&inputs, &mut run)?;
        let mut outputs = BTreeMap::new();
        for (name, value) in values {
            if !run.is_sparse(value)? {
                outputs.insert(name, run.all(value)?.clone());
            }
        }
        let inside = run.first_non_finite().map(str::to_string);
        let mut notices = run.into_notices();
        let broken: Vec<String> = outputs
            .iter()
            .filter(|(_, tensor)| tensor.data().iter().any(|number| !number.is_finite()))
            .map(|(name, _)| name.to_string())
            .collect();
        if !broken.is_empty() {
            notices.push(Notice::non_finite_results(broken));
        } else if let Some(step) = inside {
            notices.push(Notice::non_finite_step(&step));
        }
        Ok((Evaluation { outputs, notices, sparse: is_sparse }, settings))
    }
}

fn settings(inputs: &Inputs) -> Result<Settings> {
    let empty_row = match inputs.choice("emptyRow")? {
        "nan" => EmptyRow::Nan,
        "error" => EmptyRow::Error,
        _ => EmptyRow::Zero,
    };
    let non_finite = match inputs.choice("nonFinite")? {
        "propagate" => NonFinite::Propagate,
        _ => NonFinite::Error,
    };
    Ok(Settings { empty_row, non_finite })
}

/// The inputs that are given as a batch, and how many members it has, if there are any.
///
/// # Errors
/// [`Error::NoBatch`] for a learned tensor, and where graphs are batched as one graph; [`Error::WrongRank`] without an axis of members;
/// [`Error::ShapeMismatch`] where two inputs have other numbers of them.
fn batch(algorithm: &Algorithm, arguments: &Arguments) -> Result<Option<(Vec<String>, usize)>> {
    let mut found: Option<(Vec<String>, usize)> = None;
    let takes_graph = algorithm.inputs.iter().any(|input| matches!(input.kind, Kind::Graph));
    for (name, argument) in arguments.iter() {
        let Argument::Batch(tensor) = argument else { continue };
        let is_learned = algorithm.input(name).is_some_and(|input| input.learned);
        if is_learned || takes_graph {
            let why = if is_learned { "learned" } else { "graph" };
            return Err(Error::NoBatch { input: name.into(), why }.into());
        }
        let Some(&count) = tensor.shape().first() else {
            let rank = match algorithm.input(name).map(|input| input.kind) {
                Some(Kind::Tensor(spec)) => spec.axes.len(),
                _ => 0,
            };
            return Err(Error::WrongRank { input: name.into(), expected: 1 + rank, found: 0 }.into());
        };
        match &mut found {
            None => found = Some((vec![name.to_string()], count)),
            Some((names, expected)) if *expected != count => {
                let because = format!("the batch of `{}`", names.first().map(String::as_str).unwrap_or_default());
                let (axis, expected) = (0, *expected);
                let input = name.to_string();
                return Err(Error::ShapeMismatch { input, axis, expected, found: count, because }.into());
            }
            Some((names, _)) => names.push(name.to_string()),
        }
    }
    Ok(found)
}
