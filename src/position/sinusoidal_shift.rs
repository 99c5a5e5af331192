//! The matrix that shifts a sinusoidal encoding: PE(p + k) = PE(p) M(k), with the same M for every p.
//!
//! ```text
//!          ┌  cos kω₀  −sin kω₀                        ┐
//!          │  sin kω₀   cos kω₀                        │
//! M(k)  =  │                      cos kω₁  −sin kω₁    │
//!          │                      sin kω₁   cos kω₁    │
//!          └                                         ⋱ ┘
//! ```
//!
//! Each pair of columns is a point on the unit circle, and k positions later it is rotated by k·ω. So attention can learn to attend k positions away
//! by a linear map. Encodings are rows, as everywhere in this library. A pair is (sine, cosine), in this order, so that its matrix is the transpose of
//! the one that [`super::rotary`] turns pairs of features by.
//!
//! Letters: f and g count pairs of columns, a and b the two columns of a pair (a the rows of the matrix, b its columns).
//!
//! Source: Vaswani et al. 2017, section 3.5.

use crate::algorithm::{Algorithm, always, integer, number, number_or, output};
use crate::error::{Error, Result};
use crate::op::{COSINE, Fill, MULTIPLY, NEGATE, Obstacle, Op, Reads, Rule, SourceCell, StepSpec, given, step};
use crate::trace::{Run, Value};

use super::frequency::{
    BASE, DEFAULT_BASE, EVEN_COLUMNS, EXPONENTS, FREQUENCIES, SOURCE, WIDTH, frequencies, given_base,
};
use super::sinusoidal::SINE;

/// The shift, in positions.
pub static SHIFT: StepSpec = given("position.shift", "", &[]).written("k", r"k \in \mathbb{Z}", SOURCE);

/// The angle of each rotation.
pub static ANGLES: StepSpec = step("position.shift-angles", Op::Map(&MULTIPLY), &["", "f"], "f", &["frequency"])
    .written(r"k\,\omega", r"k\,\omega_i", SOURCE)
    .begins("rotation");

/// The cosine of each angle.
pub static COSINES: StepSpec = step("position.shift-cosines", Op::Map(&COSINE), &["f"], "f", &["frequency"])
    .written(r"\cos(k\,\omega)", r"\cos(k\,\omega_i)", SOURCE);

/// The sine of each angle.
pub static SINES: StepSpec = step("position.shift-sines", Op::Map(&SINE), &["f"], "f", &["frequency"])
    .written(r"\sin(k\,\omega)", r"\sin(k\,\omega_i)", SOURCE);

/// Minus the sine of each angle.
pub static NEGATIVE_SINES: StepSpec =
    step("position.shift-negative-sines", Op::Map(&NEGATE), &["f"], "f", &["frequency"])
        .written(r"-\sin(k\,\omega)", r"-\sin(k\,\omega_i)", SOURCE);

/// One rotation of two by two for each pair of columns.
pub static ROTATIONS: StepSpec = step(
    "position.shift-rotations",
    Op::Rule(&ROTATION),
    &["f", "f", "f"],
    "fab",
    &["frequency", "pair-row", "pair-column"],
)
.written(
    "R",
    r"R_i = \begin{pmatrix} \cos(k\,\omega_i) & -\sin(k\,\omega_i) \\ \sin(k\,\omega_i) & \cos(k\,\omega_i) \end{pmatrix}",
    SOURCE,
);

/// The identity: each pair is multiplied by its own rotation only.
pub static OWN_PAIR: StepSpec =
    step("position.own-pair", Op::Rule(&IDENTITY), &["f", "g"], "fg", &["frequency", "frequency"])
        .written("I", r"I_{fg} = [(2i)_f = (2i)_g]", SOURCE);

/// The rotations along the diagonal, 0 elsewhere.
pub static MATRIX: StepSpec =
    step("position.shift-matrix", Op::Contract, &["fg", "fab"], "(fa)(gb)", &["feature", "feature"]).written(
        "M",
        r"M_{(fa)(gb)} = I_{fg} R_{f,ab}, \quad M = \text{diag}(R_0, R_1, \ldots), \quad \text{PE}_{p+k} = \text{PE}_p \, M",
        SOURCE,
    ).begins("matrix");

/// One matrix of two by two for each cell of three operands: the first on the diagonal, the second above it, the third below it.
pub(super) static ROTATION: Rule = Rule {
    name: "rotation",
    reads: Reads::One(|_, _, offset| {
        let (row, column) = (offset / 2 % 2, offset % 2);
        Some(SourceCell { operand: if row == column { 0 } else { 1 + row }, offset: offset / 4 })
    }),
    ..Rule::copies(&[0, 1, 2])
};

