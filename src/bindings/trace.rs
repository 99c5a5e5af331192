//! Traces, and the arithmetic of their cells.

use std::collections::BTreeMap;
use std::rc::Rc;

use js_sys::Float64Array;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::algorithm::{Arguments, Step};
use crate::catalog::{self, GradientRequest};
use crate::error::Result;
use crate::measure::estimate::{self, Limit};
use crate::op::GradientSpec;
use crate::tensor::Tensor;
use crate::trace::{Cell, RecordedStep, Trace};

use super::asked::Asked;
use super::failure::failure;
use super::given::{Given, arguments, shape};
use super::keep::{keep, kept};
use super::plain::{PlainNotice, plain};

/// Runs an algorithm within a limit, keeps its trace, and returns `{ trace, steps, outputs, notices }`.
///
/// A step has what depends on this run (shape, numbers, the steps that it read); the rest is in the catalog.
#[wasm_bindgen]
pub fn trace(id: &str, given: Vec<Given>, seconds: f64, bytes: f64) -> std::result::Result<JsValue, JsValue> {
    let traced = |arguments| estimate::trace(id, &arguments, Limit { seconds, bytes });
    let trace = Rc::new(arguments(&given).and_then(traced).map_err(failure)?);
    plain(&PlainTrace::new(&trace, &BTreeMap::new()).map_err(failure)?)
}

/// Runs an algorithm and goes back through it within a limit, keeps the trace, and returns what `trace` returns, with the step of each input's gradient.
#[wasm_bindgen]
pub fn gradient(
    id: &str,
    given: Vec<Given>,
    asked: Vec<Given>,
    seconds: f64,
    bytes: f64,
) -> std::result::Result<JsValue, JsValue> {
    let back = |arguments: Arguments| {
        let limited = |request: GradientRequest<'_>| estimate::gradient(request, Limit { seconds, bytes });
        Asked::read(&asked)?.request(id, &arguments, limited)
    };
    let found = arguments(&given).and_then(back).map_err(failure)?;
    let trace = Rc::new(found.trace);
    plain(&PlainTrace::new(&trace, &found.gradients).map_err(failure)?)
}

/// Runs an algorithm again, and back if a gradient was asked for, keeps its trace, and returns the trace's number.
#[wasm_bindgen]
pub fn retrace(id: &str, given: Vec<Given>, asked: Vec<Given>) -> std::result::Result<f64, JsValue> {
    let traced = |arguments: Arguments| match asked.as_slice() {
        [] => catalog::trace(id, &arguments),
        asked => Asked::read(asked)?.request(id, &arguments, |request| Ok(request.compute()?.trace)),
    };
    Ok(keep(&Rc::new(arguments(&given).and_then(traced).map_err(failure)?)))
}

/// Returns the arithmetic of a cell, `[value, terms, (factors, (step, index …, value) …) …]`; nothing if the trace is no longer kept.
#[wasm_bindgen]
pub fn cell(trace: f64, step: &str, index: Vec<u32>) -> std::result::Result<Option<Float64Array>, JsValue> {
    let cell = kept(trace).map(|trace| trace.cell(step, &shape(&index))).transpose().map_err(failure)?;
    Ok(cell.map(|cell| Float64Array::from(flat(&cell).as_slice())))
}

#[derive(Serialize)]
struct PlainTrace<'a> {
    trace: f64,
    steps: Vec<PlainStep<'a>>,
    outputs: Vec<PlainOutput<'a>>,
    /// The gradients of inputs, if the trace goes back to them.
    gradients: Vec<PlainOutput<'a>>,
    notices: Vec<PlainNotice<'a>>,
}

impl<'a> PlainTrace<'a> {
    /// Keeps a trace, and describes it.
    fn new(trace: &'a Rc<Trace>, gradients: &'a BTreeMap<String, Tensor>) -> Result<PlainTrace<'a>> {
        let tables = catalog::find(trace.algorithm)?.steps();
        let of_run = trace.steps.iter().position(|step| step.spec.gradient().is_some()).unwrap_or(trace.steps.len());
        let (run, back) = trace.steps.split_at(of_run);
        let named = |(name, tensor): (&'a String, &Tensor)| found(back, name, tensor);
        let gradient = |output: PlainOutput<'a>| PlainOutput { step: output.step + of_run, ..output };
        Ok(PlainTrace {
            trace: keep(trace),
            steps: trace.steps.iter().map(|step| PlainStep::new(step, &tables)).collect(),
            outputs: trace.outputs.iter().filter_map(|(name, tensor)| found(run, name, tensor)).collect(),
            gradients: gradients.iter().filter_map(named).map(gradient).collect(),
            notices: trace.notices.iter().map(PlainNotice).collect(),
        })
    }
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
    /// What the catalog says of any other step, if it is one of a gradient.
    gradient: Option<PlainBack<'a>>,
    /// The axes of the step and of its operands, if they are not those of the catalog because of a batch.
    batch: Option<PlainBatch<'a>>,
}

/// The axes of a step of a batch.
#[derive(Serialize)]
struct PlainBatch<'a> {
    index: &'a str,
    axes: &'a [&'static str],
    reads: &'a [String],
}

/// A step of a gradient, which the catalog does not have.
#[derive(Serialize)]
struct PlainBack<'a> {
    role: &'static str,
    of: &'a str,
    through: Option<&'a str>,
    op: &'static str,
    function: Option<&'static str>,
    template: Option<&'static str>,
    index: &'a str,
    axes: &'a [&'static str],
    reads: &'a [String],
}

impl<'a> From<&'a GradientSpec> for PlainBack<'a> {
    fn from(spec: &'a GradientSpec) -> PlainBack<'a> {
        PlainBack {
            role: spec.role.name(),
            of: &spec.of,
            through: spec.through.as_deref(),
            op: spec.op.name(),
            function: spec.op.function(),
            template: spec.op.template(),
            index: &spec.index,
            axes: &spec.axes,
            reads: &spec.reads,
        }
    }
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
            gradient: spec.gradient().map(PlainBack::from),
            batch: spec.in_batch().map(|(index, axes, reads)| PlainBatch { index, axes, reads }),
        }
    }
}

#[derive(Serialize)]
struct PlainOutput<'a> {
    name: &'a str,
    /// The position of the step with the same numbers, so that they need not cross twice.
    step: usize,
}

/// Finds the step of an output or a gradient, which shares its tensor; equal numbers are not enough.
fn found<'a>(steps: &[RecordedStep], name: &'a str, tensor: &Tensor) -> Option<PlainOutput<'a>> {
    let same = |step: &RecordedStep| {
        step.tensor.shape() == tensor.shape() && step.tensor.data().as_ptr() == tensor.data().as_ptr()
    };
    steps.iter().rposition(same).map(|step| PlainOutput { name, step })
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
