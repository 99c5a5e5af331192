//! The frequencies of the sinusoidal encoding: one for each pair of columns, from 1 downwards by a constant factor.
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
use crate::trace::{Cost, DIVIDE, Function, Op, Rule, Run, SourceCell, StepSpec, Value, each_once};

pub(super) const SOURCE: &str = "Vaswani et al. 2017, section 3.5";

/// The base that Vaswani et al. 2017 chose, section 3.5.
pub const DEFAULT_BASE: f64 = 10_000.0;

/// The number of columns.
pub static WIDTH: StepSpec = StepSpec::given("position.width", "d", "", &[], "d", SOURCE);

/// What sets how slow the slowest wave is.
pub static BASE: StepSpec = StepSpec::given("position.base", "b", "", &[], "b", SOURCE);

/// The first column of each pair: 0, 2, 4, …
pub static EVEN_COLUMNS: StepSpec = StepSpec {
    id: "position.even-columns",
    symbol: "2i",
    op: Op::Rule(&COUNT_EVEN),
    index: "f",
    axes: &["frequency"],
    reads: &[""],
    formula: r"2i = 0, 2, 4, \ldots < d",
    source: SOURCE,
};

/// How far each pair stands along the width, from 0 to almost 1.
pub static EXPONENTS: StepSpec = StepSpec {
    id: "position.exponents",
    symbol: "2i/d",
    op: Op::Map(&DIVIDE),
    index: "f",
    axes: &["frequency"],
    reads: &["f", ""],
    formula: "2i / d",
    source: SOURCE,
};

/// How many radians each pair turns from one position to the next.
pub static FREQUENCIES: StepSpec = StepSpec {
    id: "position.frequencies",
    symbol: r"\omega",
    op: Op::Map(&POWER_OF_MINUS),
    index: "f",
    axes: &["frequency"],
    reads: &["", "f"],
    formula: r"\omega_i = b^{-2i/d}",
    source: SOURCE,
};

/// 0, 2, 4, … below the operand.
static COUNT_EVEN: Rule = Rule {
    name: "count-even",
    template: "2i < {0}",
    cumulative: false,
    work: each_once,
    fill: |_, shape| (0..shape.first().copied().unwrap_or_default()).map(|pair| 2.0 * pair as f64).collect(),
    reads: |_, _, _| vec![SourceCell { operand: 0, offset: 0 }],
    value: |_, _, index| index.first().map_or(f64::NAN, |pair| (pair * 2) as f64),
};

/// a to the power of −b
static POWER_OF_MINUS: Function = Function {
    name: "power-of-minus",
    template: "{0}^(−{1})",
    arity: 2,
    cost: Cost { additions: 1, functions: 1, ..Cost::NONE },
    apply: |x, _| match x {
        [base, exponent] => libm::pow(*base, -exponent),
        _ => f64::NAN,
    },
};

/// Checks the base and takes it in. From 1 upwards every frequency is at most 1, so no angle can overflow.
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
