//! The index in binary: one column for each digit, the most significant first.
//!
//! ```text
//! position      0    1    2    3    4
//! digits       000  001  010  011  100
//! ```
//!
//! Every number is 0 or 1, but neighboring positions may differ in every digit (3 and 4), and there is nothing between two codes.
//! The sinusoidal encoding is a smooth form of it, whose waves have decreasing frequencies too.
//!
//! Letters: p positions, b digits.

use crate::algorithm::{Algorithm, always, integer, optional_integer, output};
use crate::error::Error;
use crate::op::{Cost, Function, Obstacle, Op, Reads, Rule, Slope, StepSpec, given, step};

use super::index::{LENGTH, POSITIONS, SOURCE};

/// More digits would stand for powers of two beyond every position.
const MAX_DIGITS: usize = 64;

/// The number of digits.
pub static DIGITS: StepSpec = given("position.digits", "", &[]).written("B", r"B \ge \log_2 n", SOURCE);

/// The place value of each digit: …, 4, 2, 1.
pub static PLACE_VALUES: StepSpec = step("position.place-values", Op::Rule(&POWERS_OF_TWO), &[""], "b", &["digit"])
    .written("2^b", r"2^{B-1}, \ldots, 4, 2, 1", SOURCE);

/// Each position divided by each place value, rounded down.
pub static QUOTIENTS: StepSpec =
    step("position.quotients", Op::Map(&FLOOR_DIVIDE), &["p", "b"], "pb", &["position", "digit"])
        .written(r"\lfloor p/2^b \rfloor", r"\lfloor p / 2^b \rfloor", SOURCE);

/// The digits: 1 where that number is odd.
pub static BINARY: StepSpec = step("position.binary", Op::Map(&PARITY), &["pb"], "pb", &["position", "digit"])
    .written(r"\text{bin}(p)", r"\lfloor p / 2^b \rfloor \bmod 2", SOURCE);

/// Powers of two, in descending order to 1.
static POWERS_OF_TWO: Rule = Rule {
    name: "powers-of-two",
    template: "2^b, b < {0}",
    reads: Reads::All,
    value: |_, shape, index| index.first().map_or(f64::NAN, |digit| place_value(shape, *digit)),
    ..Rule::constant(Obstacle::Names)
};

fn digits_in(shape: &[usize]) -> usize {
    shape.first().copied().unwrap_or_default()
}

fn place_value(shape: &[usize], digit: usize) -> f64 {
    (digit + 1..digits_in(shape)).fold(1.0, |value, _| 2.0 * value)
}

/// ⌊a / b⌋
pub(super) static FLOOR_DIVIDE: Function = Function::binary(
    "floor-divide",
    "⌊{0} / {1}⌋",
    Cost { multiplications: 1, functions: 1, ..Cost::NONE },
    |number, divisor| libm::floor(number / divisor),
)
.slopes(&[Slope::Zero(Obstacle::Rounding), Slope::Zero(Obstacle::Rounding)]);

/// The remainder of a whole number divided by 2.
static PARITY: Function = Function::unary("parity", "{0} mod 2", Cost::MULTIPLICATION, |number| number % 2.0)
    .slopes(&[Slope::Zero(Obstacle::Names)]);

/// Writes every index in binary, the most significant digit first.
///
/// # Shapes
/// | result | shape |
/// |---|---|
/// | encoding | [length, digits] |
///
/// # Errors
/// [`Error::OutOfRange`] when `digits` are too few for the last position or more than 64, [`Error::TooLarge`] for a result beyond the limit.
///
/// # Complexity
/// length · digits, and log₂ length digits are enough.
///
/// # Example
/// ```
/// use attograph::catalog::{self, Arguments};
/// let trace = catalog::trace("binary-position", &Arguments::new().with("length", 5.0))?;
/// assert_eq!(trace.outputs["encoding"].data()[9..], [0.0, 1.0, 1.0, 1.0, 0.0, 0.0]); // 011, 100: neighbors, but no digit in common
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "binary-position",
    title: "Binary index as position",
    source: SOURCE,
    inputs: &[integer("length", 0), optional_integer("digits", 1)],
    parts: &[always(&[&LENGTH, &DIGITS, &POSITIONS, &PLACE_VALUES, &QUOTIENTS, &BINARY])],
    outputs: &[output("encoding", &[&BINARY])],
    run: |inputs, run| {
        let length = inputs.integer("length")?;
        let last = length.saturating_sub(1);
        let needed = last.checked_ilog2().map_or(1, |power| power as usize + 1);
        let digits = inputs.optional_integer("digits")?.unwrap_or(needed);
        if digits < needed || digits > MAX_DIGITS {
            return Err(Error::OutOfRange {
                input: "digits".into(),
                index: Vec::new(),
                value: digits as f64,
                expected: format!("from {needed}, which the last position needs, to {MAX_DIGITS}"),
            }
            .into());
        }
        let given_length = run.given_number(&LENGTH, "length", length as f64)?;
        let given_digits = run.given_number(&DIGITS, "digits", digits as f64)?;
        run.bind('p', length, "`length`")?;
        run.bind('b', digits, "`digits`")?;
        let positions = run.step(&POSITIONS, &[given_length])?;
        let place_values = run.step(&PLACE_VALUES, &[given_digits])?;
        let quotients = run.step(&QUOTIENTS, &[positions, place_values])?;
        Ok(vec![("encoding", run.step(&BINARY, &[quotients])?)])
    },
};
