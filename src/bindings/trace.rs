//! Traces, and the arithmetic of their cells.

use std::rc::Rc;

use js_sys::Float64Array;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::algorithm::Step;
use crate::catalog;
use crate::measure::estimate::{self, Limit};
use crate::trace::{Cell, RecordedStep, Trace};

use super::failure::failure;
use super::given::{Given, arguments, shape};
use super::keep::{keep, kept};
use super::plain::{PlainNotice, plain};

/// Runs an algorithm within a limit, keeps its trace, and returns `{ trace, steps, outputs, notices }`.
///
/// A step has what depends on this run (shape, numbers, the steps that it read); the rest is in the catalog.
#[wasm_bindgen]
pub fn trace(id: &str, given: Vec<Given>, seconds: f64, bytes: f64) -> Result<JsValue, JsValue> {
    let traced = |arguments| estimate::trace(id, &arguments, Limit { seconds, bytes });
    let trace = Rc::new(arguments(&given).and_then(traced).map_err(failure)?);
    let tables = catalog::find(id).map_err(failure)?.steps();
    plain(&PlainTrace {
        trace: keep(&trace),
        steps: trace.steps.iter().map(|step| PlainStep::new(step, &tables)).collect(),
        outputs: outputs(&trace),
        notices: trace.notices.iter().map(PlainNotice).collect(),
    })
}

/// Runs an algorithm again, keeps its trace, and returns the trace's number.
#[wasm_bindgen]
pub fn retrace(id: &str, given: Vec<Given>) -> Result<f64, JsValue> {
    let traced = |arguments| catalog::trace(id, &arguments);
    Ok(keep(&Rc::new(arguments(&given).and_then(traced).map_err(failure)?)))
}

/// Returns the arithmetic of a cell, `[value, terms, (factors, (step, index …, value) …) …]`; nothing if the trace is no longer kept.
#[wasm_bindgen]
pub fn cell(trace: f64, step: &str, index: Vec<u32>) -> Result<Option<Float64Array>, JsValue> {
    let cell = kept(trace).map(|trace| trace.cell(step, &shape(&index))).transpose().map_err(failure)?;
    Ok(cell.map(|cell| Float64Array::from(flat(&cell).as_slice())))
}

#[derive(Serialize)]
struct PlainTrace<'a> {
    trace: f64,
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
    /// The notation of a step that is written otherwise in this mode than in the catalog: symbol, formula, source.
    written: Option<[&'a str; 3]>,
}

impl<'a> PlainStep<'a> {
    fn new(step: &'a RecordedStep, tables: &[Step]) -> PlainStep<'a> {
        let spec = &step.spec;
        let is_table = tables.iter().any(|table| spec.is(table.spec));
        PlainStep {
            written: (!is_table).then_some([spec.symbol(), spec.formula(), spec.source()]),
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
    /// The position of the step with the same numbers, so that they need not cross twice.
    step: usize,
}

/// Finds the step of each output. An output shares its tensor with a step; equal numbers are not enough.
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
