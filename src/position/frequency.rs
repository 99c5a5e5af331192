//! The frequencies of the sinusoidal encoding: one for each pair of columns, each smaller than the one before by a constant factor.
//!
//! ```text
//! width 8, base 10000      pair        0      1      2       3
//!                          2i/d        0      1/4    2/4     3/4
//!                          frequency   1      0.1    0.01    0.001
//! ```
//!
//! Letters: f counts pairs of columns.
//!
//! Source: Vaswani et al. 2017, section 3.5.

use crate::error::{Error, Result};
use crate::op::{Cost, DIVIDE, Function, Local, Obstacle, Op, Reads, Rule, Slope, StepSpec, given, step};
use crate::trace::{Run, Value};

pub(super) const SOURCE: &str = "Vaswani et al. 2017, section 3.5";

/// The base that Vaswani et al. 2017 chose, section 3.5.
pub const DEFAULT_BASE: f64 = 10_000.0;

/// The number of columns.
pub static WIDTH: StepSpec = given("position.width", "", &[]).written("d", "d", SOURCE);

/// The base, which sets the lowest frequency.
pub static BASE: StepSpec = given("position.base", "", &[]).written("b", "b", SOURCE);

/// The first column of each pair: 0, 2, 4, …
pub static EVEN_COLUMNS: StepSpec = step("position.even-columns", Op::Rule(&COUNT_EVEN), &[""], "f", &["frequency"])
    .written("2i", r"2i = 0, 2, 4, \ldots < d", SOURCE)
    .begins("frequencies");

/// The place of each pair relative to the width, from 0 to almost 1.
pub static EXPONENTS: StepSpec =
    step("position.exponents", Op::Map(&DIVIDE), &["f", ""], "f", &["frequency"]).written("2i/d", "2i / d", SOURCE);

/// The frequency of each pair: the radians from one position to the next.
pub static FREQUENCIES: StepSpec =
    step("position.frequencies", Op::Map(&POWER_OF_MINUS), &["", "f"], "f", &["frequency"])
        .written(r"\omega", r"\omega_i = b^{-2i/d}", SOURCE);

/// 0, 2, 4, … below the operand.
static COUNT_EVEN: Rule = Rule {
    name: "count-even",
    template: "2i < {0}",
    reads: Reads::All,
    value: |_, _, index| index.first().map_or(f64::NAN, |pair| (pair * 2) as f64),
    ..Rule::constant(Obstacle::Names)
};

/// −a b / c: the slope of a power a of a base c with the exponent −b, in the base.
static POWER_SLOPE_IN_BASE: Function = Function::ternary(
    "power-slope-in-base",
    "−{0} · {1} / {2}",
    Cost { multiplications: 2, additions: 1, ..Cost::NONE },
    |power, exponent, base| -power * exponent / base,
)
.derivative();

/// −a ln b: the slope of a power a of a base b, in the exponent.
static POWER_SLOPE_IN_EXPONENT: Function = Function::binary(
    "power-slope-in-exponent",
    "−{0} · ln {1}",
    Cost { multiplications: 1, additions: 1, functions: 1, ..Cost::NONE },
    |power, base| -power * libm::log(base),
)
.derivative();

/// a to the power of −b
static POWER_OF_MINUS: Function = Function::binary(
    "power-of-minus",
    "{0}^(−{1})",
    Cost { additions: 1, functions: 1, ..Cost::NONE },
    |base, exponent| libm::pow(base, -exponent),
)
.slopes(&[
    Slope::By(&POWER_SLOPE_IN_BASE, &[Local::Result, Local::Operand(1), Local::Operand(0)]),
    Slope::By(&POWER_SLOPE_IN_EXPONENT, &[Local::Result, Local::Operand(0)]),
]);

/// Validates the base. From 1 upwards every frequency is at most 1, so no angle can overflow.
///
/// # Errors
/// [`Error::OutOfRange`] below 1, [`Error::NonFinite`].
pub(super) fn given_base(run: &mut Run, base: f64) -> Result<Value> {
    let given = run.given_number(&BASE, "base", base)?;
    if base < 1.0 {
        return Err(Error::OutOfRange {
            input: "base".into(),
            index: Vec::new(),
            value: base,
            expected: "a number of at least 1".into(),
        }
        .into());
    }
    Ok(given)
}

/// Computes the frequency of each pair of columns, given its first column, the width and the base.
///
/// # Errors
/// Those of [`Run::step`].
pub(super) fn frequencies(run: &mut Run, even_columns: Value, width: Value, base: Value) -> Result<Value> {
    let exponents = run.step(&EXPONENTS, &[even_columns, width])?;
    run.step(&FREQUENCIES, &[base, exponents])
}
