//! The functions that slopes of other functions are computed by.

use super::function::{Function, Slope};
use super::{Cost, EmptyRow, Obstacle};

const DIVISION: Cost = Cost::MULTIPLICATION;
const TWO_MULTIPLICATIONS: Cost = Cost { multiplications: 2, ..Cost::NONE };
const NEGATED_DIVISION: Cost = Cost { multiplications: 1, additions: 1, ..Cost::NONE };

/// 1 / a
pub static RECIPROCAL: Function = Function::unary("reciprocal", "1 / {0}", DIVISION, |a| 1.0 / a).derivative();

/// 1 / a, and 0 where a is 0.
pub static RECIPROCAL_OR_ZERO: Function =
    Function::unary("reciprocal-or-zero", "1 / {0}", DIVISION, |a| if a == 0.0 { 0.0 } else { 1.0 / a }).derivative();

/// 1 / a; for a = 0 the value that [`super::Settings::empty_row`] sets: 0, or infinity where weights are NaN.
pub static RECIPROCAL_OF_TOTAL: Function =
    Function::unary_by_empty_row("reciprocal-of-total", "1 / {0}", DIVISION, |total, empty_row| match empty_row {
        EmptyRow::Zero | EmptyRow::Error if total == 0.0 => 0.0,
        _ => 1.0 / total,
    })
    .derivative();

/// −a / b, and 0 where a is 0: the slope of a quotient a in its divisor b.
pub static MINUS_QUOTIENT: Function =
    Function::binary("minus-quotient", "−{0} / {1}", NEGATED_DIVISION, |a, b| if a == 0.0 { 0.0 } else { -a / b })
        .derivative();

/// a / 2
pub static HALF: Function = Function::unary("half", "{0} / 2", DIVISION, |a| a / 2.0).derivative();

/// −a / 2
pub static MINUS_HALF_OF: Function =
    Function::unary("minus-half-of", "−{0} / 2", NEGATED_DIVISION, |a| -a / 2.0).derivative();

/// 1 / (2 a), and 0 where a is 0: the slope of a square root a. The roots that can be 0 are lengths and distances, whose graph has its tip there: 0 is the
/// slope that PyTorch's norm has at it, and pairs that a result does not read keep their gradient of 0.
pub static HALF_OF_RECIPROCAL: Function =
    Function::unary("half-of-reciprocal", "1 / (2 · {0})", TWO_MULTIPLICATIONS, |a| {
        if a == 0.0 { 0.0 } else { 1.0 / (2.0 * a) }
    })
    .derivative();

/// 1 − a²: the slope of a hyperbolic tangent a.
pub static ONE_MINUS_SQUARE: Function =
    Function::unary("one-minus-square", "1 − {0}²", Cost { multiplications: 1, additions: 1, ..Cost::NONE }, |a| {
        1.0 - a * a
    })
    .derivative();

/// a (1 − a): the slope of a sigmoid a.
pub static TIMES_ONE_MINUS: Function = Function::unary(
    "times-one-minus",
    "{0} · (1 − {0})",
    Cost { multiplications: 1, additions: 1, ..Cost::NONE },
    |a| a * (1.0 - a),
)
.derivative();

/// −sin(a)
pub static MINUS_SINE: Function =
    Function::unary("minus-sine", "−sin({0})", Cost { additions: 1, functions: 1, ..Cost::NONE }, |a| -libm::sin(a))
        .derivative();

/// Φ(a) + a · φ(a): the slope of [`super::GELU`], with the normal distribution's probability Φ and density φ.
pub static GELU_SLOPE: Function = Function::unary(
    "gelu-slope",
    "Φ({0}) + {0} · φ({0})",
    Cost { multiplications: 6, additions: 2, functions: 2, ..Cost::NONE },
    |a| {
        const DENSITY: f64 = 0.398_942_280_401_432_7;
        let probability = 0.5 * (1.0 + libm::erf(a * core::f64::consts::FRAC_1_SQRT_2));
        probability + a * (DENSITY * libm::exp(-0.5 * a * a))
    },
)
.derivative();

/// 1 where a is above 0, 0 elsewhere.
pub static POSITIVE: Function =
    Function::unary("positive", "[{0} > 0]", Cost::COMPARISON, |number| f64::from(number > 0.0))
        .slopes(&[Slope::Zero(Obstacle::Comparison)]);

/// 1 where a is not 0, 0 elsewhere.
pub static NOT_ZERO: Function =
    Function::unary("not-zero", "[{0} ≠ 0]", Cost::COMPARISON, |number| f64::from(number != 0.0))
        .slopes(&[Slope::Zero(Obstacle::Comparison)]);

/// 1 where a is 0, 0 elsewhere.
pub static IS_ZERO: Function =
    Function::unary("is-zero", "[{0} = 0]", Cost::COMPARISON, |number| f64::from(number == 0.0))
        .slopes(&[Slope::Zero(Obstacle::Comparison)]);

/// 1 where a is above 0, b elsewhere: the slope of [`super::LEAKY_RELU`].
pub static ONE_IF_POSITIVE: Function = Function::binary(
    "one-if-positive",
    "1 if {0} > 0, else {1}",
    Cost::COMPARISON,
    |a, b| if a > 0.0 { 1.0 } else { b },
)
.derivative();

/// min(a, 0)
pub static NEGATIVE_PART: Function =
    Function::unary("negative-part", "min({0}, 0)", Cost::COMPARISON, |a| if a > 0.0 { 0.0 } else { a }).derivative();

/// 1, −1, or 0 where a is 0: the slope of an absolute value.
pub static SIGN: Function = Function::unary("sign", "sign({0})", Cost { comparisons: 2, ..Cost::NONE }, |a| {
    if a > 0.0 {
        1.0
    } else if a < 0.0 {
        -1.0
    } else {
        0.0
    }
})
.derivative();
