//! Performer: softmax attention, estimated by random features whose products have the right mean.
//!
//! ```text
//! seed ─► ω [r, d], orthogonal in blocks of d
//!                 │
//! Q / ⁴√d [n, d] ─┼─► exp(ωᵀq − |q|²/2) / √r ─► φ(Q) [n, r] ─┐
//! K / ⁴√d [m, d] ─┴─► exp(ωᵀk − |k|²/2) / √r ─► φ(K) [m, r] ─┼─► as in linear attention ─► O [n, v]
//! V [m, v] ──────────────────────────────────────────────────┘
//! ```
//!
//! The mean of φ(q)ᵀφ(k) over all draws of ω is exp(qᵀk/√d), the number that the softmax divides by its row sum.
//!
//! Source: Choromanski et al. 2021, *Rethinking Attention with Performers*, Lemma 1 and section 2.4.

use crate::algorithm::{
    Algorithm, Output, Part, always, flag, include, include_when, integer_or, optional, required, when, within,
};
use crate::error::Result;
use crate::rules::draws::normal_draws;
use crate::trace::{Cost, DIVIDE, EXP, Function, MULTIPLY, Op, Rule, Run, SQUARE_ROOT, SourceCell, StepSpec, Value};

use super::linear::{self, OUTPUT, WEIGHTS, attend_by_features, named, take_in};
use super::scaled_dot_product::{KEY, QUERY, SCALE, VALUE, WIDTH};

const SOURCE: &str = "Choromanski et al. 2021, Lemma 1";
const ORTHOGONAL_SOURCE: &str = "Choromanski et al. 2021, section 2.4";

/// The directions in which the features look, given instead of drawn.
pub static PROJECTION: StepSpec = StepSpec::given(
    "performer.projection",
    r"\Omega",
    "rk",
    &["kernel-feature", "feature"],
    r"\Omega \in \mathbb{R}^{r \times d}",
    SOURCE,
);

/// What the random numbers follow from.
pub static SEED: StepSpec = StepSpec::given("performer.seed", "s", "", &[], "s", SOURCE);

/// Normal numbers, a row for each feature.
pub static DRAWS: StepSpec = StepSpec {
    id: "performer.draws",
    symbol: "G",
    op: Op::Rule(&DRAW),
    index: "rk",
    axes: &["kernel-feature", "feature"],
    reads: &[""],
    formula: r"G_{rk} \sim \mathcal{N}(0, 1)",
    source: SOURCE,
};

/// Rows of length 1, at right angles to each other within each block of d.
pub static DIRECTIONS: StepSpec = StepSpec {
    id: "performer.directions",
    symbol: "U",
    op: Op::Rule(&ORTHONORMAL_ROWS),
    index: "rk",
    axes: &["kernel-feature", "feature"],
    reads: &["rk"],
    formula: r"U U^\top = I \text{ in blocks of } d \text{ rows}",
    source: ORTHOGONAL_SOURCE,
};

/// Further normal numbers, for the lengths.
pub static LENGTH_DRAWS: StepSpec = StepSpec {
    id: "performer.length-draws",
    symbol: "G'",
    op: Op::Rule(&DRAW_LENGTHS),
    formula: r"G'_{rk} \sim \mathcal{N}(0, 1)",
    source: ORTHOGONAL_SOURCE,
    ..DRAWS
};

/// The square of each length.
pub static SQUARED_LENGTHS: StepSpec = StepSpec {
    id: "performer.squared-lengths",
    symbol: r"|g'|^2",
    op: Op::Contract,
    index: "r",
    axes: &["kernel-feature"],
    reads: &["rk", "rk"],
    formula: r"|g'_r|^2 = \sum_k G'_{rk} G'_{rk}",
    source: ORTHOGONAL_SOURCE,
};

/// How long each direction is made: as long as a row of d normal numbers.
pub static LENGTHS: StepSpec = StepSpec {
    id: "performer.lengths",
    symbol: r"|g'|",
    op: Op::Map(&SQUARE_ROOT),
    index: "r",
    axes: &["kernel-feature"],
    reads: &["r"],
    formula: r"|g'_r|",
    source: ORTHOGONAL_SOURCE,
};

