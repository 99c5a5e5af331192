//! Sinusoidal positional encoding: each position as the hands of several clocks, each slower than the one before.
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

use crate::algorithm::{Algorithm, Output, always, integer, number_or};
use crate::error::Result;
use crate::trace::{COSINE, Cost, Function, MULTIPLY, Op, Rule, Run, SourceCell, StepSpec, Value, each_once};

use super::frequency::{
    BASE, DEFAULT_BASE, EVEN_COLUMNS, EXPONENTS, FREQUENCIES, SOURCE, WIDTH, frequencies, given_base,
};

/// The number of positions.
pub static LENGTH: StepSpec = StepSpec::given("position.length", "n", "", &[], "n", SOURCE);

/// Where each token stands, from 0.
pub static POSITIONS: StepSpec = StepSpec {
    id: "position.positions",
    symbol: "p",
    op: Op::Rule(&COUNT),
    index: "p",
    axes: &["position"],
    reads: &[""],
    formula: r"p = 0, 1, 2, \ldots < n",
    source: SOURCE,
};

/// How far each clock has turned at each position.
pub static ANGLES: StepSpec = StepSpec {
    id: "position.angles",
    symbol: r"p\,\omega",
    op: Op::Map(&MULTIPLY),
    index: "pf",
    axes: &["position", "frequency"],
    reads: &["p", "f"],
    formula: r"p\,\omega_i",
    source: SOURCE,
};

/// The sine of each angle.
pub static SINES: StepSpec = StepSpec {
    id: "position.sines",
    symbol: r"\sin",
    op: Op::Map(&SINE),
    index: "pf",
    axes: &["position", "frequency"],
    reads: &["pf"],
    formula: r"\sin(p\,\omega_i)",
    source: SOURCE,
};

/// The cosine of each angle.
pub static COSINES: StepSpec = StepSpec {
    id: "position.cosines",
    symbol: r"\cos",
    op: Op::Map(&COSINE),
    index: "pf",
    axes: &["position", "frequency"],
    reads: &["pf"],
    formula: r"\cos(p\,\omega_i)",
    source: SOURCE,
};

/// Sines and cosines in turns.
pub static ENCODING: StepSpec = StepSpec {
    id: "position.encoding",
    symbol: r"\text{PE}",
    op: Op::Rule(&INTERLEAVE),
    index: "pc",
    axes: &["position", "feature"],
    reads: &["pf", "pf"],
    formula: r"\text{PE}_{p,2i} = \sin(p\,\omega_i), \quad \text{PE}_{p,2i+1} = \cos(p\,\omega_i)",
    source: SOURCE,
};

/// sin(a)
pub(super) static SINE: Function = Function {
    name: "sine",
    template: "sin({0})",
    arity: 1,
    cost: Cost::FUNCTION,
    apply: |x, _| x.first().map_or(f64::NAN, |angle| libm::sin(*angle)),
};

/// 0, 1, 2, … below the operand.
static COUNT: Rule = Rule {
    name: "count",
    template: "p < {0}",
    cumulative: false,
    work: each_once,
    fill: |_, shape| (0..shape.first().copied().unwrap_or_default()).map(|position| position as f64).collect(),
    reads: |_, _, _| vec![SourceCell { operand: 0, offset: 0 }],
    value: |_, _, index| index.first().map_or(f64::NAN, |position| *position as f64),
};

/// Columns of the first operand and of the second in turns. An odd width ends with a column of the first.
static INTERLEAVE: Rule = Rule {
    name: "interleave",
    template: "{0}",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| {
        let ([sines, cosines], [positions, width]) = (operands, shape) else { return Vec::new() };
        let pairs = sines.shape().last().copied().unwrap_or_default();
        (0..*positions)
            .flat_map(|position| {
                let row =
                    |data: &[f64]| -> Vec<f64> { data.iter().skip(position * pairs).take(pairs).copied().collect() };
                let (sines, cosines) = (row(sines.data()), row(cosines.data()));
                sines.into_iter().zip(cosines).flat_map(|(sine, cosine)| [sine, cosine]).take(*width)
            })
            .collect()
    },
    reads: |operands, _, index| {
        let [position, column] = index else { return Vec::new() };
        let operand = column % 2;
        let offset = operands.get(operand).and_then(|waves| waves.offset(&[*position, column / 2]));
        offset.map(|offset| SourceCell { operand, offset }).into_iter().collect()
    },
    value: |values, _, _| values.first().copied().unwrap_or(f64::NAN),
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
/// With base 10000 and width 4 the second clock is a hundred times slower than the first:
/// ```
/// use attograph::backend::Reference;
/// use attograph::position::sinusoidal::sinusoidal_encoding;
/// use attograph::trace::{Run, Settings, Untraced};
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
    parts: &[
        always(&LENGTH),
        always(&WIDTH),
        always(&BASE),
        always(&POSITIONS),
        always(&EVEN_COLUMNS),
        always(&EXPONENTS),
        always(&FREQUENCIES),
        always(&ANGLES),
        always(&SINES),
        always(&COSINES),
        always(&ENCODING),
    ],
    outputs: &[Output { name: "encoding", steps: &[&ENCODING] }],
    run: |arguments, run| {
        let (length, width) = (arguments.integer("length", 0)?, arguments.integer("width", 0)?);
        let encoding = sinusoidal_encoding(run, length, width, arguments.number("base", DEFAULT_BASE)?)?;
        Ok(vec![("encoding", encoding)])
    },
};
