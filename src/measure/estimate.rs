//! What a run will cost, before it is run.
//!
//! ```text
//! inputs ─► the algorithm, shapes only ─► operations, bytes, seconds ─► run it, ask first, or refuse
//! ```
//!
//! The algorithm is run with a [`Gate`] that computes the steps that take microseconds, such as the scale of the scores, and of all others works out
//! the shape alone. A step's letters and their lengths then say what it costs, as [`super::counting`] counts it; a [`Rule`] states its work itself.
//! Where a size depends on numbers that were not computed, the algorithm goes on with a bound ([`crate::trace::Run::known_or`]): all pairs of a
//! pattern may be causal, each node may have a color of its own. How many pairs a pattern has is estimated from some of its queries.

use crate::backend::{Backend, Nalgebra};
use crate::catalog::{Arguments, Evaluation, GradientRequest, Request, SPARSE};
use crate::error::{Error, Result};
use crate::gradient::Gradient;
use crate::op::{Op, Plan, Rule, Spec};
use crate::tensor::Tensor;
use crate::trace::{Admission, Gate, RecordedStep, Tape, Trace};

use super::operations::{BYTES, Operations, cells, entries, sweeps};

/// What a run is expected to cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The operations of all steps: of rules the work that they state, and of everything else what [`super::counting::count`] counts, or a bound of
    /// it.
    pub operations: Operations,
    /// The bytes of the numbers of all steps. A run keeps each until it ends, so that this is the memory of a run as well as of a trace.
    pub bytes: u64,
    /// The expected seconds of the reference on one core of a server of 2023 (Intel Emerald Rapids); other devices differ by a constant factor. The
    /// matrix of a graph counts as full, although the reference skips its zeros; not so in [`estimate_sparse`].
    pub seconds: f64,
}

/// The most that a run may be expected to cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// The most seconds.
    pub seconds: f64,
    /// The most bytes.
    pub bytes: f64,
}

impl Limit {
    /// The default limits: a minute, and two gigabytes.
    pub const USUAL: Limit = Limit { seconds: 60.0, bytes: 2_147_483_648.0 };
    /// Everything is allowed.
    pub const NONE: Limit = Limit { seconds: f64::INFINITY, bytes: f64::INFINITY };

    fn allows(&self, estimate: &Estimate) -> bool {
        estimate.seconds <= self.seconds && estimate.bytes as f64 <= self.bytes
    }
}

/// Nanoseconds, fitted to the processor time of native runs of every algorithm of the catalog. All but those that multiply the matrices of graphs
/// took between a quarter of the estimate and one and a half times as long.
mod nanoseconds {
    /// For each step: its plan, its name, its place in the list.
    pub const STEP: f64 = 1_500.0;
    /// For each number that is written.
    pub const CELL: f64 = 2.0;
    /// For each product in a contraction of two factors over one letter.
    pub const PRODUCT: f64 = 1.2;
    /// For each factor of each product in any other contraction, and each term of a reduction.
    pub const TERM: f64 = 6.0;
    /// For each application of a function cell by cell.
    pub const APPLICATION: f64 = 8.0;
    /// For each exponential, logarithm, root, sine and their like.
    pub const FUNCTION: f64 = 12.0;
    /// For each number that is gathered.
    pub const GATHERED: f64 = 8.0;
    /// For each unit of the work that a rule states.
    pub const WORK: f64 = 3.0;
}

/// How long the reference takes for a step.
fn nanoseconds_of(op: &Op, plan: &Plan, operations: &Operations) -> f64 {
    let (cells, sweeps) = (cells(plan) as f64, sweeps(plan) as f64);
    let terms = cells * sweeps;
    let computing = match op {
        Op::Given | Op::Size(_) => 0.0,
        Op::Contract if plan.operands() == 2 && plan.swept_sizes().len() == 1 => terms * nanoseconds::PRODUCT,
        Op::Contract => terms * plan.operands() as f64 * nanoseconds::TERM,
        Op::Map(_) => cells * nanoseconds::APPLICATION + operations.functions as f64 * nanoseconds::FUNCTION,
        Op::Reduce(_) => terms * nanoseconds::TERM,
        Op::Gather => cells * nanoseconds::GATHERED,
        Op::Scatter(_) => entries(plan) as f64 * nanoseconds::GATHERED,
        Op::Rule(_) | Op::Transpose(..) => operations.by_rules as f64 * nanoseconds::WORK,
    };
    nanoseconds::STEP + cells * nanoseconds::CELL + computing
}

