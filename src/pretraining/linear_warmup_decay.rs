//! The learning rate of pre-training: up in a straight line, then down in a straight line.
//!
//! ```text
//! 1 ┤    ╱╲
//!   │   ╱   ╲
//!   │  ╱      ╲
//! 0 ┼─╱─────────╲─► step
//!     0   w      total
//! ```
//!
//! Source: Devlin et al. 2019, *BERT*, appendix A.2.

use crate::algorithm::{Algorithm, Output, always, integer};
use crate::tensor::element_count;
use crate::trace::{Cost, Function, GREATER, Op, REPLACE_WHERE, Rule, SUBTRACT, SourceCell, StepSpec, each_once};

const SOURCE: &str = "Devlin et al. 2019, appendix A.2";

/// How many steps the rate rises.
pub static WARMUP: StepSpec = StepSpec::given("schedule.warmup", "w", "", &[], "w", SOURCE);

/// How many steps there are.
pub static TOTAL: StepSpec = StepSpec::given("schedule.total", "T", "", &[], "T", SOURCE);

/// The steps of training, from 0 to the last.
pub static STEPS: StepSpec = StepSpec {
    id: "schedule.steps",
    symbol: "t",
    op: Op::Rule(&COUNT_UP_TO),
    index: "t",
    axes: &["training-step"],
    reads: &[""],
    formula: r"t = 0, 1, \ldots, T",
    source: SOURCE,
};

/// The rising line.
pub static RISING: StepSpec = StepSpec {
    id: "schedule.rising",
    symbol: r"\uparrow",
    op: Op::Map(&SHARE),
    index: "t",
    axes: &["training-step"],
    reads: &["t", ""],
    formula: r"t / \max(1, w)",
    source: SOURCE,
};

/// How many steps are left.
pub static LEFT: StepSpec = StepSpec {
    id: "schedule.left",
    symbol: r"T - t",
    op: Op::Map(&SUBTRACT),
    index: "t",
    axes: &["training-step"],
    reads: &["", "t"],
    formula: r"T - t",
    source: SOURCE,
};

/// How many steps the rate falls.
pub static DECAY: StepSpec = StepSpec {
    id: "schedule.decay",
    symbol: r"T - w",
    op: Op::Map(&SUBTRACT),
    index: "",
    axes: &[],
    reads: &["", ""],
    formula: r"T - w",
    source: SOURCE,
};

/// The falling line.
pub static FALLING: StepSpec = StepSpec {
    id: "schedule.falling",
    symbol: r"\downarrow",
    op: Op::Map(&SHARE),
    index: "t",
    axes: &["training-step"],
    reads: &["t", ""],
    formula: r"(T - t) / \max(1, T - w)",
    source: SOURCE,
};

/// Whether the rate still rises.
pub static WARMING: StepSpec = StepSpec {
    id: "schedule.warming",
    symbol: r"[t < w]",
    op: Op::Map(&GREATER),
    index: "t",
    axes: &["training-step"],
    reads: &["", "t"],
    formula: r"[t < w]",
    source: SOURCE,
};

/// What the learning rate is multiplied by at each step.
pub static FACTORS: StepSpec = StepSpec {
    id: "schedule.factors",
    symbol: r"\lambda",
    op: Op::Map(&REPLACE_WHERE),
    index: "t",
    axes: &["training-step"],
    reads: &["t", "t", "t"],
    formula: r"\lambda_t = \begin{cases} t / w & t < w \\ (T - t) / (T - w) & t \ge w \end{cases}",
    source: SOURCE,
};

/// 0, 1, 2, … up to the operand.
static COUNT_UP_TO: Rule = Rule {
    name: "count-up-to",
    template: "t ≤ {0}",
    cumulative: false,
    work: each_once,
    fill: |_, shape| (0..shape.first().copied().unwrap_or_default()).map(|step| step as f64).collect(),
    reads: |_, _, _| vec![SourceCell { operand: 0, offset: 0 }],
    value: |_, _, index| index.first().map_or(f64::NAN, |step| *step as f64),
};

/// a / max(1, b): a part of a stretch that may be empty.
static SHARE: Function = Function {
    name: "share",
    template: "{0} / max(1, {1})",
    arity: 2,
    cost: Cost { multiplications: 1, comparisons: 1, ..Cost::NONE },
    apply: |x, _| match x {
        [part, whole] => part / whole.max(1.0),
        _ => f64::NAN,
    },
};

/// Computes the factor of the learning rate at every step from 0 to `total`: from 0 to 1 over the first `warmup` steps, then back to 0.
///
/// # Shapes
/// | result | shape |
/// |---|---|
/// | factors | [total + 1] |
///
/// Without a warm-up the rate begins at 1; with one longer than the whole training it never falls.
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] for numbers that are not whole, [`crate::error::Error::TooLarge`] for more steps than a tensor holds.
///
/// # Complexity
/// One division a step and line.
///
/// # Example
/// ```
/// use attograph::catalog::{self, Arguments};
/// let trace = catalog::trace("linear-warmup-decay", &Arguments::new().with("warmup", 2.0).with("total", 6.0))?;
/// assert_eq!(trace.outputs["factors"].data(), [0.0, 0.5, 1.0, 0.75, 0.5, 0.25, 0.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "linear-warmup-decay",
    title: "Linear warm-up and decay",
    source: SOURCE,
    inputs: &[integer("warmup", 0), integer("total", 0)],
    parts: &[
        always(&WARMUP),
        always(&TOTAL),
        always(&STEPS),
        always(&RISING),
        always(&LEFT),
        always(&DECAY),
        always(&FALLING),
        always(&WARMING),
        always(&FACTORS),
    ],
    outputs: &[Output { name: "factors", steps: &[&FACTORS] }],
    run: |arguments, run| {
        let warmup = run.given_number(&WARMUP, "warmup", arguments.integer("warmup", 0)? as f64)?;
        let length = arguments.integer("total", 0)?;
        let total = run.given_number(&TOTAL, "total", length as f64)?;
        // Before one is added: where a whole number has 32 bits, that could overflow.
        element_count("total", &[length])?;
        run.bind('t', length + 1, "`total`")?;
        let steps = run.step(&STEPS, &[total])?;
        let rising = run.step(&RISING, &[steps, warmup])?;
        let left = run.step(&LEFT, &[total, steps])?;
        let decay = run.step(&DECAY, &[total, warmup])?;
        let falling = run.step(&FALLING, &[left, decay])?;
        let warming = run.step(&WARMING, &[warmup, steps])?;
        Ok(vec![("factors", run.step(&FACTORS, &[falling, warming, rising])?)])
    },
};
