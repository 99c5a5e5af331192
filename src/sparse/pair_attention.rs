//! Attention along a list of pairs, or along the equivalent mask.
//!
//! ```text
//! sparse   pairs [p, 2] ─► scores [p] ─► / √d ─► maximum, sum of each query's pairs [n] ─► weights [p] ─► output [n, v]
//! dense    pairs [p, 2] ─► mask [n, m] ─► scores [n, m] ─► … ─► weights [n, m] ─► output [n, v]
//! ```
//!
//! Both give the same output. The sparse form takes p · (d + v) multiplications and holds nothing that is longer than the list; the dense form takes
//! n · m · (d + v) and shows the pattern as a picture.
//!
//! Source: Child et al. 2019, *Generating Long Sequences with Sparse Transformers*, eq. (2) to (4).

use crate::algorithm::{Arguments, Input, Outputs, Part, always, choice, flag, required};
use crate::attention::mask::MASKED;
use crate::attention::scaled_dot_product::{KEY, OUTPUT, QUERY, SCALE, SCALED, SCORES, VALUE, WIDTH};
use crate::attention::softmax::{EXPONENTIALS, ROW_MAX, ROW_SUM, SOFTMAX, WEIGHTS, softmax_rows};
use crate::error::Result;
use crate::tensor::Tensor;
use crate::trace::{
    Cost, DIVIDE, EXP_SHIFTED, EmptyRow, Function, NORMALIZE, NonFinite, Notice, Op, Reduction, Rule, Run, Settings,
    SourceCell, StepSpec, Value, each_once,
};

use super::pattern::{
    CAUSAL_PAIRS, LENGTH, PATTERN_MASK, Pattern, count_causal, count_pairs, ends, estimate_pairs, facts, pair_at,
    rows_of,
};

/// The query of each token.
pub const QUERY_INPUT: Input = required("query", &QUERY);
/// The key of each token.
pub const KEY_INPUT: Input = required("key", &KEY);
/// The value of each token.
pub const VALUE_INPUT: Input = required("value", &VALUE);
/// Whether no token attends to a later one.
pub const CAUSAL_INPUT: Input = flag("causal", false);
/// Whether attention goes along the mask or along the pairs.
pub const FORM_INPUT: Input = choice("form", &["dense", "sparse"], "dense");
const SCORE: &str = "Child et al. 2019, eq. (2)";
const SOFTMAX_SOURCE: &str = "Child et al. 2019, eq. (2); Vaswani et al. 2017, eq. (1)";

/// How well the query of each pair fits its key.
pub static PAIR_SCORES: StepSpec = StepSpec {
    id: "pair.scores",
    symbol: "s",
    op: Op::Rule(&DOT_OF_PAIR),
    index: "p",
    axes: &["pair"],
    reads: &["pe", "ik", "jk"],
    formula: r"s_{ij} = q_i \cdot k_j \enspace ((i, j) \in \mathcal{S})",
    source: SCORE,
};

/// The scores, scaled so that their variance does not grow with the width.
pub static PAIR_SCALED: StepSpec = StepSpec {
    id: "pair.scaled",
    symbol: r"s/\sqrt{d}",
    op: Op::Map(&DIVIDE),
    index: "p",
    axes: &["pair"],
    reads: &["p", ""],
    formula: r"s_{ij} / \sqrt{d}",
    source: SCORE,
};

/// The largest score of each query.
pub static PAIR_ROW_MAX: StepSpec = StepSpec {
    id: "pair.row-max",
    symbol: "m",
    op: Op::Rule(&MAX_OF_QUERY),
    index: "i",
    axes: &["query"],
    reads: &["pe", "p"],
    formula: r"m_i = \max_{(i, j) \in \mathcal{S}} s_{ij}",
    source: SOFTMAX_SOURCE,
};