/// The directions in which the features look: each row is distributed as normal numbers, and the rows of a block stand at right angles.
pub static ORTHOGONAL_PROJECTION: StepSpec = StepSpec {
    id: "performer.orthogonal-projection",
    symbol: r"\Omega",
    op: Op::Map(&MULTIPLY),
    index: "rk",
    axes: &["kernel-feature", "feature"],
    reads: &["rk", "r"],
    formula: r"\omega_r = |g'_r| \, u_r",
    source: ORTHOGONAL_SOURCE,
};

/// What queries and keys are divided by, so that their products are divided by √d.
pub static FOURTH_ROOT: StepSpec = StepSpec {
    id: "performer.fourth-root",
    symbol: r"\sqrt[4]{d}",
    op: Op::Map(&SQUARE_ROOT),
    index: "",
    axes: &[],
    reads: &[""],
    formula: r"\sqrt{\sqrt{d}}",
    source: SOURCE,
};

/// The number of features.
pub static FEATURE_COUNT: StepSpec = StepSpec {
    id: "performer.feature-count",
    symbol: "r",
    op: Op::Size('r'),
    index: "",
    axes: &[],
    reads: &["rk"],
    formula: r"\Omega \in \mathbb{R}^{r \times d}",
    source: SOURCE,
};

/// What each feature is divided by, so that a product of features is a mean over them.
pub static FEATURE_SCALE: StepSpec = StepSpec {
    id: "performer.feature-scale",
    symbol: r"\sqrt{r}",
    op: Op::Map(&SQUARE_ROOT),
    index: "",
    axes: &[],
    reads: &[""],
    formula: r"\sqrt{r}",
    source: SOURCE,
};

/// Queries or keys, divided by the fourth root of their width.
pub static SCALED: StepSpec = StepSpec {
    id: "performer.scaled",
    symbol: r"X/\sqrt[4]{d}",
    op: Op::Map(&DIVIDE),
    index: "ik",
    axes: &["token", "feature"],
    reads: &["ik", ""],
    formula: r"x = x_i / \sqrt[4]{d}",
    source: SOURCE,
};

/// How far each token reaches in each direction.
pub static PROJECTED: StepSpec = StepSpec {
    id: "performer.projected",
    symbol: r"\Omega x",
    op: Op::Contract,
    index: "ir",
    axes: &["token", "kernel-feature"],
    reads: &["ik", "rk"],
    formula: r"\omega_r^\top x",
    source: SOURCE,
};

/// The squared length of each token.
pub static SQUARED_LENGTH: StepSpec = StepSpec {
    id: "performer.squared-length",
    symbol: r"|x|^2",
    op: Op::Contract,
    index: "i",
    axes: &["token"],
    reads: &["ik", "ik"],
    formula: r"|x|^2 = \sum_k x_k x_k",
    source: SOURCE,
};

/// The exponent of each feature of each token.
pub static EXPONENTS: StepSpec = StepSpec {
    id: "performer.exponents",
    symbol: r"\Omega x - |x|^2/2",
    op: Op::Map(&MINUS_HALF),
    index: "ir",
    axes: &["token", "kernel-feature"],
    reads: &["ir", "i"],
    formula: r"\omega_r^\top x - \tfrac{1}{2}|x|^2",
    source: SOURCE,
};

/// The exponentials, which are positive whatever was drawn.
pub static EXPONENTIALS: StepSpec = StepSpec {
    id: "performer.exponentials",
    symbol: r"e^{\Omega x - |x|^2/2}",
    op: Op::Map(&EXP),
    index: "ir",
    axes: &["token", "kernel-feature"],
    reads: &["ir"],
    formula: r"\exp(\omega_r^\top x - \tfrac{1}{2}|x|^2)",
    source: SOURCE,
};

/// The features of each token.
pub static FEATURES: StepSpec = StepSpec {
    id: "performer.features",
    symbol: r"\varphi(X)",
    op: Op::Map(&DIVIDE),
    index: "ir",
    axes: &["token", "kernel-feature"],
    reads: &["ir", ""],
    formula: r"\varphi(x)_r = \frac{1}{\sqrt{r}} \exp(\omega_r^\top x - \tfrac{1}{2}|x|^2)",
    source: SOURCE,
};

