//! Attention along a list of pairs, or along the equivalent mask.
//!
//! ```text
//! sparse   pairs [p, 2] ─► scores [p] ─► / √d ─► maximum, sum of each query's pairs [n] ─► weights [p] ─► output [n, v]
//! dense    pairs [p, 2] ─► mask [n, m] ─► scores [n, m] ─► … ─► weights [n, m] ─► output [n, v]
//! ```
//!
//! Both give the same output. The sparse form takes p · (d + v) multiplications and no memory beyond that of the list; the dense form takes
//! n · m · (d + v) multiplications and shows the pattern as a matrix.
//!
//! Source: Child et al. 2019, *Generating Long Sequences with Sparse Transformers*, eq. (2) to (4).

use crate::algorithm::{Input, Inputs, Outputs, Part, always, choice, flag, required};
use crate::attention::mask::MASKED;
use crate::attention::scaled_dot_product::{KEY, OUTPUT, QUERY, SCALE, SCALED, SCORES, VALUE, WIDTH};
use crate::attention::softmax::{EXPONENTIALS, ROW_MAX, ROW_SUM, SOFTMAX, WEIGHTS, softmax_rows};
use crate::error::Result;
use crate::op::{
    Cost, DIVIDE, EXP_SHIFTED, EmptyRow, Fill, Function, Local, NORMALIZE, Obstacle, Op, Pull, Reads, Reduction, Rule,
    Slope, Source, SourceCell, StepSpec, each_once, step,
};
use crate::rules::rows::FIRST_OF_PAIR;
use crate::tensor::Tensor;
use crate::trace::{Notice, Run, Value};

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
/// Whether later keys are hidden.
pub const CAUSAL_INPUT: Input = flag("causal", false);
/// Whether attention is computed by the mask or by the pairs.
pub const FORM_INPUT: Input = choice("form", &["dense", "sparse"], "dense");
const SCORE: &str = "Child et al. 2019, eq. (2)";
const SOFTMAX_SOURCE: &str = "Child et al. 2019, eq. (2); Vaswani et al. 2017, eq. (1)";

/// The score of each pair.
pub static PAIR_SCORES: StepSpec = step("pair.scores", Op::Rule(&DOT_OF_PAIR), &["pe", "ik", "jk"], "p", &["pair"])
    .written("s", r"s_{ij} = q_i \cdot #3k_j \enspace ((i, j) \in \mathcal{S})", SCORE);

/// The scores, scaled so that their variance does not grow with the width.
pub static PAIR_SCALED: StepSpec = step("pair.scaled", Op::Map(&DIVIDE), &["p", ""], "p", &["pair"])
    .written(r"s/\sqrt{d}", r"s_{ij} / \sqrt{d}", SCORE);

/// The query of each pair.
pub static PAIR_QUERY: StepSpec = step("pair.query", Op::Rule(&FIRST_OF_PAIR), &["pe"], "p", &["pair"])
    .written("i", r"i_p = #1{\mathcal{S}}_{p1}", SCORE)
    .names();

/// The largest score of each query.
pub static PAIR_ROW_MAX: StepSpec = step("pair.row-max", Op::Scatter(Reduction::Max), &["p", "p"], "i", &["query"])
    .written("m", r"m_i = \max_{(i, j) \in \mathcal{S}} #1s_{ij}", SOFTMAX_SOURCE);

/// The largest score of the query of each pair.
pub static PAIR_MAX: StepSpec = step("pair.max-of-query", Op::Gather, &["i", "p"], "p", &["pair"])
    .written("m_i", r"m_i \enspace ((i, j) \in \mathcal{S})", SOFTMAX_SOURCE);

/// The exponentials of the scores, from which the maximum was subtracted so that none overflows.
pub static PAIR_EXPONENTIALS: StepSpec = step("pair.exponentials", Op::Map(&EXP_SHIFTED), &["p", "p"], "p", &["pair"])
    .written("E", r"E_{ij} = e^{#1s_{ij} - m_i}", SOFTMAX_SOURCE);

/// The sum of the exponentials of each query.
pub static PAIR_ROW_SUM: StepSpec = step("pair.row-sum", Op::Scatter(Reduction::Sum), &["p", "p"], "i", &["query"])
    .written("z", r"z_i = \sum_{(i, j) \in \mathcal{S}} E_{ij}", SOFTMAX_SOURCE);

