//! A graph as an algorithm sees it: the list of messages, each from a source to a target.
//!
//! ```text
//! edges (undirected)        messages
//!   A – B              ⇒      A → B, B → A
//! ```

use crate::error::Result;
use crate::tensor::Tensor;
use crate::trace::{Notice, Op, Run, StepSpec, Value};

use super::Graph;

/// Who sends to whom: `[source, target]`, one row a message.
pub static MESSAGES: StepSpec = StepSpec {
    id: "graph.messages",
    symbol: r"\mathcal{E}",
    op: Op::Given,
    index: "mp",
    axes: &["message", "end"],
    reads: &[],
    formula: r"\mathcal{E} = \{(u, v)\}",
    source: "Kipf & Welling 2017, section 2",
};

/// How heavy each message is.
pub static MESSAGE_WEIGHTS: StepSpec = StepSpec {
    id: "graph.message-weights",
    symbol: "w",
    op: Op::Given,
    index: "m",
    axes: &["message"],
    reads: &[],
    formula: r"w_{uv}",
    source: "Kipf & Welling 2017, section 2",
};

/// A graph that was taken in as an input.
pub struct GivenGraph {
    /// [messages, 2]: source and target of each message.
    pub messages: Value,
    /// [messages]: the weight of each message.
    pub weights: Value,
}

/// Takes a graph in as the input `graph`; notices duplicate edges. Letters: m counts messages, p the two ends.
///
/// # Errors
/// Those of [`Run::given`].
pub fn given_graph(run: &mut Run, graph: &Graph) -> Result<GivenGraph> {
    let duplicates = graph.duplicates();
    if !duplicates.is_empty() {
        run.notice(Notice::duplicate_edges(duplicates));
    }
    let messages = graph.messages();
    let ends = messages.iter().flat_map(|(ends, _)| ends.map(|node| node as f64)).collect();
    let messages_tensor = Tensor::new(vec![messages.len(), 2], ends)?;
    let weights_tensor = Tensor::vector(messages.iter().map(|(_, weight)| *weight).collect())?;
    Ok(GivenGraph {
        messages: run.given(&MESSAGES, "graph", &messages_tensor)?,
        weights: run.given(&MESSAGE_WEIGHTS, "graph", &weights_tensor)?,
    })
}
