//! Runs that keep only their results.

use js_sys::Float64Array;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::{Nalgebra, Reference};
use crate::catalog::{Arguments, Evaluation};
use crate::measure::estimate::{self, Limit};
use crate::tensor::Tensor;

use super::failure::failure;
use super::given::{Given, arguments};
use super::plain::{PlainNotice, plain};

/// Runs an algorithm in f64 within a limit and returns `{ outputs, notices, sparse }`. The backend is `"reference"`, `"nalgebra"`, `"sparse"`, or for any other
/// name nalgebra where whole matrices of nodes fit the limit.
#[wasm_bindgen]
pub fn evaluate(id: &str, given: Vec<Given>, backend: &str, seconds: f64, bytes: f64) -> Result<JsValue, JsValue> {
    let limit = Limit { seconds, bytes };
    let evaluated = |arguments: Arguments| match backend {
        "reference" => estimate::evaluate(id, &arguments, &Reference, limit),
        "nalgebra" => estimate::evaluate(id, &arguments, &Nalgebra, limit),
        "sparse" => estimate::evaluate_sparse(id, &arguments, limit),
        _ => estimate::evaluate_as_fits(id, &arguments, &Nalgebra, limit),
    };
    let evaluation = arguments(&given).and_then(evaluated);
    plain(&PlainEvaluation::new(&evaluation.map_err(failure)?))
}

#[derive(Serialize)]
struct PlainEvaluation<'a> {
    outputs: Vec<PlainTensor<'a>>,
    notices: Vec<PlainNotice<'a>>,
    sparse: bool,
}

impl<'a> PlainEvaluation<'a> {
    fn new(evaluation: &'a Evaluation) -> PlainEvaluation<'a> {
        PlainEvaluation {
            outputs: evaluation.outputs.iter().map(|(name, tensor)| PlainTensor::new(name, tensor)).collect(),
            notices: evaluation.notices.iter().map(PlainNotice).collect(),
            sparse: evaluation.sparse,
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