/// The exponentials, safe from overflow.
pub static PAIR_EXPONENTIALS: StepSpec = StepSpec {
    id: "pair.exponentials",
    symbol: "E",
    op: Op::Rule(&EXPONENTIAL_OF_PAIR),
    index: "p",
    axes: &["pair"],
    reads: &["pe", "p", "i"],
    formula: r"E_{ij} = e^{s_{ij} - m_i}",
    source: SOFTMAX_SOURCE,
};

/// What the pairs of each query are divided by.
pub static PAIR_ROW_SUM: StepSpec = StepSpec {
    id: "pair.row-sum",
    symbol: "z",
    op: Op::Rule(&SUM_OF_QUERY),
    index: "i",
    axes: &["query"],
    reads: &["pe", "p"],
    formula: r"z_i = \sum_{(i, j) \in \mathcal{S}} E_{ij}",
    source: SOFTMAX_SOURCE,
};

/// How much the query of each pair attends to its key.
pub static PAIR_WEIGHTS: StepSpec = StepSpec {
    id: "pair.weights",
    symbol: "a",
    op: Op::Rule(&SHARE_OF_PAIR),
    index: "p",
    axes: &["pair"],
    reads: &["pe", "p", "i"],
    formula: r"a_{ij} = E_{ij} / z_i",
    source: SOFTMAX_SOURCE,
};

/// The values of each query's keys, weighted and summed.
pub static PAIR_SUM: StepSpec = StepSpec {
    id: "pair.sum",
    symbol: r"\textstyle\sum a v",
    op: Op::Rule(&SUM_OF_VALUES),
    index: "iv",
    axes: &["query", "value-feature"],
    reads: &["pe", "p", "jv"],
    formula: r"\sum_{(i, j) \in \mathcal{S}} a_{ij} v_j",
    source: SCORE,
};

/// The weighted mean of the values, and for a query without any key the value that the policy sets.
pub static PAIR_OUTPUT: StepSpec = StepSpec {
    id: "pair.output",
    symbol: "O",
    op: Op::Map(&UNLESS_EMPTY),
    index: "iv",
    axes: &["query", "value-feature"],
    reads: &["iv", "i"],
    formula: r"o_i = \sum_{(i, j) \in \mathcal{S}} a_{ij} v_j \enspace (z_i \ne 0)",
    source: SCORE,
};

/// a, and for b = 0 the value that [`Settings::empty_row`] sets.
pub static UNLESS_EMPTY: Function = Function {
    name: "unless-empty",
    template: "[{1} ≠ 0] {0}",
    arity: 2,
    cost: Cost::COMPARISON,
    apply: |x, settings| match (x, settings.empty_row) {
        ([_, 0.0], EmptyRow::Nan) => f64::NAN,
        ([_, 0.0], _) => 0.0,
        ([sum, _], _) => *sum,
        _ => f64::NAN,
    },
};

fn row(tensor: &Tensor, number: usize) -> &[f64] {
    let width = tensor.shape().get(1).copied().unwrap_or_default();
    tensor.data().get(number * width..(number + 1) * width).unwrap_or_default()
}

fn sum_of_products<'a>(factors: impl Iterator<Item = (&'a f64, &'a f64)>) -> f64 {
    factors.fold(0.0, |sum, (left, right)| sum + left * right)
}

/// For [`Rule::work`]: looks for each pair at both its ends and at a row of this width.
fn each_pair(pairs: Option<&usize>, width: Option<&usize>) -> u64 {
    let (pairs, width) = (pairs.copied().unwrap_or_default(), width.copied().unwrap_or_default());
    (pairs as u64).saturating_mul(width as u64 + 2)
}

