//! Several graphs as one.

use js_sys::Float64Array;
use serde::Serialize;
use serde_wasm_bindgen::preserve;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::catalog::Argument;
use crate::error::{Error, Result};
use crate::graph::Graph;

use super::failure::failure;
use super::given::{Given, argument};
use super::plain::plain;

/// Returns the disjoint union of graphs, with the number of the first node of each, and that of all nodes at the end.
#[wasm_bindgen(js_name = disjointUnion)]
pub fn disjoint_union(given: Vec<Given>) -> std::result::Result<JsValue, JsValue> {
    plain(&PlainUnion::of(&given.iter().map(graph).collect::<Result<Vec<Graph>>>().map_err(failure)?))
}

fn graph(given: &Given) -> Result<Graph> {
    // The errors of a graph name the input `graph`.
    let named = |error: Box<Error>| {
        error.with_input(|name| name.strip_prefix("graph").map(|rest| format!("{}{rest}", given.name())))
    };
    match argument(given).map_err(named)? {
        Argument::Graph(graph) => Ok(graph),
        _ => {
            Err(Error::Internal { step: String::new(), reason: "only graphs are put behind each other".into() }.into())
        }
    }
}

#[derive(Serialize)]
struct PlainUnion {
    nodes: usize,
    directed: bool,
    #[serde(with = "preserve")]
    edges: Float64Array,
    #[serde(with = "preserve")]
    weights: JsValue,
    offsets: Vec<usize>,
}

impl PlainUnion {
    fn of(graphs: &[Graph]) -> PlainUnion {
        let union = Graph::disjoint_union(graphs);
        let before = |nodes: &mut usize, graph: &Graph| {
            *nodes += graph.nodes();
            Some(*nodes)
        };
        let edges: Vec<f64> = union.edges().iter().flatten().map(|&node| node as f64).collect();
        PlainUnion {
            nodes: union.nodes(),
            directed: union.directed(),
            edges: Float64Array::from(edges.as_slice()),
            weights: union.weights().map_or(JsValue::UNDEFINED, |weights| Float64Array::from(weights).into()),
            offsets: std::iter::once(0).chain(graphs.iter().scan(0, before)).collect(),
        }
    }
}
