//! LSH attention of the Reformer: tokens are sorted by hash bucket, and each attends to its own chunk of the sorted list and to the one before.
//!
//! ```text
//! X ─► Q = K (shared) ─► Q R ─► buckets ─► sort by (round, bucket, position) ─► chunks of w
//!
//! sorted places   │ 0 1 2 3 │ 4 5 6 7 │ 8 9 … │       chunk 1 sees 0 … 7; chunk 0 looks back to the last chunk
//!                    └──────────┴── scores ─► own and future places hidden ─► softmax ─► O, log-sum-exp
//!
//! undo the sort ─► rounds weighted by the softmax of their log-sum-exp ─► heads side by side
//! ```
//!
//! The details are those of Hugging Face transformers' `LSHSelfAttention`: keys are the queries divided by the root of their mean square and by
//! √(head size); a token's own place has the score −10⁵, so that it counts only where there is nothing else; a later token has −10⁹; one sorted list
//! holds all rounds of a head, so that the first chunk of a round attends to the last of the round before.
//!
//! A sequence that fits into one chunk is attended to as a whole. Then all rounds would be the same, so one round
//! is computed, and the buckets only change the order in which the steps list the tokens.
//!
//! Several rounds may find the same key for a query. In Hugging Face transformers it counts every time. The paper lowers its score by ln N, where N is how
//! often it is found, so that the rounds together attend to each found key once: the option `repeatedKeys`.
//!
//! Source: Kitaev et al. 2020, *Reformer: The Efficient Transformer*, section 2 and appendix A.

use crate::algorithm::{
    Algorithm, Parameters, always, choice, flag, integer, integer_or, number_or, optional_integer, output, required,
    when,
};
use crate::attention::softmax::softmax_rows;
use crate::error::Result;
use crate::trace::{Notice, Run, Value};

pub use super::lsh_chunks::*;
pub use super::lsh_hashes::*;
pub use super::lsh_options::{DEFAULT_EPSILON, DEFAULT_FUTURE_SCORE, DEFAULT_SELF_SCORE, Options, REPEATED_KEYS};
pub use super::lsh_rounds::*;

use super::lsh_options::{bind_chunks, bind_options, check_epsilon};
use super::rotation::{ROTATION_KINDS, orthogonalize};

/// The results of LSH attention.
#[derive(Clone, Debug)]
pub struct LshAttention {
    /// [heads, rounds, n]: the bucket of each token, from 0.
    pub buckets: Value,
    /// [heads, places]: the entry round · n + position at each sorted place.
    pub sort_order: Value,
    /// [heads, chunks, chunk length, window]: rows sum to 1.
    pub weights: Value,
    /// [n, heads · k].
    pub output: Value,
}

