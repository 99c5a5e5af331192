//! BigBird's attention: blocks of tokens that see their neighbors, a few global blocks, and a few blocks drawn at random.
//!
//! ```text
//! window 3     +   global 1     +   random 1     =
//!   1 1 0 0 0        1 1 1 1 1        0 0 0 0 0        1 1 1 1 1
//!   1 1 1 0 0        1 0 0 0 0        0 0 0 0 1        1 1 1 0 1
//!   0 1 1 1 0        1 0 0 0 0        0 0 0 0 1        1 1 1 1 1
//!   0 0 1 1 1        1 0 0 0 0        0 1 0 0 0        1 1 1 1 1
//!   0 0 0 1 1        1 0 0 0 0        0 0 1 0 0        1 0 1 1 1      one cell a block
//! ```
//!
//! The random blocks of a row are drawn from those that it does not see anyway, without repetition; there are fewer where fewer are left. The first
//! blocks are the global ones (the paper's internal transformer construction). The last block is shorter where the block size does not divide the
//! length.
//!
//! Source: Zaheer et al. 2020, *Big Bird: Transformers for Longer Sequences*, section 2 and appendix D.

use std::collections::BTreeSet;

use crate::algorithm::{Algorithm, Output, always, integer_or, when, within_when};
use crate::attention::scaled_dot_product::{KEY, QUERY, VALUE};
use crate::random::Random;
use crate::trace::{Op, Rule, StepSpec, each_once};

use super::pair_attention::{
    CAUSAL_INPUT, DENSE_PARTS, FORM_INPUT, KEY_INPUT, MASK_STEPS, OUTPUT_STEPS, QUERY_INPUT, SPARSE_PARTS, VALUE_INPUT,
    WEIGHT_STEPS, attend_along, given_tokens, list_pairs,
};
use super::pattern::{CAUSAL_PAIRS, KeysOf, LENGTH, end_of_pair, fact, fill_pairs, read_all, tokens_of_block};

const SOURCE: &str = "Zaheer et al. 2020, section 2 and appendix D";

/// How many tokens a block holds.
pub static BLOCK_SIZE: StepSpec = StepSpec::given("bigbird.block-size", "B", "", &[], "B", SOURCE);

/// How many consecutive blocks each block attends to, itself in their middle.
pub static WINDOW: StepSpec = StepSpec::given("bigbird.window", "w", "", &[], "w", SOURCE);

/// How many blocks, from the first on, see all and are seen by all.
pub static GLOBALS: StepSpec = StepSpec::given("bigbird.globals", "g", "", &[], "g", SOURCE);

/// How many further blocks each block attends to.
pub static RANDOM: StepSpec = StepSpec::given("bigbird.random", "r", "", &[], "r", SOURCE);

/// Where the random numbers start.
pub static SEED: StepSpec = StepSpec::given("bigbird.seed", "z", "", &[], "z", SOURCE);

/// Which query may see which key.
pub static PAIRS: StepSpec = StepSpec {
    id: "bigbird.pairs",
    symbol: r"\mathcal{S}",
    op: Op::Rule(&BIGBIRD_PAIRS),
    index: "ue",
    axes: &["pair", "end"],
    reads: &["", "", "", "", "", ""],
    formula: r"\mathcal{S} = \{(i, j) : |b_i - b_j| \le w/2, \, b_i < g, \, b_j < g \text{ or } b_j \in R_{b_i}\}",
    source: SOURCE,
};

/// The pairs of length, block size, window, global and random blocks, and seed.
static BIGBIRD_PAIRS: Rule = Rule {
    name: "bigbird-pairs",
    template: "pairs({*})",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| fill_pairs(operands, shape, pattern),
    reads: read_all,
    value: |values, _, index| end_of_pair(values, index, pattern),
};

fn pattern(facts: &[f64]) -> KeysOf<'_> {
    let (length, size) = (fact(facts, 0), fact(facts, 1).max(1));
    let blocks = length.div_ceil(size);
    let (half, globals, count) = (fact(facts, 2) / 2, fact(facts, 3).min(blocks), fact(facts, 4));
    let seed = fact(facts, 5) as u64;
    Box::new(move |query| {
        let row = query / size;
        if row < globals {
            return (0..length).collect();
        }
        let first = row.saturating_sub(half).max(globals);
        let end = row.saturating_add(half).saturating_add(1).min(blocks);
        // What is left: the blocks between the global ones and the window, and those behind the window.
        let (before, left) = (first - globals, first - globals + blocks - end);
        let block = |number: usize| if number < before { globals + number } else { number - before + end };
        // Each row has a stream of its own, so that no row depends on how many were drawn before it.
        let drawn = draw(&mut Random::new((row as u64) << 32 | seed), left, count.min(left));
        let seen = (0..globals).chain(first..end).chain(drawn.into_iter().map(|[_, number]| block(number)));
        seen.flat_map(|block| tokens_of_block(block, size, length)).collect()
    })
}

