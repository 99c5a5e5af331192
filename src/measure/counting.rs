//! The cost of a run: operations and bytes of every step, counted while it runs.
//!
//! ```text
//! S = Q Kᵀ    n · m cells, d products each      n m d multiplications, n m d additions, 2 n m d numbers read, n m written
//! ```
//!
//! The plain loop is counted: a number that is used twice is read twice, and a sum of d terms takes d additions, including the one to 0. A number has 8
//! bytes. The cost of a function of single numbers is part of its declaration: see [`Cost`].

use crate::algorithm::Arguments;
use crate::backend::Backend;
use crate::catalog;
use crate::error::Result;
use crate::tensor::Tensor;
use crate::trace::{Cost, Op, Plan, Reduction, StepSpec, Tape};

use super::closed_form::multiplications;

pub use super::closed_form::ClosedForm;

/// The bytes of one number.
const BYTES: u64 = 8;

/// Numbers of operations and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operations {
    /// Multiplications, divisions and remainders.
    pub multiplications: u64,
    /// Additions, subtractions and changes of sign.
    pub additions: u64,
    /// Exponentials, logarithms, roots, sines, absolute values, roundings and other functions of single numbers.
    pub functions: u64,
    /// Comparisons, minima, maxima and conditions.
    pub comparisons: u64,
    /// Operations of rules (a sort, a list of neighbors …): one for each number that a cell reads.
    pub by_rules: u64,
    /// Bytes read.
    pub bytes_read: u64,
    /// Bytes written.
    pub bytes_written: u64,
}

impl Operations {
    fn add(&mut self, other: &Operations) {
        self.multiplications += other.multiplications;
        self.additions += other.additions;
        self.functions += other.functions;
        self.comparisons += other.comparisons;
        self.by_rules += other.by_rules;
        self.bytes_read += other.bytes_read;
        self.bytes_written += other.bytes_written;
    }
}

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
    // Fused kernels have no steps to count.
    fn records(&self) -> bool {
        true
    }

    fn mark(
        &mut self,
        scope: &str,
        spec: &'static StepSpec,
        _: Option<&str>,
        plan: &Plan,
        tensor: &Tensor,
        operands: &[usize],
    ) -> usize {
        let step = if scope.is_empty() { spec.id.to_string() } else { format!("{scope}/{}", spec.id) };
        let read: Vec<&Tensor> = operands.iter().filter_map(|&number| self.tensors.get(number)).collect();
        let operations = operations(spec.op, plan, tensor, &read);
        let sweeps = if matches!(spec.op, Op::Contract | Op::Reduce(_)) { sweeps(plan) } else { 1 };
        self.steps.push(StepCount { step, shape: tensor.shape().to_vec(), sweeps, operations });
        self.tensors.push(tensor.clone());
        self.steps.len() - 1
    }
}

fn sweeps(plan: &Plan) -> u64 {
    plan.swept_sizes().iter().map(|&size| size as u64).product()
}

fn operations(op: Op, plan: &Plan, result: &Tensor, operands: &[&Tensor]) -> Operations {
    let cells = result.data().len() as u64;
    let terms = cells * sweeps(plan);
    let (reads, counted) = match op {
        Op::Given => return Operations::default(),
        Op::Size(_) => (0, Operations::default()),
        Op::Contract => {
            let factors = operands.len() as u64;
            let multiplications = terms * factors.saturating_sub(1);
            (terms * factors, Operations { multiplications, additions: terms, ..Operations::default() })
        }
        Op::Map(function) => (cells * operands.len() as u64, times(cells, function.cost)),
        Op::Reduce(Reduction::Sum) => (terms, Operations { additions: terms, ..Operations::default() }),
        Op::Reduce(Reduction::Max) => (terms, Operations { comparisons: terms, ..Operations::default() }),
        Op::Gather => (2 * cells, Operations::default()),
        Op::Rule(rule) => {
            let of_cell = |offset| (rule.reads)(operands, result.shape(), &result.index_of(offset)).len() as u64;
            let reads = (0..result.data().len()).map(of_cell).sum();
            (reads, Operations { by_rules: reads, ..Operations::default() })
        }
    };
    Operations { bytes_read: BYTES * reads, bytes_written: BYTES * cells, ..counted }
}

fn times(cells: u64, one: Cost) -> Operations {
    Operations {
        multiplications: cells * one.multiplications,
        additions: cells * one.additions,
        functions: cells * one.functions,
        comparisons: cells * one.comparisons,
        ..Operations::default()
    }
}

/// Runs an algorithm and counts the operations and bytes of every step.
///
/// # Errors
/// As [`catalog::trace`].
///
/// # Complexity
/// That of the run; for rules, one operation for each number that a cell reads.
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
    catalog::watch(id, arguments, backend, &mut tape)?;
    let mut total = Operations::default();
    for step in &tape.steps {
        total.add(&step.operations);
    }
    Ok(Counts { steps: tape.steps, total, closed_form: multiplications(id, arguments) })
}