/// The sum of the exponentials of the query of each pair.
pub static PAIR_TOTAL: StepSpec = step("pair.sum-of-query", Op::Gather, &["i", "p"], "p", &["pair"])
    .written("z_i", r"z_i \enspace ((i, j) \in \mathcal{S})", SOFTMAX_SOURCE);

/// The weight of each pair.
pub static PAIR_WEIGHTS: StepSpec = step("pair.weights", Op::Map(&NORMALIZE), &["p", "p"], "p", &["pair"])
    .written("a", r"a_{ij} = E_{ij} / z_i", SOFTMAX_SOURCE)
    .shares();

/// The weighted sum of the values of each query.
pub static PAIR_SUM: StepSpec =
    step("pair.sum", Op::Rule(&SUM_OF_VALUES), &["pe", "p", "jv"], "iv", &["query", "value-feature"]).written(
        r"\textstyle\sum a v",
        r"\sum_{(i, j) \in \mathcal{S}} a_{ij} #3v_j",
        SCORE,
    );

/// The weighted mean of the values, and for a query without any key the value that the policy sets.
pub static PAIR_OUTPUT: StepSpec =
    step("pair.output", Op::Map(&UNLESS_EMPTY), &["iv", "i"], "iv", &["query", "value-feature"]).written(
        "O",
        r"o_i = \sum_{(i, j) \in \mathcal{S}} a_{ij} #3v_j \enspace (z_i \ne 0)",
        SCORE,
    );

/// 1 where a is not 0; elsewhere what an empty row's weights are, 0 or NaN.
static ONE_UNLESS_EMPTY: Function =
    Function::unary_by_empty_row("one-unless-empty", "[{0} ≠ 0]", Cost::COMPARISON, |total, empty_row| match empty_row
    {
        _ if total != 0.0 => 1.0,
        EmptyRow::Nan => f64::NAN,
        EmptyRow::Zero | EmptyRow::Error => 0.0,
    })
    .derivative();

/// a, and for b = 0 the value that [`crate::op::Settings::empty_row`] sets.
pub static UNLESS_EMPTY: Function =
    Function::by_empty_row("unless-empty", "[{1} ≠ 0] {0}", Cost::COMPARISON, |sum, total, empty_row| match empty_row
    {
        _ if total != 0.0 => sum,
        EmptyRow::Nan => f64::NAN,
        EmptyRow::Zero | EmptyRow::Error => 0.0,
    })
    .slopes(&[Slope::By(&ONE_UNLESS_EMPTY, &[Local::Operand(1)]), Slope::Zero(Obstacle::Comparison)]);

fn row(tensor: &Tensor, number: usize) -> &[f64] {
    let width = tensor.shape().get(1).copied().unwrap_or_default();
    tensor.data().get(number * width..(number + 1) * width).unwrap_or_default()
}

fn sum_of_products<'a>(factors: impl Iterator<Item = (&'a f64, &'a f64)>) -> f64 {
    factors.fold(0.0, |sum, (left, right)| sum + left * right)
}

/// For [`Rule::value`]: the dot product of the first half of the numbers with the second.
fn product_of_halves(values: &[f64], _: &[usize], _: &[usize]) -> f64 {
    let (left, right) = values.split_at(values.len() / 2);
    sum_of_products(left.iter().zip(right))
}

/// For [`Rule::fill`]: over the pairs in the order of the list, the weight of each times a row. `sides` returns which end's row of the result it is added to,
/// and which end's row it is.
fn weighted_sums(operands: &[&Tensor], shape: &[usize], sides: fn((usize, usize)) -> (usize, usize)) -> Vec<f64> {
    let mut sums = vec![0.0; shape.iter().product()];
    let ([pairs, weights, rows], [_, width]) = (operands, shape) else { return sums };
    for (pair, weight) in ends(pairs).zip(weights.data()) {
        let (target, source) = sides(pair);
        let cells = sums.iter_mut().skip(target * width);
        for (cell, value) in cells.zip(row(rows, source)) {
            *cell += weight * value;
        }
    }
    sums
}

/// For [`Rule::work`] of such a sum.
fn work_of_sum(operands: &[&Tensor], shape: &[usize]) -> u64 {
    match operands {
        [_, weights, _] => each_once(&[], shape) + each_pair(weights.shape().first(), shape.get(1)),
        _ => 0,
    }
}

