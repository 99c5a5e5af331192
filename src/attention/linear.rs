//! Linear attention: a product of features instead of a softmax, so that the sum over the keys is computed once for all queries.
//!
//! ```text
//! Q [n, d] ─► φ(Q) [n, r] ────────────────────────────┬─► φ(Q) M [n, v] ─┐
//! K [m, d] ─► φ(K) [m, r] ─┬─► M = φ(K)ᵀ V [r, v] ────┘                  ├─► row by row, divided ─► O [n, v]
//! V [m, v] ────────────────┘   z = Σⱼ φ(kⱼ) [r] ────────► φ(Q) z [n] ────┘
//! ```
//!
//! With order, query i reads the sums of the first i keys only: a state of r · v numbers that grows by one term a token, as in a recurrent network.
//!
//! Source: Katharopoulos et al. 2020, *Transformers are RNNs: Fast Autoregressive Transformers with Linear Attention*, section 3.

use crate::algorithm::{Algorithm, Output, Part, always, flag, include, include_when, required, when};
use crate::error::{Error, Result};
use crate::tensor::Tensor;
use crate::trace::{
    Cost, EmptyRow, Function, NORMALIZE, Notice, Op, Reduction, Rule, Run, SourceCell, StepSpec, Value, each_once,
};

use super::scaled_dot_product::{KEY, QUERY, VALUE};

const SOURCE: &str = "Katharopoulos et al. 2020, section 3.2";
const CAUSAL_SOURCE: &str = "Katharopoulos et al. 2020, section 3.3";

/// elu(a) + 1: a + 1 above 0, exp(a) below; always positive.
pub static ELU_PLUS_ONE: Function = Function {
    name: "elu-plus-one",
    template: "elu({0}) + 1",
    arity: 1,
    cost: Cost { additions: 1, functions: 1, comparisons: 1, ..Cost::NONE },
    apply: |x, _| match x.first().copied() {
        Some(a) if a > 0.0 => a + 1.0,
        Some(a) => libm::exp(a),
        None => f64::NAN,
    },
};

/// The features of each query.
pub static QUERY_FEATURES: StepSpec = StepSpec {
    id: "linear.query-features",
    symbol: r"\varphi(Q)",
    op: Op::Map(&ELU_PLUS_ONE),
    index: "ik",
    axes: &["query", "feature"],
    reads: &["ik"],
    formula: r"\varphi(q)_k = \text{elu}(q_k) + 1",
    source: "Katharopoulos et al. 2020, eq. (7)",
};

/// The features of each key.
pub static KEY_FEATURES: StepSpec = StepSpec {
    id: "linear.key-features",
    symbol: r"\varphi(K)",
    op: Op::Map(&ELU_PLUS_ONE),
    index: "jk",
    axes: &["key", "feature"],
    reads: &["jk"],
    formula: r"\varphi(k)_k = \text{elu}(k_k) + 1",
    source: "Katharopoulos et al. 2020, eq. (7)",
};

/// The values, summed over all keys with each feature as weight.
pub static KEY_VALUES: StepSpec = StepSpec {
    id: "linear.key-values",
    symbol: "M",
    op: Op::Contract,
    index: "rv",
    axes: &["kernel-feature", "value-feature"],
    reads: &["jr", "jv"],
    formula: r"M = \sum_j \varphi(k_j) v_j^\top",
    source: "Katharopoulos et al. 2020, eq. (5)",
};

/// The features, summed over all keys.
pub static KEY_SUM: StepSpec = StepSpec {
    id: "linear.key-sum",
    symbol: "z",
    op: Op::Reduce(Reduction::Sum),
    index: "r",
    axes: &["kernel-feature"],
    reads: &["jr"],
    formula: r"z = \sum_j \varphi(k_j)",
    source: "Katharopoulos et al. 2020, eq. (5)",
};

/// What each query reads out of the sums of the values.
pub static NUMERATOR: StepSpec = StepSpec {
    id: "linear.numerator",
    symbol: r"\varphi(Q) M",
    op: Op::Contract,
    index: "iv",
    axes: &["query", "value-feature"],
    reads: &["ir", "rv"],
    formula: r"\varphi(q_i)^\top M",
    source: "Katharopoulos et al. 2020, eq. (5)",
};

