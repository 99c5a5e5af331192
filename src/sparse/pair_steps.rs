//! The steps of attention along a list of pairs.

use crate::tensor::Tensor;
use crate::trace::{
    Cost, DIVIDE, EXP_SHIFTED, EmptyRow, Function, NORMALIZE, NonFinite, Op, Reduction, Rule, Settings, SourceCell,
    StepSpec,
};

use super::pattern::{ends, pair_at, rows_of};

const SCORE: &str = "Child et al. 2019, eq. (2)";
const SOFTMAX: &str = "Child et al. 2019, eq. (2); Vaswani et al. 2017, eq. (1)";

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
    source: SOFTMAX,
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
    source: SOFTMAX,
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
    source: SOFTMAX,
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
    source: SOFTMAX,
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

/// The weighted mean of the values, and for a query without any key what the policy says.
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

/// a, and for b = 0 what [`Settings::empty_row`] says.
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

/// Multiplies the query of the pair with its key and sums.
static DOT_OF_PAIR: Rule = Rule {
    name: "dot-of-pair",
    template: "dot({*})",
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
    fill: |operands, shape| reduce(operands, shape, Reduction::Max),
    reads: read_row,
    value: |values, _, _| reduce_row(values, Reduction::Max),
};

/// The sum of the numbers of a query's pairs, in the order of the list.
static SUM_OF_QUERY: Rule = Rule {
    name: "sum-of-query",
    template: "sum({*})",
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
    fill: |operands, _| map_pairs(operands, &EXP_SHIFTED),
    reads: read_pair,
    value: |values, _, _| (EXP_SHIFTED.apply)(values, &SETTINGS),
};

/// a / b, where b belongs to the query of the pair.
static SHARE_OF_PAIR: Rule = Rule {
    name: "share-of-pair",
    template: NORMALIZE.template,
    fill: |operands, _| map_pairs(operands, &NORMALIZE),
    reads: read_pair,
    value: |values, _, _| (NORMALIZE.apply)(values, &SETTINGS),
};

/// The sum, over a query's pairs in the order of the list, of weight times value.
static SUM_OF_VALUES: Rule = Rule {
    name: "sum-of-values",
    template: "dot({*})",
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
