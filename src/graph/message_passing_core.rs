//! The one core of message passing: what each field of [`super::message_passing`] does.
//!
//! ```text
//! neighborhood ─► who hears whom [n, n] ─┐
//! value ─► [heads, n, k] ─► score ───────┴─► normalization ─► [heads, n, n] · values ─► update ─► activation
//! ```

use crate::algorithm::{Arguments, Outputs};
use crate::attention::head_projections::{KEY_HEADS, QUERY_HEADS};
use crate::attention::heads::{SCALE, SCALED, SCORES as DOT_PRODUCTS, WIDTH, bind_heads};
use crate::attention::softmax::softmax_rows;
use crate::error::Result;
use crate::trace::{Notice, Run, Value};

use super::adjacency::{ADDED_LOOPS, ADJACENCY, DEGREE, NEIGHBORS, WITH_LOOPS};
use super::gat_layer::DEFAULT_NEGATIVE_SLOPE;
use super::gat_steps::{
    AGGREGATED, ATTENTION_SOURCE, ATTENTION_TARGET, CONCATENATED, MASKED, NEGATIVE_SLOPE, PROJECTED, PROJECTION,
    RAW_SCORE, SCORES, SOFTMAX, SOURCE_SCORE, TARGET_SCORE,
};
use super::gcn_normalization::{DEG_INV_SQRT, check_degrees};
use super::message_passing_steps::{
    COMPLETE, EQUAL_SCORES, MEAN, MIXED, MIXING, POSITIONED, POSITIONS, SCORED, SPREAD, SYMMETRIC,
};
use super::node_projections::{To, project_nodes};
use super::update::{BIAS, BIASED, COMBINED, FEATURES, FROM_SELF, SELF_PROJECTION, activate};
use super::{Graph, given_messages, given_neighbors, given_weights};

pub(super) const NEIGHBORHOODS: &[&str] = &["given", "complete"];
pub(super) const SCORINGS: &[&str] = &["none", "additive", "dot-product"];
pub(super) const SCALES: &[&str] = &["d-head", "none"];
pub(super) const NORMALIZATIONS: &[&str] = &["none", "mean", "symmetric", "softmax"];
pub(super) const VALUES: &[&str] = &["features", "projection"];
pub(super) const UPDATES: &[&str] = &["none", "add"];

/// Runs the layer that the fields describe.
pub(super) fn pass_messages(arguments: &Arguments, run: &mut Run) -> Result<Outputs> {
    check_all(arguments, run)?;
    let normalization = arguments.choice("normalization", NORMALIZATIONS)?.unwrap_or("none");
    bind_heads(run, arguments.optional_integer("heads", 1)?.unwrap_or(1))?;
    let graph = arguments.graph("graph")?;
    let adjacency = run.within("graph", |run| who_hears_whom(run, arguments, graph, normalization == "softmax"))?;
    run.bind('u', graph.nodes(), "`graph.nodes`")?;
    run.bind('v', graph.nodes(), "`graph.nodes`")?;
    run.bind('w', graph.nodes(), "`graph.nodes`")?;
    let mut x = run.given(&FEATURES, "x", arguments.tensor("x")?)?;
    if let Some(positions) = arguments.optional_tensor("positions")? {
        let positions = run.given(&POSITIONS, "positions", positions)?;
        x = run.step(&POSITIONED, &[x, positions])?;
    }
    let values = if arguments.choice("value", VALUES)? == Some("projection") {
        let projection = run.given(&PROJECTION, "wValue", arguments.tensor("wValue")?)?;
        run.step(&PROJECTED, &[x, projection])?
    } else {
        run.step(&SPREAD, &[x])?
    };
    let scores = score(run, arguments, x, values, adjacency)?;
    let weights = normalize(run, normalization, scores, adjacency)?;
    let aggregated = run.step(&AGGREGATED, &[weights, values])?;
    let output = run.step(&CONCATENATED, &[aggregated])?;
    let output = update(run, arguments, x, output)?;
    Ok(vec![("weights", weights), ("output", activate(run, arguments, output)?)])
}

/// What no chosen field needs is looked at too, so that a mistake in it shows before the field is chosen.
fn check_all(arguments: &Arguments, run: &Run) -> Result<()> {
    for name in ["wValue", "attentionSource", "attentionTarget", "wQuery", "wKey", "wSelf"] {
        if let Some(tensor) = arguments.optional_tensor(name)? {
            run.check_finite(name, tensor.data(), |offset| tensor.index_of(offset))?;
        }
    }
    run.check_finite("negativeSlope", &[arguments.number("negativeSlope", 0.0)?], |_| Vec::new())
}

