//! The computation of message passing, for each field of [`super::message_passing`].
//!
//! ```text
//! neighborhood ─► adjacency [n, n] ──────┐
//! value ─► [heads, n, k] ─► score ───────┴─► normalization ─► [heads, n, n] · values ─► update ─► activation
//! ```

use crate::algorithm::{Inputs, Outputs};
use crate::attention::head_projections::{KEY_HEADS, QUERY_HEADS};
use crate::attention::heads::{SCALE, SCALED, SCORES as DOT_PRODUCTS, WIDTH, bind_heads};
use crate::attention::softmax::softmax_rows;
use crate::error::Result;
use crate::graph::Graph;
use crate::graph::attention::gat_layer::{
    ATTENTION_SOURCE, ATTENTION_TARGET, NEGATIVE_SLOPE, PROJECTED, PROJECTION, RAW_SCORE, SCORES, SOURCE_SCORE,
    TARGET_SCORE,
};
use crate::graph::attention::neighbor_attention::{AGGREGATED, CONCATENATED, MASKED, SOFTMAX};
use crate::graph::attention::node_projections::{To, project_nodes};
use crate::graph::convolution::gcn_normalization::{PLAIN_ROOT, check_degrees};
use crate::graph::structure::adjacency::{ADDED_LOOPS, ADJACENCY, NEIGHBORS, PLAIN_DEGREE, WITH_LOOPS};
use crate::graph::structure::messages::{given_messages, given_neighbors, given_weights};
use crate::op::{ADD, COPY, DIVIDE_OR_ZERO, MULTIPLY, Obstacle, Op, Rule, StepSpec, given, step};
use crate::trace::{Notice, Run, Value};

use super::update::{BIAS, BIASED, COMBINED, FEATURES, FROM_SELF, SELF_PROJECTION, activate};

pub(in crate::graph) const NEIGHBORHOODS: &[&str] = &["given", "complete"];
pub(in crate::graph) const SCORINGS: &[&str] = &["none", "additive", "dot-product"];
pub(in crate::graph) const SCALES: &[&str] = &["d-head", "none"];
pub(in crate::graph) const NORMALIZATIONS: &[&str] = &["none", "mean", "symmetric", "softmax"];
pub(in crate::graph) const VALUES: &[&str] = &["features", "projection"];
pub(in crate::graph) const UPDATES: &[&str] = &["none", "add"];
pub(in crate::graph) const SOURCE: &str = "Gilmer et al. 2017, eqs. (1) and (2)";
const ATTENTION: &str = "Vaswani et al. 2017, eq. (1)";

/// A number for each node and feature that is added to the features.
pub static POSITIONS: StepSpec = given("message.positions", "uf", &["source", "feature"])
    .written("P", r"P \in \mathbb{R}^{n \times f}", "Vaswani et al. 2017, section 3.5");

/// The features with the positions added.
pub static POSITIONED: StepSpec =
    step("message.positioned", Op::Map(&ADD), &["uf", "uf"], "uf", &["source", "feature"])
        .written("X + P", r"X + P", "Vaswani et al. 2017, section 3.5");

/// The adjacency with loops, which is called A from here on.
pub static LOOPED: StepSpec = StepSpec { symbol: "A", formula: r"A \leftarrow A + I'", ..WITH_LOOPS };

/// The neighborhoods with loops.
static LOOPED_SET: StepSpec = StepSpec {
    symbol: r"\hat{N}",
    formula: r"\hat{N} = N + I'",
    source: "Veličković et al. 2018, section 2.1",
    ..WITH_LOOPS
};

/// The complete graph: every node is a neighbor of every node, itself included.
pub static COMPLETE: StepSpec = step("message.complete", Op::Rule(&ONE), &[], "vu", &["target", "source"])
    .written(r"\mathbf{1}", r"\mathbf{1}_{vu} = 1", ATTENTION);

/// The features as they are, once for each head.
pub static SPREAD: StepSpec = step("message.spread", Op::Map(&COPY), &["uk"], "huk", &["head", "source", "feature"])
    .written("X", r"V_u = x_u", SOURCE)
    .begins("scores");

/// A score of 1 for every pair.
pub static EQUAL_SCORES: StepSpec = StepSpec {
    id: "message.equal-scores",
    symbol: r"\mathbf{1}",
    op: Op::Rule(&ONE),
    reads: &[],
    formula: r"\mathbf{1}_{vu} = 1",
    source: SOURCE,
    ..SCORES
};

