//! Sinusoidal positional encoding: sines and cosines of each position at several frequencies.
//!
//! ```text
//! positions [n] ──┐                ┌─► sines   [n, d/2] ─┐
//!                 ├─► angles p·ω ──┤                     ├─► column 2i: sine, column 2i + 1: cosine ─► [n, d]
//! frequencies ω ──┘                └─► cosines [n, d/2] ─┘
//! ```
//!
//! Letters: p positions, f pairs of columns, c columns.
//!
//! Source: Vaswani et al. 2017, section 3.5.

use crate::algorithm::{Algorithm, always, integer, number_or, output};
use crate::error::Result;
use crate::op::{COSINE, Cost, Function, Local, MULTIPLY, Op, Reads, Rule, Slope, SourceCell, StepSpec, given, step};
use crate::rules::order::COUNT_FROM_ZERO;
use crate::trace::{Run, Value};

use super::frequency::{
    BASE, DEFAULT_BASE, EVEN_COLUMNS, EXPONENTS, FREQUENCIES, SOURCE, WIDTH, frequencies, given_base,
};

/// The number of positions.
pub static LENGTH: StepSpec = given("position.length", "", &[]).written("n", "n", SOURCE);

/// The position of each token, from 0.
pub static POSITIONS: StepSpec = step("position.positions", Op::Rule(&COUNT_FROM_ZERO), &[""], "p", &["position"])
    .written("p", r"p = 0, 1, 2, \ldots < n", SOURCE);

/// The angle of each frequency at each position.
pub static ANGLES: StepSpec =
    step("position.angles", Op::Map(&MULTIPLY), &["p", "f"], "pf", &["position", "frequency"])
        .written(r"p\,\omega", r"p\,\omega_i", SOURCE)
        .begins("angles");

/// The sine of each angle.
pub static SINES: StepSpec = step("position.sines", Op::Map(&SINE), &["pf"], "pf", &["position", "frequency"])
    .written(r"\sin(p\,\omega)", r"\sin(p\,\omega_i)", SOURCE);

/// The cosine of each angle.
pub static COSINES: StepSpec = step("position.cosines", Op::Map(&COSINE), &["pf"], "pf", &["position", "frequency"])
    .written(r"\cos(p\,\omega)", r"\cos(p\,\omega_i)", SOURCE);

/// Sines and cosines, alternating.
pub static ENCODING: StepSpec =
    step("position.encoding", Op::Rule(&INTERLEAVE), &["pf", "pf"], "pc", &["position", "feature"]).written(
        r"\text{PE}",
        r"\text{PE}_{p,2i} = \sin(p\,\omega_i), \quad \text{PE}_{p,2i+1} = \cos(p\,\omega_i)",
        SOURCE,
    );

/// sin(a)
pub(super) static SINE: Function =
    Function::unary("sine", "sin({0})", Cost::FUNCTION, libm::sin).slopes(&[Slope::By(&COSINE, &[Local::Operand(0)])]);

/// Columns of the first operand and of the second, alternating. An odd width ends with a column of the first.
static INTERLEAVE: Rule = Rule {
    name: "interleave",
    reads: Reads::One(|operands, shape, offset| {
        let (position, column) = (offset / shape.last()?, offset % shape.last()?);
        let operand = column % 2;
        operands.get(operand)?.offset(&[position, column / 2]).map(|offset| SourceCell { operand, offset })
    }),
    ..Rule::copies(&[0, 1])
};

/// Computes the encoding of positions 0 to `length` − 1: column 2i is sin(p·ω_i), column 2i + 1 is cos(p·ω_i), ω_i = base^(−2i/width).
///
/// # Shapes
/// | result | shape |
/// |---|---|
/// | encoding | [length, width] |
///
/// An odd width ends with a sine.
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] for a base below 1, [`crate::error::Error::TooLarge`] for a result beyond the limit.
///
/// # Complexity
/// length · width sines and cosines.
///
/// # Example
/// With base 10000 and width 4 the second frequency is a hundredth of the first:
/// ```
/// use attograph::backend::Reference;
/// use attograph::position::sinusoidal::sinusoidal_encoding;
/// use attograph::op::Settings;
/// use attograph::trace::{Run, Untraced};
/// let mut tape = Untraced;
/// let mut run = Run::new(&Reference, &mut tape, Settings::default());
/// let encoding = sinusoidal_encoding(&mut run, 101, 4, 10_000.0)?;
/// let encoding = run.tensor(encoding)?;
/// let (fast, slow) = (encoding.get(&[1, 0]).unwrap(), encoding.get(&[100, 2]).unwrap());
/// assert!((fast - slow).abs() < 1e-15); // both are sin 1
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn sinusoidal_encoding(run: &mut Run, length: usize, width: usize, base: f64) -> Result<Value> {
    let given_length = run.given_number(&LENGTH, "length", length as f64)?;
    let given_width = run.given_number(&WIDTH, "width", width as f64)?;
    let base = given_base(run, base)?;
    run.bind('p', length, "`length`")?;
    run.bind('c', width, "`width`")?;
    run.bind('f', width.div_ceil(2), "`width`")?;
    let positions = run.step(&POSITIONS, &[given_length])?;
    let even_columns = run.step(&EVEN_COLUMNS, &[given_width])?;
    let frequencies = frequencies(run, even_columns, given_width, base)?;
    let angles = run.step(&ANGLES, &[positions, frequencies])?;
    let sines = run.step(&SINES, &[angles])?;
    let cosines = run.step(&COSINES, &[angles])?;
    run.step(&ENCODING, &[sines, cosines])
}

/// Catalog entry.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "sinusoidal-encoding",
    title: "Sinusoidal positional encoding",
    source: SOURCE,
    inputs: &[integer("length", 0), integer("width", 0), number_or("base", DEFAULT_BASE)],
    parts: &[always(&[
        &LENGTH, &WIDTH, &BASE, &POSITIONS, &EVEN_COLUMNS, &EXPONENTS, &FREQUENCIES, &ANGLES, &SINES, &COSINES,
        &ENCODING,
    ])],
    outputs: &[output("encoding", &[&ENCODING])],
    run: |inputs, run| {
        let (length, width) = (inputs.integer("length")?, inputs.integer("width")?);
        let encoding = sinusoidal_encoding(run, length, width, inputs.number("base")?)?;
        Ok(vec![("encoding", encoding)])
    },
};