/// What each query reads out of the sum of the features.
pub static NORMALIZER: StepSpec = StepSpec {
    id: "linear.normalizer",
    symbol: r"\varphi(Q) z",
    op: Op::Contract,
    index: "i",
    axes: &["query"],
    reads: &["ir", "r"],
    formula: r"\varphi(q_i)^\top z",
    source: "Katharopoulos et al. 2020, eq. (5)",
};

/// What each token adds to the state: its value, once for each of its features.
pub static UPDATES: StepSpec = StepSpec {
    id: "linear.updates",
    symbol: r"\varphi(k) v^\top",
    op: Op::Contract,
    index: "jrv",
    axes: &["key", "kernel-feature", "value-feature"],
    reads: &["jr", "jv"],
    formula: r"\varphi(k_j) v_j^\top",
    source: CAUSAL_SOURCE,
};

/// The state that each query reads: the updates up to its own position.
pub static STATES: StepSpec = StepSpec {
    id: "linear.states",
    symbol: "M_i",
    op: Op::Rule(&RUNNING_SUM),
    index: "irv",
    axes: &["query", "kernel-feature", "value-feature"],
    reads: &["jrv"],
    formula: r"M_i = M_{i-1} + \varphi(k_i) v_i^\top",
    source: CAUSAL_SOURCE,
};

/// The features, summed up to each position.
pub static KEY_SUMS: StepSpec = StepSpec {
    id: "linear.key-sums",
    symbol: "z_i",
    op: Op::Rule(&RUNNING_SUM),
    index: "ir",
    axes: &["query", "kernel-feature"],
    reads: &["jr"],
    formula: r"z_i = z_{i-1} + \varphi(k_i)",
    source: CAUSAL_SOURCE,
};

/// What each query reads out of its state.
pub static CAUSAL_NUMERATOR: StepSpec = StepSpec {
    id: "linear.causal-numerator",
    index: "iv",
    reads: &["ir", "irv"],
    symbol: r"\varphi(q_i)^\top M_i",
    formula: r"\varphi(q_i)^\top M_i",
    source: CAUSAL_SOURCE,
    ..NUMERATOR
};

/// What each query reads out of the features up to its position.
pub static CAUSAL_NORMALIZER: StepSpec = StepSpec {
    id: "linear.causal-normalizer",
    reads: &["ir", "ir"],
    symbol: r"\varphi(q_i)^\top z_i",
    formula: r"\varphi(q_i)^\top z_i",
    source: CAUSAL_SOURCE,
    ..NORMALIZER
};

/// How well the features of each query fit those of each key. Only for looking at: no output is computed from it.
pub static SIMILARITIES: StepSpec = StepSpec {
    id: "linear.similarities",
    symbol: r"\varphi(Q)\varphi(K)^\top",
    op: Op::Contract,
    index: "ij",
    axes: &["query", "key"],
    reads: &["ir", "jr"],
    formula: r"\varphi(q_i)^\top \varphi(k_j)",
    source: "Katharopoulos et al. 2020, eq. (4)",
};

/// The same, and 0 for keys after the query.
pub static CAUSAL_SIMILARITIES: StepSpec = StepSpec {
    id: "linear.causal-similarities",
    op: Op::Rule(&ZERO_AFTER),
    reads: &["ij"],
    formula: r"\varphi(q_i)^\top \varphi(k_j) \text{ for } j \le i,\ 0 \text{ for } j > i",
    source: CAUSAL_SOURCE,
    ..SIMILARITIES
};

/// The weights that a softmax would stand for: their rows sum to 1.
pub static WEIGHTS: StepSpec = StepSpec {
    id: "linear.normalized",
    symbol: "A",
    op: Op::Map(&NORMALIZE),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij", "i"],
    formula: r"A_{ij} = \frac{\varphi(q_i)^\top \varphi(k_j)}{\varphi(q_i)^\top z}",
    source: "Katharopoulos et al. 2020, eq. (4)",
};

/// The weighted mean of the values.
pub static OUTPUT: StepSpec = StepSpec {
    id: "linear.output",
    symbol: "O",
    op: Op::Map(&NORMALIZE),
    index: "iv",
    axes: &["query", "value-feature"],
    reads: &["iv", "i"],
    formula: r"o_i = \frac{\varphi(q_i)^\top M}{\varphi(q_i)^\top z}",
    source: "Katharopoulos et al. 2020, eq. (5)",
};