/// The matrix of the messages: weights that add up, or for a softmax 1 where there is one.
fn who_hears_whom(run: &mut Run, arguments: &Arguments, graph: &Graph, as_set: bool) -> Result<Value> {
    let (messages, mut adjacency) = if as_set {
        let messages = given_neighbors(run, graph)?;
        (messages, run.step(&NEIGHBORS, &[messages])?)
    } else {
        let messages = given_messages(run, graph)?;
        let weights = given_weights(run, graph)?;
        (messages, run.step(&ADJACENCY, &[messages, weights])?)
    };
    if arguments.flag("selfLoops", false)? {
        let loops = run.step(&ADDED_LOOPS, &[messages])?;
        adjacency = run.step(&WITH_LOOPS, &[adjacency, loops])?;
    }
    match arguments.choice("neighborhood", NEIGHBORHOODS)? {
        Some("complete") => run.step(&COMPLETE, &[adjacency]),
        _ => Ok(adjacency),
    }
}

/// How well each source fits each target, in each head.
fn score(run: &mut Run, arguments: &Arguments, x: Value, values: Value, adjacency: Value) -> Result<Value> {
    let scaled = arguments.choice("scale", SCALES)? != Some("none");
    let slope = arguments.number("negativeSlope", DEFAULT_NEGATIVE_SLOPE)?;
    match arguments.choice("score", SCORINGS)? {
        Some("additive") => {
            let source = run.given(&ATTENTION_SOURCE, "attentionSource", arguments.tensor("attentionSource")?)?;
            let target = run.given(&ATTENTION_TARGET, "attentionTarget", arguments.tensor("attentionTarget")?)?;
            let slope = run.given_number(&NEGATIVE_SLOPE, "negativeSlope", slope)?;
            let source = run.step(&SOURCE_SCORE, &[values, source])?;
            let target = run.step(&TARGET_SCORE, &[values, target])?;
            let raw = run.step(&RAW_SCORE, &[target, source])?;
            run.step(&SCORES, &[raw, slope])
        }
        Some("dot-product") => {
            let (heads, width) = (run.size('h')?, run.size('f')?);
            run.within("dot-product", |run| {
                run.bind('h', heads, "`heads`")?;
                run.bind('d', width, "`x`")?;
                run.bind('c', width, "`x`")?;
                let query = project_nodes(run, arguments, x, To::Query)?;
                let query = run.step(&QUERY_HEADS, &[query])?;
                let key = project_nodes(run, arguments, x, To::Key)?;
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
        _ => run.step(&EQUAL_SCORES, &[adjacency]),
    }
}

/// What each message is multiplied by.
fn normalize(run: &mut Run, normalization: &str, scores: Value, adjacency: Value) -> Result<Value> {
    if normalization == "softmax" {
        let masked = run.step(&MASKED, &[scores, adjacency])?;
        return softmax_rows(run, &SOFTMAX, masked, Notice::nodes_without_neighbors);
    }
    let scored = run.step(&SCORED, &[scores, adjacency])?;
    if normalization == "none" {
        return Ok(scored);
    }
    let degree = run.step(&DEGREE, &[adjacency])?;
    if normalization == "mean" {
        return run.step(&MEAN, &[scored, degree]);
    }
    check_degrees(run, degree)?;
    let root = run.step(&DEG_INV_SQRT, &[degree])?;
    run.step(&SYMMETRIC, &[root, scored, root])
}

/// What becomes of what a node heard, before the activation.
fn update(run: &mut Run, arguments: &Arguments, x: Value, heard: Value) -> Result<Value> {
    let mut output = heard;
    let width = run.tensor(heard)?.shape().last().copied().unwrap_or_default();
    run.bind('g', width, "the width of the values")?;
    if let Some(mixing) = arguments.optional_tensor("mixing")? {
        let mixing = run.given(&MIXING, "mixing", mixing)?;
        output = run.step(&MIXED, &[mixing, output])?;
    }
    if arguments.choice("update", UPDATES)? == Some("add") {
        let own = run.given(&SELF_PROJECTION, "wSelf", arguments.tensor("wSelf")?)?;
        let own = run.step(&FROM_SELF, &[x, own])?;
        output = run.step(&COMBINED, &[output, own])?;
    }
    match arguments.optional_tensor("b")? {
        Some(bias) => {
            let bias = run.given(&BIAS, "b", bias)?;
            run.step(&BIASED, &[output, bias])
        }
        None => Ok(output),
    }
}
