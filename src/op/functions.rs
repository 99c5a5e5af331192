//! The functions that several topics share.
//!
//! Transcendental functions come from `libm`, so that every platform computes the same bits.

use super::derivatives::{
    GELU_SLOPE, HALF_OF_RECIPROCAL, IS_ZERO, MINUS_QUOTIENT, MINUS_SINE, NEGATIVE_PART, NOT_ZERO, ONE_IF_POSITIVE,
    ONE_MINUS_SQUARE, POSITIVE, RECIPROCAL, RECIPROCAL_OF_TOTAL, RECIPROCAL_OR_ZERO, TIMES_ONE_MINUS,
};
use super::function::{Function, Local, Slope};
use super::{Cost, EmptyRow, Obstacle};

/// a, unchanged: the same number under other axes.
pub static COPY: Function = Function::unary("copy", "{0}", Cost::NONE, |a| a).slopes(&[Slope::One]);

/// a + b
pub static ADD: Function =
    Function::binary("add", "{0} + {1}", Cost::ADDITION, |a, b| a + b).slopes(&[Slope::One, Slope::One]);

/// a − b
pub static SUBTRACT: Function =
    Function::binary("subtract", "{0} − {1}", Cost::ADDITION, |a, b| a - b).slopes(&[Slope::One, Slope::Minus]);

/// 1 − a
pub static ONE_MINUS: Function =
    Function::unary("one-minus", "1 − {0}", Cost::ADDITION, |a| 1.0 - a).slopes(&[Slope::Minus]);

/// a · b
pub static MULTIPLY: Function = Function::binary("multiply", "{0} · {1}", Cost::MULTIPLICATION, |a, b| a * b)
    .slopes(&[Slope::Operand(1), Slope::Operand(0)]);

/// a / b
pub static DIVIDE: Function = Function::binary("divide", "{0} / {1}", Cost::MULTIPLICATION, |a, b| a / b).slopes(&[
    Slope::By(&RECIPROCAL, &[Local::Operand(1)]),
    Slope::By(&MINUS_QUOTIENT, &[Local::Result, Local::Operand(1)]),
]);

/// −a
pub static NEGATE: Function = Function::unary("negate", "−{0}", Cost::ADDITION, |a| -a).slopes(&[Slope::Minus]);

/// a / b, and 0 where b is 0.
pub static DIVIDE_OR_ZERO: Function =
    Function::binary("divide-or-zero", "{0} / {1}", Cost::MULTIPLICATION, |a, b| if b == 0.0 { 0.0 } else { a / b })
        .slopes(&[
            Slope::By(&RECIPROCAL_OR_ZERO, &[Local::Operand(1)]),
            Slope::By(&MINUS_QUOTIENT, &[Local::Result, Local::Operand(1)]),
        ]);

/// √a
pub static SQUARE_ROOT: Function = Function::unary("square-root", "√{0}", Cost::FUNCTION, |a| a.sqrt())
    .slopes(&[Slope::By(&HALF_OF_RECIPROCAL, &[Local::Result])]);

/// exp(a)
pub static EXP: Function = Function::unary("exp", "exp({0})", Cost::FUNCTION, libm::exp).slopes(&[Slope::Result]);

/// ln a
pub static LOG: Function =
    Function::unary("log", "ln {0}", Cost::FUNCTION, libm::log).slopes(&[Slope::By(&RECIPROCAL, &[Local::Operand(0)])]);

/// tanh(a)
pub static TANH: Function = Function::unary("tanh", "tanh({0})", Cost::FUNCTION, libm::tanh)
    .slopes(&[Slope::By(&ONE_MINUS_SQUARE, &[Local::Result])]);

/// max(0, a)
pub static RELU: Function = Function::unary("relu", "max(0, {0})", Cost::COMPARISON, |a| if a < 0.0 { 0.0 } else { a })
    .slopes(&[Slope::By(&POSITIVE, &[Local::Operand(0)])]);

/// a · Φ(a) = a/2 · (1 + erf(a/√2)), the exact form.
pub static GELU: Function = Function::unary(
    "gelu",
    "{0} · Φ({0})",
    Cost { multiplications: 3, additions: 1, functions: 1, ..Cost::NONE },
    |a| 0.5 * a * (1.0 + libm::erf(a * core::f64::consts::FRAC_1_SQRT_2)),
)
.slopes(&[Slope::By(&GELU_SLOPE, &[Local::Operand(0)])]);

/// 1 / (1 + exp(−a))
pub static SIGMOID: Function = Function::unary(
    "sigmoid",
    "1 / (1 + exp(−{0}))",
    Cost { multiplications: 1, additions: 2, functions: 1, ..Cost::NONE },
    |a| 1.0 / (1.0 + libm::exp(-a)),
)
.slopes(&[Slope::By(&TIMES_ONE_MINUS, &[Local::Result])]);

