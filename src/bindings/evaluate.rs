//! Runs that keep only their results.

use js_sys::Float64Array;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::{Backend, Cpu, Reference};
use crate::catalog::{self, Evaluation};
use crate::tensor::Tensor;

use super::failure::failure;
use super::given::{Given, arguments};
use super::plain::{PlainNotice, plain};
use super::witness::Witness;

/// Runs an algorithm, on the fast f32 backend if `fast`, and answers `{ outputs, notices, backend }`: `backend` names what really computed.
#[wasm_bindgen]
pub fn evaluate(id: &str, given: Vec<Given>, fast: bool) -> Result<JsValue, JsValue> {
    let run = |backend: &dyn Backend| {
        arguments(&given).and_then(|arguments| catalog::evaluate(id, &arguments, backend)).map_err(failure)
    };
    let cpu = Witness::new(Cpu);
    let evaluation = if fast { run(&cpu)? } else { run(&Reference)? };
    plain(&PlainEvaluation::new(&evaluation, if cpu.was_used() { "cpu" } else { "reference" }))
}

#[derive(Serialize)]
struct PlainEvaluation<'a> {
    outputs: Vec<PlainTensor<'a>>,
    notices: Vec<PlainNotice<'a>>,
    backend: &'static str,
}

impl<'a> PlainEvaluation<'a> {
    fn new(evaluation: &'a Evaluation, backend: &'static str) -> PlainEvaluation<'a> {
        PlainEvaluation {
            outputs: evaluation.outputs.iter().map(|(name, tensor)| PlainTensor::new(name, tensor)).collect(),
            notices: evaluation.notices.iter().map(PlainNotice).collect(),
            backend,
        }
    }
}

#[derive(Serialize)]
struct PlainTensor<'a> {
    name: &'static str,
    shape: &'a [usize],
    #[serde(with = "serde_wasm_bindgen::preserve")]
    data: Float64Array,
}

impl<'a> PlainTensor<'a> {
    fn new(name: &'static str, tensor: &'a Tensor) -> PlainTensor<'a> {
        PlainTensor { name, shape: tensor.shape(), data: Float64Array::from(tensor.data()) }
    }
}
