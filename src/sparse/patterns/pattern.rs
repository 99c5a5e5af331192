//! A sparse pattern: for each query the list of its keys.
//!
//! ```text
//! pattern         pairs (query, key)
//!   1 1 0 0         0 0
//!   1 1 1 0         0 1
//!   0 1 1 1         1 0
//!   0 0 1 1         1 1 …      sorted by query, then by key, each once
//! ```
//!
//! A pattern is a function from a few numbers (how many tokens, how wide a window …) to the keys of each query. Everything else is shared: the list
//! of pairs, the equivalent mask, and attention by either, in `pair_attention`.

use crate::error::{Error, Result};
use crate::op::{Fill, Obstacle, Op, Reads, Rule, SourceCell, StepSpec, step};
use crate::tensor::Tensor;

/// The largest number of pairs of a pattern: 2²⁴, that of full attention of 4096 tokens.
pub const MAX_PAIRS: usize = 1 << 24;

/// The keys of one query, in any order; a key that is listed twice counts once.
pub type KeysOf<'a> = Box<dyn Fn(usize) -> Vec<usize> + 'a>;

/// A pattern: from the numbers of all operands of its step, in order, to the keys of each query. The first number is the number of queries.
pub type Pattern = for<'a> fn(facts: &'a [f64]) -> KeysOf<'a>;

/// The numbers of all operands, one after the other.
pub fn facts(operands: &[&Tensor]) -> Vec<f64> {
    operands.iter().flat_map(|operand| operand.data()).copied().collect()
}

/// The whole number at a place among the facts.
pub fn fact(facts: &[f64], place: usize) -> usize {
    facts.get(place).copied().unwrap_or_default() as usize
}

/// The tokens of a block; the last one may be shorter.
pub(super) fn tokens_of_block(block: usize, size: usize, length: usize) -> std::ops::Range<usize> {
    block * size..block.saturating_add(1).saturating_mul(size).min(length)
}

/// Goes through the queries of a pattern with their keys, sorted; stops when `take` returns false.
fn each_row(facts: &[f64], pattern: Pattern, take: &mut dyn FnMut(usize, &[usize]) -> bool) {
    let keys_of = pattern(facts);
    for query in 0..fact(facts, 0) {
        let mut keys = keys_of(query);
        if !keys.is_sorted_by(|left, right| left < right) {
            keys.sort_unstable();
            keys.dedup();
        }
        if !take(query, &keys) {
            return;
        }
    }
}

/// Counts the pairs of a pattern.
///
/// # Errors
/// [`Error::TooLarge`] beyond [`MAX_PAIRS`] pairs or queries.
pub fn count_pairs(step: &'static StepSpec, facts: &[f64], pattern: Pattern) -> Result<usize> {
    let mut count = fact(facts, 0);
    if count <= MAX_PAIRS {
        count = 0;
        each_row(facts, pattern, &mut |_, keys| {
            count += keys.len();
            count <= MAX_PAIRS
        });
    }
    if count > MAX_PAIRS {
        return Err(Error::TooLarge { what: step.id.into(), shape: vec![count, 2], limit: MAX_PAIRS * 2 }.into());
    }
    Ok(count)
}

/// Estimates how many pairs a pattern has, from queries all over the list: exactly, if they are few.
pub fn estimate_pairs(facts: &[f64], pattern: Pattern) -> usize {
    // The largest number of queries, and of keys after which fewer queries suffice.
    const QUERIES: usize = 512;
    const KEYS: usize = 1 << 16;
    let length = fact(facts, 0);
    let keys_of = pattern(facts);
    let all = length <= QUERIES;
    let (mut asked, mut keys) = (0, 0);
    while asked < length.min(QUERIES) && (all || keys < KEYS) {
        // Steps of the golden ratio are spread over the list and coincide with no period of a pattern.
        let place = (asked as f64 * 0.618_033_988_749_894_9).fract();
        let query = if all { asked } else { (place * length as f64) as usize };
        let mut row = keys_of(query);
        row.sort_unstable();
        row.dedup();
        keys += row.len();
        asked += 1;
    }
    let count = keys as f64 * length as f64 / asked.max(1) as f64;
    (count as usize).min(MAX_PAIRS)
}

/// For [`Rule::fill`]: the pairs of a pattern.
pub fn fill_pairs(operands: &[&Tensor], shape: &[usize], pattern: Pattern) -> Vec<f64> {
    let mut pairs = Vec::with_capacity(shape.iter().product());
    each_row(&facts(operands), pattern, &mut |query, keys| {
        pairs.extend(keys.iter().flat_map(|&key| [query as f64, key as f64]));
        true
    });
    pairs
}

