//! Block-sparse attention: the sequence is cut into blocks, and a matrix states which blocks attend to which.
//!
//! ```text
//! blocks         local 1        stride 2       local 1, stride 2
//!   0 0 1 1 2 2    1 1 0 0        1 0 1 0        1 1 1 0
//!                  1 1 1 0        0 1 0 1        1 1 1 1
//!                  0 1 1 1        1 0 1 0        1 1 1 1
//!                  0 0 1 1        0 1 0 1        0 1 1 1      one cell a block
//! ```
//!
//! The layout is given as a matrix, or by a number of neighboring blocks and a stride, in both directions; `causal` keeps the half that the paper
//! has. The last block is shorter where the block size does not divide the length.
//!
//! Source: Child et al. 2019, *Generating Long Sequences with Sparse Transformers*, sections 4.3 and 5.5.

use crate::algorithm::{Algorithm, always, integer, integer_or, optional, output, when, within_when};
use crate::attention::mask::check_mask;
use crate::attention::scaled_dot_product::{KEY, QUERY, VALUE};
use crate::op::{Fill, Obstacle, Op, Reads, Rule, StepSpec, given, step};

use super::pair_attention::{
    CAUSAL_INPUT, DENSE_PARTS, FORM_INPUT, KEY_INPUT, MASK_STEPS, OUTPUT_STEPS, QUERY_INPUT, SPARSE_PARTS, VALUE_INPUT,
    WEIGHT_STEPS, attend_along, given_tokens, list_pairs,
};
use super::pattern::{CAUSAL_PAIRS, KeysOf, LENGTH, end_of_pair, fact, fill_pairs, tokens_of_block};

const SOURCE: &str = "Child et al. 2019, sections 4.3 and 5.5";

/// The number of tokens in a block.
pub static BLOCK_SIZE: StepSpec = given("block.block-size", "", &[]).written("B", "B", SOURCE);

/// The layout: 1 where a block may attend to another, 0 elsewhere.
pub static BLOCK_MASK: StepSpec =
    given("block.mask", "ab", &["query-block", "key-block"]).written("L", r"L_{ab} \in \{0, 1\}", SOURCE);

/// The number of blocks on each side that a block attends to.
pub static LOCAL: StepSpec = given("block.local", "", &[]).written(r"\ell", r"\ell", SOURCE);

/// The stride: a block attends to each block whose distance is a multiple of it; 0 for none.
pub static STRIDE: StepSpec = given("block.stride", "", &[]).written("s", "s", SOURCE);

/// The pairs of queries and keys, from the layout.
pub static PAIRS: StepSpec = step("block.pairs", Op::Rule(&BLOCK_PAIRS), &["", "", "ab"], "ue", &["pair", "end"])
    .written(
        r"\mathcal{S}",
        r"\mathcal{S} = \{(i, j) : L_{\lfloor i/B \rfloor \lfloor j/B \rfloor} = 1\}, \enspace i < n",
        SOURCE,
    )
    .names();

/// The pairs of queries and keys, from neighborhood and stride.
pub static STRIDED_PAIRS: StepSpec =
    step("block.strided-pairs", Op::Rule(&BLOCK_STRIDED_PAIRS), &["", "", "", ""], "ue", &["pair", "end"]).written(
        r"\mathcal{S}",
        r"\mathcal{S} = \{(i, j) : |b_i - b_j| \le \ell \text{ or } b_i \equiv b_j \bmod s\}, \quad b_i = \lfloor i / B \rfloor, \; i < n",
        SOURCE,
    ).names();

/// The pairs, from the length, the block size and the layout.
static BLOCK_PAIRS: Rule = Rule {
    name: "block-pairs",
    template: "pairs({*})",
    fill: Fill::AtOnce(|operands, shape| fill_pairs(operands, shape, by_layout)),
    reads: Reads::All,
    value: |values, _, index| end_of_pair(values, index, by_layout),
    ..Rule::constant(Obstacle::Structure)
};

/// The pairs, from the length, the block size, the neighborhood and the stride.
static BLOCK_STRIDED_PAIRS: Rule = Rule {
    name: "block-strided-pairs",
    template: "pairs({*})",
    fill: Fill::AtOnce(|operands, shape| fill_pairs(operands, shape, strided)),
    reads: Reads::All,
    value: |values, _, index| end_of_pair(values, index, strided),
    ..Rule::constant(Obstacle::Structure)
};

