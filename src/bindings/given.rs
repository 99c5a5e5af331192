//! The inputs of a call as the TypeScript half passes them: one flat object for each input, with fields of validated types.

use js_sys::JsString;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::catalog::{Argument, Arguments};
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::tensor::Tensor;

#[wasm_bindgen]
extern "C" {
    /// One input. `kind` determines which of the other fields it has.
    pub type Given;

    /// The name that it was given by.
    #[wasm_bindgen(method, getter)]
    pub fn name(this: &Given) -> String;
    #[wasm_bindgen(method, getter)]
    fn kind(this: &Given) -> JsString;
    #[wasm_bindgen(method, getter)]
    fn shape(this: &Given) -> Vec<u32>;
    #[wasm_bindgen(method, getter)]
    fn data(this: &Given) -> Vec<f64>;
    #[wasm_bindgen(method, getter)]
    fn number(this: &Given) -> f64;
    #[wasm_bindgen(method, getter)]
    fn flag(this: &Given) -> bool;
    #[wasm_bindgen(method, getter)]
    fn word(this: &Given) -> String;
    #[wasm_bindgen(method, getter)]
    fn nodes(this: &Given) -> u32;
    #[wasm_bindgen(method, getter)]
    fn directed(this: &Given) -> bool;
    #[wasm_bindgen(method, getter)]
    fn weights(this: &Given) -> Option<Vec<f64>>;
}

/// Returns the arguments of a call.
pub fn arguments(given: &[Given]) -> Result<Arguments> {
    given.iter().try_fold(Arguments::new(), |arguments, given| Ok(arguments.with(&given.name(), argument(given)?)))
}

/// Returns an input as an argument.
pub fn argument(given: &Given) -> Result<Argument> {
    Ok(match String::from(given.kind()).as_str() {
        "tensor" => tensor(&given.name(), given)?.into(),
        "batch" => Argument::Batch(tensor(&given.name(), given)?),
        "number" => given.number().into(),
        "flag" => given.flag().into(),
        "word" => given.word().as_str().into(),
        "graph" => graph(given)?.into(),
        kind => {
            return Err(
                Error::Internal { step: String::new(), reason: format!("there is no input of kind `{kind}`") }.into()
            );
        }
    })
}

fn graph(given: &Given) -> Result<Graph> {
    let edges = tensor(&format!("{}.edges", given.name()), given)?;
    let graph = Graph::from_tensor(given.nodes() as usize, &edges, given.directed())?;
    match given.weights() {
        Some(weights) => graph.with_weights(weights),
        None => Ok(graph),
    }
}

fn tensor(name: &str, given: &Given) -> Result<Tensor> {
    // The errors of a tensor do not name its input.
    Tensor::new(shape(&given.shape()), given.data()).map_err(|error| match *error {
        Error::DataLength { expected, found, .. } => Error::DataLength { input: name.into(), expected, found }.into(),
        Error::TooLarge { shape, limit, .. } => Error::TooLarge { what: name.into(), shape, limit }.into(),
        other => other.into(),
    })
}

/// Converts the lengths of the axes.
pub fn shape(lengths: &[u32]) -> Vec<usize> {
    lengths.iter().map(|&length| length as usize).collect()
}
