//! K-hop attention: each node of a graph attends to the nodes at most k hops away.
//!
//! ```text
//! path 0 – 1 – 2 – 3      1 hop         2 hops        3 hops, the diameter
//!                           1 1 0 0       1 1 1 0       1 1 1 1
//!                           1 1 1 0       1 1 1 1       1 1 1 1
//!                           0 1 1 1       1 1 1 1       1 1 1 1
//!                           0 0 1 1       0 1 1 1       1 1 1 1
//! ```
//!
//! The pattern is that of (A + I)ᵏ, computed by breadth-first search. With one hop it is attention over the neighborhood,
//! with as many hops as the diameter it is full attention.
//!
//! Source: Abu-El-Haija et al. 2019, *MixHop*, section 3, for the powers of the adjacency; Wang et al. 2021, *MAGNA*, section 3, for attention along
//! them.

use std::collections::BTreeSet;

use crate::algorithm::{Algorithm, always, graph, integer, output, within, within_when};
use crate::attention::scaled_dot_product::{KEY, QUERY, VALUE};
use crate::graph::structure::messages::{MESSAGES, given_neighbors};
use crate::op::{Fill, Obstacle, Op, Reads, Rule, StepSpec, each_once, given, step};

use super::pair_attention::{
    DENSE_PARTS, FORM_INPUT, KEY_INPUT, MASK_STEPS, OUTPUT_STEPS, QUERY_INPUT, SPARSE_PARTS, VALUE_INPUT, WEIGHT_STEPS,
    attend_along, given_tokens, list_pairs,
};
use super::pattern::{KeysOf, LENGTH, end_of_pair, fact, facts, fill_pairs};

const SOURCE: &str = "Abu-El-Haija et al. 2019, for the powers of the adjacency; the attention is not theirs";

/// The largest number of hops.
pub static HOPS: StepSpec = given("k-hop.hops", "", &[]).written("k", "k", SOURCE);

/// The pairs of nodes that are at most k hops apart, each node with itself included.
pub static PAIRS: StepSpec = step("k-hop.pairs", Op::Rule(&K_HOP_PAIRS), &["", "", "me"], "ue", &["pair", "end"])
    .written(
        r"\mathcal{S}",
        r"\mathcal{S} = \{(v, u) : ((A + I)^k)_{vu} > 0\}, \quad A_{vu} = [(u, v) \in \mathcal{E}], \; v < n",
        SOURCE,
    )
    .names();

/// The pairs, from the number of nodes, the hops and the messages.
static K_HOP_PAIRS: Rule = Rule {
    name: "k-hop-pairs",
    template: "pairs({*})",
    work: |operands, shape| match operands {
        // For each node that is found, its incoming messages are looked up in a set.
        [_, _, messages] => {
            let nodes = fact(&facts(operands), 0).max(1);
            each_once(&[], shape).saturating_mul((4 + messages.element_count() / nodes) as u64)
        }
        _ => 0,
    },
    fill: Fill::AtOnce(|operands, shape| fill_pairs(operands, shape, pattern)),
    reads: Reads::All,
    value: |values, _, index| end_of_pair(values, index, pattern),
    ..Rule::constant(Obstacle::Structure)
};

fn pattern(facts: &[f64]) -> KeysOf<'_> {
    let (nodes, hops) = (fact(facts, 0), fact(facts, 1));
    let mut heard: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for [source, target] in facts.get(2..).unwrap_or_default().as_chunks::<2>().0 {
        if let Some(sources) = heard.get_mut(*target as usize) {
            sources.push(*source as usize);
        }
    }
    Box::new(move |query| {
        let mut found = BTreeSet::new();
        found.insert([query, query]);
        let mut frontier = vec![query];
        for _ in 0..hops {
            let sources = frontier.iter().filter_map(|&node| heard.get(node)).flatten();
            frontier = sources.copied().filter(|&source| found.insert([query, source])).collect();
            if frontier.is_empty() {
                break;
            }
        }
        found.into_iter().map(|[_, key]| key).collect()
    })
}

/// Computes attention in which each node attends to the nodes at most `hops` hops away, itself included; messages travel from source to target.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
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
/// A breadth-first search from each node, and p · (d + v) multiplications in the sparse form.
///
/// # Example
/// In a path of four nodes an end has three nodes within two hops, a middle one all four:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let x = Tensor::matrix(&[[1.0], [2.0], [3.0], [4.0]])?;
/// let path = Graph::new(4, vec![[0, 1], [1, 2], [2, 3]], false)?;
/// let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x).with("graph", path);
/// let trace = catalog::trace("k-hop-attention", &inputs.with("hops", 2.0).with("form", "sparse"))?;
/// assert_eq!(trace.outputs["pairs"].shape(), [3 + 4 + 4 + 3, 2]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "k-hop-attention",
    title: "K-hop attention",
    source: SOURCE,
    inputs: &[graph("graph"), QUERY_INPUT, KEY_INPUT, VALUE_INPUT, integer("hops", 0), FORM_INPUT],
    parts: &[
        within("graph", "", &[always(&[&MESSAGES])]),
        always(&[&QUERY, &KEY, &VALUE, &LENGTH, &HOPS, &PAIRS]),
        within_when("form=dense", "dense", "", DENSE_PARTS),
        within_when("form=sparse", "sparse", "", SPARSE_PARTS),
    ],
    outputs: &[
        output("mask", MASK_STEPS),
        output("pairs", &[&PAIRS]),
        output("weights", WEIGHT_STEPS),
        output("output", OUTPUT_STEPS),
    ],
    run: |inputs, run| {
        let graph = inputs.graph("graph")?;
        // In a group of its own, since the letters of a graph's tables have another meaning here.
        let messages = run.within("graph", |run| given_neighbors(run, graph))?;
        run.bind('i', graph.nodes(), "`graph.nodes`")?;
        run.bind('e', 2, "`graph`")?;
        let tokens = given_tokens(run, inputs)?;
        let hops = run.given_number(&HOPS, "hops", inputs.integer("hops")? as f64)?;
        let pairs = list_pairs(run, &PAIRS, &[tokens.length, hops, messages], pattern)?;
        attend_along(run, inputs, tokens, pairs)
    },
};
