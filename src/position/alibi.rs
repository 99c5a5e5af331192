//! ALiBi: attention with linear biases. Nothing is added to the tokens; scores lose in proportion to the distance, in each head at a rate of its own.
//!
//! ```text
//!              key 0   1   2   3
//! query 0         0   0   0   0
//!       1        −1   0   0   0        times the slope of the head: with 8 heads 1/2, 1/4, …, 1/256
//!       2        −2  −1   0   0
//!       3        −3  −2  −1   0        (causal; otherwise later keys lose as much as earlier ones)
//! ```
//!
//! Letters: h heads, i queries, j keys, p positions.
//!
//! Source: Press et al. 2022, *Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation*, section 3. For head counts that
//! are no power of two the slopes are those of the authors' program.

use crate::algorithm::{Algorithm, Output, always, flag, integer, when};
use crate::tensor::element_count;
use crate::trace::{Cost, Function, MULTIPLY, Op, Rule, SourceCell, StepSpec, each_once};

use super::index::counted_positions;
use super::sinusoidal::{LENGTH, POSITIONS};

const SOURCE: &str = "Press et al. 2022, section 3";

/// The number of heads.
pub static HEADS: StepSpec = StepSpec::given("alibi.heads", "H", "", &[], "H", SOURCE);

/// How often each head's slope is halved.
pub static EXPONENTS: StepSpec = StepSpec {
    id: "alibi.exponents",
    symbol: r"e",
    op: Op::Rule(&HALVINGS),
    index: "h",
    axes: &["head"],
    reads: &[""],
    formula: r"e_h = 8 (h + 1) / H",
    source: SOURCE,
};

/// How much a score loses with each position of distance.
pub static SLOPES: StepSpec = StepSpec {
    id: "alibi.slopes",
    symbol: "m",
    op: Op::Map(&TWO_TO_MINUS),
    index: "h",
    axes: &["head"],
    reads: &["h"],
    formula: r"m_h = 2^{-e_h}",
    source: SOURCE,
};

/// Minus the distance, either way.
pub static DISTANCES: StepSpec = StepSpec {
    id: "alibi.distances",
    symbol: r"-|i - j|",
    op: Op::Map(&MINUS_DISTANCE),
    index: "ij",
    axes: &["query", "key"],
    reads: &["i", "j"],
    formula: r"-|i - j|",
    source: SOURCE,
};

/// Minus the distance back; later keys are for the causal mask to hide.
pub static DISTANCES_BACK: StepSpec = StepSpec {
    id: "alibi.distances-back",
    symbol: r"-\max(i - j, 0)",
    op: Op::Map(&MINUS_DISTANCE_BACK),
    index: "ij",
    axes: &["query", "key"],
    reads: &["i", "j"],
    formula: r"-\max(i - j, 0)",
    source: SOURCE,
};

/// What is added to the scores of each head.
pub static BIAS: StepSpec = StepSpec {
    id: "alibi.bias",
    symbol: "B",
    op: Op::Map(&MULTIPLY),
    index: "hij",
    axes: &["head", "query", "key"],
    reads: &["h", "ij"],
    formula: r"B_{hij} = -m_h \, |i - j|",
    source: SOURCE,
};

/// 8 (h + 1) / H for H a power of two. Otherwise the largest power of two below H serves as many heads, and the others take every second exponent of
/// twice that power.
static HALVINGS: Rule = Rule {
    name: "alibi-exponents",
    template: "e(h; {0})",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| {
        let heads = operands.first().and_then(|heads| heads.data().first()).copied().unwrap_or(f64::NAN);
        (0..shape.first().copied().unwrap_or_default()).map(|head| halvings(heads, head)).collect()
    },
    reads: |_, _, _| vec![SourceCell { operand: 0, offset: 0 }],
    value: |values, _, index| match (values, index) {
        ([heads], [head]) => halvings(*heads, *head),
        _ => f64::NAN,
    },
};

