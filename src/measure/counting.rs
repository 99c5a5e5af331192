//! The cost of a run: operations and bytes of every step, counted while it runs.
//!
//! ```text
//! S = Q Kᵀ    n · m cells, d products each      n m d multiplications, n m d additions, 2 n m d numbers read, n m written
//! ```
//!
//! The plain loop is counted: a number that is used twice is read twice, and a sum of d terms takes d additions, including the one to 0. A number has 8
//! bytes. The cost of a function of single numbers is part of its declaration: see [`crate::op::Cost`].

use crate::algorithm::Arguments;
use crate::backend::Backend;
use crate::catalog::{GradientRequest, Request};
use crate::error::Result;
use crate::op::{Op, Rule};
use crate::tensor::{Tensor, index_at};
use crate::trace::{RecordedStep, Tape};

use super::closed_form::multiplications;
use super::operations::sweeps;

pub use super::closed_form::ClosedForm;
pub use super::operations::Operations;

/// The cost of one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepCount {
    /// The step's name within its trace.
    pub step: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// The number of iterations over the letters that a cell sums over: 1 for a step that is computed cell by cell.
    pub sweeps: u64,
    /// The count. An input costs nothing.
    pub operations: Operations,
}

/// The cost of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Every step, in order.
    pub steps: Vec<StepCount>,
    /// All steps together.
    pub total: Operations,
    /// The theoretical number of multiplications, where the formula is known.
    pub closed_form: Option<ClosedForm>,
}

/// A tape that keeps no step but counts the cost of each.
#[derive(Debug, Default)]
pub struct Counting {
    steps: Vec<StepCount>,
    tensors: Vec<Tensor>,
}

impl Tape for Counting {
    fn mark(&mut self, step: RecordedStep) -> usize {
        let RecordedStep { plan, tensor, operands, .. } = &step;
        let op = step.spec.op();
        let read: Vec<&Tensor> = operands.iter().filter_map(|&number| self.tensors.get(number)).collect();
        let of_member = |rule: &Rule, read: &[&Tensor], shape: &[usize]| match (&op, read.split_first()) {
            // The numbers that the rule looks at are those that its transpose adds up.
            (Op::Transpose(..), Some((upstream, operands))) => reads(rule, operands, upstream.shape()),
            _ => reads(rule, read, shape),
        };
        let operations = Operations::of_step(&op, plan, |rule| {
            let members = step.spec.members(&read, tensor.shape());
            members.iter().map(|member| of_member(rule, &member.tensors(), &member.shape)).sum()
        });
        let sweeps = if matches!(op, Op::Contract | Op::Reduce(_)) { sweeps(plan) } else { 1 };
        self.steps.push(StepCount { step: step.id(), shape: tensor.shape().to_vec(), sweeps, operations });
        self.tensors.push(step.tensor);
        self.steps.len() - 1
    }
}

impl Counting {
    fn counts(self, closed_form: Option<ClosedForm>) -> Counts {
        let mut total = Operations::default();
        for step in &self.steps {
            total.add(&step.operations);
        }
        Counts { steps: self.steps, total, closed_form }
    }
}

/// How many numbers a rule looks at: those that its cells read, or its work where each cell continues the one before it.
fn reads(rule: &Rule, operands: &[&Tensor], shape: &[usize]) -> u64 {
    if rule.cumulative {
        return (rule.work)(operands, shape);
    }
    let of_cell = |offset| rule.sources(operands, shape, &index_at(shape, offset)).len() as u64;
    (0..shape.iter().product()).map(of_cell).sum()
}

/// Runs an algorithm and counts the operations and bytes of every step.
///
/// # Errors
/// As [`catalog::trace`](crate::catalog::trace).
///
/// # Complexity
/// That of the run; for rules, one operation for each number that a cell reads; [`Rule::work`] for cumulative ones.
///
/// # Example
/// Twice the tokens, four times the scores:
/// ```
/// use attograph::backend::Reference;
/// use attograph::catalog::Arguments;
/// use attograph::measure::counting::count;
/// use attograph::tensor::Tensor;
/// let scores = |tokens: usize| {
///     let x = Tensor::new(vec![tokens, 4], vec![0.5; tokens * 4]).unwrap();
///     let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
///     let counts = count("scaled-dot-product-attention", &inputs, &Reference).unwrap();
///     counts.steps.iter().find(|step| step.step == "attention.scores").unwrap().operations.multiplications
/// };
/// assert_eq!((scores(8), scores(16)), (8 * 8 * 4, 16 * 16 * 4));
/// ```
pub fn count(id: &str, arguments: &Arguments, backend: &dyn Backend) -> Result<Counts> {
    let mut tape = Counting::default();
    Request::new(id, arguments).backend(backend).watch(&mut tape)?;
    Ok(tape.counts(multiplications(id, arguments)))
}

/// Goes back through a run, and counts the operations and bytes of every step of the run and of the way back.
///
/// # Errors
/// As [`GradientRequest::compute`].
pub fn count_gradient(request: GradientRequest<'_>) -> Result<Counts> {
    let mut tape = Counting::default();
    for step in request.compute()?.trace.steps {
        tape.mark(step);
    }
    Ok(tape.counts(None))
}
