//! What a vision transformer reads: patches through one learned matrix, a token for the whole picture in front, positions added.
//!
//! ```text
//! patches [n, C·P·P] ─► · E ─► + b ─► class token in front ─► + positions ─► tokens [n + 1, d]
//! ```
//!
//! Source: Dosovitskiy et al. 2021, *An Image is Worth 16x16 Words*, eq. (1).

use crate::algorithm::{Algorithm, Output, always, integer, optional, required, when};
use crate::trace::{ADD, Op, Rule, SourceCell, StepSpec, each_once};

use super::image_patches::{IMAGE, PATCHES, cut};

const SOURCE: &str = "Dosovitskiy et al. 2021, eq. (1)";

/// The learned matrix.
pub static PROJECTION: StepSpec = StepSpec::given(
    "vision.projection",
    "E",
    "(cpq)d",
    &["patch-feature", "feature"],
    r"E \in \mathbb{R}^{C P^2 \times d}",
    SOURCE,
);

/// The learned offset.
pub static BIAS: StepSpec =
    StepSpec::given("vision.projection-bias", "b", "d", &["feature"], r"b \in \mathbb{R}^{d}", SOURCE);

/// The learned token that will stand for the whole picture.
pub static CLASS_TOKEN: StepSpec = StepSpec::given(
    "vision.class-token",
    r"x_{\text{class}}",
    "d",
    &["feature"],
    r"x_{\text{class}} \in \mathbb{R}^{d}",
    SOURCE,
);

/// The learned table of positions.
pub static POSITIONS: StepSpec = StepSpec::given(
    "vision.positions",
    r"E_{\text{pos}}",
    "td",
    &["token", "feature"],
    r"E_{\text{pos}} \in \mathbb{R}^{(n + 1) \times d}",
    SOURCE,
);

/// Each patch through the matrix.
pub static PROJECTED: StepSpec = StepSpec {
    id: "vision.projected",
    symbol: "XE",
    op: Op::Contract,
    index: "(ab)d",
    axes: &["patch", "feature"],
    reads: &["(ab)(cpq)", "(cpq)d"],
    formula: r"X E",
    source: SOURCE,
};

/// Each patch as a token.
pub static EMBEDDED: StepSpec = StepSpec {
    id: "vision.embedded",
    symbol: "XE + b",
    op: Op::Map(&ADD),
    index: "(ab)d",
    axes: &["patch", "feature"],
    reads: &["(ab)d", "d"],
    formula: r"X E + b",
    source: SOURCE,
};

/// The tokens with the class token in front.
pub static WITH_CLASS: StepSpec = StepSpec {
    id: "vision.with-class",
    symbol: r"[x_{\text{class}}; XE + b]",
    op: Op::Rule(&PUT_IN_FRONT),
    index: "td",
    axes: &["token", "feature"],
    reads: &["d", "(ab)d"],
    formula: r"[x_{\text{class}}; X E + b]",
    source: SOURCE,
};

/// The tokens that know where they stand.
pub static POSITIONED: StepSpec = StepSpec {
    id: "vision.positioned",
    symbol: r"z_0",
    op: Op::Map(&ADD),
    index: "td",
    axes: &["token", "feature"],
    reads: &["td", "td"],
    formula: r"z_0 = [x_{\text{class}}; X E + b] + E_{\text{pos}}",
    source: SOURCE,
};

/// A row in front of the rows of a matrix.
static PUT_IN_FRONT: Rule = Rule {
    name: "put-in-front",
    template: "{0}",
    cumulative: false,
    work: each_once,
    fill: |operands, _| operands.iter().flat_map(|part| part.data()).copied().collect(),
    reads: |operands, shape, index| {
        let ([row, column], [_, width]) = (index, shape) else { return Vec::new() };
        let before = operands.first().map_or(0, |first| first.data().len());
        let place = row * width + column;
        let (operand, offset) = if place < before { (0, place) } else { (1, place - before) };
        vec![SourceCell { operand, offset }]
    },
    value: |values, _, _| values.first().copied().unwrap_or(f64::NAN),
};

/// Computes the tokens of a picture: each patch through a learned matrix, if wanted a class token in front and a learned position added.
///
/// # Shapes
/// | tensor | shape |
/// |---|---|
/// | image | [C, H, W]: H and W multiples of P = `patch` |
/// | params.wPatch | [C · P · P, d] |
/// | params.bPatch, params.classToken | \[d\] |
/// | params.positions | [tokens, d] |
/// | tokens | [tokens, d]: one a patch, one more with a class token |
///
/// # Errors
/// [`crate::error::Error::NotDivisible`] when the patches do not fill the picture, [`crate::error::Error::ShapeMismatch`] when a parameter does not
/// fit.
///
/// # Complexity
/// C · H · W · d multiplications.
///
/// # Example
/// A matrix of ones adds the pixels of each patch up:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("image", Tensor::new(vec![1, 2, 4], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])?)
///     .with("patch", 2.0)
///     .with("params.wPatch", Tensor::matrix(&[[1.0], [1.0], [1.0], [1.0]])?)
///     .with("params.bPatch", Tensor::vector(vec![0.5])?)
///     .with("params.classToken", Tensor::vector(vec![-1.0])?);
/// let trace = catalog::trace("patch-embedding", &inputs)?;
/// assert_eq!(trace.outputs["tokens"].data(), [-1.0, 14.5, 22.5]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "patch-embedding",
    title: "Patch embedding",
    source: SOURCE,
    inputs: &[
        required("image", &IMAGE),
        integer("patch", 1),
        required("params.wPatch", &PROJECTION),
        required("params.bPatch", &BIAS),
        optional("params.classToken", &CLASS_TOKEN),
        optional("params.positions", &POSITIONS),
    ],
    parts: &[
        always(&IMAGE),
        always(&PATCHES),
        always(&PROJECTION),
        always(&BIAS),
        always(&PROJECTED),
        always(&EMBEDDED),
        when("params.classToken", &CLASS_TOKEN),
        when("params.classToken", &WITH_CLASS),
        when("params.positions", &POSITIONS),
        when("params.positions", &POSITIONED),
    ],
    outputs: &[Output { name: "tokens", steps: &[&POSITIONED, &WITH_CLASS, &EMBEDDED] }],
    run: |arguments, run| {
        let patches = cut(run, arguments.tensor("image")?, arguments.integer("patch", 1)?)?;
        let projection = run.given(&PROJECTION, "params.wPatch", arguments.tensor("params.wPatch")?)?;
        let bias = run.given(&BIAS, "params.bPatch", arguments.tensor("params.bPatch")?)?;
        let projected = run.step(&PROJECTED, &[patches, projection])?;
        let mut tokens = run.step(&EMBEDDED, &[projected, bias])?;
        let mut count = run.size('a')? * run.size('b')?;
        if let Some(class_token) = arguments.optional_tensor("params.classToken")? {
            count += 1;
            run.bind('t', count, "the patches and the class token")?;
            let class_token = run.given(&CLASS_TOKEN, "params.classToken", class_token)?;
            tokens = run.step(&WITH_CLASS, &[class_token, tokens])?;
        }
        if let Some(positions) = arguments.optional_tensor("params.positions")? {
            run.bind('t', count, "the patches")?;
            let positions = run.given(&POSITIONS, "params.positions", positions)?;
            tokens = run.step(&POSITIONED, &[tokens, positions])?;
        }
        Ok(vec![("tokens", tokens)])
    },
};
