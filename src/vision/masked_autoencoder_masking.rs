//! Masking of a masked autoencoder: a quarter of the patches is shown, the rest has to be painted.
//!
//! ```text
//! noise 0.7 0.1 0.4 0.9 ─► order 1 2 0 3 ─► the first quarter is kept: patch 1
//!                          restore 2 0 1 3: where each patch stands in the order
//! ```
//!
//! Source: He et al. 2022, *Masked Autoencoders Are Scalable Vision Learners*, section 3.

use crate::algorithm::{Algorithm, Output, always, integer, number_or, required};
use crate::rules::draws::{ORDER, RANK, check_share, draws};
use crate::trace::{Cost, Function, MULTIPLY, Op, Rule, SourceCell, StepSpec, each_once};

const SOURCE: &str = "He et al. 2022, section 3, masking and simple implementation";

/// The patches, as tokens.
pub static TOKENS: StepSpec =
    StepSpec::given("autoencoder.tokens", "X", "nd", &["patch", "feature"], r"X \in \mathbb{R}^{n \times d}", SOURCE);

/// What the noise follows from.
pub static SEED: StepSpec = StepSpec::given("autoencoder.seed", "s", "", &[], "s", SOURCE);

/// The share of the patches that is shown.
pub static KEEP_RATE: StepSpec = StepSpec::given("autoencoder.keep-rate", "r", "", &[], "r", SOURCE);

/// One draw a patch.
pub static NOISE: StepSpec = StepSpec {
    id: "autoencoder.noise",
    symbol: "u",
    op: Op::Rule(&DRAWS),
    index: "n",
    axes: &["patch"],
    reads: &[""],
    formula: r"u_i \sim U[0, 1)",
    source: SOURCE,
};

/// The patches, from the smallest draw to the largest: a shuffle.
pub static SHUFFLE: StepSpec = StepSpec {
    id: "autoencoder.shuffle",
    symbol: r"\pi",
    op: Op::Rule(&ORDER),
    index: "r",
    axes: &["rank"],
    reads: &["n"],
    formula: r"u_{\pi_0} \le u_{\pi_1} \le \ldots",
    source: SOURCE,
};

/// Where each patch went: the shuffle undone.
pub static RESTORE: StepSpec = StepSpec {
    id: "autoencoder.restore",
    symbol: r"\pi^{-1}",
    op: Op::Rule(&RANK),
    index: "n",
    axes: &["patch"],
    reads: &["r"],
    formula: r"\pi^{-1}_i",
    source: SOURCE,
};

/// How many patches there are.
pub static LENGTH: StepSpec = StepSpec {
    id: "autoencoder.length",
    symbol: "n",
    op: Op::Size('n'),
    index: "",
    axes: &[],
    reads: &["nd"],
    formula: "n",
    source: SOURCE,
};

/// The keep rate of them.
pub static SHARE: StepSpec = StepSpec {
    id: "autoencoder.share",
    symbol: "r n",
    op: Op::Map(&MULTIPLY),
    index: "",
    axes: &[],
    reads: &["", ""],
    formula: "r n",
    source: SOURCE,
};

/// How many patches are shown.
pub static COUNT: StepSpec = StepSpec {
    id: "autoencoder.count",
    symbol: "k",
    op: Op::Map(&ROUND_DOWN),
    index: "",
    axes: &[],
    reads: &[""],
    formula: r"k = \lfloor r n \rfloor",
    source: SOURCE,
};

/// 1 where a patch is hidden.
pub static MASK: StepSpec = StepSpec {
    id: "autoencoder.mask",
    symbol: "M",
    op: Op::Map(&NOT_BELOW),
    index: "n",
    axes: &["patch"],
    reads: &["n", ""],
    formula: r"M_i = [\pi^{-1}_i \ge k]",
    source: SOURCE,
};

/// The patches that are shown.
pub static KEPT: StepSpec = StepSpec {
    id: "autoencoder.kept",
    symbol: r"\pi_{< k}",
    op: Op::Rule(&BEGINNING),
    index: "k",
    axes: &["kept"],
    reads: &["r"],
    formula: r"\pi_0, \ldots, \pi_{k - 1}",
    source: SOURCE,
};

/// All that the encoder reads.
pub static VISIBLE: StepSpec = StepSpec {
    id: "autoencoder.visible",
    symbol: r"X_{\text{vis}}",
    op: Op::Gather,
    index: "kd",
    axes: &["kept", "feature"],
    reads: &["nd", "k"],
    formula: r"X_{\pi_k}",
    source: SOURCE,
};

static DRAWS: Rule = draws::<0>();

/// The first numbers of a longer list.
static BEGINNING: Rule = Rule {
    name: "beginning",
    template: "{0}",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| {
        let count = shape.first().copied().unwrap_or_default();
        operands.first().map_or(Vec::new(), |list| list.data().iter().take(count).copied().collect())
    },
    reads: |_, _, index| index.iter().map(|&offset| SourceCell { operand: 0, offset }).collect(),
    value: |values, _, _| values.first().copied().unwrap_or(f64::NAN),
};

/// ⌊a⌋
static ROUND_DOWN: Function = Function {
    name: "floor",
    template: "⌊{0}⌋",
    arity: 1,
    cost: Cost::FUNCTION,
    apply: |x, _| x.first().map_or(f64::NAN, |number| libm::floor(*number)),
};

/// 1 where a is at least b, 0 elsewhere.
static NOT_BELOW: Function = Function {
    name: "not-below",
    template: "[{0} ≥ {1}]",
    arity: 2,
    cost: Cost::COMPARISON,
    apply: |x, _| matches!(x, [left, right] if left >= right).into(),
};

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
/// The decoder appends n − k mask tokens to what it gets and takes token `restore[i]` for patch i.
///
/// # Errors
/// [`crate::error::Error::OutOfRange`] for a rate outside 0 to 1.
///
/// # Complexity
/// n log n comparisons; no picture is copied but the visible part.
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
    inputs: &[required("tokens", &TOKENS), integer("seed", 0), number_or("keepRate", DEFAULT_KEEP_RATE)],
    parts: &[
        always(&TOKENS),
        always(&SEED),
        always(&KEEP_RATE),
        always(&NOISE),
        always(&SHUFFLE),
        always(&RESTORE),
        always(&LENGTH),
        always(&SHARE),
        always(&COUNT),
        always(&MASK),
        always(&KEPT),
        always(&VISIBLE),
    ],
    outputs: &[
        Output { name: "visible", steps: &[&VISIBLE] },
        Output { name: "kept", steps: &[&KEPT] },
        Output { name: "restore", steps: &[&RESTORE] },
        Output { name: "mask", steps: &[&MASK] },
    ],
    run: |arguments, run| {
        let rate = arguments.number("keepRate", DEFAULT_KEEP_RATE)?;
        let tokens = run.given(&TOKENS, "tokens", arguments.tensor("tokens")?)?;
        let seed = run.given_number(&SEED, "seed", arguments.integer("seed", 0)? as f64)?;
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

/// Of all patches, as in the paper: three in four are hidden.
const DEFAULT_KEEP_RATE: f64 = 0.25;
