//! Masking of a masked autoencoder: a quarter of the patches is visible, the rest has to be reconstructed.
//!
//! ```text
//! noise 0.7 0.1 0.4 0.9 ─► order 1 2 0 3 ─► the first quarter is kept: patch 1
//!                          restore 2 0 1 3: where each patch stands in the order
//! ```
//!
//! Source: He et al. 2022, *Masked Autoencoders Are Scalable Vision Learners*, section 3.

use crate::algorithm::{Algorithm, always, integer, number_or, output, required};
use crate::op::{Cost, Function, MULTIPLY, Obstacle, Op, Rule, Slope, StepSpec, given, step};
use crate::rules::draws::{ORDER, RANK, check_share, draws};
use crate::rules::rows::FIRST_ROWS;

const SOURCE: &str = "He et al. 2022, section 3, masking and simple implementation";

/// The patches, as tokens.
pub static TOKENS: StepSpec =
    given("autoencoder.tokens", "nd", &["patch", "feature"]).written("X", r"X \in \mathbb{R}^{n \times d}", SOURCE);

/// The seed of the noise.
pub static SEED: StepSpec = given("autoencoder.seed", "", &[]).written("s", "s", SOURCE);

/// The share of the patches that is visible.
pub static KEEP_RATE: StepSpec = given("autoencoder.keep-rate", "", &[]).written("r", "r", SOURCE);

/// One draw for each patch.
pub static NOISE: StepSpec =
    step("autoencoder.noise", Op::Rule(&DRAWS), &[""], "n", &["patch"]).written("u", r"u_i \sim U[0, 1)", SOURCE);

/// The patches, from the smallest draw to the largest: a shuffle.
pub static SHUFFLE: StepSpec = step("autoencoder.shuffle", Op::Rule(&ORDER), &["n"], "r", &["rank"])
    .written(r"\pi", r"u_{\pi_0} \le u_{\pi_1} \le \ldots", SOURCE)
    .names();

/// The place of each patch in the shuffle: its inverse.
pub static RESTORE: StepSpec = step("autoencoder.restore", Op::Rule(&RANK), &["r"], "n", &["patch"])
    .written(r"\pi^{-1}", r"\pi^{-1}_i", SOURCE)
    .names();

/// The number of patches.
pub static LENGTH: StepSpec =
    step("autoencoder.length", Op::Size('n'), &["nd"], "", &[]).written("n", r"X \in \mathbb{R}^{n \times d}", SOURCE);

/// The keep rate times that number.
pub static SHARE: StepSpec =
    step("autoencoder.share", Op::Map(&MULTIPLY), &["", ""], "", &[]).written("r n", "r n", SOURCE);

/// The number of visible patches.
pub static COUNT: StepSpec =
    step("autoencoder.count", Op::Map(&ROUND_DOWN), &[""], "", &[]).written("k", r"k = \lfloor r n \rfloor", SOURCE);

/// 1 where a patch is hidden.
pub static MASK: StepSpec = step("autoencoder.mask", Op::Map(&NOT_BELOW), &["n", ""], "n", &["patch"])
    .written("M", r"M_i = [\pi^{-1}_i \ge k]", SOURCE);

/// The visible patches.
pub static KEPT: StepSpec = step("autoencoder.kept", Op::Rule(&BEGINNING), &["r"], "k", &["kept"])
    .written(r"\pi_{< k}", r"\pi_0, \ldots, \pi_{k - 1}", SOURCE)
    .names();

/// The tokens of the visible patches, which the encoder reads.
pub static VISIBLE: StepSpec = step("autoencoder.visible", Op::Gather, &["nd", "k"], "kd", &["kept", "feature"])
    .written(r"X_{\text{vis}}", r"X_{\pi_k}", SOURCE);

static DRAWS: Rule = draws::<0>();

/// The first numbers of a longer list.
static BEGINNING: Rule = Rule { name: "beginning", ..FIRST_ROWS };

/// ⌊a⌋
static ROUND_DOWN: Function =
    Function::unary("floor", "⌊{0}⌋", Cost::FUNCTION, libm::floor).slopes(&[Slope::Zero(Obstacle::Rounding)]);

/// 1 where a is at least b, 0 elsewhere.
static NOT_BELOW: Function =
    Function::binary("not-below", "[{0} ≥ {1}]", Cost::COMPARISON, |left, right| f64::from(left >= right))
        .slopes(&[Slope::Zero(Obstacle::Comparison), Slope::Zero(Obstacle::Comparison)]);

/// Shuffles the patches by seeded noise and keeps the first ⌊keepRate · n⌋.
///
/// # Shapes
/// | tensor | shape |
/// |---|---|
/// | tokens | [n, d] |
/// | kept | \[k\]: patches in the order of the shuffle |
/// | visible | [k, d] |
/// | restore | \[n\]: where each patch stands in the shuffle |
/// | mask | \[n\]: 1 = hidden |
///
/// The decoder appends n − k mask tokens to the encoder's output and takes token `restore[i]` for patch i.
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] for a rate outside 0 to 1.
///
/// # Complexity
/// n log n comparisons; only the visible patches are copied.
///
/// # Example
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let tokens = Tensor::new(vec![8, 1], (0..8).map(f64::from).collect())?;
/// let trace = catalog::trace("masked-autoencoder-masking", &Arguments::new().with("tokens", tokens).with("seed", 4.0))?;
/// assert_eq!(trace.outputs["visible"].data(), trace.outputs["kept"].data()); // token i holds the number i
/// assert_eq!(trace.outputs["mask"].data().iter().sum::<f64>(), 6.0); // three in four are hidden
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "masked-autoencoder-masking",
    title: "Masking of a masked autoencoder",
    source: SOURCE,
    inputs: &[
        required("tokens", &TOKENS),
        integer("seed", 0),
        // Of all patches, as in the paper: three in four are hidden.
        number_or("keepRate", 0.25),
    ],
    parts: &[always(&[
        &TOKENS, &SEED, &KEEP_RATE, &NOISE, &SHUFFLE, &RESTORE, &LENGTH, &SHARE, &COUNT, &MASK, &KEPT, &VISIBLE,
    ])],
    outputs: &[
        output("visible", &[&VISIBLE]),
        output("kept", &[&KEPT]),
        output("restore", &[&RESTORE]),
        output("mask", &[&MASK]),
    ],
    run: |inputs, run| {
        let rate = inputs.number("keepRate")?;
        let tokens = run.given(&TOKENS, "tokens", inputs.tensor("tokens")?)?;
        let seed = run.given_number(&SEED, "seed", inputs.integer("seed")? as f64)?;
        check_share("keepRate", rate)?;
        let rate = run.given_number(&KEEP_RATE, "keepRate", rate)?;
        run.bind('r', run.size('n')?, "`tokens`")?;
        let noise = run.step(&NOISE, &[seed])?;
        let shuffle = run.step(&SHUFFLE, &[noise])?;
        let restore = run.step(&RESTORE, &[shuffle])?;
        let length = run.step(&LENGTH, &[tokens])?;
        let share = run.step(&SHARE, &[rate, length])?;
        let count = run.step(&COUNT, &[share])?;
        let mask = run.step(&MASK, &[restore, count])?;
        let shown = run.tensor(count)?.data().first().copied().unwrap_or_default();
        run.bind('k', shown as usize, "`keepRate`")?;
        let kept = run.step(&KEPT, &[shuffle])?;
        let visible = run.step(&VISIBLE, &[tokens, kept])?;
        Ok(vec![("visible", visible), ("kept", kept), ("restore", restore), ("mask", mask)])
    },
};