/// For [`Rule::work`]: reads both ends of each pair and a row of this width.
fn each_pair(pairs: Option<&usize>, width: Option<&usize>) -> u64 {
    let (pairs, width) = (pairs.copied().unwrap_or_default(), width.copied().unwrap_or_default());
    (pairs as u64).saturating_mul(width as u64 + 2)
}

/// The dot product of the query and the key of the pair. A rule, as [`SUM_OF_VALUES`] is: the rows that would be gathered for each pair are more numbers
/// than the scores of the dense form as soon as a query has more than m/d pairs.
static DOT_OF_PAIR: Rule = Rule {
    name: "dot-of-pair",
    template: "dot({*})",
    work: |operands, shape| match operands {
        [_, query, _] => each_pair(shape.first(), query.shape().get(1)),
        _ => 0,
    },
    fill: Fill::AtOnce(|operands, _| {
        let [pairs, query, key] = operands else { return Vec::new() };
        ends(pairs).map(|(i, j)| sum_of_products(row(query, i).iter().zip(row(key, j)))).collect()
    }),
    reads: Reads::Cells(|operands, _, index| {
        let ([pairs, query, _], [pair]) = (operands, index) else { return Vec::new() };
        let (Some((i, j)), Some(&width)) = (pair_at(pairs, *pair), query.shape().get(1)) else { return Vec::new() };
        let rows = |(operand, number): (usize, usize)| {
            (number * width..(number + 1) * width).map(move |offset| SourceCell { operand, offset })
        };
        [(1, i), (2, j)].into_iter().flat_map(rows).collect()
    }),
    value: product_of_halves,
    ..Rule::by(&[
        Pull { operand: 1, rule: &SUM_OF_VALUES, reads: &[Source::Operand(0), Source::Upstream, Source::Operand(2)] },
        Pull { operand: 2, rule: &SUM_BY_KEY, reads: &[Source::Operand(0), Source::Upstream, Source::Operand(1)] },
    ])
};

/// The sum, over a query's pairs in the order of the list, of weight times value.
static SUM_OF_VALUES: Rule = Rule {
    name: "sum-of-values",
    template: "dot({*})",
    work: work_of_sum,
    fill: Fill::AtOnce(|operands, shape| weighted_sums(operands, shape, |(query, key)| (query, key))),
    reads: Reads::Cells(|operands, shape, index| {
        let ([pairs, ..], [_, width], [query, column]) = (operands, shape, index) else { return Vec::new() };
        let rows = rows_of(pairs, *query);
        let weights = rows.clone().map(|offset| SourceCell { operand: 1, offset });
        let keys = rows.filter_map(|row| pair_at(pairs, row));
        weights.chain(keys.map(|(_, key)| SourceCell { operand: 2, offset: key * width + column })).collect()
    }),
    value: product_of_halves,
    ..Rule::by(&[
        Pull { operand: 1, rule: &DOT_OF_PAIR, reads: &[Source::Operand(0), Source::Upstream, Source::Operand(2)] },
        Pull { operand: 2, rule: &SUM_BY_KEY, reads: &[Source::Operand(0), Source::Operand(1), Source::Upstream] },
    ])
};

/// The sum, over a key's pairs in the order of the list, of weight times the row of the pair's query.
static SUM_BY_KEY: Rule = Rule {
    name: "sum-by-key",
    template: "dot({*})",
    work: work_of_sum,
    fill: Fill::AtOnce(|operands, shape| weighted_sums(operands, shape, |(query, key)| (key, query))),
    reads: Reads::Cells(|operands, shape, index| {
        let ([pairs, ..], [_, width], [key, column]) = (operands, shape, index) else { return Vec::new() };
        let found = || ends(pairs).enumerate().filter(|(_, (_, second))| second == key);
        let weights = found().map(|(offset, _)| SourceCell { operand: 1, offset });
        let rows = found().map(|(_, (query, _))| SourceCell { operand: 2, offset: query * width + column });
        weights.chain(rows).collect()
    }),
    value: product_of_halves,
    ..Rule::underived(Obstacle::SecondOrder)
};

/// The steps along the mask; the group `dense`.
pub static DENSE_PARTS: &[Part] = &[always(&[
    &PATTERN_MASK, &SCORES, &WIDTH, &SCALE, &SCALED, &MASKED, &ROW_MAX, &EXPONENTIALS, &ROW_SUM, &WEIGHTS, &OUTPUT,
])];