/// a − b/2
static MINUS_HALF: Function = Function {
    name: "minus-half",
    template: "{0} − {1}/2",
    arity: 2,
    cost: Cost { multiplications: 1, additions: 1, ..Cost::NONE },
    apply: |x, _| match x {
        &[a, b] => a - 0.5 * b,
        _ => f64::NAN,
    },
};

static DRAW: Rule = normal_draws::<0>();
static DRAW_LENGTHS: Rule = normal_draws::<1>();

/// Each block of as many rows as there are columns, made orthonormal by the Gram–Schmidt process. A row of zeros stays one.
static ORTHONORMAL_ROWS: Rule = Rule {
    name: "orthonormal-rows",
    template: "Gram–Schmidt({*})",
    // Each number once for each row of its block, to take the product and to take the part away.
    cumulative: false,
    work: |_, shape| (2 * shape.iter().product::<usize>() * shape.last().copied().unwrap_or(1)) as u64,
    fill: |operands, shape| {
        let width = shape.last().copied().unwrap_or(1).max(1);
        let numbers = operands.first().map(|tensor| tensor.data()).unwrap_or_default();
        numbers.chunks(width * width).flat_map(|block| gram_schmidt(block, width)).collect()
    },
    reads: |_, shape, index| {
        let width = shape.last().copied().unwrap_or(1).max(1);
        let row = index.first().copied().unwrap_or_default();
        let first = row / width * width;
        (first * width..(row + 1) * width).map(|offset| SourceCell { operand: 0, offset }).collect()
    },
    value: |values, shape, index| {
        let width = shape.last().copied().unwrap_or(1).max(1);
        let column = index.last().copied().unwrap_or_default();
        let rows = gram_schmidt(values, width);
        rows.chunks(width).last().and_then(|row| row.get(column)).copied().unwrap_or(f64::NAN)
    },
};

/// Takes out of each row what points along the rows before it, and makes it 1 long.
fn gram_schmidt(block: &[f64], width: usize) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0, |sum, (x, y)| sum + x * y);
    let mut done: Vec<f64> = Vec::with_capacity(block.len());
    for row in block.chunks(width) {
        let mut rest = row.to_vec();
        for earlier in done.chunks(width) {
            let along = dot(&rest, earlier);
            rest.iter_mut().zip(earlier).for_each(|(number, part)| *number -= along * part);
        }
        let length = dot(&rest, &rest).sqrt();
        done.extend(rest.iter().map(|number| if length == 0.0 { 0.0 } else { number / length }));
    }
    done
}

/// The steps from queries, or from keys, to their features.
static FEATURE_PARTS: &[Part] = &[
    always(&SCALED),
    always(&PROJECTED),
    always(&SQUARED_LENGTH),
    always(&EXPONENTS),
    always(&EXPONENTIALS),
    always(&FEATURES),
];

/// Computes the features [n, r] of queries or keys [n, d].
fn features(run: &mut Run, name: &str, x: Value, root: Value, projection: Value, scale: Value) -> Result<Value> {
    run.within(name, |run| {
        let scaled = run.step(&SCALED, &[x, root])?;
        let projected = run.step(&PROJECTED, &[scaled, projection])?;
        let squared = run.step(&SQUARED_LENGTH, &[scaled, scaled])?;
        let exponents = run.step(&EXPONENTS, &[projected, squared])?;
        let exponentials = run.step(&EXPONENTIALS, &[exponents])?;
        run.step(&FEATURES, &[exponentials, scale])
    })
}

/// Draws the projection, [r, d], from a seed.
fn draw_projection(run: &mut Run, seed: u64, orthogonal: bool) -> Result<Value> {
    let seed = run.given_number(&SEED, "seed", seed as f64)?;
    let draws = run.step(&DRAWS, &[seed])?;
    if !orthogonal {
        return Ok(draws);
    }
    let directions = run.step(&DIRECTIONS, &[draws])?;
    let further = run.step(&LENGTH_DRAWS, &[seed])?;
    let squared = run.step(&SQUARED_LENGTHS, &[further, further])?;
    let lengths = run.step(&LENGTHS, &[squared])?;
    run.step(&ORTHOGONAL_PROJECTION, &[directions, lengths])
}