/// The scores of the messages that there are.
pub static SCORED: StepSpec = StepSpec {
    id: "message.scored",
    symbol: r"S \odot A",
    op: Op::Map(&MULTIPLY),
    reads: &["hvu", "vu"],
    formula: r"C = #1S \odot #2A",
    source: SOURCE,
    ..SCORES
};

/// The scores divided by the degree of the target.
pub static MEAN: StepSpec = StepSpec {
    id: "message.mean",
    symbol: r"D^{-1} C",
    op: Op::Map(&DIVIDE_OR_ZERO),
    reads: &["hvu", "v"],
    formula: r"#1C_{vu} / #2d_v",
    source: "Hamilton et al. 2017, section 3.3",
    ..SCORES
};

/// The scores divided by the roots of both ends' degrees.
pub static SYMMETRIC: StepSpec = StepSpec {
    id: "message.symmetric",
    symbol: r"D^{-1/2} C D^{-1/2}",
    op: Op::Contract,
    reads: &["v", "hvu", "u"],
    formula: r"#1{d^{-1/2}}_v\, #2C_{vu}\, #3{d^{-1/2}}_u",
    source: "Kipf & Welling 2017, eq. (2)",
    ..SCORES
};

/// A learned number for each pair of nodes.
pub static MIXING: StepSpec = given("message.mixing", "wv", &["node", "target"]).written(
    r"W^{n}",
    r"W^{n} \in \mathbb{R}^{n \times n}",
    "CMU 11-785, Transformers and GNNs; a question put to learners",
);

/// The results of all nodes, times that matrix.
pub static MIXED: StepSpec = step("message.mixed", Op::Contract, &["wv", "vg"], "wg", &["node", "output-feature"])
    .written(r"W^{n} M", r"W^{n} #2M", "CMU 11-785, Transformers and GNNs; a question put to learners");

/// 1.
static ONE: Rule = Rule { name: "one", template: "1", value: |_, _, _| 1.0, ..Rule::constant(Obstacle::Structure) };

/// Runs the layer that the fields describe.
pub(in crate::graph) fn pass_messages(inputs: &Inputs, run: &mut Run) -> Result<Outputs> {
    check_all(inputs, run)?;
    let normalization = inputs.choice("normalization")?;
    bind_heads(run, inputs.integer("heads")?)?;
    let graph = inputs.graph("graph")?;
    let adjacency = run.within("graph", |run| who_hears_whom(run, inputs, graph, normalization == "softmax"))?;
    run.bind('u', graph.nodes(), "`graph.nodes`")?;
    run.bind('v', graph.nodes(), "`graph.nodes`")?;
    run.bind('w', graph.nodes(), "`graph.nodes`")?;
    let mut x = run.given(&FEATURES, "x", inputs.tensor("x")?)?;
    if let Some(positions) = inputs.optional_tensor("positions")? {
        let positions = run.given(&POSITIONS, "positions", positions)?;
        x = run.step(&POSITIONED, &[x, positions])?;
    }
    let values = if inputs.choice("value")? == "projection" {
        let projection = run.given(&PROJECTION, "wValue", inputs.tensor("wValue")?)?;
        run.step(&PROJECTED, &[x, projection])?
    } else {
        run.step(&SPREAD, &[x])?
    };
    let scores = score(run, inputs, x, values)?;
    let weights = normalize(run, normalization, scores, adjacency)?;
    let aggregated = run.step(&AGGREGATED, &[weights, values])?;
    let output = run.step(&CONCATENATED, &[aggregated])?;
    let output = update(run, inputs, x, output)?;
    Ok(vec![("weights", weights), ("output", activate(run, inputs, output)?)])
}

/// Validates inputs that no chosen field needs as well, so that an error in them is reported in any case.
fn check_all(inputs: &Inputs, run: &Run) -> Result<()> {
    for name in ["wValue", "attentionSource", "attentionTarget", "wQuery", "wKey", "wSelf"] {
        if let Some(tensor) = inputs.optional_tensor(name)? {
            run.check_finite(name, tensor.data(), |offset| tensor.index_of(offset))?;
        }
    }
    run.check_finite("negativeSlope", &[inputs.number("negativeSlope")?], |_| Vec::new())
}

