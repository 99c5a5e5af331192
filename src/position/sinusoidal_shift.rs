//! The matrix that moves a sinusoidal encoding along: PE(p + k) = M(k) PE(p), with the same M for every p.
//!
//! ```text
//!          ┌  cos kω₀   sin kω₀                        ┐
//!          │ −sin kω₀   cos kω₀                        │
//! M(k)  =  │                      cos kω₁   sin kω₁    │
//!          │                     −sin kω₁   cos kω₁    │
//!          └                                         ⋱ ┘
//! ```
//!
//! Each pair of columns is a clock hand; k positions later it has turned by k·ω, wherever it stood. So attention can learn to look k positions away
//! by a linear map.
//!
//! Letters: f and g count pairs of columns, a and b the two columns of a pair (a the rows of the matrix, b its columns).
//!
//! Source: Vaswani et al. 2017, section 3.5.

use crate::algorithm::{Algorithm, Output, always, integer, number, number_or};
use crate::error::{Error, Result};
use crate::trace::{COSINE, MULTIPLY, NEGATE, Op, Rule, Run, SourceCell, StepSpec, Value, each_once};

use super::frequency::{
    BASE, DEFAULT_BASE, EVEN_COLUMNS, EXPONENTS, FREQUENCIES, SOURCE, WIDTH, frequencies, given_base,
};
use super::sinusoidal::SINE;

/// How many positions the encoding moves.
pub static SHIFT: StepSpec = StepSpec::given("position.shift", "k", "", &[], r"k \in \mathbb{Z}", SOURCE);

/// How far each clock turns.
pub static ANGLES: StepSpec = StepSpec {
    id: "position.shift-angles",
    symbol: r"k\,\omega",
    op: Op::Map(&MULTIPLY),
    index: "f",
    axes: &["frequency"],
    reads: &["", "f"],
    formula: r"k\,\omega_i",
    source: SOURCE,
};

/// The cosine of each turn.
pub static COSINES: StepSpec = StepSpec {
    id: "position.shift-cosines",
    symbol: r"\cos",
    op: Op::Map(&COSINE),
    index: "f",
    axes: &["frequency"],
    reads: &["f"],
    formula: r"\cos(k\,\omega_i)",
    source: SOURCE,
};

/// The sine of each turn.
pub static SINES: StepSpec = StepSpec {
    id: "position.shift-sines",
    symbol: r"\sin",
    op: Op::Map(&SINE),
    index: "f",
    axes: &["frequency"],
    reads: &["f"],
    formula: r"\sin(k\,\omega_i)",
    source: SOURCE,
};

/// The sine of each turn the other way.
pub static NEGATIVE_SINES: StepSpec = StepSpec {
    id: "position.shift-negative-sines",
    symbol: r"-\sin",
    op: Op::Map(&NEGATE),
    index: "f",
    axes: &["frequency"],
    reads: &["f"],
    formula: r"-\sin(k\,\omega_i)",
    source: SOURCE,
};

/// One rotation of two by two for each pair of columns.
pub static ROTATIONS: StepSpec = StepSpec {
    id: "position.shift-rotations",
    symbol: "R",
    op: Op::Rule(&ROTATION),
    index: "fab",
    axes: &["frequency", "pair-row", "pair-column"],
    reads: &["f", "f", "f"],
    formula: r"R_i = \begin{pmatrix} \cos k\omega_i & \sin k\omega_i \\ -\sin k\omega_i & \cos k\omega_i \end{pmatrix}",
    source: SOURCE,
};

/// Which pair meets which: only its own.
pub static OWN_PAIR: StepSpec = StepSpec {
    id: "position.own-pair",
    symbol: "I",
    op: Op::Rule(&IDENTITY),
    index: "fg",
    axes: &["frequency", "frequency"],
    reads: &["f", "g"],
    formula: r"I_{fg} = [f = g]",
    source: SOURCE,
};

