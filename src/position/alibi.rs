//! ALiBi: attention with linear biases. Each score is reduced in proportion to the distance, with a slope for each head; nothing is added to the
//! tokens.
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
//! Source: Press et al. 2022, *Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation*, section 3. For head counts
//! that are no power of two the slopes are those of the authors' program.

use crate::algorithm::{Algorithm, always, flag, integer, output, when};
use crate::op::{Cost, Function, Local, MULTIPLY, Obstacle, Op, Reads, Rule, Slope, StepSpec, given, step};
use crate::tensor::element_count;

use super::index::{LENGTH, POSITIONS, counted_positions};

const SOURCE: &str = "Press et al. 2022, section 3";

/// The number of heads.
pub static HEADS: StepSpec = given("alibi.heads", "", &[]).written("H", "H", SOURCE);

/// The exponent of each head's slope.
pub static EXPONENTS: StepSpec =
    step("alibi.exponents", Op::Rule(&HALVINGS), &[""], "h", &["head"]).written(r"e", r"e_h = 8 (h + 1) / H", SOURCE);

/// [`EXPONENTS`] where the number of heads is no power of two.
static EXPONENTS_BETWEEN: StepSpec = StepSpec {
    formula: r"e_h = \begin{cases} 8 (h + 1) / P & h < P \\ 4 (2 (h - P) + 1) / P & h \ge P \end{cases}, \enspace P = 2^{\lfloor \log_2 H \rfloor}",
    source: "the program of Press et al. 2022",
    ..EXPONENTS
};

/// The slope: the reduction of a score for each position of distance.
pub static SLOPES: StepSpec =
    step("alibi.slopes", Op::Map(&TWO_TO_MINUS), &["h"], "h", &["head"]).written("m", r"m_h = 2^{-e_h}", SOURCE);

/// Minus the distance, in both directions.
pub static DISTANCES: StepSpec =
    step("alibi.distances", Op::Map(&MINUS_DISTANCE), &["i", "j"], "ij", &["query", "key"]).written(
        r"-|i - j|",
        r"-|p_i - p_j|",
        "Press et al. 2022, section 3, in both directions",
    );

/// Minus the distance to earlier keys, 0 for later ones, which the causal mask hides.
pub static DISTANCES_BACK: StepSpec =
    step("alibi.distances-back", Op::Map(&MINUS_DISTANCE_BACK), &["i", "j"], "ij", &["query", "key"])
        .written(r"-\max(i - j, 0)", r"-\max(p_i - p_j, 0)", SOURCE);

/// The bias of the scores of each head.
pub static BIAS: StepSpec = step("alibi.bias", Op::Map(&MULTIPLY), &["h", "ij"], "hij", &["head", "query", "key"])
    .written("B", r"B_{hij} = -m_h \, |i - j|", "Press et al. 2022, section 3, in both directions");

/// [`BIAS`] where later keys are hidden.
static BIAS_BACK: StepSpec = StepSpec { formula: r"B_{hij} = -m_h \max(i - j, 0)", source: SOURCE, ..BIAS };

/// 8 (h + 1) / H for H a power of two. Otherwise as many heads as the largest power of two below H have its exponents, and the others every second
/// exponent of twice that power.
static HALVINGS: Rule = Rule {
    name: "alibi-exponents",
    template: "e(h; {0})",
    reads: Reads::All,
    value: |values, _, index| match (values, index) {
        ([heads], [head]) => halvings(*heads, *head),
        _ => f64::NAN,
    },
    ..Rule::constant(Obstacle::Names)
};

fn halvings(heads: f64, head: usize) -> f64 {
    let power = (heads as usize).checked_ilog2().map_or(1, |log| 1usize << log);
    let (number, of) = if head < power { (head + 1, power) } else { (2 * (head - power) + 1, 2 * power) };
    8.0 * number as f64 / of as f64
}

/// −a ln 2
static MINUS_LN_2_TIMES: Function = Function::unary(
    "minus-ln-2-times",
    "−{0} · ln 2",
    Cost { multiplications: 1, additions: 1, ..Cost::NONE },
    |power| -power * core::f64::consts::LN_2,
)
.derivative();

/// 2 to the power of −a
static TWO_TO_MINUS: Function =
    Function::unary("two-to-minus", "2^(−{0})", Cost { additions: 1, functions: 1, ..Cost::NONE }, |exponent| {
        libm::exp2(-exponent)
    })
    .slopes(&[Slope::By(&MINUS_LN_2_TIMES, &[Local::Result])]);

/// −|a − b|, and 0 where they agree.
static MINUS_DISTANCE: Function = Function::binary(
    "minus-distance",
    "−|{0} − {1}|",
    Cost { additions: 2, functions: 1, ..Cost::NONE },
    |a, b| 0.0 - (a - b).abs(),
)
.slopes(&[Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names)]);

/// −(a − b) where a is larger, otherwise 0.
static MINUS_DISTANCE_BACK: Function = Function::binary(
    "minus-distance-back",
    "−max({0} − {1}, 0)",
    Cost { additions: 1, comparisons: 1, ..Cost::NONE },
    |a, b| if a > b { b - a } else { 0.0 },
)
.slopes(&[Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names)]);

/// Computes the bias that ALiBi adds to the scores of each head.
///
/// With `causal`, keys after the query get 0: the causal mask hides them, and the bias is finite.
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
    title: "Linear biases (ALiBi)",
    source: SOURCE,
    inputs: &[integer("length", 0), integer("heads", 1), flag("causal", false)],
    parts: &[
        always(&[&HEADS, &LENGTH, &POSITIONS, &EXPONENTS, &SLOPES]),
        when("!causal", &[&DISTANCES]),
        when("causal", &[&DISTANCES_BACK]),
        always(&[&BIAS]),
    ],
    outputs: &[output("slopes", &[&SLOPES]), output("bias", &[&BIAS])],
    run: |inputs, run| {
        let (length, heads) = (inputs.integer("length")?, inputs.integer("heads")?);
        let causal = inputs.flag("causal")?;
        element_count("alibi.bias", &[heads, length, length])?;
        let given_heads = run.given_number(&HEADS, "heads", heads as f64)?;
        run.bind('h', heads, "`heads`")?;
        let (positions, _) = counted_positions(run, length)?;
        let exponents =
            run.step(if heads.is_power_of_two() { &EXPONENTS } else { &EXPONENTS_BETWEEN }, &[given_heads])?;
        let slopes = run.step(&SLOPES, &[exponents])?;
        let (distances, bias) = if causal { (&DISTANCES_BACK, &BIAS_BACK) } else { (&DISTANCES, &BIAS) };
        let distances = run.step(distances, &[positions, positions])?;
        Ok(vec![("slopes", slopes), ("bias", run.step(bias, &[slopes, distances])?)])
    },
};