/// What a step costs before it is computed.
fn expected(spec: &Spec, plan: &Plan, operands: &[&Tensor]) -> (Operations, f64) {
    let work = |rule: &Rule, operands: &[&Tensor], shape: &[usize]| match (spec.op(), operands.split_first()) {
        (Op::Transpose(..), Some((upstream, operands))) => (rule.work)(operands, upstream.shape()),
        _ => (rule.work)(operands, shape),
    };
    let of_all = |rule: &Rule| {
        // Members of a batch take the same work: that of the first.
        let count = if spec.is_of_batch() { plan.shape().first().copied().unwrap_or_default() } else { 1 };
        let first = spec.member(0, operands, plan.shape());
        (count as u64).saturating_mul(work(rule, &first.tensors(), &first.shape))
    };
    let operations = Operations::of_step(&spec.op(), plan, of_all);
    let nanoseconds = nanoseconds_of(&spec.op(), plan, &operations);
    (operations, nanoseconds)
}

/// Adds up what steps cost, and has those computed that take next to no time.
#[derive(Default)]
struct Estimating {
    operations: Operations,
    nanoseconds: f64,
    computing: f64,
}

impl Estimating {
    fn estimate(&self, sizes: &Sizes) -> Estimate {
        let bytes = sizes.numbers.saturating_mul(BYTES);
        Estimate { operations: self.operations, bytes, seconds: self.nanoseconds * 1e-9 }
    }
}

/// The most nanoseconds of a step that is computed for an estimate, and of all of them.
const COMPUTED: f64 = 20_000.0;
const COMPUTED_IN_ALL: f64 = 5_000_000.0;

impl Gate for Estimating {
    fn estimates(&self) -> bool {
        true
    }

    fn admit(&mut self, spec: &Spec, plan: &Plan, operands: &[&Tensor]) -> Result<Admission> {
        let (operations, nanoseconds) = expected(spec, plan, operands);
        self.operations.add(&operations);
        self.nanoseconds += nanoseconds;
        let known = matches!(spec.op(), Op::Size(_)) || operands.iter().all(|operand| !operand.is_shape_only());
        if known && nanoseconds <= COMPUTED && self.computing + nanoseconds <= COMPUTED_IN_ALL {
            self.computing += nanoseconds;
            return Ok(Admission::Compute);
        }
        Ok(Admission::ShapeOnly)
    }
}

/// Adds up the sizes of all steps, inputs included.
#[derive(Default)]
struct Sizes {
    numbers: u64,
}

impl Tape for Sizes {
    fn mark(&mut self, step: RecordedStep) -> usize {
        self.numbers += step.tensor.element_count() as u64;
        0
    }
}

/// Estimates what a run of an algorithm costs, on the reference backend and with every step kept, without running it.
///
/// # Errors
/// As [`catalog::trace`](crate::catalog::trace), as far as shapes and inputs show them.
///
/// # Complexity
/// One look at every number of the inputs, and a few microseconds a step.
///
/// # Example
/// Attention over 8192 tokens holds six tensors of 8192² numbers:
/// ```
/// use attograph::catalog::Arguments;
/// use attograph::measure::estimate::estimate;
/// use attograph::tensor::Tensor;
/// let x = Tensor::new(vec![8192, 4], vec![0.5; 8192 * 4])?;
/// let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
/// let expected = estimate("scaled-dot-product-attention", &inputs)?;
/// assert_eq!(expected.operations.multiplications, 8192 * 8192 * (4 + 4 + 2));
/// assert!(expected.bytes > 4 * 8192 * 8192 * 8);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn estimate(id: &str, arguments: &Arguments) -> Result<Estimate> {
    let (mut gate, mut sizes) = (Estimating::default(), Sizes::default());
    Request::new(id, arguments).gate(&mut gate).watch(&mut sizes)?;
    Ok(gate.estimate(&sizes))
}

