//! From nodes to queries, keys and values: the steps of multi-head attention, for algorithms on graphs.
//!
//! Nodes are used as tokens. With one head the heads' axis has length 1 and a projection is an ordinary matrix.

use crate::algorithm::Inputs;
use crate::attention::head_projections::{ProjectionSteps, TO_KEY, TO_QUERY, TO_VALUE};
use crate::attention::multi_head::X;
use crate::error::Result;
use crate::trace::{Run, Value};

use crate::graph::Graph;

/// Marks the nodes' features as given, as queries and as keys. Letters: i and j count nodes as targets and as sources, d and c their features.
///
/// # Errors
/// Those of [`Run::given`].
pub(in crate::graph) fn given_nodes(run: &mut Run, inputs: &Inputs, graph: &Graph) -> Result<Value> {
    run.bind('i', graph.nodes(), "`graph.nodes`")?;
    run.bind('j', graph.nodes(), "`graph.nodes`")?;
    let x = run.given(&X, "x", inputs.tensor("x")?)?;
    run.bind('c', run.size('d')?, "`x`")?;
    Ok(x)
}

/// The purpose of a projection.
pub(in crate::graph) enum To {
    Query,
    Key,
    Value,
}

/// Projects nodes by the matrix of this purpose, and adds its bias if there is one; heads are side by side.
///
/// # Errors
/// [`crate::error::Error::MissingInput`] and those of [`Run::given`], naming the matrix or the bias.
pub(in crate::graph) fn project_nodes(run: &mut Run, inputs: &Inputs, nodes: Value, to: To) -> Result<Value> {
    let (steps, matrix, bias): (&ProjectionSteps, &str, &str) = match to {
        To::Query => (&TO_QUERY, "wQuery", "bQuery"),
        To::Key => (&TO_KEY, "wKey", "bKey"),
        To::Value => (&TO_VALUE, "wValue", "bValue"),
    };
    let projection = run.given(steps.projection, matrix, inputs.tensor(matrix)?)?;
    if matches!(to, To::Query) {
        run.require_positive('k', matrix)?;
    }
    let projected = run.step(steps.projected, &[nodes, projection])?;
    match inputs.optional_tensor(bias)? {
        Some(numbers) => {
            let bias = run.given(steps.bias, bias, numbers)?;
            run.step(steps.biased, &[projected, bias])
        }
        None => Ok(projected),
    }
}
