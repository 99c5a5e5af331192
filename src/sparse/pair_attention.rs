//! Attention along a list of pairs, and along the mask that says the same.
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
use crate::trace::{Notice, Run, StepSpec, Value};

use super::pair_steps::{
    PAIR_EXPONENTIALS, PAIR_OUTPUT, PAIR_ROW_MAX, PAIR_ROW_SUM, PAIR_SCALED, PAIR_SCORES, PAIR_SUM, PAIR_WEIGHTS,
};
use super::pattern::{CAUSAL_PAIRS, LENGTH, PATTERN_MASK, Pattern, count_causal, count_pairs, facts};

/// What each token looks for.
pub const QUERY_INPUT: Input = required("query", &QUERY);
/// What each token is found by.
pub const KEY_INPUT: Input = required("key", &KEY);
/// What each token hands over.
pub const VALUE_INPUT: Input = required("value", &VALUE);
/// Whether no token sees a later one.
pub const CAUSAL_INPUT: Input = flag("causal", false);
/// Whether attention goes along the mask or along the pairs.
pub const FORM_INPUT: Input = choice("form", &["dense", "sparse"], "dense");

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
    let count = count_pairs(spec, &facts(&tensors), pattern)?;
    run.bind('u', count, spec.id)?;
    run.bind('e', 2, spec.id)?;
    run.step(spec, operands)
}

/// Attends along the pairs, in the form that was asked for, with later keys hidden if that was asked for.
///
/// # Errors
/// [`crate::error::Error::TooLarge`] when the dense form would be; [`crate::error::Error::FullyMaskedRow`] when the policy says so.
pub fn attend_along(run: &mut Run, arguments: &Arguments, tokens: Tokens, mut pairs: Value) -> Result<Outputs> {
    if arguments.flag("causal", false)? {
        let count = count_causal(run.tensor(pairs)?);
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