/// Attends among the tokens `x` [n, d].
///
/// # Errors
/// As [`ALGORITHM`].
///
/// # Complexity
/// As [`ALGORITHM`].
pub fn lsh_attention(run: &mut Run, x: Value, params: &Parameters, options: &Options) -> Result<LshAttention> {
    bind_options(run, options)?;
    run.bind_axes("id", x, "`x`")?;
    let w_query_key = params.given(run, &PROJECTION_QUERY_KEY, "wQueryKey")?;
    let w_value = params.given(run, &PROJECTION_VALUE, "wValue")?;
    let rotations = params.given(run, &ROTATIONS, "rotations")?;
    let names = ["wQueryKey", "rotations", "rotations"].map(|name| params.name(name));
    run.require_positive('h', "heads")?;
    for (letter, input) in ['k', 'r', 'u'].into_iter().zip(&names) {
        run.require_positive(letter, input)?;
    }
    check_epsilon(options.epsilon)?;
    let epsilon = run.given_number(&EPSILON, "epsilon", options.epsilon)?;
    let self_score = run.given_number(&SELF_SCORE, "selfScore", options.self_score)?;
    run.check_finite("futureScore", &[options.future_score], |_| Vec::new())?;
    let future_score = match options.causal {
        true => Some(run.given_number(&FUTURE_SCORE, "futureScore", options.future_score)?),
        false => None,
    };
    bind_chunks(run, options.chunk_length)?;

    let query_key = run.step(&QUERY_KEY, &[x, w_query_key])?;
    let value = run.step(&VALUE, &[x, w_value])?;
    let rotations = match options.orthogonal {
        true => orthogonalize(run, &ORTHOGONAL, "rotations", rotations)?,
        false => rotations,
    };
    let rotated = run.step(&ROTATED, &[query_key, rotations])?;
    let buckets = run.step(&BUCKETS, &[rotated])?;
    let sort_order = run.step(&SORT_ORDER, &[buckets])?;
    let length = run.step(&LENGTH, &[x])?;
    let position = run.step(&POSITION, &[sort_order, length])?;
    let key = normalized_key(run, query_key, epsilon)?;

    let sorted_query = run.step(&SORTED_QUERY, &[query_key, position])?;
    let sorted_key = run.step(&SORTED_KEY, &[key, position])?;
    let sorted_value = run.step(&SORTED_VALUE, &[value, position])?;
    let chunk_length = run.step(&CHUNK_LENGTH, &[sort_order])?;
    let window = run.step(&WINDOW, &[chunk_length])?;
    let window_key = run.step(&WINDOW_KEY, &[sorted_key, window])?;
    let window_value = run.step(&WINDOW_VALUE, &[sorted_value, window])?;
    let window_position = run.step(&WINDOW_POSITION, &[position, window])?;
    let scores = run.step(&SCORES, &[sorted_query, window_key])?;
    let scores = match options.once {
        true => {
            let times = run.step(&TIMES, &[window_position, position])?;
            let log_times = run.step(&LOG_TIMES, &[times])?;
            run.step(&ONCE, &[scores, log_times])?
        }
        false => scores,
    };
    let scores = match future_score {
        Some(future_score) => {
            let future = run.step(&FUTURE, &[window_position, position])?;
            run.step(&CAUSAL, &[scores, future, future_score])?
        }
        None => scores,
    };
    let own = run.step(&OWN, &[window_position, position])?;
    let masked = run.step(&MASKED, &[scores, own, self_score])?;
    // A row without any key is reported where the rounds are combined, since the rows there are tokens; here they are sorted places.
    let row_max = run.step(&ROW_MAX, &[masked])?;
    let exponentials = run.step(&EXPONENTIALS, &[masked, row_max])?;
    let row_sum = run.step(&ROW_SUM, &[exponentials])?;
    let weights = run.step(&WEIGHTS, &[exponentials, row_sum])?;
    let log_sum_exp = run.step(&LOG_SUM_EXP_STEP, &[row_max, row_sum])?;
    let sorted_output = run.step(&SORTED_OUTPUT, &[weights, window_value])?;

    let undo_sort = run.step(&UNDO_SORT, &[sort_order])?;
    let round_output = run.step(&ROUND_OUTPUT, &[sorted_output, undo_sort])?;
    let round_logit = run.step(&ROUND_LOGIT, &[log_sum_exp, undo_sort])?;
    let round_weights = softmax_rows(run, &ROUND_SOFTMAX, round_logit, Notice::fully_masked_rows)?;
    let output = run.step(&OUTPUT, &[round_weights, round_output])?;
    Ok(LshAttention { buckets, sort_order, weights, output })
}

/// Normalizes the queries to length 1, up to epsilon: the keys.
fn normalized_key(run: &mut Run, query_key: Value, epsilon: Value) -> Result<Value> {
    let square_sum = run.step(&SQUARE_SUM, &[query_key, query_key])?;
    let head_size = run.step(&HEAD_SIZE, &[query_key])?;
    let mean_square = run.step(&MEAN_SQUARE, &[square_sum, head_size])?;
    let stabilized = run.step(&STABILIZED, &[mean_square, epsilon])?;
    let norm = run.step(&NORM_STEP, &[stabilized])?;
    let unit_key = run.step(&UNIT_KEY, &[query_key, norm])?;
    let scale = run.step(&KEY_SCALE, &[head_size])?;
    run.step(&KEY, &[unit_key, scale])
}