/// Sums over the first axis, up to and including each position.
static RUNNING_SUM: Rule = Rule {
    name: "running-sum",
    template: "sum({*})",
    cumulative: true,
    work: each_once,
    fill: |operands, shape| {
        let width = shape.iter().skip(1).product();
        let mut sums = vec![0.0; width];
        let numbers = operands.first().map(|tensor| tensor.data()).unwrap_or_default();
        let mut filled = Vec::with_capacity(numbers.len());
        for row in numbers.chunks(width.max(1)) {
            sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
            filled.extend_from_slice(&sums);
        }
        filled
    },
    reads: |_, shape, index| {
        let width: usize = shape.iter().skip(1).product();
        let place = shape.iter().zip(index).skip(1).fold(0, |place, (length, position)| place * length + position);
        let last = index.first().copied().unwrap_or_default();
        (0..=last).map(|row| SourceCell { operand: 0, offset: row * width + place }).collect()
    },
    value: |values, _, _| values.iter().fold(0.0, |sum, number| sum + number),
};

/// The operand where the key does not come after the query, 0 elsewhere.
static ZERO_AFTER: Rule = Rule {
    name: "zero-after",
    template: "{0}",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| {
        let columns = shape.last().copied().unwrap_or(1).max(1);
        let numbers = operands.first().map(|tensor| tensor.data()).unwrap_or_default().iter().enumerate();
        numbers.map(|(place, &number)| if place % columns > place / columns { 0.0 } else { number }).collect()
    },
    reads: |_, shape, index| match (index, shape) {
        (&[i, j], &[_, columns]) if j <= i => vec![SourceCell { operand: 0, offset: i * columns + j }],
        _ => Vec::new(),
    },
    value: |values, _, _| values.first().copied().unwrap_or(0.0),
};

/// The steps of [`attend_by_features`]; its options are `causal` and `showWeights` of the whole algorithm.
pub static PARTS: &[Part] = &[
    include_when("!causal", "", &[always(&KEY_VALUES), always(&KEY_SUM), always(&NUMERATOR), always(&NORMALIZER)]),
    include_when(
        "causal",
        "",
        &[always(&UPDATES), always(&STATES), always(&KEY_SUMS), always(&CAUSAL_NUMERATOR), always(&CAUSAL_NORMALIZER)],
    ),
    include_when("showWeights", "", &[always(&SIMILARITIES), when("causal", &CAUSAL_SIMILARITIES), always(&WEIGHTS)]),
    always(&OUTPUT),
];

/// What attention by features computes beside its output, and whether keys after a query are hidden.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Hide every key after the query's own position.
    pub causal: bool,
    /// Compute the [n, m] weights, too, which takes the time and memory that the rest avoids.
    pub show_weights: bool,
}

/// What attention by features computes.
#[derive(Clone, Copy, Debug)]
pub struct Attended {
    /// [n, m], if asked for: rows sum to 1.
    pub weights: Option<Value>,
    /// [n, v].
    pub output: Value,
}

/// Takes in queries, keys and values. With order, there has to be a key for each query.
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; the width must be at least 1.
pub fn take_in(run: &mut Run, query: &Tensor, key: &Tensor, value: &Tensor, causal: bool) -> Result<[Value; 3]> {
    let query = run.given(&QUERY, "query", query)?;
    if causal {
        run.bind('j', run.size('i')?, "`query`: causal linear attention has one key for each query")?;
    }
    let key = run.given(&KEY, "key", key)?;
    let value = run.given(&VALUE, "value", value)?;
    run.require_positive('k', "query")?;
    Ok([query, key, value])
}