/// Multiplies the query of the pair with its key and sums.
static DOT_OF_PAIR: Rule = Rule {
    name: "dot-of-pair",
    template: "dot({*})",
    cumulative: false,
    work: |operands, shape| match operands {
        [_, query, _] => each_pair(shape.first(), query.shape().get(1)),
        _ => 0,
    },
    fill: |operands, _| {
        let [pairs, query, key] = operands else { return Vec::new() };
        ends(pairs).map(|(i, j)| sum_of_products(row(query, i).iter().zip(row(key, j)))).collect()
    },
    reads: |operands, _, index| {
        let ([pairs, query, _], [pair]) = (operands, index) else { return Vec::new() };
        let (Some((i, j)), Some(&width)) = (pair_at(pairs, *pair), query.shape().get(1)) else { return Vec::new() };
        let rows = |(operand, number): (usize, usize)| {
            (number * width..(number + 1) * width).map(move |offset| SourceCell { operand, offset })
        };
        [(1, i), (2, j)].into_iter().flat_map(rows).collect()
    },
    value: |values, _, _| {
        let (query, key) = values.split_at(values.len() / 2);
        sum_of_products(query.iter().zip(key))
    },
};

/// Reduces the second operand over the pairs of each query.
fn reduce(operands: &[&Tensor], shape: &[usize], reduction: Reduction) -> Vec<f64> {
    let mut rows = vec![reduction.start(); shape.iter().product()];
    if let [pairs, numbers] = operands {
        for ((query, _), &number) in ends(pairs).zip(numbers.data()) {
            if let Some(so_far) = rows.get_mut(query) {
                *so_far = reduction.fold(*so_far, number);
            }
        }
    }
    rows
}

fn read_row(operands: &[&Tensor], _: &[usize], index: &[usize]) -> Vec<SourceCell> {
    let ([pairs, ..], [query]) = (operands, index) else { return Vec::new() };
    rows_of(pairs, *query).map(|offset| SourceCell { operand: 1, offset }).collect()
}

fn reduce_row(values: &[f64], reduction: Reduction) -> f64 {
    values.iter().fold(reduction.start(), |so_far, &next| reduction.fold(so_far, next))
}

/// The largest number among a query's pairs.
static MAX_OF_QUERY: Rule = Rule {
    name: "max-of-query",
    template: "max({*})",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| reduce(operands, shape, Reduction::Max),
    reads: read_row,
    value: |values, _, _| reduce_row(values, Reduction::Max),
};

/// The sum of the numbers of a query's pairs, in the order of the list.
static SUM_OF_QUERY: Rule = Rule {
    name: "sum-of-query",
    template: "sum({*})",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| reduce(operands, shape, Reduction::Sum),
    reads: read_row,
    value: |values, _, _| reduce_row(values, Reduction::Sum),
};

/// A pair has a query that has a pair, so that no policy for empty rows is asked.
const SETTINGS: Settings = Settings { empty_row: EmptyRow::Zero, non_finite: NonFinite::Error };

/// Applies a function to each pair's own number and that of its query.
fn map_pairs(operands: &[&Tensor], function: &Function) -> Vec<f64> {
    let [pairs, numbers, rows] = operands else { return Vec::new() };
    let of_query = |query: usize| rows.data().get(query).copied().unwrap_or(f64::NAN);
    let pairs = ends(pairs).zip(numbers.data());
    pairs.map(|((query, _), &number)| (function.apply)(&[number, of_query(query)], &SETTINGS)).collect()
}

fn read_pair(operands: &[&Tensor], _: &[usize], index: &[usize]) -> Vec<SourceCell> {
    let ([pairs, ..], [pair]) = (operands, index) else { return Vec::new() };
    let Some((query, _)) = pair_at(pairs, *pair) else { return Vec::new() };
    vec![SourceCell { operand: 1, offset: *pair }, SourceCell { operand: 2, offset: query }]
}

/// exp(a − b), where b belongs to the query of the pair.
static EXPONENTIAL_OF_PAIR: Rule = Rule {
    name: "exponential-of-pair",
    template: EXP_SHIFTED.template,
    cumulative: false,
    work: each_once,
    fill: |operands, _| map_pairs(operands, &EXP_SHIFTED),
    reads: read_pair,
    value: |values, _, _| (EXP_SHIFTED.apply)(values, &SETTINGS),
};

/// a / b, where b belongs to the query of the pair.
static SHARE_OF_PAIR: Rule = Rule {
    name: "share-of-pair",
    template: NORMALIZE.template,
    cumulative: false,
    work: each_once,
    fill: |operands, _| map_pairs(operands, &NORMALIZE),
    reads: read_pair,
    value: |values, _, _| (NORMALIZE.apply)(values, &SETTINGS),
};

