//! Binary-partition attention: a token attends to near tokens individually, and to farther ones in spans of doubling length.
//!
//! ```text
//! what token 5 of 16 sees, with one node a level on each side
//!
//! level 2                                              [12 13 14 15]
//! level 1   [0 1] [2 3]               [8 9] [10 11]
//! level 0               4  5  6  7
//! ```
//!
//! The sequence is repeatedly split in halves; each part is a node of a binary tree, whose leaves are the tokens. On each side a token attends to
//! `neighbors` nodes of each level, and to one more where the next level's node would otherwise overlap: it attends to every token exactly once,
//! alone or within a span, in about 2 · neighbors · log₂(n) nodes.
//!
//! A span's key and value are the means of the keys and values of its tokens. The paper gives each span a vector of its own, which starts at zero
//! and attends to its tokens; with equal scores that attention is the mean.
//!
//! Source: Ye et al. 2019, *BP-Transformer: Modelling Long-Range Context via Binary Partitioning*, section 3.

use crate::algorithm::{Algorithm, Inputs, Outputs, always, integer_or, output, required, within_when};
use crate::attention::scaled_dot_product::QUERY;
use crate::error::Result;
use crate::op::{Fill, Obstacle, Op, Reads, Rule, SourceCell, StepSpec, each_once, given, step};
use crate::trace::Run;

use super::pair_attention::{
    DENSE_PARTS, FORM_INPUT, MASK_STEPS, OUTPUT_STEPS, QUERY_INPUT, SPARSE_PARTS, Tokens, WEIGHT_STEPS, attend_along,
    list_pairs,
};
use super::pattern::{KeysOf, LENGTH, end_of_pair, fact, facts, fill_pairs};

const SOURCE: &str = "Ye et al. 2019";
const SPAN: &str = "Ye et al. 2019; means in place of learned span nodes";

/// The key of each token.
pub static TOKEN_KEY: StepSpec =
    given("partition.key", "tk", &["token", "feature"]).written("K", r"K \in \mathbb{R}^{n \times d}", SOURCE);

/// The value of each token.
pub static TOKEN_VALUE: StepSpec = given("partition.value", "tv", &["token", "value-feature"])
    .written("V", r"V \in \mathbb{R}^{n \times d_v}", SOURCE);

/// The number of nodes of each level that a token attends to on each side.
pub static NEIGHBORS: StepSpec = given("partition.neighbors", "", &[]).written("k", "k", SOURCE);

/// The first token of each node of the tree, and the one after its last.
pub static SPANS: StepSpec = step("partition.spans", Op::Rule(&SPANS_OF_TREE), &[""], "je", &["node", "end"]).written(
    r"\sigma",
    r"\sigma_{l,m} = [m \, 2^l, \min((m + 1) \, 2^l, n))",
    SOURCE,
);

/// The key of each node: the mean of its tokens' keys.
pub static NODE_KEY: StepSpec =
    step("partition.node-key", Op::Rule(&MEAN_OF_SPAN), &["je", "tk"], "jk", &["node", "feature"]).written(
        r"\bar{K}",
        r"\bar{k}_j = \tfrac{1}{|\sigma_j|} \sum_{t \in \sigma_j} k_t",
        SPAN,
    );

/// The value of each node: the mean of its tokens' values.
pub static NODE_VALUE: StepSpec =
    step("partition.node-value", Op::Rule(&MEAN_OF_SPAN), &["je", "tv"], "jv", &["node", "value-feature"]).written(
        r"\bar{V}",
        r"\bar{v}_j = \tfrac{1}{|\sigma_j|} \sum_{t \in \sigma_j} v_t",
        SPAN,
    );

/// The pairs of tokens and nodes.
pub static PAIRS: StepSpec = step("partition.pairs", Op::Rule(&PARTITION_PAIRS), &["", ""], "ue", &["pair", "end"])
    .written(
        r"\mathcal{S}",
        r"\mathcal{S} = \{(i, j) : j \text{ is one of the } k \text{ next nodes of its level}\}, \enspace i < n",
        SOURCE,
    )
    .names();