/// Computes the mean of the values [m, v], weighted by the products of the features of queries [n, r] and keys [m, r].
///
/// A row whose weights sum to 0, such as one without keys, follows the run's policy for empty rows and is noticed.
///
/// # Errors
/// [`Error::FullyMaskedRow`] when the policy says so; those of [`Run::step`].
///
/// # Complexity
/// (n + m) · r · (v + 1) multiplications; with order and with the weights shown as their steps say.
pub fn attend_by_features(
    run: &mut Run,
    query: Value,
    key: Value,
    value: Value,
    options: &Options,
) -> Result<Attended> {
    let (numerator, normalizer) = if options.causal {
        let updates = run.step(&UPDATES, &[key, value])?;
        let states = run.step(&STATES, &[updates])?;
        let sums = run.step(&KEY_SUMS, &[key])?;
        (run.step(&CAUSAL_NUMERATOR, &[query, states])?, run.step(&CAUSAL_NORMALIZER, &[query, sums])?)
    } else {
        let key_values = run.step(&KEY_VALUES, &[key, value])?;
        let sum = run.step(&KEY_SUM, &[key])?;
        (run.step(&NUMERATOR, &[query, key_values])?, run.step(&NORMALIZER, &[query, sum])?)
    };
    check_normalizers(run, normalizer)?;
    let mut weights = None;
    if options.show_weights {
        let mut similarities = run.step(&SIMILARITIES, &[query, key])?;
        if options.causal {
            similarities = run.step(&CAUSAL_SIMILARITIES, &[similarities])?;
        }
        weights = Some(run.step(&WEIGHTS, &[similarities, normalizer])?);
    }
    let output = run.step(&OUTPUT, &[numerator, normalizer])?;
    Ok(Attended { weights, output })
}

/// Applies the policy for rows without any key to the rows whose normalizer is 0.
fn check_normalizers(run: &mut Run, normalizer: Value) -> Result<()> {
    let sums = run.tensor(normalizer)?.data().iter().enumerate();
    let rows: Vec<usize> = sums.filter(|&(_, &sum)| sum == 0.0).map(|(row, _)| row).collect();
    let Some(&first) = rows.first() else { return Ok(()) };
    if run.settings().empty_row == EmptyRow::Error {
        return Err(Error::FullyMaskedRow { row: vec![first] }.into());
    }
    run.notice(Notice::fully_masked_rows(rows));
    Ok(())
}

/// Computes attention with the features elu(x) + 1 in place of the softmax.
///
/// # Shapes
/// | value | shape |
/// |---|---|
/// | query | [n, d] |
/// | key | [m, d]; m = n if `causal` |
/// | value | [m, v] |
/// | weights, with `showWeights` | [n, m] |
/// | output | [n, v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; d must be at least 1.
///
/// # Complexity
/// (n + m) · d · (v + 1) multiplications: linear in the number of tokens, with order, too.
///
/// # Example
/// Queries and keys of zeros have features of ones, so every key weighs the same; with order, token i averages the first i:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let zeros = Tensor::matrix(&[[0.0], [0.0], [0.0]])?;
/// let inputs = Arguments::new()
///     .with("query", zeros.clone())
///     .with("key", zeros)
///     .with("value", Tensor::matrix(&[[3.0], [5.0], [10.0]])?);
/// let all = catalog::trace("linear-attention", &inputs)?;
/// assert_eq!(all.outputs["output"].data(), [6.0, 6.0, 6.0]);
/// let causal = catalog::trace("linear-attention", &inputs.with("causal", true))?;
/// assert_eq!(causal.outputs["output"].data(), [3.0, 4.0, 6.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "linear-attention",
    title: "Linear attention",
    source: SOURCE,
    inputs: &[
        required("query", &QUERY),
        required("key", &KEY),
        required("value", &VALUE),
        flag("causal", false),
        flag("showWeights", false),
    ],
    parts: &[
        always(&QUERY),
        always(&KEY),
        always(&VALUE),
        always(&QUERY_FEATURES),
        always(&KEY_FEATURES),
        include("", PARTS),
    ],
    outputs: &[Output { name: "weights", steps: &[&WEIGHTS] }, Output { name: "output", steps: &[&OUTPUT] }],
    run: |arguments, run| {
        let options =
            Options { causal: arguments.flag("causal", false)?, show_weights: arguments.flag("showWeights", false)? };
        let (query, key, value) = (arguments.tensor("query")?, arguments.tensor("key")?, arguments.tensor("value")?);
        let [query, key, value] = take_in(run, query, key, value, options.causal)?;
        let query = run.step(&QUERY_FEATURES, &[query])?;
        let key = run.step(&KEY_FEATURES, &[key])?;
        let attended = attend_by_features(run, query, key, value, &options)?;
        Ok(named(attended))
    },
};

/// The outputs by name.
pub(super) fn named(attended: Attended) -> Vec<(&'static str, Value)> {
    let weights = attended.weights.map(|weights| ("weights", weights));
    weights.into_iter().chain([("output", attended.output)]).collect()
}