/// The rotations along the diagonal, 0 elsewhere.
pub static MATRIX: StepSpec = StepSpec {
    id: "position.shift-matrix",
    symbol: "M",
    op: Op::Contract,
    index: "(fa)(gb)",
    axes: &["feature", "feature"],
    reads: &["fg", "fab"],
    formula: r"\text{PE}_{p+k} = M \, \text{PE}_p, \quad M = \text{diag}(R_0, R_1, \ldots)",
    source: SOURCE,
};

/// One matrix of two by two for each cell of three operands: the first on the diagonal, the second above it, the third below it.
pub(super) static ROTATION: Rule = Rule {
    name: "rotation",
    template: "{0}",
    cumulative: false,
    work: each_once,
    fill: |operands, _| {
        let [diagonal, above, below] = operands else { return Vec::new() };
        let turns = diagonal.data().iter().zip(above.data()).zip(below.data());
        turns.flat_map(|((&diagonal, &above), &below)| [diagonal, above, below, diagonal]).collect()
    },
    reads: |operands, _, index| {
        let Some((place, [row, column])) = index.split_last_chunk() else { return Vec::new() };
        let operand = if row == column { 0 } else { 1 + row };
        let offset = operands.get(operand).and_then(|operand| operand.offset(place));
        offset.map(|offset| SourceCell { operand, offset }).into_iter().collect()
    },
    value: |values, _, _| values.first().copied().unwrap_or(f64::NAN),
};

/// 1 where the two operands agree, 0 elsewhere.
static IDENTITY: Rule = Rule {
    name: "equal",
    template: "[{0} = {1}]",
    cumulative: false,
    work: each_once,
    fill: |operands, _| {
        let [left, right] = operands else { return Vec::new() };
        left.data().iter().flat_map(|a| right.data().iter().map(move |b| f64::from(a == b))).collect()
    },
    reads: |_, _, index| match index {
        [left, right] => {
            vec![SourceCell { operand: 0, offset: *left }, SourceCell { operand: 1, offset: *right }]
        }
        _ => Vec::new(),
    },
    value: |values, _, _| match values {
        [left, right] => f64::from(left == right),
        _ => f64::NAN,
    },
};

/// Computes M with PE(p + shift) = M PE(p) for every position p, encodings as column vectors.
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
/// A shift of 0 moves nothing:
/// ```
/// use attograph::backend::Reference;
/// use attograph::position::sinusoidal_shift::sinusoidal_shift;
/// use attograph::trace::{Run, Settings, Untraced};
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
    let rotations = run.step(&ROTATIONS, &[cosines, sines, negative_sines])?;
    let own_pair = run.step(&OWN_PAIR, &[even_columns, even_columns])?;
    run.step(&MATRIX, &[own_pair, rotations])
}

/// Catalog entry.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "sinusoidal-shift",
    title: "Shift of a sinusoidal encoding",
    source: SOURCE,
    inputs: &[integer("width", 0), number("shift"), number_or("base", DEFAULT_BASE)],
    parts: &[
        always(&WIDTH),
        always(&BASE),
        always(&SHIFT),
        always(&EVEN_COLUMNS),
        always(&EXPONENTS),
        always(&FREQUENCIES),
        always(&ANGLES),
        always(&COSINES),
        always(&SINES),
        always(&NEGATIVE_SINES),
        always(&ROTATIONS),
        always(&OWN_PAIR),
        always(&MATRIX),
    ],
    outputs: &[Output { name: "matrix", steps: &[&MATRIX] }],
    run: |arguments, run| {
        let width = arguments.integer("width", 0)?;
        // `number` knows no required number, only one with a default.
        let shift = match arguments.get("shift") {
            None => return Err(Error::MissingInput { input: "shift".into() }.into()),
            Some(_) => arguments.number("shift", 0.0)?,
        };
        let matrix = sinusoidal_shift(run, width, shift, arguments.number("base", DEFAULT_BASE)?)?;
        Ok(vec![("matrix", matrix)])
    },
};
