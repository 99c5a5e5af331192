//! An image cut into square patches, each flattened to one row.
//!
//! ```text
//! picture [C, H, W]        patches, row by row
//!   ┌──┬──┐
//!   │ 0│ 1│                0 ─► channel by channel, within it row by row: C · P · P numbers
//!   ├──┼──┤                1 ─► …
//!   │ 2│ 3│
//!   └──┴──┘
//! ```
//!
//! Letters: c channels, a and b rows and columns of patches, p and q rows and columns within a patch.
//!
//! Source: Dosovitskiy et al. 2021, *An Image is Worth 16x16 Words*, section 3.1.

use crate::algorithm::{Algorithm, always, integer, output, required};
use crate::error::Result;
use crate::op::{COPY, Op, StepSpec, given, step};
use crate::tensor::Tensor;
use crate::trace::{Run, Value};

const SOURCE: &str = "Dosovitskiy et al. 2021, section 3.1";

/// The image.
pub static IMAGE: StepSpec = given("vision.image", "c(ap)(bq)", &["channel", "row", "column"]).written(
    "I",
    r"I \in \mathbb{R}^{C \times H \times W}",
    SOURCE,
);

/// Its patches.
pub static PATCHES: StepSpec =
    step("vision.patches", Op::Map(&COPY), &["c(ap)(bq)"], "(ab)(cpq)", &["patch", "patch-feature"])
        .written("X", r"X_{(ab)(cpq)} = I_{c, aP + p, bP + q}", SOURCE);

/// Validates an image and cuts it into patches of `patch` by `patch` pixels.
///
/// # Errors
/// [`crate::error::Error::NotDivisible`] when the patches do not fill the image, and those of [`Run::given`].
pub fn cut(run: &mut Run, image: &Tensor, patch: usize) -> Result<Value> {
    run.bind('p', patch, "`patch`")?;
    run.bind('q', patch, "`patch`")?;
    let image = run.given(&IMAGE, "image", image)?;
    run.step(&PATCHES, &[image])
}

/// Cuts an image into patches: row-major, and within a patch channel, row, column.
///
/// # Shapes
/// | tensor | shape |
/// |---|---|
/// | image | [C, H, W]: H and W multiples of `patch` |
/// | patches | [(H / patch) · (W / patch), C · patch · patch] |
///
/// # Errors
/// [`crate::error::Error::NotDivisible`] when the patches do not fill the image.
///
/// # Complexity
/// One copy of each number.
///
/// # Example
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let image = Tensor::new(vec![1, 2, 4], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])?;
/// let trace = catalog::trace("image-patches", &Arguments::new().with("image", image).with("patch", 2.0))?;
/// assert_eq!(trace.outputs["patches"], Tensor::matrix(&[[1.0, 2.0, 5.0, 6.0], [3.0, 4.0, 7.0, 8.0]])?);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "image-patches",
    title: "Image patches",
    source: SOURCE,
    inputs: &[required("image", &IMAGE), integer("patch", 1)],
    parts: &[always(&[&IMAGE, &PATCHES])],
    outputs: &[output("patches", &[&PATCHES])],
    run: |inputs, run| Ok(vec![("patches", cut(run, inputs.tensor("image")?, inputs.integer("patch")?)?)]),
};