/// Estimates what a run costs that computes matrices of nodes only where there may be a message, as [`Request::sparse`]; of an algorithm that has no such form,
/// as [`estimate`].
///
/// # Errors
/// As of [`estimate`].
///
/// # Example
/// A ring of 100 000 nodes, whose whole matrix would have 10¹⁰ numbers:
/// ```
/// use attograph::catalog::Arguments;
/// use attograph::graph::Graph;
/// use attograph::measure::estimate::{estimate, estimate_sparse};
/// use attograph::tensor::Tensor;
/// let ring = (0..100_000).map(|node| [node, (node + 1) % 100_000]).collect();
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(100_000, ring, false)?)
///     .with("x", Tensor::new(vec![100_000, 1], vec![1.0; 100_000])?)
///     .with("w", Tensor::matrix(&[[1.0]])?);
/// assert_eq!(estimate("gcn-layer", &inputs).unwrap_err().code(), "too-large");
/// assert!(estimate_sparse("gcn-layer", &inputs)?.bytes < 50_000_000);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn estimate_sparse(id: &str, arguments: &Arguments) -> Result<Estimate> {
    let (mut gate, mut sizes) = (Estimating::default(), Sizes::default());
    Request::new(id, arguments).sparse().gate(&mut gate).watch(&mut sizes)?;
    Ok(gate.estimate(&sizes))
}

/// Estimates what a run of an algorithm and the way back through it cost, as [`estimate`].
///
/// # Errors
/// As [`GradientRequest::compute`], as far as shapes and inputs show them.
///
/// # Example
/// The way back through attention multiplies about twice as often as the run:
/// ```
/// use attograph::catalog::{Arguments, GradientRequest};
/// use attograph::measure::estimate::{estimate, estimate_gradient};
/// use attograph::tensor::Tensor;
/// let x = Tensor::new(vec![512, 64], vec![0.5; 512 * 64])?;
/// let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
/// let there = estimate("scaled-dot-product-attention", &inputs)?.operations.multiplications as f64;
/// let request = GradientRequest::new("scaled-dot-product-attention", &inputs);
/// let and_back = estimate_gradient(request)?.operations.multiplications as f64;
/// assert!((2.8..3.2).contains(&(and_back / there)));
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn estimate_gradient(request: GradientRequest<'_>) -> Result<Estimate> {
    let (mut gate, mut sizes) = (Estimating::default(), Sizes::default());
    for step in request.within(&mut gate)?.trace.steps {
        sizes.mark(step);
    }
    Ok(gate.estimate(&sizes))
}

/// The nanoseconds that a run may take before it is estimated: shorter runs are not slowed down by an estimate.
const UNASKED_NANOSECONDS: f64 = 10_000_000.0;
/// The bytes that it may take.
const UNASKED_BYTES: f64 = 16_777_216.0;

/// Estimates a run once it turns out not to be short, and ends it where the estimate, or what it has come to, passes the limit.
struct Guard<'a> {
    id: &'a str,
    estimate: &'a dyn Fn() -> Result<Estimate>,
    limit: Limit,
    estimated: bool,
    so_far: Estimate,
}

impl<'a> Guard<'a> {
    fn new(id: &'a str, estimate: &'a dyn Fn() -> Result<Estimate>, limit: Limit) -> Guard<'a> {
        // Where everything is allowed, there is nothing to ask.
        Guard { id, estimate, limit, estimated: limit == Limit::NONE, so_far: Estimate::default() }
    }

    fn check(&self, estimate: &Estimate) -> Result<()> {
        if self.limit.allows(estimate) {
            return Ok(());
        }
        Err(Error::OverLimit {
            algorithm: self.id.into(),
            seconds: estimate.seconds,
            bytes: estimate.bytes,
            operations: estimate.operations.count(),
            limit_seconds: self.limit.seconds,
            limit_bytes: self.limit.bytes,
        }
        .into())
    }
}