fn halvings(heads: f64, head: usize) -> f64 {
    let power = (heads as usize).checked_ilog2().map_or(1, |log| 1usize << log);
    let (number, of) = if head < power { (head + 1, power) } else { (2 * (head - power) + 1, 2 * power) };
    8.0 * number as f64 / of as f64
}

/// 2 to the power of −a
static TWO_TO_MINUS: Function = Function {
    name: "two-to-minus",
    template: "2^(−{0})",
    arity: 1,
    cost: Cost { additions: 1, functions: 1, ..Cost::NONE },
    apply: |x, _| x.first().map_or(f64::NAN, |exponent| libm::exp2(-exponent)),
};

/// −|a − b|, and 0 where they agree.
static MINUS_DISTANCE: Function = Function {
    name: "minus-distance",
    template: "−|{0} − {1}|",
    arity: 2,
    cost: Cost { additions: 2, functions: 1, ..Cost::NONE },
    apply: |x, _| match x {
        [a, b] => 0.0 - (a - b).abs(),
        _ => f64::NAN,
    },
};

/// −(a − b) where a is larger, otherwise 0.
static MINUS_DISTANCE_BACK: Function = Function {
    name: "minus-distance-back",
    template: "−max({0} − {1}, 0)",
    arity: 2,
    cost: Cost { additions: 1, comparisons: 1, ..Cost::NONE },
    apply: |x, _| match x {
        [a, b] if a > b => b - a,
        [..] => 0.0,
    },
};

/// Computes what ALiBi adds to the scores of each head.
///
/// With `causal`, keys after the query get 0: they are for the mask of causal attention to hide, and the bias stays finite.
///
/// # Shapes
/// | result | shape |
/// |---|---|
/// | slopes | \[heads\] |
/// | bias | [heads, length, length] |
///
/// # Errors
/// [`crate::error::Error::TooLarge`] for a result beyond the limit.
///
/// # Complexity
/// heads · length² multiplications.
///
/// # Example
/// ```
/// use attograph::catalog::{self, Arguments};
/// let inputs = Arguments::new().with("length", 3.0).with("heads", 8.0).with("causal", true);
/// let trace = catalog::trace("alibi-bias", &inputs)?;
/// assert_eq!(trace.outputs["slopes"].data()[..3], [0.5, 0.25, 0.125]);
/// assert_eq!(trace.outputs["bias"].data()[..9], [0.0, 0.0, 0.0, -0.5, 0.0, 0.0, -1.0, -0.5, 0.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "alibi-bias",
    title: "ALiBi: linear biases",
    source: SOURCE,
    inputs: &[integer("length", 0), integer("heads", 1), flag("causal", false)],
    parts: &[
        always(&HEADS),
        always(&LENGTH),
        always(&POSITIONS),
        always(&EXPONENTS),
        always(&SLOPES),
        when("!causal", &DISTANCES),
        when("causal", &DISTANCES_BACK),
        always(&BIAS),
    ],
    outputs: &[Output { name: "slopes", steps: &[&SLOPES] }, Output { name: "bias", steps: &[&BIAS] }],
    run: |arguments, run| {
        let (length, heads) = (arguments.integer("length", 0)?, arguments.integer("heads", 1)?);
        let causal = arguments.flag("causal", false)?;
        element_count("alibi.bias", &[heads, length, length])?;
        let given_heads = run.given_number(&HEADS, "heads", heads as f64)?;
        run.bind('h', heads, "`heads`")?;
        let (positions, _) = counted_positions(run, length)?;
        let exponents = run.step(&EXPONENTS, &[given_heads])?;
        let slopes = run.step(&SLOPES, &[exponents])?;
        let distances = run.step(if causal { &DISTANCES_BACK } else { &DISTANCES }, &[positions, positions])?;
        Ok(vec![("slopes", slopes), ("bias", run.step(&BIAS, &[slopes, distances])?)])
    },
};
