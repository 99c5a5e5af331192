//! The cost of runs, and the effect of the order of tokens on their results.

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::algorithm::Arguments;
use crate::backend::Nalgebra;
use crate::catalog::GradientRequest;
use crate::measure::counting::{self, ClosedForm, Counts, Operations, StepCount};
use crate::measure::estimate::{self, Estimate};
use crate::measure::permutation::{self, Answer, Options, PermutationTest};

use super::asked::Asked;
use super::failure::failure;
use super::given::{Given, arguments, shape};
use super::plain::plain;

/// Runs an algorithm, and back if a gradient is asked for, and returns the cost of each step, `{ steps, total, closedForm }`.
#[wasm_bindgen]
pub fn count(id: &str, given: Vec<Given>, asked: Vec<Given>) -> Result<JsValue, JsValue> {
    let measured = |arguments: Arguments| match asked.as_slice() {
        [] => counting::count(id, &arguments, &Nalgebra),
        asked => {
            let counted = |request: GradientRequest<'_>| counting::count_gradient(request.backend(&Nalgebra));
            Asked::read(asked)?.request(id, &arguments, counted)
        }
    };
    let counts = arguments(&given).and_then(measured).map_err(failure)?;
    plain(&PlainCounts::from(&counts))
}

/// Estimates what a run, and the way back if a gradient is asked for, costs without running it, and returns `{ operations, bytes, seconds }`. With
/// `sparse`, of a run alone that computes matrices of nodes only where there may be a message.
#[wasm_bindgen]
pub fn estimate(id: &str, given: Vec<Given>, asked: Vec<Given>, sparse: bool) -> Result<JsValue, JsValue> {
    let estimated = |arguments: Arguments| match asked.as_slice() {
        [] if sparse => estimate::estimate_sparse(id, &arguments),
        [] => estimate::estimate(id, &arguments),
        asked => Asked::read(asked)?.request(id, &arguments, estimate::estimate_gradient),
    };
    let expected = arguments(&given).and_then(estimated).map_err(failure)?;
    let Estimate { operations, bytes, seconds } = expected;
    plain(&PlainEstimate { operations: operations.count() as f64, bytes: bytes as f64, seconds })
}

/// Runs an algorithm with its tokens in two orders and returns `{ permutation, inputs, answers }`.
#[wasm_bindgen(js_name = permutationTest)]
pub fn permutation_test(
    id: &str,
    given: Vec<Given>,
    axes: Option<Vec<String>>,
    inputs: Option<Vec<String>>,
    permutation: Option<Vec<u32>>,
    seed: f64,
    tolerance: f64,
) -> Result<JsValue, JsValue> {
    let permutation = permutation.map(|permutation| shape(&permutation));
    let options = Options { axes, inputs, permutation, seed: seed as u64, tolerance };
    let tested = |arguments| permutation::permutation_test(id, &arguments, &options, &Nalgebra);
    let test = arguments(&given).and_then(tested).map_err(failure)?;
    plain(&PlainTest::from(&test))
}

/// Counts as JavaScript numbers: rounded beyond 2⁵³.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlainOperations {
    multiplications: f64,
    additions: f64,
    functions: f64,
    comparisons: f64,
    by_rules: f64,
    bytes_read: f64,
    bytes_written: f64,
}

impl From<&Operations> for PlainOperations {
    fn from(operations: &Operations) -> PlainOperations {
        PlainOperations {
            multiplications: operations.multiplications as f64,
            additions: operations.additions as f64,
            functions: operations.functions as f64,
            comparisons: operations.comparisons as f64,
            by_rules: operations.by_rules as f64,
            bytes_read: operations.bytes_read as f64,
            bytes_written: operations.bytes_written as f64,
        }
    }
}

#[derive(Serialize)]
struct PlainEstimate {
    operations: f64,
    bytes: f64,
    seconds: f64,
}

#[derive(Serialize)]
struct PlainStepCount<'a> {
    step: &'a str,
    shape: &'a [usize],
    sweeps: f64,
    operations: PlainOperations,
}

impl<'a> From<&'a StepCount> for PlainStepCount<'a> {
    fn from(count: &'a StepCount) -> PlainStepCount<'a> {
        let operations = PlainOperations::from(&count.operations);
        PlainStepCount { step: &count.step, shape: &count.shape, sweeps: count.sweeps as f64, operations }
    }
}

#[derive(Serialize)]
struct PlainClosedForm {
    formula: &'static str,
    multiplications: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlainCounts<'a> {
    steps: Vec<PlainStepCount<'a>>,
    total: PlainOperations,
    closed_form: Option<PlainClosedForm>,
}

impl<'a> From<&'a Counts> for PlainCounts<'a> {
    fn from(counts: &'a Counts) -> PlainCounts<'a> {
        let closed_form =
            |form: &ClosedForm| PlainClosedForm { formula: form.formula, multiplications: form.multiplications as f64 };
        PlainCounts {
            steps: counts.steps.iter().map(PlainStepCount::from).collect(),
            total: PlainOperations::from(&counts.total),
            closed_form: counts.closed_form.as_ref().map(closed_form),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlainAnswer {
    output: &'static str,
    symmetry: &'static str,
    from_invariance: f64,
    from_equivariance: Option<f64>,
}

impl From<&Answer> for PlainAnswer {
    fn from(answer: &Answer) -> PlainAnswer {
        PlainAnswer {
            output: answer.output,
            symmetry: answer.symmetry.name(),
            from_invariance: answer.from_invariance,
            from_equivariance: answer.from_equivariance,
        }
    }
}

#[derive(Serialize)]
struct PlainTest<'a> {
    permutation: &'a [usize],
    inputs: &'a [String],
    answers: Vec<PlainAnswer>,
}

impl<'a> From<&'a PermutationTest> for PlainTest<'a> {
    fn from(test: &'a PermutationTest) -> PlainTest<'a> {
        let answers = test.answers.iter().map(PlainAnswer::from).collect();
        PlainTest { permutation: &test.permutation, inputs: &test.inputs, answers }
    }
}