/// Computes multi-round LSH attention with shared queries and keys.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | wQueryKey, wValue | [d, heads · k] |
/// | rotations | [heads, k, rounds, buckets/2] |
/// | buckets | [heads, rounds, n] |
/// | output | [n, heads · k] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit. Unless n fits into one chunk, n · rounds must be a multiple of the chunk length
/// ([`crate::error::Error::NotDivisible`]).
///
/// # Complexity
/// With chunks of length w: n · rounds · 2w · 2k multiplications for each head, and a sort.
///
/// # Example
/// Two tokens in one chunk: neither attends to itself, so their values are exchanged.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let one = Tensor::matrix(&[[1.0]])?;
/// let inputs = Arguments::new()
///     .with("x", Tensor::matrix(&[[1.0], [2.0]])?)
///     .with("wQueryKey", one.clone())
///     .with("wValue", one)
///     .with("rotations", Tensor::new(vec![1, 1, 1, 1], vec![1.0])?)
///     .with("chunkLength", 2.0);
/// assert_eq!(catalog::trace("lsh-attention", &inputs)?.outputs["output"].data(), [2.0, 1.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "lsh-attention",
    title: "LSH attention",
    source: "Kitaev et al. 2020, section 2 and appendix A",
    inputs: &[
        required("x", &TOKENS),
        required("wQueryKey", &PROJECTION_QUERY_KEY).learned(),
        required("wValue", &PROJECTION_VALUE).learned(),
        required("rotations", &ROTATIONS),
        choice("rotationKind", ROTATION_KINDS, "given"),
        integer_or("heads", 1, 1),
        optional_integer("headSize", 1),
        optional_integer("nBuckets", 2),
        optional_integer("nHashes", 1),
        integer("chunkLength", 1),
        flag("causal", false),
        choice("repeatedKeys", REPEATED_KEYS, "each-time"),
        number_or("epsilon", DEFAULT_EPSILON),
        number_or("selfScore", DEFAULT_SELF_SCORE),
        number_or("futureScore", DEFAULT_FUTURE_SCORE),
    ],
    parts: &[
        always(&[&TOKENS, &PROJECTION_QUERY_KEY, &PROJECTION_VALUE, &ROTATIONS, &EPSILON, &SELF_SCORE]),
        when("causal", &[&FUTURE_SCORE]),
        always(&[&QUERY_KEY, &VALUE]),
        when("rotationKind=orthogonal", &[&ORTHOGONAL]),
        always(&[
            &ROTATED, &BUCKETS, &SORT_ORDER, &LENGTH, &POSITION, &SQUARE_SUM, &HEAD_SIZE, &MEAN_SQUARE, &STABILIZED,
            &NORM_STEP, &UNIT_KEY, &KEY_SCALE, &KEY, &SORTED_QUERY, &SORTED_KEY, &SORTED_VALUE, &CHUNK_LENGTH, &WINDOW,
            &WINDOW_KEY, &WINDOW_VALUE, &WINDOW_POSITION, &SCORES,
        ]),
        when("repeatedKeys=once", &[&TIMES, &LOG_TIMES, &ONCE]),
        when("causal", &[&FUTURE, &CAUSAL]),
        always(&[
            &OWN, &MASKED, &ROW_MAX, &EXPONENTIALS, &ROW_SUM, &WEIGHTS, &LOG_SUM_EXP_STEP, &SORTED_OUTPUT, &UNDO_SORT,
            &ROUND_OUTPUT, &ROUND_LOGIT, &ROUND_MAX, &ROUND_EXPONENTIALS, &ROUND_SUM, &ROUND_WEIGHTS, &OUTPUT,
        ]),
    ],
    outputs: &[
        output("buckets", &[&BUCKETS]),
        output("sortOrder", &[&SORT_ORDER]),
        output("weights", &[&WEIGHTS]),
        output("output", &[&OUTPUT]),
    ],
    run: |inputs, run| {
        inputs.require(&["wQueryKey", "wValue", "rotations"])?;
        let options = Options {
            heads: inputs.integer("heads")?,
            head_size: inputs.optional_integer("headSize")?,
            n_buckets: inputs.optional_integer("nBuckets")?,
            n_hashes: inputs.optional_integer("nHashes")?,
            chunk_length: inputs.integer("chunkLength")?,
            orthogonal: inputs.choice("rotationKind")? == "orthogonal",
            once: inputs.choice("repeatedKeys")? == "once",
            causal: inputs.flag("causal")?,
            self_score: inputs.number("selfScore")?,
            future_score: inputs.number("futureScore")?,
            epsilon: inputs.number("epsilon")?,
        };
        inputs.require(&["x"])?;
        bind_options(run, &options)?;
        let x = run.given(&TOKENS, "x", inputs.tensor("x")?)?;
        let attention = lsh_attention(run, x, &Parameters::new(inputs, ""), &options)?;
        Ok(vec![
            ("buckets", attention.buckets),
            ("sortOrder", attention.sort_order),
            ("weights", attention.weights),
            ("output", attention.output),
        ])
    },
};
