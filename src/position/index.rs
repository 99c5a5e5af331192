//! The position itself as the encoding: 0, 1, 2, …
//!
//! ```text
//! length 5      0  1  2  3  4
//! length 501    0  1  2  …  500
//! ```
//!
//! The simplest encoding, and why it fails: the numbers grow with the sequence, beyond the features of the tokens and beyond all positions of the
//! training.
//!
//! Letters: p positions.

use crate::algorithm::{Algorithm, always, integer, output};
use crate::error::Result;
use crate::op::StepSpec;
use crate::trace::{Run, Value};

use super::sinusoidal;

/// Encodings that a lecture tries before the sinusoidal one.
pub(super) const SOURCE: &str = "CPSC 483 (Yale), Transformers and GNNs: a first attempt at positions";
const COUNTED: &str = "a convention: positions are counted from 0";

/// The number of positions.
pub static LENGTH: StepSpec = StepSpec { source: COUNTED, ..sinusoidal::LENGTH };

/// The positions, outside of the sinusoidal encoding.
pub static POSITIONS: StepSpec = StepSpec { source: COUNTED, ..sinusoidal::POSITIONS };

/// Validates the number of positions; returns the positions and their number.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] beyond the limit.
pub(super) fn counted_positions(run: &mut Run, length: usize) -> Result<(Value, Value)> {
    let given = run.given_number(&LENGTH, "length", length as f64)?;
    run.bind('p', length, "`length`")?;
    Ok((run.step(&POSITIONS, &[given])?, given))
}

/// Gives every token its index, from 0.
///
/// # Shapes
/// | result | shape |
/// |---|---|
/// | positions | \[length\] |
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
/// let trace = catalog::trace("index-position", &Arguments::new().with("length", 501.0))?;
/// assert_eq!(trace.outputs["positions"].data().last(), Some(&500.0)); // it grows with the sequence
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "index-position",
    title: "Index as position",
    source: SOURCE,
    inputs: &[integer("length", 0)],
    parts: &[always(&[&LENGTH, &POSITIONS])],
    outputs: &[output("positions", &[&POSITIONS])],
    run: |inputs, run| Ok(vec![("positions", counted_positions(run, inputs.integer("length")?)?.0)]),
};