/// The sum, over a query's pairs in the order of the list, of weight times value.
static SUM_OF_VALUES: Rule = Rule {
    name: "sum-of-values",
    template: "dot({*})",
    cumulative: false,
    work: |operands, shape| match operands {
        [_, weights, _] => each_once(&[], shape) + each_pair(weights.shape().first(), shape.get(1)),
        _ => 0,
    },
    fill: |operands, shape| {
        let mut sums = vec![0.0; shape.iter().product()];
        let ([pairs, weights, values], [_, width]) = (operands, shape) else { return sums };
        for ((query, key), weight) in ends(pairs).zip(weights.data()) {
            let cells = sums.iter_mut().skip(query * width);
            for (cell, value) in cells.zip(row(values, key)) {
                *cell += weight * value;
            }
        }
        sums
    },
    reads: |operands, shape, index| {
        let ([pairs, ..], [_, width], [query, column]) = (operands, shape, index) else { return Vec::new() };
        let rows = rows_of(pairs, *query);
        let weights = rows.clone().map(|offset| SourceCell { operand: 1, offset });
        let keys = rows.filter_map(|row| pair_at(pairs, row));
        weights.chain(keys.map(|(_, key)| SourceCell { operand: 2, offset: key * width + column })).collect()
    },
    value: |values, _, _| {
        let (weights, values) = values.split_at(values.len() / 2);
        sum_of_products(weights.iter().zip(values))
    },
};

/// The steps along the mask; the group `dense`.
pub static DENSE_PARTS: &[Part] = &[
    always(&PATTERN_MASK),
    always(&SCORES),
    always(&WIDTH),
    always(&SCALE),
    always(&SCALED),
    always(&MASKED),
    always(&ROW_MAX),
    always(&EXPONENTIALS),
    always(&ROW_SUM),
    always(&WEIGHTS),
    always(&OUTPUT),
];

/// The steps along the pairs; the group `sparse`.
pub static SPARSE_PARTS: &[Part] = &[
    always(&PAIR_SCORES),
    always(&WIDTH),
    always(&SCALE),
    always(&PAIR_SCALED),
    always(&PAIR_ROW_MAX),
    always(&PAIR_EXPONENTIALS),
    always(&PAIR_ROW_SUM),
    always(&PAIR_WEIGHTS),
    always(&PAIR_SUM),
    always(&PAIR_OUTPUT),
];

/// For [`crate::algorithm::Output::steps`]: the mask.
pub static MASK_STEPS: &[&StepSpec] = &[&PATTERN_MASK];
/// For [`crate::algorithm::Output::steps`]: the weights of either form.
pub static WEIGHT_STEPS: &[&StepSpec] = &[&WEIGHTS, &PAIR_WEIGHTS];
/// For [`crate::algorithm::Output::steps`]: the output of either form.
pub static OUTPUT_STEPS: &[&StepSpec] = &[&OUTPUT, &PAIR_OUTPUT];

/// The tokens that were taken in.
#[derive(Clone, Copy, Debug)]
pub struct Tokens {
    /// [n, d].
    pub query: Value,
    /// [m, d].
    pub key: Value,
    /// [m, v].
    pub value: Value,
    /// How many queries there are.
    pub length: Value,
}

/// Takes queries, keys and values in, as many of each.
///
/// # Errors
/// Those of [`Run::given`]; the width must be at least 1.
pub fn given_tokens(run: &mut Run, arguments: &Arguments) -> Result<Tokens> {
    let query = run.given(&QUERY, "query", arguments.tensor("query")?)?;
    run.require_positive('k', "query")?;
    run.bind('j', run.size('i')?, "`query`")?;
    let key = run.given(&KEY, "key", arguments.tensor("key")?)?;
    let value = run.given(&VALUE, "value", arguments.tensor("value")?)?;
    Ok(Tokens { query, key, value, length: run.step(&LENGTH, &[query])? })
}

