//! A run: a backend that computes, a tape that records, the lengths of axes, and notices.

use std::borrow::Cow;
use std::sync::Arc;

use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::op::{Conflict, EmptyRow, Letters, MEMBER, NonFinite, Op, Plan, Settings, Sizes, Spec};
use crate::tensor::{Pattern, Tensor, check_memory, element_count};

use super::entry::Entry;
use super::record::RecordedStep;
use super::{Admission, Gate, Notice, Tape, non_finite, sparse};

/// A replacement for the value of a step.
#[derive(Clone, Copy)]
pub struct Substitute<'a> {
    /// The step's name within the trace.
    pub step: &'a str,
    /// The value to go on with, from the step's operands and its own result.
    pub value: &'a dyn Fn(&[&Tensor], &Tensor) -> Result<Tensor>,
}

/// A handle on a tensor of a run. It is `Copy`, so that straight-line code may use it repeatedly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value(usize);

/// Whether matrices of nodes are computed and kept as a whole.
enum Matrices {
    /// All of their cells.
    Full,
    /// The cells where there may be a message, once the graph is known.
    Sparse(Option<Arc<Pattern>>),
}

/// The inputs that have one more axis in front, and how many members it counts.
struct Batch {
    inputs: Vec<String>,
    count: usize,
}

/// One run of one algorithm.
pub struct Run<'a> {
    backend: &'a dyn Backend,
    tape: &'a mut dyn Tape,
    settings: Settings,
    scope: String,
    sizes: Sizes,
    notices: Vec<Notice>,
    entries: Vec<Entry>,
    substitutes: &'a [Substitute<'a>],
    gate: Option<&'a mut dyn Gate>,
    batch: Option<Batch>,
    matrices: Matrices,
    first_non_finite: Option<String>,
}