/// 1 where the two operands agree, 0 elsewhere.
static IDENTITY: Rule = Rule {
    name: "equal",
    template: "[{0} = {1}]",
    fill: Fill::AtOnce(|operands, _| {
        let [left, right] = operands else { return Vec::new() };
        left.data().iter().flat_map(|a| right.data().iter().map(move |b| f64::from(a == b))).collect()
    }),
    reads: Reads::Cells(|_, _, index| match index {
        [left, right] => {
            vec![SourceCell { operand: 0, offset: *left }, SourceCell { operand: 1, offset: *right }]
        }
        _ => Vec::new(),
    }),
    value: |values, _, _| match values {
        [left, right] => f64::from(left == right),
        _ => f64::NAN,
    },
    ..Rule::constant(Obstacle::Comparison)
};

/// Computes M with PE(p + shift) = PE(p) M for every position p, encodings as rows.
///
/// # Shapes
/// | result | shape |
/// |---|---|
/// | matrix | [width, width] |
///
/// # Errors
/// [`Error::NotDivisible`] for an odd width, whose last sine lacks the cosine that a rotation needs; [`Error::OutOfRange`] for a shift that is not
/// whole or a base below 1; [`Error::TooLarge`] for a result beyond the limit.
///
/// # Complexity
/// width sines and cosines, width² multiplications.
///
/// # Example
/// A shift of 0 changes nothing:
/// ```
/// use attograph::backend::Reference;
/// use attograph::position::sinusoidal_shift::sinusoidal_shift;
/// use attograph::op::Settings;
/// use attograph::trace::{Run, Untraced};
/// let mut tape = Untraced;
/// let mut run = Run::new(&Reference, &mut tape, Settings::default());
/// let matrix = sinusoidal_shift(&mut run, 2, 0.0, 10_000.0)?;
/// assert_eq!(run.tensor(matrix)?.data(), [1.0, 0.0, 0.0, 1.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn sinusoidal_shift(run: &mut Run, width: usize, shift: f64, base: f64) -> Result<Value> {
    if !width.is_multiple_of(2) {
        return Err(Error::NotDivisible {
            input: "width".into(),
            size: width,
            divisor: 2,
            because: "the pairs of sine and cosine".into(),
        }
        .into());
    }
    let given_width = run.given_number(&WIDTH, "width", width as f64)?;
    let base = given_base(run, base)?;
    let given_shift = run.given_number(&SHIFT, "shift", shift)?;
    if shift.trunc() != shift {
        return Err(Error::OutOfRange {
            input: "shift".into(),
            index: Vec::new(),
            value: shift,
            expected: "a whole number".into(),
        }
        .into());
    }
    run.bind('f', width / 2, "`width`")?;
    run.bind('g', width / 2, "`width`")?;
    run.bind('a', 2, "the pairs of sine and cosine")?;
    run.bind('b', 2, "the pairs of sine and cosine")?;
    let even_columns = run.step(&EVEN_COLUMNS, &[given_width])?;
    let frequencies = frequencies(run, even_columns, given_width, base)?;
    let angles = run.step(&ANGLES, &[given_shift, frequencies])?;
    let cosines = run.step(&COSINES, &[angles])?;
    let sines = run.step(&SINES, &[angles])?;
    let negative_sines = run.step(&NEGATIVE_SINES, &[sines])?;
    let rotations = run.step(&ROTATIONS, &[cosines, negative_sines, sines])?;
    let own_pair = run.step(&OWN_PAIR, &[even_columns, even_columns])?;
    run.step(&MATRIX, &[own_pair, rotations])
}

/// Catalog entry.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "sinusoidal-shift",
    title: "Shift of a sinusoidal encoding",
    source: SOURCE,
    inputs: &[integer("width", 0), number("shift"), number_or("base", DEFAULT_BASE)],
    parts: &[always(&[
        &WIDTH, &BASE, &SHIFT, &EVEN_COLUMNS, &EXPONENTS, &FREQUENCIES, &ANGLES, &COSINES, &SINES, &NEGATIVE_SINES,
        &ROTATIONS, &OWN_PAIR, &MATRIX,
    ])],
    outputs: &[output("matrix", &[&MATRIX])],
    run: |inputs, run| {
        let width = inputs.integer("width")?;
        let shift = inputs.number("shift")?;
        let matrix = sinusoidal_shift(run, width, shift, inputs.number("base")?)?;
        Ok(vec![("matrix", matrix)])
    },
};
