//! Why attention divides by √d: the variance of a dot product grows with the width. Measured on random queries and keys, beside the formula.
//!
//! ```text
//! seed ─► queries, keys [s, d] of variance σ² ─► q · k [s] ─► variance      measured
//! σ, d ───────────────────────────────────────────► σ⁴ d                    predicted
//! ```
//!
//! Source: Vaswani et al. 2017, *Attention Is All You Need*, footnote 4 (there for σ = 1).

use crate::algorithm::{Algorithm, always, integer, integer_or, number_or, output};
use crate::error::Error;
use crate::op::{DIVIDE, MULTIPLY, Op, Reduction, Rule, SUBTRACT, StepSpec, given, step};
use crate::rules::draws::normal_draws;

const SOURCE: &str = "Vaswani et al. 2017, footnote 4";

/// The width of a query and of a key.
pub static WIDTH: StepSpec = given("variance.width", "", &[]).written(r"d", r"d", SOURCE);

/// The standard deviation of each of their numbers.
pub static DEVIATION: StepSpec = given("variance.deviation", "", &[]).written(r"\sigma", r"\sigma", SOURCE);

/// How many pairs are drawn.
pub static SAMPLES: StepSpec = given("variance.samples", "", &[]).written(r"s", r"s", SOURCE);

/// The seed of the draws.
pub static SEED: StepSpec = given("variance.seed", "", &[]).written(r"\text{seed}", r"\text{seed}", SOURCE);

/// Draws with variance 1, for the queries.
pub static QUERY_DRAWS: StepSpec =
    step("variance.query-draws", Op::Rule(&QUERY_RULE), &[""], "sk", &["sample", "feature"])
        .written(r"z", r"z_{s k} \sim \mathcal{N}(0, 1)", SOURCE)
        .begins("draws");

/// The queries.
pub static QUERIES: StepSpec = step("variance.queries", Op::Map(&MULTIPLY), &["sk", ""], "sk", &["sample", "feature"])
    .written(r"Q", r"q_{s k} = \sigma z_{s k}", SOURCE);

/// Draws with variance 1, for the keys.
pub static KEY_DRAWS: StepSpec = step("variance.key-draws", Op::Rule(&KEY_RULE), &[""], "sk", &["sample", "feature"])
    .written(r"z'", r"z'_{s k} \sim \mathcal{N}(0, 1)", SOURCE);

/// The keys.
pub static KEYS: StepSpec = step("variance.keys", Op::Map(&MULTIPLY), &["sk", ""], "sk", &["sample", "feature"])
    .written(r"K", r"k_{s k} = \sigma z'_{s k}", SOURCE);

/// The dot product of each pair.
pub static PRODUCTS: StepSpec = step("variance.products", Op::Contract, &["sk", "sk"], "s", &["sample"])
    .written(r"q \cdot k", r"q_s \cdot k_s = \sum_k q_{s k} k_{s k}", SOURCE)
    .begins("products");

/// Their sum.
pub static SUM: StepSpec = step("variance.sum", Op::Reduce(Reduction::Sum), &["s"], "", &[])
    .written(r"\textstyle\sum q \cdot k", r"\sum_s q_s \cdot k_s", SOURCE)
    .begins("measured");

/// Their mean.
pub static MEAN: StepSpec = step("variance.mean", Op::Map(&DIVIDE), &["", ""], "", &[]).written(
    r"\mu",
    r"\mu = \frac{1}{s} \sum_s q_s \cdot k_s",
    SOURCE,
);

/// The difference of each from the mean.
pub static DEVIATIONS: StepSpec = step("variance.deviations", Op::Map(&SUBTRACT), &["s", ""], "s", &["sample"])
    .written(r"q \cdot k - \mu", r"q_s \cdot k_s - \mu", SOURCE);

/// The squares of the differences.
pub static SQUARES: StepSpec = step("variance.squares", Op::Map(&MULTIPLY), &["s", "s"], "s", &["sample"])
    .written(r"(q \cdot k - \mu)^2", r"(q_s \cdot k_s - \mu)^2", SOURCE);

/// The sum of the squares.
pub static SUM_OF_SQUARES: StepSpec = step("variance.sum-of-squares", Op::Reduce(Reduction::Sum), &["s"], "", &[])
    .written(r"\textstyle\sum (q \cdot k - \mu)^2", r"\sum_s (q_s \cdot k_s - \mu)^2", SOURCE);

/// The measured variance.
pub static MEASURED: StepSpec = step("variance.measured", Op::Map(&DIVIDE), &["", ""], "", &[]).written(
    r"\operatorname{Var}",
    r"\frac{1}{s} \sum_s (q_s \cdot k_s - \mu)^2",
    SOURCE,
);