/// ln(1 + exp(a)), in a form that no a overflows.
pub static SOFTPLUS: Function = Function::unary(
    "softplus",
    "ln(1 + exp({0}))",
    Cost { additions: 2, functions: 3, comparisons: 1, ..Cost::NONE },
    |a| a.max(0.0) + libm::log1p(libm::exp(-a.abs())),
)
.slopes(&[Slope::By(&SIGMOID, &[Local::Operand(0)])]);

/// cos(a)
pub static COSINE: Function = Function::unary("cosine", "cos({0})", Cost::FUNCTION, libm::cos)
    .slopes(&[Slope::By(&MINUS_SINE, &[Local::Operand(0)])]);

/// exp(a − b), and 0 where b is −∞, which is the maximum of a row in which every key is masked.
pub static EXP_SHIFTED: Function = Function::binary(
    "exp-shifted",
    "exp({0} − {1})",
    Cost { additions: 1, functions: 1, ..Cost::NONE },
    |score, maximum| {
        if maximum == f64::NEG_INFINITY { 0.0 } else { libm::exp(score - maximum) }
    },
)
.slopes(&[Slope::Result, Slope::By(&NEGATE, &[Local::Result])]);

/// a / b, and for b = 0 the value that [`super::Settings::empty_row`] sets.
pub static NORMALIZE: Function = Function::by_empty_row(
    "normalize",
    "{0} / {1}",
    Cost::MULTIPLICATION,
    |exponential, sum, empty_row| match empty_row {
        EmptyRow::Zero | EmptyRow::Error if sum == 0.0 => 0.0,
        _ => exponential / sum,
    },
)
.slopes(&[
    Slope::By(&RECIPROCAL_OF_TOTAL, &[Local::Operand(1)]),
    Slope::By(&MINUS_QUOTIENT, &[Local::Result, Local::Operand(1)]),
]);

/// a + ln b: the logarithm of a sum b of exponentials from which the maximum a was subtracted.
pub static LOG_SUM_EXP: Function =
    Function::binary("log-sum-exp", "{0} + ln {1}", Cost { additions: 1, functions: 1, ..Cost::NONE }, |a, b| {
        a + libm::log(b)
    })
    .slopes(&[Slope::One, Slope::By(&RECIPROCAL, &[Local::Operand(1)])]);

/// a where the mask b is 1, −∞ where it is 0.
pub static KEEP_OR_MINUS_INFINITY: Function =
    Function::binary("keep-or-minus-infinity", "mask({0}; {1})", Cost::COMPARISON, |a, b| {
        if b == 0.0 { f64::NEG_INFINITY } else { a }
    })
    .slopes(&[Slope::By(&NOT_ZERO, &[Local::Operand(1)]), Slope::Zero(Obstacle::Comparison)]);

/// a where it is above 0, b · a elsewhere.
pub static LEAKY_RELU: Function = Function::binary(
    "leaky-relu",
    "LeakyReLU({0}; {1})",
    Cost { multiplications: 1, comparisons: 1, ..Cost::NONE },
    |score, slope| if score > 0.0 { score } else { slope * score },
)
.slopes(&[
    Slope::By(&ONE_IF_POSITIVE, &[Local::Operand(0), Local::Operand(1)]),
    Slope::By(&NEGATIVE_PART, &[Local::Operand(0)]),
]);

/// 1 where a and b are equal, 0 elsewhere.
pub static EQUAL: Function =
    Function::binary("equal", "[{0} = {1}]", Cost::COMPARISON, |left, right| f64::from(left == right))
        .slopes(&[Slope::Zero(Obstacle::Comparison), Slope::Zero(Obstacle::Comparison)]);

/// 1 where a is above b, 0 elsewhere.
pub static GREATER: Function =
    Function::binary("greater", "[{0} > {1}]", Cost::COMPARISON, |left, right| f64::from(left > right))
        .slopes(&[Slope::Zero(Obstacle::Comparison), Slope::Zero(Obstacle::Comparison)]);

/// c where b is 1, a elsewhere.
pub static REPLACE_WHERE: Function =
    Function::ternary("replace-where", "replace({0}; {1}; {2})", Cost::COMPARISON, |usual, condition, other| {
        if condition == 0.0 { usual } else { other }
    })
    .slopes(&[
        Slope::By(&IS_ZERO, &[Local::Operand(1)]),
        Slope::Zero(Obstacle::Comparison),
        Slope::By(&NOT_ZERO, &[Local::Operand(1)]),
    ]);

/// The remainder of a divided by b, both whole numbers.
pub static REMAINDER: Function =
    Function::binary("remainder", "{0} mod {1}", Cost::MULTIPLICATION, |number, divisor| number % divisor)
        .slopes(&[Slope::Zero(Obstacle::Names), Slope::Zero(Obstacle::Names)]);
