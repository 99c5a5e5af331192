//! The steps of the variance of query times key.

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