/// Draws `count` different numbers below `limit`, each set of them equally likely (Floyd's algorithm, Bentley & Floyd 1987). They come in pairs with 0.
fn draw(random: &mut Random, limit: usize, count: usize) -> BTreeSet<[usize; 2]> {
    let mut drawn = BTreeSet::new();
    for last in limit - count..limit {
        if !drawn.insert([0, random.integer(0, last as i32) as usize]) {
            drawn.insert([0, last]);
        }
    }
    drawn
}

/// Computes attention in blocks along BigBird's pattern: a window of blocks, global blocks, and random blocks from a seed.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | query, key | [n, d] |
/// | value | [n, v] |
/// | mask (dense) | [n, n] |
/// | pairs (sparse) | [p, 2] |
/// | weights | [n, n] dense, \[p\] sparse |
/// | output | [n, v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; [`crate::error::Error::TooLarge`] beyond [`super::pattern::MAX_PAIRS`] pairs.
///
/// # Complexity
/// Sparse: n · B · (w + g + r) · (d + v) multiplications, and g · B rows of n more.
///
/// # Example
/// With one token a block, a window of one and one random block each token attends to itself and one other:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let x = Tensor::matrix(&[[1.0], [2.0], [3.0], [4.0]])?;
/// let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x).with("blockSize", 1.0);
/// let inputs = inputs.with("window", 1.0).with("globals", 0.0).with("random", 1.0).with("seed", 7.0);
/// let trace = catalog::trace("bigbird-attention", &inputs.with("form", "sparse"))?;
/// assert_eq!(trace.outputs["pairs"].shape(), [8, 2]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "bigbird-attention",
    title: "BigBird attention",
    source: SOURCE,
    inputs: &[
        QUERY_INPUT,
        KEY_INPUT,
        VALUE_INPUT,
        integer_or("blockSize", 1, 64),
        integer_or("window", 0, 3),
        integer_or("globals", 0, 2),
        integer_or("random", 0, 3),
        integer_or("seed", 0, 0),
        CAUSAL_INPUT,
        FORM_INPUT,
    ],
    parts: &[
        always(&QUERY),
        always(&KEY),
        always(&VALUE),
        always(&LENGTH),
        always(&BLOCK_SIZE),
        always(&WINDOW),
        always(&GLOBALS),
        always(&RANDOM),
        always(&SEED),
        always(&PAIRS),
        when("causal", &CAUSAL_PAIRS),
        within_when("form=dense", "dense", "", DENSE_PARTS),
        within_when("form=sparse", "sparse", "", SPARSE_PARTS),
    ],
    outputs: &[
        Output { name: "mask", steps: MASK_STEPS },
        Output { name: "pairs", steps: &[&PAIRS, &CAUSAL_PAIRS] },
        Output { name: "weights", steps: WEIGHT_STEPS },
        Output { name: "output", steps: OUTPUT_STEPS },
    ],
    run: |arguments, run| {
        let tokens = given_tokens(run, arguments)?;
        let mut operands = vec![tokens.length];
        // The block size and the counts of the paper's base model, appendix E.
        let numbers: [(&'static StepSpec, &str, usize, usize); 5] = [
            (&BLOCK_SIZE, "blockSize", 1, 64),
            (&WINDOW, "window", 0, 3),
            (&GLOBALS, "globals", 0, 2),
            (&RANDOM, "random", 0, 3),
            (&SEED, "seed", 0, 0),
        ];
        for (spec, input, minimum, usual) in numbers {
            let number = arguments.optional_integer(input, minimum)?.unwrap_or(usual);
            operands.push(run.given_number(spec, input, number as f64)?);
        }
        let pairs = list_pairs(run, &PAIRS, &operands, pattern)?;
        attend_along(run, arguments, tokens, pairs)
    },
};
