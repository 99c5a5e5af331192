//! Performer: softmax attention, estimated by random features whose products are unbiased.
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
    Algorithm, Part, always, flag, include, include_when, integer_or, optional, output, required, when, within,
};
use crate::error::Result;
use crate::op::derivatives::MINUS_HALF_OF;
use crate::op::{
    Cost, DIVIDE, EXP, Fill, Function, MULTIPLY, Obstacle, Op, Reads, Rule, SQUARE_ROOT, Slope, SourceCell, StepSpec,
    given, step,
};
use crate::rules::draws::normal_draws;
use crate::trace::{Run, Value};

use super::linear::{self, OUTPUT, WEIGHTS, attend_by_features, named, take_in};
use super::scaled_dot_product::{KEY, QUERY, SCALE, VALUE, WIDTH};

const SOURCE: &str = "Choromanski et al. 2021, Lemma 1";
const ORTHOGONAL_SOURCE: &str = "Choromanski et al. 2021, section 2.4";

/// The projection of the features, given instead of drawn.
pub static PROJECTION: StepSpec = given("performer.projection", "rk", &["kernel-feature", "feature"])
    .written(r"\Omega", r"\Omega \in \mathbb{R}^{r \times d}", SOURCE);

/// The seed of the random numbers.
pub static SEED: StepSpec = given("performer.seed", "", &[]).written("s", "s", SOURCE).begins("directions");

/// Normal numbers, a row for each feature.
pub static DRAWS: StepSpec = step("performer.draws", Op::Rule(&DRAW), &[""], "rk", &["kernel-feature", "feature"])
    .written("G", r"G_{rk} \sim \mathcal{N}(0, 1)", SOURCE);

/// Rows of length 1, orthogonal to each other within each block of d.
pub static DIRECTIONS: StepSpec =
    step("performer.directions", Op::Rule(&ORTHONORMAL_ROWS), &["rk"], "rk", &["kernel-feature", "feature"]).written(
        "U",
        r"G = L\,U, \quad U U^\top = I \text{ in blocks of } d \text{ rows}",
        ORTHOGONAL_SOURCE,
    );

/// Further normal numbers, for the lengths of the rows.
pub static LENGTH_DRAWS: StepSpec =
    step("performer.length-draws", Op::Rule(&DRAW_LENGTHS), &[""], "rk", &["kernel-feature", "feature"])
        .written("G'", r"G'_{rk} \sim \mathcal{N}(0, 1)", ORTHOGONAL_SOURCE);

/// The square of each length.
pub static SQUARED_LENGTHS: StepSpec =
    step("performer.squared-lengths", Op::Contract, &["rk", "rk"], "r", &["kernel-feature"])
        .written(r"|g'|^2", r"|g'_r|^2 = \sum_k G'_{rk} G'_{rk}", ORTHOGONAL_SOURCE);

/// The length of each row of the projection, distributed as that of a row of d normal numbers.
pub static LENGTHS: StepSpec = step("performer.lengths", Op::Map(&SQUARE_ROOT), &["r"], "r", &["kernel-feature"])
    .written(r"|g'|", r"|g'_r| = \sqrt{|g'_r|^2}", ORTHOGONAL_SOURCE);

/// The projection of the features: each row is distributed as normal numbers, and the rows of a block are orthogonal.
pub static ORTHOGONAL_PROJECTION: StepSpec =
    step("performer.orthogonal-projection", Op::Map(&MULTIPLY), &["rk", "r"], "rk", &["kernel-feature", "feature"])
        .written(r"\Omega", r"\omega_r = |g'_r| \, u_r", ORTHOGONAL_SOURCE);

/// The divisor of queries and keys; their products are thereby divided by √d.
pub static FOURTH_ROOT: StepSpec = step("performer.fourth-root", Op::Map(&SQUARE_ROOT), &[""], "", &[])
    .written(r"\sqrt[4]{d}", r"\sqrt{\sqrt{d}}", SOURCE);

/// The number of features.
pub static FEATURE_COUNT: StepSpec = step("performer.feature-count", Op::Size('r'), &["rk"], "", &[])
    .written("r", r"#1\Omega \in \mathbb{R}^{r \times d}", SOURCE);

/// The divisor of each feature, by which a product of features is a mean over them.
pub static FEATURE_SCALE: StepSpec =
    step("performer.feature-scale", Op::Map(&SQUARE_ROOT), &[""], "", &[]).written(r"\sqrt{r}", r"\sqrt{r}", SOURCE);

/// Queries or keys, divided by the fourth root of their width.
pub static SCALED: StepSpec = step("performer.scaled", Op::Map(&DIVIDE), &["ik", ""], "ik", &["token", "feature"])
    .written("x", r"x = #1q / \sqrt[4]{d}", SOURCE);

/// The product of each token with each row of the projection.
pub static PROJECTED: StepSpec =
    step("performer.projected", Op::Contract, &["ik", "rk"], "ir", &["token", "kernel-feature"])
        .written(r"\Omega x", r"#2\omega_r^\top x", SOURCE);

/// The squared length of each token.
pub static SQUARED_LENGTH: StepSpec = step("performer.squared-length", Op::Contract, &["ik", "ik"], "i", &["token"])
    .written(r"|x|^2", r"|x|^2 = \sum_k x_k x_k", SOURCE);

/// The exponent of each feature of each token.
pub static EXPONENTS: StepSpec =
    step("performer.exponents", Op::Map(&MINUS_HALF), &["ir", "i"], "ir", &["token", "kernel-feature"])
        .written(r"\Omega x - |x|^2/2", r"\omega_r^\top x - \tfrac{1}{2}|x|^2", SOURCE);