/// Lists the pairs of a pattern as the step `spec`, whose operands hold the pattern's numbers, that of the queries first.
///
/// # Errors
/// Those of [`count_pairs`] and [`Run::step`].
///
/// # Complexity
/// Proportional to the number of pairs and its logarithm.
pub fn list_pairs(run: &mut Run, spec: &'static StepSpec, operands: &[Value], pattern: Pattern) -> Result<Value> {
    let tensors = operands.iter().map(|operand| run.tensor(*operand)).collect::<Result<Vec<_>>>()?;
    let count = match run.is_estimate() {
        true => estimate_pairs(&facts(&tensors), pattern),
        false => count_pairs(spec, &facts(&tensors), pattern)?,
    };
    run.bind('u', count, spec.id)?;
    run.bind('e', 2, spec.id)?;
    run.step(spec, operands)
}

/// Attends along the pairs, in the form that was asked for, with later keys hidden if that was asked for.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when the dense form would be; [`crate::error::Error::FullyMaskedRow`] if the policy is an error.
pub fn attend_along(run: &mut Run, arguments: &Arguments, tokens: Tokens, mut pairs: Value) -> Result<Outputs> {
    if arguments.flag("causal", false)? {
        // Of an unknown list of pairs all may be causal.
        let all = run.tensor(pairs)?.shape().first().copied().unwrap_or_default();
        let count = run.known_or(pairs, all, count_causal)?;
        run.bind('p', count, CAUSAL_PAIRS.id)?;
        pairs = run.step(&CAUSAL_PAIRS, &[pairs])?;
    }
    match arguments.choice("form", &["dense", "sparse"])? {
        Some("sparse") => run.within("sparse", |run| attend_sparse(run, tokens, pairs)),
        _ => run.within("dense", |run| attend_dense(run, tokens, pairs)),
    }
}

fn attend_dense(run: &mut Run, Tokens { query, key, value, .. }: Tokens, pairs: Value) -> Result<Outputs> {
    for (letter, tokens) in [('i', query), ('j', key)] {
        let count = run.tensor(tokens)?.shape().first().copied().unwrap_or_default();
        run.bind(letter, count, "`query`")?;
    }
    let mask = run.step(&PATTERN_MASK, &[pairs])?;
    let scores = run.step(&SCORES, &[query, key])?;
    let scale = scale_of(run, key)?;
    let scaled = run.step(&SCALED, &[scores, scale])?;
    let masked = run.step(&MASKED, &[scaled, mask])?;
    let weights = softmax_rows(run, &SOFTMAX, masked, Notice::fully_masked_rows)?;
    let output = run.step(&OUTPUT, &[weights, value])?;
    Ok(vec![("mask", mask), ("weights", weights), ("output", output)])
}

fn attend_sparse(run: &mut Run, Tokens { query, key, value, .. }: Tokens, pairs: Value) -> Result<Outputs> {
    let scores = run.step(&PAIR_SCORES, &[pairs, query, key])?;
    let scale = scale_of(run, key)?;
    let scaled = run.step(&PAIR_SCALED, &[scores, scale])?;
    let row_max = run.step(&PAIR_ROW_MAX, &[pairs, scaled])?;
    run.check_empty_rows(row_max, Notice::fully_masked_rows)?;
    let exponentials = run.step(&PAIR_EXPONENTIALS, &[pairs, scaled, row_max])?;
    let row_sum = run.step(&PAIR_ROW_SUM, &[pairs, exponentials])?;
    let weights = run.step(&PAIR_WEIGHTS, &[pairs, exponentials, row_sum])?;
    let sum = run.step(&PAIR_SUM, &[pairs, weights, value])?;
    let output = run.step(&PAIR_OUTPUT, &[sum, row_sum])?;
    Ok(vec![("pairs", pairs), ("weights", weights), ("output", output)])
}

fn scale_of(run: &mut Run, key: Value) -> Result<Value> {
    let width = run.step(&WIDTH, &[key])?;
    run.step(&SCALE, &[width])
}
