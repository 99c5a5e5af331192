//! The input of a vision transformer: projected patches, preceded by a class token, with positions added.
//!
//! ```text
//! patches [n, C·P·P] ─► · E ─► + b ─► class token in front ─► + positions ─► tokens [n + 1, d]
//! ```
//!
//! Source: Dosovitskiy et al. 2021, *An Image is Worth 16x16 Words*, eq. (1).

use crate::algorithm::{Algorithm, always, integer, optional, output, required, when};
use crate::op::{ADD, Op, Rule, StepSpec, given, step};
use crate::rules::rows::APPENDED;

use super::image_patches::{IMAGE, PATCHES, cut};

const SOURCE: &str = "Dosovitskiy et al. 2021, eq. (1)";
const BIAS_SOURCE: &str = "Dosovitskiy et al. 2021, eq. (1), with the bias of its implementations";

/// The learned matrix.
pub static PROJECTION: StepSpec = given("vision.projection", "(cpq)d", &["patch-feature", "feature"])
    .written("E", r"E \in \mathbb{R}^{C P^2 \times d}", SOURCE);

/// The bias.
pub static BIAS: StepSpec =
    given("vision.projection-bias", "d", &["feature"]).written("b", r"b \in \mathbb{R}^{d}", BIAS_SOURCE);

/// The learned class token, which represents the whole image.
pub static CLASS_TOKEN: StepSpec = given("vision.class-token", "d", &["feature"])
    .written(r"x_{\text{class}}", r"x_{\text{class}} \in \mathbb{R}^{d}", SOURCE);

/// The learned table of positions.
pub static POSITIONS: StepSpec = given("vision.positions", "td", &["token", "feature"]).written(
    r"E_{\text{pos}}",
    r"E_{\text{pos}} \in \mathbb{R}^{(n + 1) \times d}",
    SOURCE,
);

/// Each patch times the matrix.
pub static PROJECTED: StepSpec =
    step("vision.projected", Op::Contract, &["(ab)(cpq)", "(cpq)d"], "(ab)d", &["patch", "feature"])
        .written("XE", r"X E", SOURCE);

/// Each patch as a token.
pub static EMBEDDED: StepSpec = step("vision.embedded", Op::Map(&ADD), &["(ab)d", "d"], "(ab)d", &["patch", "feature"])
    .written("XE + b", r"X E + b", BIAS_SOURCE);

/// The tokens, preceded by the class token.
pub static WITH_CLASS: StepSpec =
    step("vision.with-class", Op::Rule(&PUT_IN_FRONT), &["d", "(ab)d"], "td", &["token", "feature"])
        .written(r"[x_{\text{class}}; XE + b]", r"[x_{\text{class}}; X E + b]", BIAS_SOURCE);

/// The tokens with their positions added.
pub static POSITIONED: StepSpec = step("vision.positioned", Op::Map(&ADD), &["td", "td"], "td", &["token", "feature"])
    .written(r"z_0", r"z_0 = #1{[x_{\text{class}}; XE + b]} + E_{\text{pos}}", BIAS_SOURCE);

/// A row, followed by the rows of a matrix.
static PUT_IN_FRONT: Rule = Rule { name: "put-in-front", ..APPENDED };

/// Computes the tokens of an image: each patch times a learned matrix, with an optional class token in front and optional learned positions.
///
/// # Shapes
/// | tensor | shape |
/// |---|---|
/// | image | [C, H, W]: H and W multiples of P = `patch` |
/// | w | [C · P · P, d] |
/// | b, classToken | \[d\] |
/// | positions | [tokens, d] |
/// | tokens | [tokens, d]: one a patch, one more with a class token |
///
/// # Errors
/// [`crate::error::Error::NotDivisible`] when the patches do not fill the image, [`crate::error::Error::ShapeMismatch`] when a parameter does not
/// fit.
///
/// # Complexity
/// C · H · W · d multiplications.
///
/// # Example
/// A matrix of ones sums the pixels of each patch:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("image", Tensor::new(vec![1, 2, 4], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])?)
///     .with("patch", 2.0)
///     .with("w", Tensor::matrix(&[[1.0], [1.0], [1.0], [1.0]])?)
///     .with("b", Tensor::vector(vec![0.5])?)
///     .with("classToken", Tensor::vector(vec![-1.0])?);
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
        required("w", &PROJECTION).learned().formerly("params.wPatch"),
        required("b", &BIAS).learned().formerly("params.bPatch"),
        optional("classToken", &CLASS_TOKEN).learned_in_params(),
        optional("positions", &POSITIONS).learned_in_params(),
    ],
    parts: &[
        always(&[&IMAGE, &PATCHES, &PROJECTION, &BIAS, &PROJECTED, &EMBEDDED]),
        when("classToken", &[&CLASS_TOKEN, &WITH_CLASS]),
        when("positions", &[&POSITIONS, &POSITIONED]),
    ],
    outputs: &[output("tokens", &[&POSITIONED, &WITH_CLASS, &EMBEDDED])],
    run: |inputs, run| {
        let patches = cut(run, inputs.tensor("image")?, inputs.integer("patch")?)?;
        let projection = run.given(&PROJECTION, "w", inputs.tensor("w")?)?;
        let bias = run.given(&BIAS, "b", inputs.tensor("b")?)?;
        let projected = run.step(&PROJECTED, &[patches, projection])?;
        let mut tokens = run.step(&EMBEDDED, &[projected, bias])?;
        let mut count = run.size('a')? * run.size('b')?;
        if let Some(class_token) = inputs.optional_tensor("classToken")? {
            count += 1;
            run.bind('t', count, "the patches and the class token")?;
            let class_token = run.given(&CLASS_TOKEN, "classToken", class_token)?;
            tokens = run.step(&WITH_CLASS, &[class_token, tokens])?;
        }
        if let Some(positions) = inputs.optional_tensor("positions")? {
            run.bind('t', count, "the patches")?;
            let positions = run.given(&POSITIONS, "positions", positions)?;
            tokens = run.step(&POSITIONED, &[tokens, positions])?;
        }
        Ok(vec![("tokens", tokens)])
    },
};
