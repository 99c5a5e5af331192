//! A graph as the input of a run: the list of messages, each from a source to a target.
//!
//! ```text
//! edges (undirected)        messages
//!   A – B              ⇒      A → B, B → A
//! ```

use std::borrow::Cow;

use crate::algorithm::Inputs;
use crate::error::Result;
use crate::op::{StepSpec, given};
use crate::tensor::Tensor;
use crate::trace::{Notice, Run, Value};

use crate::graph::Graph;

/// The messages: `[source, target]`, one row for each.
pub static MESSAGES: StepSpec = given("graph.messages", "mp", &["message", "end"])
    .written(r"\mathcal{E}", r"\mathcal{E} = \{(u, v)\}", "Kipf & Welling 2017, section 2")
    .names();

/// The weight of each message.
pub static MESSAGE_WEIGHTS: StepSpec =
    given("graph.message-weights", "m", &["message"]).written("w", r"w_{uv}", "Kipf & Welling 2017, section 2");

/// The direction of the message of an edge [source, target] of a directed graph.
pub const DIRECTIONS: &[&str] = &["source-to-target", "target-to-source"];

/// The input `graph`, with every edge reversed if the input `direction` requires it.
///
/// # Errors
/// [`crate::error::Error::MissingInput`], [`crate::error::Error::WrongType`].
pub fn oriented<'a>(inputs: &'a Inputs) -> Result<Cow<'a, Graph>> {
    let graph = inputs.graph("graph")?;
    Ok(match inputs.choice("direction")? {
        "target-to-source" => Cow::Owned(graph.reversed()),
        _ => Cow::Borrowed(graph),
    })
}

/// A graph as the input of a run.
pub struct GivenGraph {
    /// [messages, 2]: source and target of each message.
    pub messages: Value,
    /// \[messages\]: the weight of each message.
    pub weights: Value,
}

/// Validates the input `graph`, with a notice for duplicate edges. Letters: m counts messages, p the two ends, u and v the nodes as sources and as
/// targets.
///
/// # Errors
/// Those of [`Run::given`].
pub fn given_graph(run: &mut Run, graph: &Graph) -> Result<GivenGraph> {
    let messages = given_messages(run, graph)?;
    Ok(GivenGraph { messages, weights: given_weights(run, graph)? })
}

/// Sets the number of nodes, as sources u and as targets v, and of their features f, from one row for each node: a part whose letters are its own begins
/// with it.
///
/// # Errors
/// [`crate::error::Error::ShapeMismatch`] when one is known to be another.
pub(in crate::graph) fn bind_nodes(run: &mut Run, x: Value) -> Result<()> {
    run.bind_axes("uf", x, "`x`")?;
    run.bind('v', run.size('u')?, "`x`")
}

/// Marks the weights of the messages as given.
///
/// # Errors
/// Those of [`Run::given`].
pub fn given_weights(run: &mut Run, graph: &Graph) -> Result<Value> {
    let mut weights = Vec::with_capacity(2 * graph.edges().len());
    graph.each_message(graph.directed()).for_each(|(_, weight)| weights.push(weight));
    run.given(&MESSAGE_WEIGHTS, "graph", &Tensor::vector(weights)?)
}

/// Marks the messages of a graph as given, without weights, for algorithms that use only the neighborhood. A graph with weights gives a notice.
///
/// # Errors
/// Those of [`Run::given`].
pub fn given_neighbors(run: &mut Run, graph: &Graph) -> Result<Value> {
    if graph.weights().is_some() {
        run.notice(Notice::unused_weights("graph.weights"));
    }
    given_messages(run, graph)
}

/// Marks the messages of a graph as given; duplicate edges give a notice.
///
/// # Errors
/// Those of [`Run::given`].
pub fn given_messages(run: &mut Run, graph: &Graph) -> Result<Value> {
    run.check_finite("graph.weights", graph.weights().unwrap_or_default(), |edge| vec![edge])?;
    run.bind('u', graph.nodes(), "`graph.nodes`")?;
    run.bind('v', graph.nodes(), "`graph.nodes`")?;
    run.set_messages(|| graph.pattern());
    let duplicates = graph.duplicates();
    if !duplicates.is_empty() {
        run.notice(Notice::duplicate_edges(duplicates));
    }
    let mut ends = Vec::with_capacity(4 * graph.edges().len());
    graph.each_message(graph.directed()).for_each(|(message, _)| ends.extend(message.map(|node| node as f64)));
    run.given(&MESSAGES, "graph", &Tensor::new(vec![ends.len() / 2, 2], ends)?)
}
