//! Runs that keep every step, and the cells taken apart afterwards.

use js_sys::Float64Array;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::catalog;
use crate::trace::{Cell, RecordedStep, Trace};

use super::failure::failure;
use super::given::{Given, arguments, shape};
use super::keep::{keep, with_trace};
use super::plain::{PlainNotice, plain};

/// Runs an algorithm, keeps its trace, and answers `{ trace, steps, outputs, notices }`.
///
/// A step comes with what only this run knows (shape, numbers, the steps it read); the rest stands in the catalog.
#[wasm_bindgen]
pub fn trace(id: &str, given: Vec<Given>) -> Result<JsValue, JsValue> {
    let trace = arguments(&given).and_then(|arguments| catalog::trace(id, &arguments)).map_err(failure)?;
    let number = keep(trace);
    let describe = |trace: &Trace| {
        Ok(plain(&PlainTrace {
            trace: number,
            steps: trace.steps.iter().map(PlainStep::from).collect(),
            outputs: outputs(trace),
            notices: trace.notices.iter().map(PlainNotice).collect(),
        }))
    };
    with_trace(number, describe).map_err(failure)?
}

/// Takes a cell of a kept trace apart: `[value, terms, (factors, (step, index …, value) …) …]`.
#[wasm_bindgen]
pub fn cell(trace: u32, step: &str, index: Vec<u32>) -> Result<Float64Array, JsValue> {
    let cell = with_trace(trace, |trace| trace.cell(step, &shape(&index))).map_err(failure)?;
    Ok(Float64Array::from(flat(&cell).as_slice()))
}

#[derive(Serialize)]
struct PlainTrace<'a> {
    trace: u32,
    steps: Vec<PlainStep<'a>>,
    outputs: Vec<PlainOutput>,
    notices: Vec<PlainNotice<'a>>,
}

#[derive(Serialize)]
struct PlainStep<'a> {
    id: String,
    input: Option<&'a str>,
    operands: &'a [usize],
    shape: &'a [usize],
    #[serde(with = "serde_wasm_bindgen::preserve")]
    data: Float64Array,
}

impl<'a> From<&'a RecordedStep> for PlainStep<'a> {
    fn from(step: &'a RecordedStep) -> PlainStep<'a> {
        PlainStep {
            id: step.id(),
            input: step.input.as_deref(),
            operands: &step.operands,
            shape: step.tensor.shape(),
            data: Float64Array::from(step.tensor.data()),
        }
    }
}

#[derive(Serialize)]
struct PlainOutput {
    name: &'static str,
    /// The step that holds the same numbers, so that they need not cross twice.
    step: usize,
}

/// An output is the value of a step: the same tensor, not a copy that happens to be equal.
fn outputs(trace: &Trace) -> Vec<PlainOutput> {
    trace
        .outputs
        .iter()
        .filter_map(|(name, output)| {
            let same = |step: &RecordedStep| {
                step.tensor.shape() == output.shape() && step.tensor.data().as_ptr() == output.data().as_ptr()
            };
            trace.steps.iter().rposition(same).map(|step| PlainOutput { name, step })
        })
        .collect()
}

fn flat(cell: &Cell) -> Vec<f64> {
    let mut numbers = vec![cell.value, cell.terms.len() as f64];
    for factors in &cell.terms {
        numbers.push(factors.len() as f64);
        for factor in factors {
            numbers.push(factor.step as f64);
            numbers.extend(factor.index.iter().map(|&position| position as f64));
            numbers.push(factor.value);
        }
    }
    numbers
}