/// The exponentials, which are positive for any draws.
pub static EXPONENTIALS: StepSpec =
    step("performer.exponentials", Op::Map(&EXP), &["ir"], "ir", &["token", "kernel-feature"])
        .written(r"e^{\Omega x - |x|^2/2}", r"\exp(\Omega x - |x|^2/2)", SOURCE);

/// The features of each token.
pub static FEATURES: StepSpec =
    step("performer.features", Op::Map(&DIVIDE), &["ir", ""], "ir", &["token", "kernel-feature"]).written(
        r"\varphi(X)",
        r"\varphi(x) = e^{\Omega x - |x|^2/2} / \sqrt{r}",
        SOURCE,
    );

/// [`FEATURES`] with the letter of the queries, and with that of the keys.
static QUERY_FEATURES: StepSpec = StepSpec { symbol: r"\varphi(Q)", ..FEATURES };
static KEY_FEATURES: StepSpec = StepSpec { symbol: r"\varphi(K)", ..FEATURES };

/// a − b/2
static MINUS_HALF: Function =
    Function::binary("minus-half", "{0} − {1}/2", Cost { multiplications: 1, additions: 1, ..Cost::NONE }, |a, b| {
        a - 0.5 * b
    })
    .slopes(&[Slope::One, Slope::Factor(&MINUS_HALF_OF)]);

static DRAW: Rule = normal_draws::<0>();
static DRAW_LENGTHS: Rule = normal_draws::<1>();

/// Each block of as many rows as there are columns, made orthonormal by the Gram–Schmidt process. A row of zeros stays one.
static ORTHONORMAL_ROWS: Rule = Rule {
    name: "orthonormal-rows",
    template: "Gram–Schmidt({*})",
    // Each number is used twice for each row of its block: in the product and in the subtraction.
    work: |_, shape| (2 * shape.iter().product::<usize>() * shape.last().copied().unwrap_or(1)) as u64,
    fill: Fill::AtOnce(|operands, shape| {
        let width = shape.last().copied().unwrap_or(1).max(1);
        let numbers = operands.first().map(|tensor| tensor.data()).unwrap_or_default();
        numbers.chunks(width * width).flat_map(|block| gram_schmidt(block, width)).collect()
    }),
    reads: Reads::Cells(|_, shape, index| {
        let width = shape.last().copied().unwrap_or(1).max(1);
        let row = index.first().copied().unwrap_or_default();
        let first = row / width * width;
        (first * width..(row + 1) * width).map(|offset| SourceCell { operand: 0, offset }).collect()
    }),
    value: |values, shape, index| {
        let width = shape.last().copied().unwrap_or(1).max(1);
        let column = index.last().copied().unwrap_or_default();
        let rows = gram_schmidt(values, width);
        rows.chunks(width).last().and_then(|row| row.get(column)).copied().unwrap_or(f64::NAN)
    },
    ..Rule::underived(Obstacle::Orthogonalization)
};

/// Subtracts from each row its projections on the rows before it, and divides it by its length.
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
static FEATURE_PARTS: &[Part] =
    &[always(&[&SCALED, &PROJECTED, &SQUARED_LENGTH, &EXPONENTS, &EXPONENTIALS, &FEATURES])];

/// Computes the features [n, r] of queries or keys [n, d].
fn features(
    run: &mut Run,
    (name, written): (&str, &'static StepSpec),
    x: Value,
    [root, projection, scale]: [Value; 3],
) -> Result<Value> {
    run.within(name, |run| {
        let scaled = run.step(&SCALED, &[x, root])?;
        let projected = run.step(&PROJECTED, &[scaled, projection])?;
        let squared = run.step(&SQUARED_LENGTH, &[scaled, scaled])?;
        let exponents = run.step(&EXPONENTS, &[projected, squared])?;
        let exponentials = run.step(&EXPONENTIALS, &[exponents])?;
        run.step(written, &[exponentials, scale])
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
/// With more features the estimate is nearer to the softmax:
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
        always(&[&QUERY, &KEY, &VALUE]),
        when("projection", &[&PROJECTION]),
        include_when(
            "!projection",
            "",
            &[
                always(&[&SEED, &DRAWS]),
                when("orthogonal", &[&DIRECTIONS, &LENGTH_DRAWS, &SQUARED_LENGTHS, &LENGTHS, &ORTHOGONAL_PROJECTION]),
            ],
        ),
        always(&[&WIDTH, &SCALE, &FOURTH_ROOT, &FEATURE_COUNT, &FEATURE_SCALE]),
        within("query", "", FEATURE_PARTS),
        within("key", "", FEATURE_PARTS),
        include("", linear::PARTS),
    ],
    outputs: &[output("weights", &[&WEIGHTS]), output("output", &[&OUTPUT])],
    run: |inputs, run| {
        let options = linear::Options { causal: inputs.flag("causal")?, show_weights: inputs.flag("showWeights")? };
        let (query, key, value) = (inputs.tensor("query")?, inputs.tensor("key")?, inputs.tensor("value")?);
        let count = inputs.integer("features")?;
        let seed = inputs.integer("seed")?;
        let orthogonal = inputs.flag("orthogonal")?;
        let [query, key, value] = take_in(run, query, key, value, options.causal)?;
        let projection = match inputs.optional_tensor("projection")? {
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
        let query = features(run, ("query", &QUERY_FEATURES), query, [root, projection, scale])?;
        let key = features(run, ("key", &KEY_FEATURES), key, [root, projection, scale])?;
        Ok(named(attend_by_features(run, query, key, value, &options)?))
    },
};