impl Gate for Guard<'_> {
    fn estimates(&self) -> bool {
        false
    }

    fn admit(&mut self, spec: &Spec, plan: &Plan, operands: &[&Tensor]) -> Result<Admission> {
        let (operations, nanoseconds) = expected(spec, plan, operands);
        self.so_far.operations.add(&operations);
        self.so_far.seconds += nanoseconds * 1e-9;
        self.so_far.bytes = self.so_far.bytes.saturating_add(operations.bytes_written);
        let unasked = Limit {
            seconds: self.limit.seconds.min(UNASKED_NANOSECONDS * 1e-9),
            bytes: self.limit.bytes.min(UNASKED_BYTES),
        };
        if !self.estimated && !unasked.allows(&self.so_far) {
            self.estimated = true;
            self.check(&(self.estimate)()?)?;
        }
        self.check(&self.so_far)?;
        Ok(Admission::Compute)
    }
}

/// Runs an algorithm and keeps every step, as [`catalog::trace`](crate::catalog::trace), unless it would cost more than `limit`.
///
/// # Errors
/// As [`catalog::trace`](crate::catalog::trace); [`Error::OverLimit`] with the estimate, before the run has taken long.
///
/// # Example
/// ```
/// use attograph::catalog::Arguments;
/// use attograph::measure::estimate::{self, Limit};
/// let inputs = Arguments::new().with("length", 1e6).with("width", 64.0);
/// let refused = estimate::trace("sinusoidal-encoding", &inputs, Limit { seconds: 2.0, bytes: 1e8 });
/// assert_eq!(refused.unwrap_err().code(), "over-limit");
/// ```
pub fn trace(id: &str, arguments: &Arguments, limit: Limit) -> Result<Trace> {
    let estimate = || estimate(id, arguments);
    Request::new(id, arguments).gate(&mut Guard::new(id, &estimate, limit)).trace()
}

/// Runs an algorithm for its results alone, as [`catalog::evaluate`](crate::catalog::evaluate), unless it would cost more than `limit` on the reference backend.
///
/// # Errors
/// As [`catalog::evaluate`](crate::catalog::evaluate); [`Error::OverLimit`] with the estimate, before the run has taken long.
pub fn evaluate(id: &str, arguments: &Arguments, backend: &dyn Backend, limit: Limit) -> Result<Evaluation> {
    let estimate = || estimate(id, arguments);
    Request::new(id, arguments).backend(backend).gate(&mut Guard::new(id, &estimate, limit)).evaluate()
}

/// As [`evaluate`], with matrices of nodes computed only where there may be a message, where the algorithm has that form: sums along
/// the messages have the bits of the reference, products of features and weights are nalgebra's.
///
/// # Errors
/// As of [`evaluate`].
pub fn evaluate_sparse(id: &str, arguments: &Arguments, limit: Limit) -> Result<Evaluation> {
    let estimate = || estimate_sparse(id, arguments);
    Request::new(id, arguments).sparse().backend(&Nalgebra).gate(&mut Guard::new(id, &estimate, limit)).evaluate()
}

/// As [`evaluate`]; where whole matrices of nodes would be too large or pass the limit, as [`evaluate_sparse`], if the algorithm has that form.
///
/// # Errors
/// As of [`evaluate`].
pub fn evaluate_as_fits(id: &str, arguments: &Arguments, backend: &dyn Backend, limit: Limit) -> Result<Evaluation> {
    let refused = match evaluate(id, arguments, backend, limit) {
        Err(refused) if matches!(*refused, Error::TooLarge { .. } | Error::OverLimit { .. }) => refused,
        other => return other,
    };
    if !SPARSE.iter().any(|algorithm| algorithm.id == id) {
        return Err(refused);
    }
    match evaluate_sparse(id, arguments, limit) {
        Ok(found) if found.sparse => Ok(found),
        Err(error) => Err(error),
        Ok(_) => Err(refused),
    }
}

/// Runs an algorithm and goes back through it, as [`GradientRequest::compute`], unless both would cost more than `limit`.
///
/// # Errors
/// As [`GradientRequest::compute`]; [`Error::OverLimit`] with the estimate, before the run has taken long.
pub fn gradient(request: GradientRequest<'_>, limit: Limit) -> Result<Gradient> {
    let estimate = || estimate_gradient(request);
    request.within(&mut Guard::new(request.id(), &estimate, limit))
}