/// For [`Rule::value`]: one end of one pair of a pattern.
pub fn end_of_pair(values: &[f64], index: &[usize], pattern: Pattern) -> f64 {
    let &[mut left, end] = index else { return f64::NAN };
    let mut found = f64::NAN;
    each_row(values, pattern, &mut |query, keys| {
        if let Some(&key) = keys.get(left) {
            found = if end == 0 { query as f64 } else { key as f64 };
            return false;
        }
        left -= keys.len();
        true
    });
    found
}

/// The pairs of one query as a range of rows of the list, which is sorted by query.
pub(super) fn rows_of(pairs: &Tensor, query: usize) -> std::ops::Range<usize> {
    let rows = pairs.data().as_chunks::<2>().0;
    let before = |query: f64| rows.partition_point(|[first, _]| *first < query);
    before(query as f64)..before(query as f64 + 1.0)
}

/// The pairs, as (query, key).
pub(super) fn ends(pairs: &Tensor) -> impl Iterator<Item = (usize, usize)> {
    pairs.data().as_chunks::<2>().0.iter().map(|[query, key]| (*query as usize, *key as usize))
}

/// One of the pairs, as (query, key).
pub(super) fn pair_at(pairs: &Tensor, row: usize) -> Option<(usize, usize)> {
    pairs.data().as_chunks::<2>().0.get(row).map(|[query, key]| (*query as usize, *key as usize))
}

const SOURCE: &str = "Child et al. 2019, section 4.2, eq. (2)";
const CAUSAL: &str = "Child et al. 2019, section 4.2";

/// The number of queries.
pub static LENGTH: StepSpec = step("sparse.length", Op::Size('i'), &["ik"], "", &[])
    .written("n", r"Q \in \mathbb{R}^{n \times d}", SOURCE)
    .begins("pattern");

/// The pairs whose key does not come after the query.
pub static CAUSAL_PAIRS: StepSpec = step("sparse.causal-pairs", Op::Rule(&NOT_AFTER), &["ue"], "pe", &["pair", "end"])
    .written(r"\mathcal{S}_{\le}", r"\{(i, j) \in \mathcal{S} : j \le i\}", CAUSAL)
    .names();

/// The mask: 1 for the pairs, 0 elsewhere.
pub static PATTERN_MASK: StepSpec = step("sparse.mask", Op::Rule(&IS_PAIR), &["pe"], "ij", &["query", "key"])
    .written("M", r"M_{ij} = [(i, j) \in \mathcal{S}]", SOURCE);

/// Keeps, in order, the pairs whose second number is not above the first.
static NOT_AFTER: Rule = Rule {
    name: "pairs-not-after",
    template: "pairs({*})",
    fill: Fill::AtOnce(|operands, _| match operands {
        [pairs] => causal_ends(pairs.data()).collect(),
        _ => Vec::new(),
    }),
    reads: Reads::Cells(|operands, _, index| {
        let ([pairs], [row, end]) = (operands, index) else { return Vec::new() };
        let rows = pairs.data().as_chunks::<2>().0.iter().enumerate();
        let mut kept = rows.filter(|(_, [query, key])| key <= query);
        kept.nth(*row).map(|(row, _)| SourceCell { operand: 0, offset: row * 2 + end }).into_iter().collect()
    }),
    ..Rule::constant(Obstacle::Names)
};

fn causal_ends(ends: &[f64]) -> impl Iterator<Item = f64> {
    ends.as_chunks::<2>().0.iter().filter(|[query, key]| key <= query).flatten().copied()
}

/// The number of pairs with later keys hidden.
pub(super) fn count_causal(pairs: &Tensor) -> usize {
    causal_ends(pairs.data()).count() / 2
}

/// 1 where the cell's query and key are a pair, 0 elsewhere.
static IS_PAIR: Rule = Rule {
    name: "is-pair",
    template: "[pair ∈ {*}]",
    fill: Fill::AtOnce(|operands, shape| {
        let mut mask = vec![0.0; shape.iter().product()];
        if let ([pairs], [_, keys]) = (operands, shape) {
            for (query, key) in ends(pairs) {
                if let Some(cell) = mask.get_mut(query * keys + key) {
                    *cell = 1.0;
                }
            }
        }
        mask
    }),
    reads: Reads::Cells(|operands, _, index| {
        let ([pairs], [query, _]) = (operands, index) else { return Vec::new() };
        rows_of(pairs, *query).map(|row| SourceCell { operand: 0, offset: row * 2 + 1 }).collect()
    }),
    value: |values, _, index| match index {
        [_, key] => f64::from(values.contains(&(*key as f64))),
        _ => f64::NAN,
    },
    ..Rule::constant(Obstacle::Structure)
};
