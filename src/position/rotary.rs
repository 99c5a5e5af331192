//! Rotary position embedding: queries and keys are rotated by an angle that grows with their position, so that their product depends on how far apart
//! they are.
//!
//! ```text
//!                  ┌  cos pω  sin pω ┐
//! x[p] in pairs ─► ·│                 │─► the same pairs, turned            ⟨q R(p), k R(s)⟩ = ⟨q, k R(s − p)⟩
//!                  └ −sin pω  cos pω ┘
//! ```
//!
//! A pair is two neighboring columns, as in the paper, or a column of the first half and the same column of the second, as in many programs.
//!
//! Rows are multiplied from the right, as everywhere in this library; the paper writes columns, and its matrix is the transpose of this one.
//!
//! Letters: p positions, f pairs of columns, a and b the two columns of a pair, d columns.
//!
//! Source: Su et al. 2021, *RoFormer: Enhanced Transformer with Rotary Position Embedding*, eq. (14) to (16).

use crate::algorithm::{Algorithm, always, choice, integer_or, number_or, output, required, when};
use crate::error::Error;
use crate::op::{NEGATE, Op, Reads, Rule, StepSpec, given, step};

use super::frequency::{BASE, DEFAULT_BASE, EVEN_COLUMNS, EXPONENTS, FREQUENCIES, frequencies, given_base};
use super::sinusoidal::{ANGLES, COSINES, SINES};
use super::sinusoidal_shift::ROTATION;

const SOURCE: &str = "Su et al. 2021, eq. (14) and (15)";

/// Queries or keys, one row for each position.
pub static X: StepSpec =
    given("rotary.features", "pd", &["position", "feature"]).written("X", r"X \in \mathbb{R}^{n \times d}", SOURCE);

/// The position of the first row.
pub static START: StepSpec = given("rotary.start", "", &[]).written("s", "s", SOURCE);

/// The position of each row.
pub static POSITIONS: StepSpec = step("rotary.positions", Op::Rule(&COUNT_FROM), &[""], "p", &["position"])
    .written("p", r"p = s, s + 1, s + 2, \ldots", SOURCE);

/// The number of columns.
pub static WIDTH: StepSpec =
    step("rotary.width", Op::Size('d'), &["pd"], "", &[]).written("d", r"X \in \mathbb{R}^{n \times d}", SOURCE);

/// Minus the sine of each angle: the entry below the diagonal.
pub static NEGATIVE_SINES: StepSpec =
    step("rotary.negative-sines", Op::Map(&NEGATE), &["pf"], "pf", &["position", "frequency"])
        .written(r"-\sin(p\,\omega)", r"-\sin(p\,\omega_i)", SOURCE);

/// One rotation of two by two for each position and pair.
pub static ROTATIONS: StepSpec = step(
    "rotary.rotations",
    Op::Rule(&ROTATION),
    &["pf", "pf", "pf"],
    "pfab",
    &["position", "frequency", "pair-row", "pair-column"],
)
.written(
    "R",
    r"R_{p,i} = \begin{pmatrix} \cos(p\,\omega_i) & \sin(p\,\omega_i) \\ -\sin(p\,\omega_i) & \cos(p\,\omega_i) \end{pmatrix}",
    "Su et al. 2021, eq. (14) and (15), transposed for rows",
).begins("rotation");

/// Each pair of neighboring columns, rotated.
pub static ROTATED: StepSpec =
    step("rotary.rotated", Op::Contract, &["p(fa)", "pfab"], "p(fb)", &["position", "feature"]).written(
        r"x_p R_p",
        r"(x'_{2i}, x'_{2i+1}) = (x_{2i}, x_{2i+1}) \, R_{p,i}",
        SOURCE,
    );

/// Each column of the first half and the same column of the second, rotated.
pub static ROTATED_HALVES: StepSpec =
    step("rotary.rotated-halves", Op::Contract, &["p(af)", "pfab"], "p(bf)", &["position", "feature"]).written(
        r"x_p R_p",
        r"(x'_{i}, x'_{i+d/2}) = (x_{i}, x_{i+d/2}) \, R_{p,i}",
        "Black et al. 2022, GPT-NeoX-20B, section 2.1.1",
    );

