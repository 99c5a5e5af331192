//! Inputs of layers and of stacks of layers.
//!
//! In a stack every learned tensor has one more axis in front, which counts the layers (letter l).

use crate::attention::{head_projections, multi_head};
use crate::op::StepSpec;

use super::{feed_forward, layer_norm};

/// The same for every layer.
const fn stacked(spec: StepSpec, index: &'static str, axes: &'static [&'static str]) -> StepSpec {
    StepSpec { index, axes, ..spec }
}

/// The query projections of all layers.
pub static STACKED_QUERY_PROJECTION: StepSpec =
    stacked(head_projections::QUERY_PROJECTION, "ld(hk)", &["layer", "feature", "head-feature"]);
/// The query biases of all layers.
pub static STACKED_QUERY_BIAS: StepSpec = stacked(head_projections::QUERY_BIAS, "l(hk)", &["layer", "head-feature"]);
/// The key projections of all layers.
pub static STACKED_KEY_PROJECTION: StepSpec =
    stacked(head_projections::KEY_PROJECTION, "lc(hk)", &["layer", "context-feature", "head-feature"]);
/// The key biases of all layers.
pub static STACKED_KEY_BIAS: StepSpec = stacked(head_projections::KEY_BIAS, "l(hk)", &["layer", "head-feature"]);
/// The value projections of all layers.
pub static STACKED_VALUE_PROJECTION: StepSpec =
    stacked(head_projections::VALUE_PROJECTION, "lc(hv)", &["layer", "context-feature", "head-value-feature"]);
/// The value biases of all layers.
pub static STACKED_VALUE_BIAS: StepSpec =
    stacked(head_projections::VALUE_BIAS, "l(hv)", &["layer", "head-value-feature"]);
/// The output projections of all layers.
pub static STACKED_OUTPUT_PROJECTION: StepSpec =
    stacked(multi_head::OUTPUT_PROJECTION, "l(hv)o", &["layer", "head-value-feature", "output-feature"]);
/// The output biases of all layers.
pub static STACKED_OUTPUT_BIAS: StepSpec = stacked(multi_head::OUTPUT_BIAS, "lo", &["layer", "output-feature"]);
/// The first matrices of the feed-forward networks of all layers.
pub static STACKED_FIRST: StepSpec = stacked(feed_forward::FIRST, "lfu", &["layer", "feature", "hidden"]);
/// The biases of these.
pub static STACKED_FIRST_BIAS: StepSpec = stacked(feed_forward::FIRST_BIAS, "lu", &["layer", "hidden"]);
/// The second matrices of the feed-forward networks of all layers.
pub static STACKED_SECOND: StepSpec = stacked(feed_forward::SECOND, "luo", &["layer", "hidden", "output-feature"]);
/// The biases of these.
pub static STACKED_SECOND_BIAS: StepSpec = stacked(feed_forward::SECOND_BIAS, "lo", &["layer", "output-feature"]);
/// The factors of the layer norms of all layers.
pub static STACKED_GAMMA: StepSpec = stacked(layer_norm::GAMMA, "lf", &["layer", "feature"]);
/// The shifts of the layer norms of all layers.
pub static STACKED_BETA: StepSpec = stacked(layer_norm::BETA, "lf", &["layer", "feature"]);
