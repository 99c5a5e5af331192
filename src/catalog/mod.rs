//! Every algorithm by its id, and how to run one.
//!
//! The catalog is the interface. The npm package, the page, the tests and the golden files all go through [`trace`] and [`evaluate`] by id.

mod algorithms;

use std::collections::BTreeMap;

use crate::backend::{Backend, Reference};
use crate::error::{Error, Named, Result};
use crate::op::{EmptyRow, NonFinite, Settings};
use crate::tensor::Tensor;
use crate::trace::{Gate, Notice, Recorder, Run, Substitute, Tape, Trace, Untraced};

pub use crate::algorithm::{Algorithm, Argument, Arguments};
pub use algorithms::ALGORITHMS;

/// What [`evaluate`] returns.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The results, by name.
    pub outputs: BTreeMap<&'static str, Tensor>,
    /// The notices of the run.
    pub notices: Vec<Notice>,
}

/// Finds an algorithm by its id.
///
/// # Errors
/// [`Error::Unknown`].
pub fn find(id: &str) -> Result<&'static Algorithm> {
    ALGORITHMS
        .iter()
        .find(|algorithm| algorithm.id == id)
        .copied()
        .ok_or_else(|| Error::unknown(Named::Algorithm, id, ALGORITHMS.iter().map(|known| known.id)))
}

/// Runs an algorithm on the reference backend and keeps every step.
///
/// Every algorithm also takes `emptyRow` (`"zero"`, `"nan"` or `"error"`) and `nonFinite` (`"error"` or `"propagate"`).
///
/// # Errors
/// [`Error::Unknown`], and those of the algorithm.
///
/// # Example
/// ```
/// use attograph::catalog::{self, Arguments};
/// let trace = catalog::trace("sinusoidal-encoding", &Arguments::new().with("length", 3.0).with("width", 4.0))?;
/// assert_eq!(trace.outputs["encoding"].get(&[0, 1]), Some(1.0)); // cos 0
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn trace(id: &str, arguments: &Arguments) -> Result<Trace> {
    trace_with(id, arguments, &[])
}

/// As [`trace`], with the values of some steps replaced; later steps are computed from the replacements.
///
/// # Errors
/// As [`trace`], and those of the substitutes; [`Error::Internal`] when a substitute has another shape than its step.
pub fn trace_with(id: &str, arguments: &Arguments, substitutes: &[Substitute]) -> Result<Trace> {
    let algorithm = find(id)?;
    let mut recorder = Recorder::new();
    let (evaluation, settings) = execute(algorithm, arguments, &Reference, &mut recorder, None, substitutes)?;
    let Evaluation { outputs, notices } = evaluation;
    Ok(Trace { algorithm: algorithm.id, steps: recorder.into_steps(), outputs, notices, settings })
}

/// As [`trace`], with a gate that decides about each step before it is computed.
///
/// # Errors
/// As [`trace`], and those of the gate.
pub fn trace_gated(id: &str, arguments: &Arguments, gate: &mut dyn Gate) -> Result<Trace> {
    let algorithm = find(id)?;
    let mut recorder = Recorder::new();
    let (evaluation, settings) = execute(algorithm, arguments, &Reference, &mut recorder, Some(gate), &[])?;
    let Evaluation { outputs, notices } = evaluation;
    Ok(Trace { algorithm: algorithm.id, steps: recorder.into_steps(), outputs, notices, settings })
}

/// Runs an algorithm on any backend and returns only its results.
///
/// # Errors
/// As [`trace`].
pub fn evaluate(id: &str, arguments: &Arguments, backend: &dyn Backend) -> Result<Evaluation> {
    watch(id, arguments, backend, &mut Untraced)
}

/// As [`evaluate`], with a gate that decides about every step before it is computed.
///
/// # Errors
/// As [`trace`], and those of the gate.
pub fn evaluate_gated(
    id: &str,
    arguments: &Arguments,
    backend: &dyn Backend,
    gate: &mut dyn Gate,
) -> Result<Evaluation> {
    watch_gated(id, arguments, backend, &mut Untraced, gate)
}

/// Runs an algorithm on any backend with any tape, and returns its results.
///
/// # Errors
/// As [`trace`].
pub fn watch(id: &str, arguments: &Arguments, backend: &dyn Backend, tape: &mut dyn Tape) -> Result<Evaluation> {
    execute(find(id)?, arguments, backend, tape, None, &[]).map(|(evaluation, _)| evaluation)
}

/// As [`watch`], with a gate that decides about each step before it is computed.
///
/// # Errors
/// As [`trace`], and those of the gate.
pub fn watch_gated(
    id: &str,
    arguments: &Arguments,
    backend: &dyn Backend,
    tape: &mut dyn Tape,
    gate: &mut dyn Gate,
) -> Result<Evaluation> {
    execute(find(id)?, arguments, backend, tape, Some(gate), &[]).map(|(evaluation, _)| evaluation)
}

/// Runs an algorithm. Inputs may have their former names; the first of them is named by a notice.
fn execute(
    algorithm: &Algorithm,
    arguments: &Arguments,
    backend: &dyn Backend,
    tape: &mut dyn Tape,
    gate: Option<&mut dyn Gate>,
    substitutes: &[Substitute],
) -> Result<(Evaluation, Settings)> {
    arguments.check_names(algorithm)?;
    let present = arguments.by_present_names(algorithm);
    let (mut evaluation, settings) = compute(algorithm, &present, backend, tape, gate, substitutes)
        .map_err(|error| arguments.in_their_names(algorithm, *error))?;
    if let Some((former, name)) = arguments.renamed(algorithm) {
        evaluation.notices.push(Notice::renamed_input(former, name));
    }
    Ok((evaluation, settings))
}

fn compute(
    algorithm: &Algorithm,
    arguments: &Arguments,
    backend: &dyn Backend,
    tape: &mut dyn Tape,
    gate: Option<&mut dyn Gate>,
    substitutes: &[Substitute],
) -> Result<(Evaluation, Settings)> {
    arguments.check_kinds(algorithm)?;
    let settings = settings(arguments)?;
    let mut run = Run::new(backend, tape, settings);
    run.substitute(substitutes);
    if let Some(gate) = gate {
        run.set_gate(gate);
    }
    let values = (algorithm.run)(arguments, &mut run)?;
    let mut outputs = BTreeMap::new();
    for (name, value) in values {
        outputs.insert(name, run.tensor(value)?.clone());
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
    Ok((Evaluation { outputs, notices }, settings))
}

fn settings(arguments: &Arguments) -> Result<Settings> {
    let empty_row = match arguments.choice("emptyRow", &["zero", "nan", "error"])? {
        Some("nan") => EmptyRow::Nan,
        Some("error") => EmptyRow::Error,
        _ => EmptyRow::Zero,
    };
    let non_finite = match arguments.choice("nonFinite", &["error", "propagate"])? {
        Some("propagate") => NonFinite::Propagate,
        _ => NonFinite::Error,
    };
    Ok(Settings { empty_row, non_finite })
}
