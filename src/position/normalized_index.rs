//! The index divided by the length: every position is in the range from 0 to 1.
//!
//! ```text
//! divided by the length n        0   0.2  0.4  0.6  0.8      never reaches 1
//! divided by the last index      0  0.25  0.5  0.75  1       n − 1 = 4
//! ```
//!
//! The numbers are small, but the same number means different positions: 0.2 is the second token of five and the third of ten.
//!
//! Letters: p positions.

use crate::algorithm::{Algorithm, always, choice, integer, output, when};
use crate::op::{Cost, DIVIDE_OR_ZERO, Function, Op, Slope, StepSpec, step};

use super::index::{LENGTH, POSITIONS, SOURCE, counted_positions};

/// The largest index.
pub static LAST: StepSpec =
    step("position.last", Op::Map(&PREDECESSOR), &[""], "", &[]).written("n-1", "n - 1", SOURCE);

/// The position of each token relative to the sequence.
pub static NORMALIZED: StepSpec = step("position.normalized", Op::Map(&DIVIDE_OR_ZERO), &["p", ""], "p", &["position"])
    .written(r"\tilde{p}", r"\tilde{p} = p / #2n", SOURCE);

/// a − 1
static PREDECESSOR: Function =
    Function::unary("predecessor", "{0} − 1", Cost::ADDITION, |number| number - 1.0).slopes(&[Slope::One]);

/// Divides every index by the length, or by the last index.
///
/// # Shapes
/// | result | shape |
/// |---|---|
/// | positions | \[length\] |
///
/// The single position of a sequence of length 1 is 0 in both cases.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] for a result beyond the limit.
///
/// # Complexity
/// Proportional to the length.
///
/// # Example
/// ```
/// use attograph::catalog::{self, Arguments};
/// let five = Arguments::new().with("length", 5.0);
/// let trace = catalog::trace("normalized-index-position", &five)?;
/// assert_eq!(trace.outputs["positions"].data(), [0.0, 0.2, 0.4, 0.6, 0.8]);
/// let trace = catalog::trace("normalized-index-position", &five.with("divideBy", "last"))?;
/// assert_eq!(trace.outputs["positions"].data(), [0.0, 0.25, 0.5, 0.75, 1.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "normalized-index-position",
    title: "Normalized index as position",
    source: SOURCE,
    inputs: &[integer("length", 0), choice("divideBy", &["length", "last"], "length")],
    parts: &[always(&[&LENGTH, &POSITIONS]), when("divideBy=last", &[&LAST]), always(&[&NORMALIZED])],
    outputs: &[output("positions", &[&NORMALIZED])],
    run: |inputs, run| {
        let length = inputs.integer("length")?;
        let by_last = inputs.choice("divideBy")? == "last";
        let (positions, given) = counted_positions(run, length)?;
        let divisor = if by_last { run.step(&LAST, &[given])? } else { given };
        Ok(vec![("positions", run.step(&NORMALIZED, &[positions, divisor])?)])
    },
};