/// The number of nodes on each level, from the tokens to the root.
fn levels(length: usize) -> impl Iterator<Item = usize> {
    std::iter::successors((length > 0).then_some(length), |&nodes| (nodes > 1).then(|| nodes.div_ceil(2)))
}

/// Lists the spans of all nodes, level by level.
static SPANS_OF_TREE: Rule = Rule {
    name: "spans-of-tree",
    template: "span({*})",
    fill: Fill::AtOnce(|operands, _| spans(fact(&facts(operands), 0))),
    reads: Reads::All,
    value: |values, _, index| match index {
        [node, end] => spans(fact(values, 0)).get(node * 2 + end).copied().unwrap_or(f64::NAN),
        _ => f64::NAN,
    },
    ..Rule::constant(Obstacle::Structure)
};

fn spans(length: usize) -> Vec<f64> {
    let mut ends = Vec::new();
    for (level, nodes) in levels(length).enumerate() {
        for node in 0..nodes {
            ends.push((node << level) as f64);
            ends.push(((node + 1) << level).min(length) as f64);
        }
    }
    ends
}

/// How many tokens the span of the cell's node has.
static LENGTH_OF_SPAN: Rule = Rule {
    name: "length-of-span",
    template: "{1} − {0}",
    reads: Reads::Cells(|_, _, index| {
        let node = index.first().copied().unwrap_or_default();
        [0, 1].map(|end| SourceCell { operand: 0, offset: node * 2 + end }).to_vec()
    }),
    value: |values, _, _| match values {
        [first, end] => end - first,
        _ => f64::NAN,
    },
    ..Rule::constant(Obstacle::Structure)
};

/// The mean of a span's rows, summed in their order from 0.
static MEAN_OF_SPAN: Rule = Rule {
    name: "mean-of-span",
    template: "mean({*})",
    work: |operands, _| match operands {
        [spans, tokens] => {
            let levels = levels(tokens.shape().first().copied().unwrap_or_default()).count();
            each_once(&[spans], &[]) + each_once(&[tokens], &[]).saturating_mul(levels as u64)
        }
        _ => 0,
    },
    fill: Fill::AtOnce(|operands, shape| {
        let ([spans, tokens], &[_, width]) = (operands, shape) else { return Vec::new() };
        let mut means = Vec::with_capacity(shape.iter().product());
        for span in spans.data().as_chunks::<2>().0 {
            for column in 0..width {
                let cells = tokens.data().iter().skip(span[0] as usize * width + column).step_by(width);
                let sum = cells.take((span[1] - span[0]) as usize).fold(0.0, |sum, number| sum + number);
                means.push(sum / (span[1] - span[0]));
            }
        }
        means
    }),
    reads: Reads::Cells(|operands, shape, index| {
        let ([spans, _], &[_, width], &[node, column]) = (operands, shape, index) else { return Vec::new() };
        let span = spans.data().as_chunks::<2>().0.get(node).copied().unwrap_or_default();
        let rows = span[0] as usize..span[1] as usize;
        rows.map(|row| SourceCell { operand: 1, offset: row * width + column }).collect()
    }),
    value: |values, _, _| values.iter().fold(0.0, |sum, number| sum + number) / values.len() as f64,
    ..Rule::means(1, &LENGTH_OF_SPAN)
};

/// The pairs, from the length and the neighbors on each level.
static PARTITION_PAIRS: Rule = Rule {
    name: "partition-pairs",
    template: "pairs({*})",
    fill: Fill::AtOnce(|operands, shape| fill_pairs(operands, shape, pattern)),
    reads: Reads::All,
    value: |values, _, index| end_of_pair(values, index, pattern),
    ..Rule::constant(Obstacle::Structure)
};