impl<'a> Run<'a> {
    /// Starts a run.
    pub fn new(backend: &'a dyn Backend, tape: &'a mut dyn Tape, settings: Settings) -> Run<'a> {
        Run {
            backend,
            tape,
            settings,
            scope: String::new(),
            sizes: Sizes::default(),
            notices: Vec::new(),
            entries: Vec::new(),
            substitutes: &[],
            gate: None,
            batch: None,
            matrices: Matrices::Full,
            first_non_finite: None,
        }
    }

    /// Sets the gate that decides about each step before it is computed.
    pub fn set_gate(&mut self, gate: &'a mut dyn Gate) {
        self.gate = Some(gate);
    }

    /// Says that these inputs have one more axis in front, which counts the members of a batch.
    pub fn set_batch(&mut self, inputs: Vec<String>, count: usize) {
        self.batch = Some(Batch { inputs, count });
    }

    /// Says that of matrices of nodes, `[…, target, source]`, only the cells are computed where there may be a message; the numbers of all others are one and the same, and go without saying.
    pub fn keep_messages_only(&mut self) {
        self.matrices = Matrices::Sparse(None);
    }

    /// Says where in matrices of nodes there may be messages, `[target, source]`; a run that computes whole matrices does not ask.
    pub fn set_messages(&mut self, cells: impl FnOnce() -> Arc<Pattern>) {
        if let Matrices::Sparse(pattern) = &mut self.matrices {
            *pattern = Some(cells());
        }
    }

    /// The cells that are kept of a matrix of nodes, if not all are.
    pub(super) fn pattern(&self) -> Option<Arc<Pattern>> {
        match &self.matrices {
            Matrices::Full => None,
            Matrices::Sparse(pattern) => pattern.clone(),
        }
    }

    /// Whether of a value only some cells are kept.
    ///
    /// # Errors
    /// [`Error::Internal`] when the value belongs to another run.
    pub fn is_sparse(&self, value: Value) -> Result<bool> {
        self.entry(value).map(|entry| entry.sparse.is_some())
    }

    /// Replaces the values of some steps. Later steps are computed from the replacements.
    pub fn substitute(&mut self, substitutes: &'a [Substitute<'a>]) {
        self.substitutes = substitutes;
    }

    /// Runs a part of the algorithm under a name: its steps are marked as `name/…`, and its letters are its own, so that the same part may serve
    /// twice with other shapes.
    ///
    /// # Errors
    /// Those of `part`.
    pub fn within<T>(&mut self, name: &str, part: impl FnOnce(&mut Run<'a>) -> Result<T>) -> Result<T> {
        let outside = self.enter(name);
        let result = part(self);
        (self.scope, self.sizes) = outside;
        result
    }

    /// Runs one round of a part that is repeated: as [`Run::within`], with the steps marked as `name[number]/…`.
    ///
    /// # Errors
    /// Those of `part`.
    pub fn round<T>(&mut self, name: &str, number: usize, part: impl FnOnce(&mut Run<'a>) -> Result<T>) -> Result<T> {
        self.within(&format!("{name}[{number}]"), part)
    }

    fn enter(&mut self, name: &str) -> (String, Sizes) {
        let inner = if self.scope.is_empty() { name.to_string() } else { format!("{}/{name}", self.scope) };
        (std::mem::replace(&mut self.scope, inner), std::mem::take(&mut self.sizes))
    }

    /// The policies of this run.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The notices so far.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// Ends the run and returns its notices.
    pub fn into_notices(self) -> Vec<Notice> {
        self.notices
    }

    /// The name of the first step in which NaN or an infinity came up that none of its operands explains, if there is one.
    pub fn first_non_finite(&self) -> Option<&str> {
        self.first_non_finite.as_deref()
    }

    /// Adds a notice.
    pub fn notice(&mut self, notice: Notice) {
        self.notices.push(notice);
    }

    /// Returns the tensor of a value of this run, by whose numbers or sizes the run goes on.
    ///
    /// # Errors
    /// [`Error::NoBatch`] for the tensors of a batch, of which each might go on otherwise; [`Error::Internal`] when the value belongs to another run.
    pub fn tensor(&self, value: Value) -> Result<&Tensor> {
        let entry = self.entry(value)?;
        match &self.batch {
            Some(batch) if entry.of_batch => {
                let input = batch.inputs.first().cloned().unwrap_or_default();
                Err(Error::NoBatch { input, why: "read" }.into())
            }
            _ if entry.sparse.is_some() => {
                let reason = "of this matrix only some cells are kept".into();
                Err(Error::Internal { step: String::new(), reason }.into())
            }
            _ => Ok(&entry.tensor),
        }
    }

    /// Returns the tensor of a value of this run as it is: of a batch, the tensors of all members behind each other.
    ///
    /// # Errors
    /// [`Error::Internal`] when the value belongs to another run.
    pub fn all(&self, value: Value) -> Result<&Tensor> {
        self.entry(value).map(|entry| &entry.tensor)
    }

    /// Returns the length of every axis of a value of this run, without the axis of a batch.
    ///
    /// # Errors
    /// [`Error::Internal`] when the value belongs to another run.
    pub fn shape(&self, value: Value) -> Result<&[usize]> {
        let entry = self.entry(value)?;
        Ok(entry.shape().get(usize::from(entry.of_batch)..).unwrap_or_default())
    }

    /// Returns what `read` makes of the numbers of a value, or `bound` where only the shape of the value is known.
    ///
    /// # Errors
    /// As [`Run::tensor`]; [`Error::Internal`] when the value belongs to another run.
    pub fn known_or(&self, value: Value, bound: usize, read: impl FnOnce(&Tensor) -> usize) -> Result<usize> {
        self.tensor(value).map(|tensor| if tensor.is_shape_only() { bound } else { read(tensor) })
    }

    /// Whether this run computes shapes only where numbers would take long.
    pub fn is_estimate(&self) -> bool {
        self.gate.as_ref().is_some_and(|gate| gate.estimates())
    }

    fn entry(&self, Value(number): Value) -> Result<&Entry> {
        self.entries.get(number).ok_or_else(|| {
            Error::Internal { step: String::new(), reason: "the value belongs to another run".into() }.into()
        })
    }

    /// Puts a step on the tape, and holds its tensor for the steps that read it.
    fn mark(&mut self, spec: Spec, input: Option<&str>, plan: Plan, tensor: Tensor, operands: Vec<usize>) -> Value {
        self.mark_as(spec, input, plan, (tensor, None), operands)
    }

    /// As [`Run::mark`], also for a matrix of which only some cells are kept, with its shape.
    fn mark_as(
        &mut self,
        spec: Spec,
        input: Option<&str>,
        plan: Plan,
        (tensor, sparse): (Tensor, Option<Vec<usize>>),
        operands: Vec<usize>,
    ) -> Value {
        let (scope, input) = (self.scope.clone(), input.map(str::to_string));
        let of_batch = spec.is_of_batch();
        let step = self.tape.mark(RecordedStep { scope, spec, input, plan, tensor: tensor.clone(), operands });
        self.entries.push(Entry { tensor, of_batch, sparse, step });
        Value(self.entries.len() - 1)
    }

    /// Takes over the value of a step that another run recorded, under its number. A run that goes on from a trace has a tape that numbers its own steps
    /// behind those of the trace; see [`super::Recorder::behind`].
    pub fn adopt(&mut self, recorded: &RecordedStep, step: usize) -> Value {
        let (tensor, of_batch) = (recorded.tensor.clone(), recorded.spec.is_of_batch());
        self.entries.push(Entry { tensor, of_batch, sparse: None, step });
        Value(self.entries.len() - 1)
    }

    /// Sets the length of a letter's axis, which the input or parameter `because` requires.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] when it is known to be another.
    pub fn bind(&mut self, letter: char, size: usize, because: impl Into<Cow<'static, str>>) -> Result<()> {
        self.sizes.bind(letter, size, because)
    }

    /// Sets the lengths of the letters of a value's axes, one letter for each axis: a part whose letters are its own begins with its operands.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] when one is known to be another, [`Error::Internal`] when the value belongs to another run.
    pub fn bind_axes(&mut self, letters: &str, value: Value, because: &str) -> Result<()> {
        let shape = self.shape(value)?.to_vec();
        letters.chars().zip(shape).try_for_each(|(letter, length)| self.bind(letter, length, because.to_string()))
    }

    /// The length of a letter's axis, once an input or [`Run::bind`] has set it.
    ///
    /// # Errors
    /// [`Error::Internal`] when nothing has set it.
    pub fn size(&self, letter: char) -> Result<usize> {
        self.sizes.get(letter).ok_or_else(|| {
            Error::Internal { step: String::new(), reason: format!("the length of letter `{letter}` is unknown") }
                .into()
        })
    }

    /// Checks that the axis of a letter has at least one position.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] naming the input.
    pub fn require_positive(&self, letter: char, input: &str) -> Result<()> {
        if self.size(letter)? == 0 {
            return Err(Error::OutOfRange {
                input: input.into(),
                index: Vec::new(),
                value: 0.0,
                expected: "of a width of at least 1".into(),
            }
            .into());
        }
        Ok(())
    }

    /// Validates an input, its shape by the letters of `spec` and its numbers by the run's policy, and marks it as a step.
    ///
    /// # Errors
    /// [`Error::WrongRank`], [`Error::ShapeMismatch`], [`Error::NotDivisible`], [`Error::NonFinite`], each naming `input`.
    pub fn given(&mut self, spec: impl Into<Spec>, input: &str, tensor: &Tensor) -> Result<Value> {
        let of_batch = self.batch.as_ref().filter(|batch| batch.inputs.iter().any(|name| name == input));
        let spec = spec.into().for_batch(&[of_batch.is_some()]);
        if let Some(count) = of_batch.map(|batch| batch.count) {
            self.bind(MEMBER, count, "the batch")?;
        }
        self.sizes.bind_axes(Letters::parse(spec.index()), tensor.shape(), &format!("`{input}`")).map_err(
            |conflict| {
                let found = |axis: usize| tensor.shape().get(axis).copied().unwrap_or_default();
                match conflict {
                    Conflict::Rank { expected } => {
                        Error::WrongRank { input: input.into(), expected, found: tensor.shape().len() }
                    }
                    Conflict::Length { axis, expected, because } => {
                        Error::ShapeMismatch { input: input.into(), axis, expected, found: found(axis), because }
                    }
                    Conflict::Multiple { axis, divisor, because } => {
                        Error::NotDivisible { input: input.into(), size: found(axis), divisor, because }
                    }
                    Conflict::Unknown { letter } => Error::Internal {
                        step: spec.id().into(),
                        reason: format!("the length of letter `{letter}` is unknown"),
                    },
                }
            },
        )?;
        element_count(input, tensor.shape())?;
        self.check_finite(input, tensor.data(), |offset| tensor.index_of(offset))?;
        let plan = Plan::new(&spec, &self.sizes)?;
        Ok(self.mark(spec, Some(input), plan, tensor.clone(), Vec::new()))
    }

    /// Checks the numbers of an input by the run's policy; `index` returns the index of the number at an offset.
    ///
    /// # Errors
    /// [`Error::NonFinite`] naming the input and the place.
    pub fn check_finite(&self, input: &str, numbers: &[f64], index: impl Fn(usize) -> Vec<usize>) -> Result<()> {
        if self.settings.non_finite == NonFinite::Propagate {
            return Ok(());
        }
        match numbers.iter().enumerate().find(|(_, number)| !number.is_finite()) {
            Some((place, &value)) => Err(Error::NonFinite { input: input.into(), index: index(place), value }.into()),
            None => Ok(()),
        }
    }

    /// Validates a single number as an input, and marks it as a step.
    ///
    /// # Errors
    /// As [`Run::given`].
    pub fn given_number(&mut self, spec: impl Into<Spec>, input: &str, value: f64) -> Result<Value> {
        self.given(spec, input, &Tensor::scalar(value))
    }

    /// Computes a step from its operands, in the order of its reads, and marks it.
    ///
    /// # Errors
    /// [`Error::Internal`] when the operands do not fit the step's table, [`Error::TooLarge`] when the result would be.
    pub fn step(&mut self, spec: impl Into<Spec>, operands: &[Value]) -> Result<Value> {
        let spec = spec.into();
        let internal = |reason: String| Box::new(Error::Internal { step: spec.id().into(), reason });
        if operands.len() != spec.reads().len() {
            return Err(internal(format!("{} operands for {} reads", operands.len(), spec.reads().len())));
        }
        let entries: Option<Vec<&Entry>> = operands.iter().map(|&Value(number)| self.entries.get(number)).collect();
        let entries = entries.ok_or_else(|| internal("an operand belongs to another run".into()))?;
        let of_batch: Vec<bool> = entries.iter().map(|entry| entry.of_batch).collect();
        if let Some(batch) = self.batch.as_ref().filter(|_| of_batch.contains(&true)) {
            self.sizes.bind(MEMBER, batch.count, "the batch")?;
        }
        let spec = spec.clone().for_batch(&of_batch);
        for (read, entry) in spec.reads().into_iter().zip(&entries) {
            self.sizes
                .bind_axes(Letters::parse(read), entry.shape(), spec.id())
                .map_err(|_| internal(format!("operand of shape {:?} read as `{}`", entry.shape(), read)))?;
        }
        if let Some(pattern) = self.pattern().filter(|_| sparse::concerns(&spec, &entries)) {
            return self.sparse_step(spec, operands, &pattern);
        }
        let plan = Plan::new(&spec, &self.sizes)?;
        let tensors: Vec<&Tensor> = entries.iter().map(|entry| &entry.tensor).collect();
        let steps: Vec<usize> = entries.iter().map(|entry| entry.step).collect();
        let admission = self.gate.as_mut().map(|gate| gate.admit(&spec, &plan, &tensors)).transpose()?;
        if admission == Some(Admission::ShapeOnly) {
            let tensor = Tensor::of_shape(plan.shape().to_vec());
            return Ok(self.mark(spec, None, plan, tensor, steps));
        }
        check_memory(spec.id(), plan.shape())?;
        let data: Vec<&[f64]> = tensors.iter().map(|tensor| tensor.data()).collect();
        let numbers = match spec.op() {
            Op::Given => return Err(internal("an input is not computed".into())),
            Op::Size(letter) => vec![self.size(letter)? as f64],
            Op::Contract => self.backend.contract(&plan, &data),
            Op::Map(function) => self.backend.map(&plan, function, &data, &self.settings),
            Op::Reduce(reduction) => self.backend.reduce(&plan, reduction, &data),
            Op::Gather => self.backend.gather(&plan, &data),
            Op::Scatter(reduction) => self.backend.scatter(&plan, reduction, &data),
            Op::Rule(_) | Op::Transpose(..) if !spec.is_of_batch() => by_rule(&spec.op(), &tensors, plan.shape()),
            Op::Rule(_) | Op::Transpose(..) => {
                let members = spec.members(&tensors, plan.shape());
                members.iter().flat_map(|one| by_rule(&spec.op(), &one.tensors(), &one.shape)).collect()
            }
        };
        let tensor = Tensor::new(plan.shape().to_vec(), numbers)
            .map_err(|_| internal("the result does not fill its shape".into()))?;
        let tensor = self.substituted(&spec, &tensors, tensor)?;
        if self.first_non_finite.is_none() && non_finite::comes_up(&spec.op(), &tensors, &tensor) {
            self.first_non_finite = Some(spec.id_within(&self.scope));
        }
        Ok(self.mark(spec, None, plan, tensor, steps))
    }

    /// As [`Run::step`], where a matrix of nodes is read or written of which only some cells are kept.
    fn sparse_step(&mut self, spec: Spec, operands: &[Value], pattern: &Pattern) -> Result<Value> {
        let entries: Vec<&Entry> = operands.iter().filter_map(|&Value(number)| self.entries.get(number)).collect();
        let tensors: Vec<&Tensor> = entries.iter().map(|entry| &entry.tensor).collect();
        let steps: Vec<usize> = entries.iter().map(|entry| entry.step).collect();
        let form = sparse::Form::new(&spec, &entries, &self.sizes, pattern)?;
        let plan = form.plan()?;
        let admission = self.gate.as_mut().map(|gate| gate.admit(&spec, &plan, &tensors)).transpose()?;
        if admission == Some(Admission::ShapeOnly) {
            let tensor = Tensor::of_shape(plan.shape().to_vec());
            let value = (tensor, form.shape());
            return Ok(self.mark_as(spec, None, plan, value, steps));
        }
        check_memory(spec.id(), plan.shape())?;
        let tensor = Tensor::new(plan.shape().to_vec(), form.compute(self.backend, &plan, &tensors, &self.settings)?)?;
        if self.first_non_finite.is_none() && non_finite::comes_up(&spec.op(), &tensors, &tensor) {
            self.first_non_finite = Some(spec.id_within(&self.scope));
        }
        let value = (tensor, form.shape());
        Ok(self.mark_as(spec, None, plan, value, steps))
    }

    /// Returns the value of a step: its replacement, if there is one, or what was computed.
    fn substituted(&self, spec: &Spec, operands: &[&Tensor], tensor: Tensor) -> Result<Tensor> {
        let named = |step: &str| {
            let scope = step.strip_suffix(spec.id());
            scope.is_some_and(|scope| scope.strip_suffix('/').unwrap_or(scope) == self.scope)
        };
        let Some(substitute) = self.substitutes.iter().find(|substitute| named(substitute.step)) else {
            return Ok(tensor);
        };
        let value = (substitute.value)(operands, &tensor)?;
        if value.shape() == tensor.shape() {
            return Ok(value);
        }
        let reason = format!("a substitute of shape {:?} for {:?}", value.shape(), tensor.shape());
        Err(Error::Internal { step: spec.id().into(), reason }.into())
    }

    /// Applies the policy for softmax rows without any key, given the row maxima (−∞ for such a row).
    ///
    /// The last axis counts the rows; a row is reported once, even if it is empty in several heads.
    ///
    /// # Errors
    /// [`Error::FullyMaskedRow`] if the policy is an error.
    pub fn check_empty_rows(&mut self, row_max: Value, notice: fn(Vec<usize>) -> Notice) -> Result<()> {
        let maxima = self.all(row_max)?.clone();
        let is_empty = |value: &f64| *value == f64::NEG_INFINITY;
        let Some(first) = maxima.data().iter().position(is_empty) else {
            return Ok(());
        };
        if self.settings.empty_row == EmptyRow::Error {
            return Err(Error::FullyMaskedRow { row: maxima.index_of(first) }.into());
        }
        let length = maxima.shape().last().copied().unwrap_or(1).max(1);
        let rows = (0..length).filter(|&row| maxima.data().iter().skip(row).step_by(length).any(is_empty)).collect();
        self.notice(notice(rows));
        Ok(())
    }
}

/// Computes a rule, or its transpose.
fn by_rule(op: &Op, tensors: &[&Tensor], shape: &[usize]) -> Vec<f64> {
    match op {
        Op::Rule(rule) => rule.tensor(tensors, shape),
        Op::Transpose(rule, operand) => rule.transposed(*operand, tensors),
        _ => Vec::new(),
    }
}