/// Computes the adjacency: the sums of weights, or for a softmax 1 where there is a message.
fn who_hears_whom(run: &mut Run, inputs: &Inputs, graph: &Graph, as_set: bool) -> Result<Value> {
    let (messages, mut adjacency) = if as_set {
        let messages = given_neighbors(run, graph)?;
        (messages, run.step(&NEIGHBORS, &[messages])?)
    } else {
        let messages = given_messages(run, graph)?;
        let weights = given_weights(run, graph)?;
        (messages, run.step(&ADJACENCY, &[messages, weights])?)
    };
    if inputs.flag("selfLoops")? {
        let loops = run.step(&ADDED_LOOPS, &[messages])?;
        adjacency = run.step(if as_set { &LOOPED_SET } else { &LOOPED }, &[adjacency, loops])?;
    }
    match inputs.choice("neighborhood")? {
        "complete" => run.step(&COMPLETE, &[]),
        _ => Ok(adjacency),
    }
}

/// Computes the score of each source with each target, in each head.
fn score(run: &mut Run, inputs: &Inputs, x: Value, values: Value) -> Result<Value> {
    let scaled = inputs.choice("scale")? != "none";
    let slope = inputs.number("negativeSlope")?;
    match inputs.choice("score")? {
        "additive" => {
            let source = run.given(&ATTENTION_SOURCE, "attentionSource", inputs.tensor("attentionSource")?)?;
            let target = run.given(&ATTENTION_TARGET, "attentionTarget", inputs.tensor("attentionTarget")?)?;
            let slope = run.given_number(&NEGATIVE_SLOPE, "negativeSlope", slope)?;
            let source = run.step(&SOURCE_SCORE, &[values, source])?;
            let target = run.step(&TARGET_SCORE, &[values, target])?;
            let raw = run.step(&RAW_SCORE, &[target, source])?;
            run.step(&SCORES, &[raw, slope])
        }
        "dot-product" => {
            let (heads, width) = (run.size('h')?, run.size('f')?);
            run.within("dot-product", |run| {
                run.bind('h', heads, "`heads`")?;
                run.bind('d', width, "`x`")?;
                run.bind('c', width, "`x`")?;
                let query = project_nodes(run, inputs, x, To::Query)?;
                let query = run.step(&QUERY_HEADS, &[query])?;
                let key = project_nodes(run, inputs, x, To::Key)?;
                let key = run.step(&KEY_HEADS, &[key])?;
                let scores = run.step(&DOT_PRODUCTS, &[query, key])?;
                if !scaled {
                    return Ok(scores);
                }
                let width = run.step(&WIDTH, &[key])?;
                let scale = run.step(&SCALE, &[width])?;
                run.step(&SCALED, &[scores, scale])
            })
        }
        _ => run.step(&EQUAL_SCORES, &[]),
    }
}

/// Computes the weight of each message.
fn normalize(run: &mut Run, normalization: &str, scores: Value, adjacency: Value) -> Result<Value> {
    if normalization == "softmax" {
        let masked = run.step(&MASKED, &[scores, adjacency])?;
        return softmax_rows(run, &SOFTMAX, masked, Notice::nodes_without_neighbors);
    }
    let scored = run.step(&SCORED, &[scores, adjacency])?;
    if normalization == "none" {
        return Ok(scored);
    }
    let degree = run.step(&PLAIN_DEGREE, &[adjacency])?;
    if normalization == "mean" {
        return run.step(&MEAN, &[scored, degree]);
    }
    check_degrees(run, degree)?;
    let root = run.step(&PLAIN_ROOT, &[degree])?;
    run.step(&SYMMETRIC, &[root, scored, root])
}

/// Computes the update of each node, before the activation.
fn update(run: &mut Run, inputs: &Inputs, x: Value, heard: Value) -> Result<Value> {
    let mut output = heard;
    let width = run.tensor(heard)?.shape().last().copied().unwrap_or_default();
    run.bind('g', width, "the width of the values")?;
    if let Some(mixing) = inputs.optional_tensor("mixing")? {
        let mixing = run.given(&MIXING, "mixing", mixing)?;
        output = run.step(&MIXED, &[mixing, output])?;
    }
    if inputs.choice("update")? == "add" {
        let own = run.given(&SELF_PROJECTION, "wSelf", inputs.tensor("wSelf")?)?;
        let own = run.step(&FROM_SELF, &[x, own])?;
        output = run.step(&COMBINED, &[output, own])?;
    }
    match inputs.optional_tensor("b")? {
        Some(bias) => {
            let bias = run.given(&BIAS, "b", bias)?;
            run.step(&BIASED, &[output, bias])
        }
        None => Ok(output),
    }
}
