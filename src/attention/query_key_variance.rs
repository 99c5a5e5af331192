//! Why attention divides by √d: the variance of a dot product grows with the width. Measured on random queries and keys, beside the formula.
//!
//! ```text
//! seed ─► queries, keys [s, d] of variance σ² ─► q · k [s] ─► variance      measured
//! σ, d ───────────────────────────────────────────► σ⁴ d                    predicted
//! ```
//!
//! Source: Vaswani et al. 2017, *Attention Is All You Need*, footnote 4 (there for σ = 1).

use crate::algorithm::{Algorithm, Output, always, integer, integer_or, number_or};
use crate::error::Error;
use crate::rules::draws::normal_draws;
use crate::trace::{DIVIDE, MULTIPLY, Op, Reduction, Rule, SUBTRACT, StepSpec};

const SOURCE: &str = "Vaswani et al. 2017, footnote 4";

/// The width of a query and of a key.
pub static WIDTH: StepSpec = StepSpec::given("variance.width", r"d", "", &[], r"d", SOURCE);

/// The standard deviation of each of their numbers.
pub static DEVIATION: StepSpec = StepSpec::given("variance.deviation", r"\sigma", "", &[], r"\sigma", SOURCE);

/// How many pairs are drawn.
pub static SAMPLES: StepSpec = StepSpec::given("variance.samples", r"s", "", &[], r"s", SOURCE);

/// What the draws follow from.
pub static SEED: StepSpec = StepSpec::given("variance.seed", r"\text{seed}", "", &[], r"\text{seed}", SOURCE);

/// Draws of variance 1 for the queries.
pub static QUERY_DRAWS: StepSpec = StepSpec {
    id: "variance.query-draws",
    symbol: r"z",
    op: Op::Rule(&QUERY_RULE),
    index: "sk",
    axes: &["sample", "feature"],
    reads: &[""],
    formula: r"z_{s k} \sim N(0, 1)",
    source: SOURCE,
};

/// The queries.
pub static QUERIES: StepSpec = StepSpec {
    id: "variance.queries",
    symbol: r"Q",
    op: Op::Map(&MULTIPLY),
    index: "sk",
    axes: &["sample", "feature"],
    reads: &["sk", ""],
    formula: r"q_{s k} = \sigma z_{s k}",
    source: SOURCE,
};

/// Draws of variance 1 for the keys.
pub static KEY_DRAWS: StepSpec = StepSpec {
    id: "variance.key-draws",
    symbol: r"z'",
    op: Op::Rule(&KEY_RULE),
    index: "sk",
    axes: &["sample", "feature"],
    reads: &[""],
    formula: r"z'_{s k} \sim N(0, 1)",
    source: SOURCE,
};

/// The keys.
pub static KEYS: StepSpec = StepSpec {
    id: "variance.keys",
    symbol: r"K",
    op: Op::Map(&MULTIPLY),
    index: "sk",
    axes: &["sample", "feature"],
    reads: &["sk", ""],
    formula: r"k_{s k} = \sigma z'_{s k}",
    source: SOURCE,
};

/// The dot product of each pair.
pub static PRODUCTS: StepSpec = StepSpec {
    id: "variance.products",
    symbol: r"q \cdot k",
    op: Op::Contract,
    index: "s",
    axes: &["sample"],
    reads: &["sk", "sk"],
    formula: r"q_s \cdot k_s = \sum_k q_{s k} k_{s k}",
    source: SOURCE,
};

/// All of them together.
pub static SUM: StepSpec = StepSpec {
    id: "variance.sum",
    symbol: r"\textstyle\sum q \cdot k",
    op: Op::Reduce(Reduction::Sum),
    index: "",
    axes: &[],
    reads: &["s"],
    formula: r"\sum_s q_s \cdot k_s",
    source: SOURCE,
};

/// Their mean.
pub static MEAN: StepSpec = StepSpec {
    id: "variance.mean",
    symbol: r"\mu",
    op: Op::Map(&DIVIDE),
    index: "",
    axes: &[],
    reads: &["", ""],
    formula: r"\mu = \frac{1}{s} \sum_s q_s \cdot k_s",
    source: SOURCE,
};

/// How far each lies from the mean.
pub static DEVIATIONS: StepSpec = StepSpec {
    id: "variance.deviations",
    symbol: r"q \cdot k - \mu",
    op: Op::Map(&SUBTRACT),
    index: "s",
    axes: &["sample"],
    reads: &["s", ""],
    formula: r"q_s \cdot k_s - \mu",
    source: SOURCE,
};