/// Estimates softmax(Q Kᵀ/√d) V by positive random features (FAVOR+).
///
/// # Shapes
/// | value | shape |
/// |---|---|
/// | query | [n, d] |
/// | key | [m, d]; m = n if `causal` |
/// | value | [m, v] |
/// | projection, instead of `features`, `seed` and `orthogonal` | [r, d] |
/// | weights, with `showWeights` | [n, m] |
/// | output | [n, v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; d and r must be at least 1.
///
/// # Complexity
/// (n + m) · r · (d + v + 1) multiplications, r the number of features; drawing takes r · d² more.
///
/// # Example
/// More features bring the estimate nearer to the softmax:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let x = Tensor::matrix(&[[1.0, 0.0], [0.5, -1.0], [0.0, 1.5]])?;
/// let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
/// let exact = catalog::trace("scaled-dot-product-attention", &inputs)?.outputs["output"].clone();
/// let distance = |features: f64| {
///     let run = catalog::trace("performer-attention", &inputs.clone().with("features", features)).unwrap();
///     let pairs = run.outputs["output"].data().iter().zip(exact.data());
///     pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
/// };
/// assert!(distance(4096.0) < 0.1 && distance(4096.0) < distance(4.0));
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "performer-attention",
    title: "Performer attention",
    source: SOURCE,
    inputs: &[
        required("query", &QUERY),
        required("key", &KEY),
        required("value", &VALUE),
        integer_or("features", 1, 64),
        integer_or("seed", 0, 0),
        flag("orthogonal", true),
        optional("projection", &PROJECTION),
        flag("causal", false),
        flag("showWeights", false),
    ],
    parts: &[
        always(&QUERY),
        always(&KEY),
        always(&VALUE),
        when("projection", &PROJECTION),
        include_when(
            "!projection",
            "",
            &[
                always(&SEED),
                always(&DRAWS),
                include_when(
                    "orthogonal",
                    "",
                    &[
                        always(&DIRECTIONS),
                        always(&LENGTH_DRAWS),
                        always(&SQUARED_LENGTHS),
                        always(&LENGTHS),
                        always(&ORTHOGONAL_PROJECTION),
                    ],
                ),
            ],
        ),
        always(&WIDTH),
        always(&SCALE),
        always(&FOURTH_ROOT),
        always(&FEATURE_COUNT),
        always(&FEATURE_SCALE),
        within("query", "", FEATURE_PARTS),
        within("key", "", FEATURE_PARTS),
        include("", linear::PARTS),
    ],
    outputs: &[Output { name: "weights", steps: &[&WEIGHTS] }, Output { name: "output", steps: &[&OUTPUT] }],
    run: |arguments, run| {
        let options = linear::Options {
            causal: arguments.flag("causal", false)?,
            show_weights: arguments.flag("showWeights", false)?,
        };
        let (query, key, value) = (arguments.tensor("query")?, arguments.tensor("key")?, arguments.tensor("value")?);
        let count = arguments.optional_integer("features", 1)?.unwrap_or(64);
        let seed = arguments.optional_integer("seed", 0)?.unwrap_or(0);
        let orthogonal = arguments.flag("orthogonal", true)?;
        let [query, key, value] = take_in(run, query, key, value, options.causal)?;
        let projection = match arguments.optional_tensor("projection")? {
            Some(projection) => run.given(&PROJECTION, "projection", projection)?,
            None => {
                run.bind('r', count, "`features`")?;
                draw_projection(run, seed as u64, orthogonal)?
            }
        };
        run.require_positive('r', "projection")?;
        let width = run.step(&WIDTH, &[key])?;
        let root = run.step(&SCALE, &[width])?;
        let root = run.step(&FOURTH_ROOT, &[root])?;
        let count = run.step(&FEATURE_COUNT, &[projection])?;
        let scale = run.step(&FEATURE_SCALE, &[count])?;
        let query = features(run, "query", query, root, projection, scale)?;
        let key = features(run, "key", key, root, projection, scale)?;
        Ok(named(attend_by_features(run, query, key, value, &options)?))
    },
};
