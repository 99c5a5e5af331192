//! The rotation of a plane: its basis, turned by an angle.
//!
//! ```text
//!        r₂ │ ╱ r₁
//!         ╲ │╱ θ            R  =  ┌ cos θ  −sin θ ┐      the columns are the turned directions
//!       ────┼────                 └ sin θ   cos θ ┘
//! ```
//!
//! Encodings and tokens are rows: x R has the coordinates of x along the turned directions.
//!
//! Letters: a features, b directions.
//!
//! Source: Su et al. 2021, *RoFormer: Enhanced Transformer with Rotary Position Embedding*, eq. (13).

use crate::algorithm::{Algorithm, always, number, output};
use crate::op::{Cost, Function, Local, NEGATE, Op, Slope, StepSpec, given, step};

use super::sinusoidal_shift::ROTATION;

const SOURCE: &str = "Su et al. 2021, eq. (13)";

/// The angle, in degrees, against the clock.
pub static ANGLE: StepSpec = given("plane.angle", "", &[]).written(r"\theta", r"\theta", SOURCE);

/// Its cosine.
pub static COSINE: StepSpec =
    step("plane.cosine", Op::Map(&COSINE_OF_DEGREES), &[""], "", &[]).written(r"\cos\theta", r"\cos\theta", SOURCE);

/// Its sine.
pub static SINE: StepSpec =
    step("plane.sine", Op::Map(&SINE_OF_DEGREES), &[""], "", &[]).written(r"\sin\theta", r"\sin\theta", SOURCE);

/// Minus its sine.
pub static NEGATIVE_SINE: StepSpec =
    step("plane.negative-sine", Op::Map(&NEGATE), &[""], "", &[]).written(r"-\sin\theta", r"-\sin\theta", SOURCE);

/// The rotation.
pub static MATRIX: StepSpec =
    step("plane.rotation", Op::Rule(&ROTATION), &["", "", ""], "ab", &["feature", "direction"]).written(
        "R",
        r"R = \begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix}",
        SOURCE,
    );

const RADIANS: f64 = core::f64::consts::PI / 180.0;

/// −sin(a°) · π / 180
static COSINE_SLOPE: Function = Function::unary(
    "cosine-of-degrees-slope",
    "−sin({0}°) · π / 180",
    Cost { multiplications: 5, additions: 3, functions: 2, ..Cost::NONE },
    |degrees| -sine(degrees) * RADIANS,
)
.derivative();

/// cos(a°) · π / 180
static SINE_SLOPE: Function = Function::unary(
    "sine-of-degrees-slope",
    "cos({0}°) · π / 180",
    Cost { multiplications: 6, additions: 3, functions: 2, ..Cost::NONE },
    |degrees| sine(degrees % 360.0 + 90.0) * RADIANS,
)
.derivative();

/// cos(a°)
static COSINE_OF_DEGREES: Function = Function::unary(
    "cosine-of-degrees",
    "cos({0}°)",
    Cost { multiplications: 5, additions: 3, functions: 2, ..Cost::NONE },
    |degrees| sine(degrees % 360.0 + 90.0),
)
.slopes(&[Slope::By(&COSINE_SLOPE, &[Local::Operand(0)])]);

/// sin(a°)
static SINE_OF_DEGREES: Function = Function::unary(
    "sine-of-degrees",
    "sin({0}°)",
    Cost { multiplications: 4, additions: 2, functions: 2, ..Cost::NONE },
    sine,
)
.slopes(&[Slope::By(&SINE_SLOPE, &[Local::Operand(0)])]);

/// The sine of an angle in degrees, which at right angles is exactly −1, 0 or 1: whole quarters of a turn are taken off before anything is rounded.
fn sine(degrees: f64) -> f64 {
    let turn = degrees % 360.0;
    let quarters = libm::round(turn / 90.0);
    let rest = (turn - 90.0 * quarters).to_radians();
    match quarters as i32 & 3 {
        0 => libm::sin(rest),
        1 => libm::cos(rest),
        2 => 0.0 - libm::sin(rest),
        _ => -libm::cos(rest),
    }
}

/// Computes the matrix whose columns are the two directions of the plane, turned by `angle` degrees against the clock.
///
/// # Shapes
/// | result | shape |
/// |---|---|
/// | matrix | [2, 2] |
///
/// # Errors
/// [`crate::error::Error::MissingInput`] without an angle, [`crate::error::Error::NonFinite`].
///
/// # Complexity
/// One sine and one cosine.
///
/// # Example
/// A quarter of a turn makes the second direction of the first:
/// ```
/// use attograph::catalog::{self, Arguments};
/// let trace = catalog::trace("plane-rotation", &Arguments::new().with("angle", 90.0))?;
/// assert_eq!(trace.outputs["matrix"].data(), [0.0, -1.0, 1.0, 0.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "plane-rotation",
    title: "Rotation of the plane",
    source: SOURCE,
    inputs: &[number("angle")],
    parts: &[always(&[&ANGLE, &COSINE, &SINE, &NEGATIVE_SINE, &MATRIX])],
    outputs: &[output("matrix", &[&MATRIX])],
    run: |inputs, run| {
        let angle = run.given_number(&ANGLE, "angle", inputs.number("angle")?)?;
        run.bind('a', 2, "the plane")?;
        run.bind('b', 2, "the plane")?;
        let cosine = run.step(&COSINE, &[angle])?;
        let sine = run.step(&SINE, &[angle])?;
        let negative_sine = run.step(&NEGATIVE_SINE, &[sine])?;
        Ok(vec![("matrix", run.step(&MATRIX, &[cosine, negative_sine, sine])?)])
    },
};