fn by_layout(facts: &[f64]) -> KeysOf<'_> {
    let (length, size) = (fact(facts, 0), fact(facts, 1).max(1));
    let blocks = length.div_ceil(size);
    Box::new(move |query| {
        let row = facts.iter().skip(2 + query / size * blocks).take(blocks).enumerate();
        row.filter(|(_, seen)| **seen != 0.0).flat_map(|(block, _)| tokens_of_block(block, size, length)).collect()
    })
}

fn strided(facts: &[f64]) -> KeysOf<'_> {
    let (length, size) = (fact(facts, 0), fact(facts, 1).max(1));
    let (local, stride) = (fact(facts, 2), fact(facts, 3));
    let blocks = length.div_ceil(size);
    Box::new(move |query| {
        let own = query / size;
        let neighbors = own.saturating_sub(local)..own.saturating_add(local).saturating_add(1).min(blocks);
        let first = own.checked_rem(stride).unwrap_or(blocks);
        let regular = (first..blocks).step_by(stride.max(1));
        neighbors.chain(regular).flat_map(|block| tokens_of_block(block, size, length)).collect()
    })
}

/// Computes attention between blocks of tokens, by a given layout or by neighborhood and stride.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | query, key | [n, d] |
/// | value | [n, v] |
/// | blockMask | [⌈n/B⌉, ⌈n/B⌉] |
/// | mask (dense) | [n, n] |
/// | pairs (sparse) | [p, 2] |
/// | weights | [n, n] dense, \[p\] sparse |
/// | output | [n, v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; [`crate::error::Error::TooLarge`] beyond [`super::pattern::MAX_PAIRS`] pairs.
///
/// # Complexity
/// Sparse: p · (d + v) multiplications, where p is B² for each pair of blocks. With ℓ and s both near √(n/B) that is about n · √(n · B).
///
/// # Example
/// Two blocks of two tokens, each of which attends only to itself: half of all pairs.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let x = Tensor::matrix(&[[1.0], [2.0], [3.0], [4.0]])?;
/// let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x).with("blockSize", 2.0);
/// let trace = catalog::trace("block-sparse-attention", &inputs.with("local", 0.0))?;
/// assert_eq!(trace.outputs["mask"].data(), [1., 1., 0., 0., 1., 1., 0., 0., 0., 0., 1., 1., 0., 0., 1., 1.]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "block-sparse-attention",
    title: "Block-sparse attention",
    source: SOURCE,
    inputs: &[
        QUERY_INPUT,
        KEY_INPUT,
        VALUE_INPUT,
        integer("blockSize", 1),
        optional("blockMask", &BLOCK_MASK),
        integer_or("local", 0, 1),
        integer_or("stride", 0, 0),
        CAUSAL_INPUT,
        FORM_INPUT,
    ],
    parts: &[
        always(&[&QUERY, &KEY, &VALUE, &LENGTH, &BLOCK_SIZE]),
        when("blockMask", &[&BLOCK_MASK]),
        when("!blockMask", &[&LOCAL, &STRIDE]),
        when("blockMask", &[&PAIRS]),
        when("!blockMask", &[&STRIDED_PAIRS]),
        when("causal", &[&CAUSAL_PAIRS]),
        within_when("form=dense", "dense", "", DENSE_PARTS),
        within_when("form=sparse", "sparse", "", SPARSE_PARTS),
    ],
    outputs: &[
        output("mask", MASK_STEPS),
        output("pairs", &[&PAIRS, &STRIDED_PAIRS, &CAUSAL_PAIRS]),
        output("weights", WEIGHT_STEPS),
        output("output", OUTPUT_STEPS),
    ],
    run: |inputs, run| {
        let tokens = given_tokens(run, inputs)?;
        let size = inputs.integer("blockSize")?;
        let block_size = run.given_number(&BLOCK_SIZE, "blockSize", size as f64)?;
        let local = inputs.integer("local")?;
        let stride = inputs.integer("stride")?;
        let pairs = match inputs.optional_tensor("blockMask")? {
            Some(mask) => {
                let blocks = run.size('i')?.div_ceil(size);
                run.bind('a', blocks, "`blockSize`")?;
                run.bind('b', blocks, "`blockSize`")?;
                let given_mask = run.given(&BLOCK_MASK, "blockMask", mask)?;
                check_mask("blockMask", mask)?;
                list_pairs(run, &PAIRS, &[tokens.length, block_size, given_mask], by_layout)?
            }
            None => {
                let local = run.given_number(&LOCAL, "local", local as f64)?;
                let stride = run.given_number(&STRIDE, "stride", stride as f64)?;
                list_pairs(run, &STRIDED_PAIRS, &[tokens.length, block_size, local, stride], strided)?
            }
        };
        attend_along(run, inputs, tokens, pairs)
    },
};