/// The squares of it.
pub static SQUARES: StepSpec = StepSpec {
    id: "variance.squares",
    symbol: r"(q \cdot k - \mu)^2",
    op: Op::Map(&MULTIPLY),
    index: "s",
    axes: &["sample"],
    reads: &["s", "s"],
    formula: r"(q_s \cdot k_s - \mu)^2",
    source: SOURCE,
};

/// All squares together.
pub static SUM_OF_SQUARES: StepSpec = StepSpec {
    id: "variance.sum-of-squares",
    symbol: r"\textstyle\sum (q \cdot k - \mu)^2",
    op: Op::Reduce(Reduction::Sum),
    index: "",
    axes: &[],
    reads: &["s"],
    formula: r"\sum_s (q_s \cdot k_s - \mu)^2",
    source: SOURCE,
};

/// The variance that was measured.
pub static MEASURED: StepSpec = StepSpec {
    id: "variance.measured",
    symbol: r"\operatorname{Var}",
    op: Op::Map(&DIVIDE),
    index: "",
    axes: &[],
    reads: &["", ""],
    formula: r"\frac{1}{s} \sum_s (q_s \cdot k_s - \mu)^2",
    source: SOURCE,
};

/// The variance of a single number.
pub static ENTRY_VARIANCE: StepSpec = StepSpec {
    id: "variance.entry-variance",
    symbol: r"\sigma^2",
    op: Op::Map(&MULTIPLY),
    index: "",
    axes: &[],
    reads: &["", ""],
    formula: r"\sigma^2",
    source: SOURCE,
};

/// The variance of the product of two such numbers.
pub static PRODUCT_VARIANCE: StepSpec = StepSpec {
    id: "variance.product-variance",
    symbol: r"\sigma^4",
    op: Op::Map(&MULTIPLY),
    index: "",
    axes: &[],
    reads: &["", ""],
    formula: r"\sigma^4 = \operatorname{Var}(q_k k_k)",
    source: SOURCE,
};

/// The variance of a sum of d such products.
pub static PREDICTED: StepSpec = StepSpec {
    id: "variance.predicted",
    symbol: r"\sigma^4 d",
    op: Op::Map(&MULTIPLY),
    index: "",
    axes: &[],
    reads: &["", ""],
    formula: r"\operatorname{Var}(q \cdot k) = \sigma^4 d",
    source: SOURCE,
};

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
        integer_or("samples", 1, DEFAULT_SAMPLES),
        integer("seed", 0),
    ],
    parts: &[
        always(&WIDTH),
        always(&DEVIATION),
        always(&SAMPLES),
        always(&SEED),
        always(&QUERY_DRAWS),
        always(&QUERIES),
        always(&KEY_DRAWS),
        always(&KEYS),
        always(&PRODUCTS),
        always(&SUM),
        always(&MEAN),
        always(&DEVIATIONS),
        always(&SQUARES),
        always(&SUM_OF_SQUARES),
        always(&MEASURED),
        always(&ENTRY_VARIANCE),
        always(&PRODUCT_VARIANCE),
        always(&PREDICTED),
    ],
    outputs: &[Output { name: "measured", steps: &[&MEASURED] }, Output { name: "predicted", steps: &[&PREDICTED] }],
    run: |arguments, run| {
        let (pairs, features) = (arguments.optional_integer("samples", 1)?, arguments.integer("width", 0)?);
        let (pairs, sigma) = (pairs.unwrap_or(DEFAULT_SAMPLES), arguments.number("deviation", 1.0)?);
        let width = run.given_number(&WIDTH, "width", features as f64)?;
        let deviation = run.given_number(&DEVIATION, "deviation", sigma)?;
        if sigma < 0.0 {
            let expected = "a number of at least 0".into();
            return Err(
                Error::OutOfRange { input: "deviation".into(), index: Vec::new(), value: sigma, expected }.into()
            );
        }
        let samples = run.given_number(&SAMPLES, "samples", pairs as f64)?;
        let seed = run.given_number(&SEED, "seed", arguments.integer("seed", 0)? as f64)?;
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

/// Enough to come within a few percent.
const DEFAULT_SAMPLES: usize = 1_000;
