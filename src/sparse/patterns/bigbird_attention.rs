//! BigBird's attention: blocks of tokens attend to their neighbors, to a few global blocks, and to a few blocks drawn at random.
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
//! The random blocks of a row are drawn from those that are not in its window or global, without repetition; there are fewer where fewer are left.
//! The first blocks are the global ones (the paper's internal transformer construction). The last block is shorter where the block size does not
//! divide the length.
//!
//! Source: Zaheer et al. 2020, *Big Bird: Transformers for Longer Sequences*, section 2 and appendix D.

use std::collections::BTreeSet;

use crate::algorithm::{Algorithm, always, integer_or, output, when, within_when};
use crate::attention::scaled_dot_product::{KEY, QUERY, VALUE};
use crate::op::{Fill, Obstacle, Op, Reads, Rule, StepSpec, given, step};
use crate::random::Random;

use super::pair_attention::{
    CAUSAL_INPUT, DENSE_PARTS, FORM_INPUT, KEY_INPUT, MASK_STEPS, OUTPUT_STEPS, QUERY_INPUT, SPARSE_PARTS, VALUE_INPUT,
    WEIGHT_STEPS, attend_along, given_tokens, list_pairs,
};
use super::pattern::{CAUSAL_PAIRS, KeysOf, LENGTH, end_of_pair, fact, fill_pairs, tokens_of_block};

const SOURCE: &str = "Zaheer et al. 2020, section 2 and appendix D";

/// The number of tokens in a block.
pub static BLOCK_SIZE: StepSpec = given("bigbird.block-size", "", &[]).written("B", "B", SOURCE);

/// The number of consecutive blocks that each block attends to, itself in their middle.
pub static WINDOW: StepSpec = given("bigbird.window", "", &[]).written("w", "w", SOURCE);

/// The number of global blocks, from the first on: they attend to all, and all attend to them.
pub static GLOBALS: StepSpec = given("bigbird.globals", "", &[]).written("g", "g", SOURCE).names();

/// The number of random blocks that each block attends to.
pub static RANDOM: StepSpec = given("bigbird.random", "", &[]).written("r", "r", SOURCE);

/// The seed of the random numbers.
pub static SEED: StepSpec = given("bigbird.seed", "", &[]).written("z", "z", SOURCE);

/// The pairs of queries and keys.
pub static PAIRS: StepSpec =
    step("bigbird.pairs", Op::Rule(&BIGBIRD_PAIRS), &["", "", "", "", "", ""], "ue", &["pair", "end"]).written(
        r"\mathcal{S}",
        r"\mathcal{S} = \{(i, j) : |b_i - b_j| \le w/2, \, b_i < g, \, b_j < g \text{ or } b_j \in R_{b_i}\}, \quad b_i = \lfloor i / B \rfloor, \; i < n",
        SOURCE,
    ).names();

/// The pairs, from the length, the block size, the window, the global and random blocks, and the seed.
static BIGBIRD_PAIRS: Rule = Rule {
    name: "bigbird-pairs",
    template: "pairs({*})",
    fill: Fill::AtOnce(|operands, shape| fill_pairs(operands, shape, pattern)),
    reads: Reads::All,
    value: |values, _, index| end_of_pair(values, index, pattern),
    ..Rule::constant(Obstacle::Structure)
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
        // The remaining blocks: those between the global ones and the window, and those after the window.
        let (before, left) = (first - globals, first - globals + blocks - end);
        let block = |number: usize| if number < before { globals + number } else { number - before + end };
        // Each row has a stream of its own, so that no row depends on the draws of others.
        let drawn = draw(&mut Random::new((row as u64) << 32 | seed), left, count.min(left));
        let seen = (0..globals).chain(first..end).chain(drawn.into_iter().map(|[_, number]| block(number)));
        seen.flat_map(|block| tokens_of_block(block, size, length)).collect()
    })
}

/// Draws `count` different numbers below `limit`, each set of them equally likely (Floyd's algorithm, Bentley & Floyd 1987). They come in pairs with
/// 0.
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
/// With one token in each block, a window of one and one random block, each token attends to itself and one other:
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
        // The block size and the counts of the paper's base model, appendix E.
        integer_or("blockSize", 1, 64),
        integer_or("window", 0, 3),
        integer_or("globals", 0, 2),
        integer_or("random", 0, 3),
        integer_or("seed", 0, 0),
        CAUSAL_INPUT,
        FORM_INPUT,
    ],
    parts: &[
        always(&[&QUERY, &KEY, &VALUE, &LENGTH, &BLOCK_SIZE, &WINDOW, &GLOBALS, &RANDOM, &SEED, &PAIRS]),
        when("causal", &[&CAUSAL_PAIRS]),
        within_when("form=dense", "dense", "", DENSE_PARTS),
        within_when("form=sparse", "sparse", "", SPARSE_PARTS),
    ],
    outputs: &[
        output("mask", MASK_STEPS),
        output("pairs", &[&PAIRS, &CAUSAL_PAIRS]),
        output("weights", WEIGHT_STEPS),
        output("output", OUTPUT_STEPS),
    ],
    run: |inputs, run| {
        let tokens = given_tokens(run, inputs)?;
        let mut operands = vec![tokens.length];
        let numbers: [(&'static StepSpec, &str); 5] = [
            (&BLOCK_SIZE, "blockSize"),
            (&WINDOW, "window"),
            (&GLOBALS, "globals"),
            (&RANDOM, "random"),
            (&SEED, "seed"),
        ];
        for (spec, input) in numbers {
            operands.push(run.given_number(spec, input, inputs.integer(input)? as f64)?);
        }
        let pairs = list_pairs(run, &PAIRS, &operands, pattern)?;
        attend_along(run, inputs, tokens, pairs)
    },
};