/// The steps along the pairs; the group `sparse`.
pub static SPARSE_PARTS: &[Part] = &[always(&[
    &PAIR_SCORES, &WIDTH, &SCALE, &PAIR_SCALED, &PAIR_QUERY, &PAIR_ROW_MAX, &PAIR_MAX, &PAIR_EXPONENTIALS,
    &PAIR_ROW_SUM, &PAIR_TOTAL, &PAIR_WEIGHTS, &PAIR_SUM, &PAIR_OUTPUT,
])];

/// For [`crate::algorithm::Output::steps`]: the mask.
pub static MASK_STEPS: &[&StepSpec] = &[&PATTERN_MASK];
/// For [`crate::algorithm::Output::steps`]: the weights of either form.
pub static WEIGHT_STEPS: &[&StepSpec] = &[&WEIGHTS, &PAIR_WEIGHTS];
/// For [`crate::algorithm::Output::steps`]: the output of either form.
pub static OUTPUT_STEPS: &[&StepSpec] = &[&OUTPUT, &PAIR_OUTPUT];

/// The queries, keys and values.
#[derive(Clone, Copy, Debug)]
pub struct Tokens {
    /// [n, d].
    pub query: Value,
    /// [m, d].
    pub key: Value,
    /// [m, v].
    pub value: Value,
    /// The number of queries.
    pub length: Value,
}

/// Validates queries, keys and values, the same number of each.
///
/// # Errors
/// Those of [`Run::given`]; the width must be at least 1.
pub fn given_tokens(run: &mut Run, inputs: &Inputs) -> Result<Tokens> {
    let query = run.given(&QUERY, "query", inputs.tensor("query")?)?;
    run.require_positive('k', "query")?;
    run.bind('j', run.size('i')?, "`query`")?;
    let key = run.given(&KEY, "key", inputs.tensor("key")?)?;
    let value = run.given(&VALUE, "value", inputs.tensor("value")?)?;
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

/// Computes attention by the pairs, in the chosen form, with later keys hidden if `causal` is set.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when the dense form would be; [`crate::error::Error::FullyMaskedRow`] if the policy is an error.
pub fn attend_along(run: &mut Run, inputs: &Inputs, tokens: Tokens, mut pairs: Value) -> Result<Outputs> {
    if inputs.has("causal") {
        // If the pairs are not known, all of them may be causal.
        let all = run.shape(pairs)?.first().copied().unwrap_or_default();
        let count = run.known_or(pairs, all, count_causal)?;
        run.bind('p', count, CAUSAL_PAIRS.id)?;
        pairs = run.step(&CAUSAL_PAIRS, &[pairs])?;
    }
    match inputs.choice("form")? {
        "sparse" => run.within("sparse", |run| attend_sparse(run, tokens, pairs)),
        _ => run.within("dense", |run| attend_dense(run, tokens, pairs)),
    }
}

fn attend_dense(run: &mut Run, Tokens { query, key, value, .. }: Tokens, pairs: Value) -> Result<Outputs> {
    for (letter, tokens) in [('i', query), ('j', key)] {
        let count = run.shape(tokens)?.first().copied().unwrap_or_default();
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
    let query = run.step(&PAIR_QUERY, &[pairs])?;
    let row_max = run.step(&PAIR_ROW_MAX, &[scaled, query])?;
    run.check_empty_rows(row_max, Notice::fully_masked_rows)?;
    let most = run.step(&PAIR_MAX, &[row_max, query])?;
    let exponentials = run.step(&PAIR_EXPONENTIALS, &[scaled, most])?;
    let row_sum = run.step(&PAIR_ROW_SUM, &[exponentials, query])?;
    let total = run.step(&PAIR_TOTAL, &[row_sum, query])?;
    let weights = run.step(&PAIR_WEIGHTS, &[exponentials, total])?;
    let sum = run.step(&PAIR_SUM, &[pairs, weights, value])?;
    let output = run.step(&PAIR_OUTPUT, &[sum, row_sum])?;
    Ok(vec![("pairs", pairs), ("weights", weights), ("output", output)])
}

fn scale_of(run: &mut Run, key: Value) -> Result<Value> {
    let width = run.step(&WIDTH, &[key])?;
    run.step(&SCALE, &[width])
}