fn pattern(facts: &[f64]) -> KeysOf<'_> {
    let (length, neighbors) = (fact(facts, 0), fact(facts, 1).max(1));
    Box::new(move |query| {
        let mut keys = vec![query];
        // On each level: the first node on the right and the last on the left that is not covered yet, and the start of the level in the list.
        let (mut right, mut left, mut start) = (query + 1, query, 0);
        for nodes in levels(length) {
            let end = right.saturating_add(neighbors);
            // One more where the next level's node would begin before this one ends.
            let end = end.saturating_add(end % 2).min(nodes);
            keys.extend((right..end.max(right)).map(|node| start + node));
            let first = left.saturating_sub(neighbors);
            let first = first - first % 2;
            keys.extend((first..left).map(|node| start + node));
            (right, left) = (end.max(right).div_ceil(2), first / 2);
            start += nodes;
        }
        keys
    })
}

/// Computes attention of each token to the nodes of a binary partition: near tokens, and farther spans of increasing length.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | query, key | [n, d] |
/// | value | [n, v] |
/// | spans | [m, 2], with m below 2n + log₂ n |
/// | mask (dense) | [n, m] |
/// | pairs (sparse) | [p, 2] |
/// | weights | [n, m] dense, \[p\] sparse |
/// | output | [n, v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; [`crate::error::Error::TooLarge`] beyond [`super::pattern::MAX_PAIRS`] pairs.
///
/// # Complexity
/// n · log n additions for each feature of the spans; sparse: n · k · log n · (d + v) multiplications.
///
/// # Example
/// Of eight tokens, the first attends to itself, token 1, the span of 2 and 3, and the span of 4 to 7: nodes 0, 1, 9 and 13.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let x = Tensor::new(vec![8, 1], (0..8).map(f64::from).collect())?;
/// let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
/// let trace = catalog::trace("binary-partition-attention", &inputs.with("form", "sparse"))?;
/// assert_eq!(trace.outputs["pairs"].data()[..8], [0.0, 0.0, 0.0, 1.0, 0.0, 9.0, 0.0, 13.0]);
/// assert_eq!(trace.outputs["spans"].data()[26..28], [4.0, 8.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "binary-partition-attention",
    title: "Binary-partition attention",
    source: SOURCE,
    inputs: &[
        QUERY_INPUT,
        required("key", &TOKEN_KEY),
        required("value", &TOKEN_VALUE),
        integer_or("neighbors", 1, 1),
        FORM_INPUT,
    ],
    parts: &[
        always(&[&QUERY, &TOKEN_KEY, &TOKEN_VALUE, &LENGTH, &NEIGHBORS, &SPANS, &NODE_KEY, &NODE_VALUE, &PAIRS]),
        within_when("form=dense", "dense", "", DENSE_PARTS),
        within_when("form=sparse", "sparse", "", SPARSE_PARTS),
    ],
    outputs: &[
        output("spans", &[&SPANS]),
        output("mask", MASK_STEPS),
        output("pairs", &[&PAIRS]),
        output("weights", WEIGHT_STEPS),
        output("output", OUTPUT_STEPS),
    ],
    run: attend_to_partition,
};

fn attend_to_partition(inputs: &Inputs, run: &mut Run) -> Result<Outputs> {
    let query = run.given(&QUERY, "query", inputs.tensor("query")?)?;
    run.require_positive('k', "query")?;
    let count = run.size('i')?;
    run.bind('t', count, "`query`")?;
    let key = run.given(&TOKEN_KEY, "key", inputs.tensor("key")?)?;
    let value = run.given(&TOKEN_VALUE, "value", inputs.tensor("value")?)?;
    let length = run.step(&LENGTH, &[query])?;
    let neighbors = inputs.integer("neighbors")?;
    let neighbors = run.given_number(&NEIGHBORS, "neighbors", neighbors as f64)?;
    run.bind('j', levels(count).sum(), "`query`")?;
    run.bind('e', 2, SPANS.id)?;
    let spans = run.step(&SPANS, &[length])?;
    let key = run.step(&NODE_KEY, &[spans, key])?;
    let value = run.step(&NODE_VALUE, &[spans, value])?;
    let pairs = list_pairs(run, &PAIRS, &[length, neighbors], pattern)?;
    let mut outputs = vec![("spans", spans)];
    outputs.extend(attend_along(run, inputs, Tokens { query, key, value, length }, pairs)?);
    Ok(outputs)
}