/// The variance of a single number.
pub static ENTRY_VARIANCE: StepSpec = step("variance.entry-variance", Op::Map(&MULTIPLY), &["", ""], "", &[])
    .written(r"\sigma^2", r"\sigma^2", SOURCE)
    .begins("predicted");

/// The variance of the product of two such numbers.
pub static PRODUCT_VARIANCE: StepSpec = step("variance.product-variance", Op::Map(&MULTIPLY), &["", ""], "", &[])
    .written(r"\sigma^4", r"\sigma^4 = \operatorname{Var}(q_k k_k) = \sigma^2 \sigma^2", SOURCE);

/// The variance of a sum of d such products.
pub static PREDICTED: StepSpec = step("variance.predicted", Op::Map(&MULTIPLY), &["", ""], "", &[]).written(
    r"\sigma^4 d",
    r"\operatorname{Var}(q \cdot k) = \sigma^4 d",
    SOURCE,
);

static QUERY_RULE: Rule = normal_draws::<0>();
static KEY_RULE: Rule = normal_draws::<1>();

/// Draws pairs of queries and keys with independent numbers of mean 0 and variance σ², and compares the variance of their dot products with σ⁴ d.
///
/// The growth over the variance of a single number is σ² d: only for σ = 1 is it d, as slides say.
///
/// # Shapes
/// | result | shape |
/// |---|---|
/// | measured, predicted | [] |
///
/// # Errors
/// [`Error::OutOfRange`] for a negative deviation or no sample, [`Error::TooLarge`] for more draws than a tensor holds.
///
/// # Complexity
/// 2 · samples · width draws.
///
/// # Example
/// ```
/// use attograph::catalog::{self, Arguments};
/// let inputs = Arguments::new().with("width", 4.0).with("deviation", 2.0).with("samples", 20_000.0).with("seed", 1.0);
/// let result = catalog::trace("query-key-variance", &inputs)?.outputs;
/// assert_eq!(result["predicted"].data(), [64.0]); // 2⁴ · 4
/// assert!((result["measured"].data()[0] / 64.0 - 1.0).abs() < 0.05);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "query-key-variance",
    title: "Variance of query times key",
    source: SOURCE,
    inputs: &[
        integer("width", 0),
        number_or("deviation", 1.0),
        // Enough to come within a few percent.
        integer_or("samples", 1, 1_000),
        integer("seed", 0),
    ],
    parts: &[always(&[
        &WIDTH, &DEVIATION, &SAMPLES, &SEED, &QUERY_DRAWS, &QUERIES, &KEY_DRAWS, &KEYS, &PRODUCTS, &SUM, &MEAN,
        &DEVIATIONS, &SQUARES, &SUM_OF_SQUARES, &MEASURED, &ENTRY_VARIANCE, &PRODUCT_VARIANCE, &PREDICTED,
    ])],
    outputs: &[output("measured", &[&MEASURED]), output("predicted", &[&PREDICTED])],
    run: |inputs, run| {
        let (pairs, features) = (inputs.integer("samples")?, inputs.integer("width")?);
        let sigma = inputs.number("deviation")?;
        let width = run.given_number(&WIDTH, "width", features as f64)?;
        let deviation = run.given_number(&DEVIATION, "deviation", sigma)?;
        if sigma < 0.0 {
            let expected = "a number of at least 0".into();
            return Err(
                Error::OutOfRange { input: "deviation".into(), index: Vec::new(), value: sigma, expected }.into()
            );
        }
        let samples = run.given_number(&SAMPLES, "samples", pairs as f64)?;
        let seed = run.given_number(&SEED, "seed", inputs.integer("seed")? as f64)?;
        run.bind('s', pairs, "`samples`")?;
        run.bind('k', features, "`width`")?;
        let draws = run.step(&QUERY_DRAWS, &[seed])?;
        let queries = run.step(&QUERIES, &[draws, deviation])?;
        let draws = run.step(&KEY_DRAWS, &[seed])?;
        let keys = run.step(&KEYS, &[draws, deviation])?;
        let products = run.step(&PRODUCTS, &[queries, keys])?;
        let sum = run.step(&SUM, &[products])?;
        let mean = run.step(&MEAN, &[sum, samples])?;
        let deviations = run.step(&DEVIATIONS, &[products, mean])?;
        let squares = run.step(&SQUARES, &[deviations, deviations])?;
        let sum = run.step(&SUM_OF_SQUARES, &[squares])?;
        let measured = run.step(&MEASURED, &[sum, samples])?;
        let entry = run.step(&ENTRY_VARIANCE, &[deviation, deviation])?;
        let product = run.step(&PRODUCT_VARIANCE, &[entry, entry])?;
        let predicted = run.step(&PREDICTED, &[product, width])?;
        Ok(vec![("measured", measured), ("predicted", predicted)])
    },
};