/// The operand plus 0, 1, 2, …
static COUNT_FROM: Rule = Rule {
    name: "count-from",
    template: "{0} + p",
    reads: Reads::All,
    value: |values, _, index| match (values, index) {
        ([start], [position]) => start + *position as f64,
        _ => f64::NAN,
    },
    ..Rule::copies(&[0])
};

/// Rotates each pair of columns by its frequency times the position of the row.
///
/// # Shapes
/// | value | shape |
/// |---|---|
/// | x | [n, d] |
/// | rotated | [n, d] |
///
/// `start` is the position of the first row. `pairs` decides which columns belong together: `"adjacent"` (2i and 2i + 1) or `"halves"` (i and i +
/// d/2).
///
/// # Errors
/// [`Error::NotDivisible`] for an odd width, [`Error::OutOfRange`] for a base below 1.
///
/// # Complexity
/// 2 · n · d multiplications, n · d sines and cosines.
///
/// # Example
/// The first pair is rotated by one radian for each position:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let x = Tensor::matrix(&[[1.0, 0.0], [1.0, 0.0]])?;
/// let trace = catalog::trace("rotary-encoding", &Arguments::new().with("x", x))?;
/// let rotated = &trace.outputs["rotated"];
/// assert_eq!(rotated.data()[..2], [1.0, 0.0]); // position 0 stays
/// assert!((rotated.data()[2] - 1f64.cos()).abs() < 1e-15 && (rotated.data()[3] - 1f64.sin()).abs() < 1e-15);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "rotary-encoding",
    title: "Rotary position embedding (RoPE)",
    source: "Su et al. 2021, section 3.2",
    inputs: &[
        required("x", &X),
        integer_or("start", 0, 0),
        choice("pairs", &["adjacent", "halves"], "adjacent"),
        number_or("base", DEFAULT_BASE),
    ],
    parts: &[
        always(&[
            &X, &START, &BASE, &POSITIONS, &WIDTH, &EVEN_COLUMNS, &EXPONENTS, &FREQUENCIES, &ANGLES, &SINES, &COSINES,
            &NEGATIVE_SINES, &ROTATIONS,
        ]),
        when("pairs=adjacent", &[&ROTATED]),
        when("pairs=halves", &[&ROTATED_HALVES]),
    ],
    outputs: &[output("rotated", &[&ROTATED, &ROTATED_HALVES])],
    run: |inputs, run| {
        let x = run.given(&X, "x", inputs.tensor("x")?)?;
        let start = inputs.integer("start")?;
        let start = run.given_number(&START, "start", start as f64)?;
        let base = given_base(run, inputs.number("base")?)?;
        let halves = inputs.choice("pairs")? == "halves";
        let width = run.size('d')?;
        if !width.is_multiple_of(2) {
            let because = "the pairs of columns".into();
            return Err(Error::NotDivisible { input: "x".into(), size: width, divisor: 2, because }.into());
        }
        run.bind('f', width / 2, "`x`")?;
        run.bind('a', 2, "the pairs of columns")?;
        run.bind('b', 2, "the pairs of columns")?;
        let positions = run.step(&POSITIONS, &[start])?;
        let width = run.step(&WIDTH, &[x])?;
        let even_columns = run.step(&EVEN_COLUMNS, &[width])?;
        let frequencies = frequencies(run, even_columns, width, base)?;
        let angles = run.step(&ANGLES, &[positions, frequencies])?;
        let sines = run.step(&SINES, &[angles])?;
        let cosines = run.step(&COSINES, &[angles])?;
        let negative_sines = run.step(&NEGATIVE_SINES, &[sines])?;
        let rotations = run.step(&ROTATIONS, &[cosines, sines, negative_sines])?;
        let rotated = run.step(if halves { &ROTATED_HALVES } else { &ROTATED }, &[x, rotations])?;
        Ok(vec![("rotated", rotated)])
    },
};
