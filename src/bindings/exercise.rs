//! Exercises: the list of them, an exercise drawn from a seed, and the marks of answers.

use std::cell::RefCell;

use js_sys::{Float64Array, JsString};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::catalog::Argument;
use crate::error::Result;
use crate::exercise::{self, Answers, Difficulty, EXERCISES, Exercise, Instance, Mark, Marked, MarkedStep};
use crate::tensor::Tensor;
use crate::trace::RecordedStep;

use super::failure::failure;
use super::plain::plain;

#[wasm_bindgen]
extern "C" {
    /// The answers for one step.
    pub type Typed;

    #[wasm_bindgen(method, getter)]
    fn step(this: &Typed) -> JsString;
    #[wasm_bindgen(method, getter)]
    fn texts(this: &Typed) -> Vec<JsString>;
}

thread_local! {
    /// The last exercise that was drawn. Answers are marked at each keystroke, and drawing takes as long as many runs.
    static LAST: RefCell<Option<Instance>> = const { RefCell::new(None) };
}

/// Applies a function to an exercise drawn from its seed.
fn with_instance<T>(id: &str, seed: f64, difficulty: &str, apply: impl FnOnce(&Instance) -> Result<T>) -> Result<T> {
    // The TypeScript half validates that the seed is a whole number that f64 represents exactly.
    let (exercise, seed, difficulty) = (exercise::find(id)?, seed as u64, Difficulty::named(difficulty)?);
    let same = |kept: &Instance| kept.exercise.id == id && kept.seed == seed && kept.difficulty == difficulty;
    let kept = LAST.take().filter(same);
    let instance = kept.map_or_else(|| exercise.instance(seed, difficulty), Ok)?;
    let result = apply(&instance);
    LAST.set(Some(instance));
    result
}

/// Returns every exercise.
#[wasm_bindgen]
pub fn exercises() -> std::result::Result<JsValue, JsValue> {
    plain(&EXERCISES.iter().map(|exercise| Entry::from(*exercise)).collect::<Vec<_>>())
}

/// Draws an exercise and returns `{ inputs, given, shapes }`, where the shapes are those of the asked steps.
#[wasm_bindgen]
pub fn exercise(id: &str, seed: f64, difficulty: &str) -> std::result::Result<JsValue, JsValue> {
    let describe = |instance: &Instance| {
        let asked = instance.exercise.asked.iter();
        Ok(plain(&PlainInstance {
            inputs: instance.inputs.iter().map(PlainInput::from).collect(),
            given: instance.trace.steps.iter().filter_map(PlainGiven::of).collect(),
            shapes: asked.map(|step| Ok(instance.trace.step(step)?.tensor.shape())).collect::<Result<_>>()?,
        }))
    };
    with_instance(id, seed, difficulty, describe).map_err(failure)?
}

/// Marks answers and returns `{ steps, firstWrong, complete }`.
#[wasm_bindgen]
pub fn mark(id: &str, seed: f64, difficulty: &str, typed: Vec<Typed>) -> std::result::Result<JsValue, JsValue> {
    let texts = |typed: &Typed| typed.texts().iter().map(String::from).collect();
    let mut answers = Answers::new();
    for typed in &typed {
        answers.insert(typed.step().into(), texts(typed));
    }
    let mark = |instance: &Instance| Ok(plain(&PlainMarked::from(&instance.mark(&answers)?)));
    with_instance(id, seed, difficulty, mark).map_err(failure)?
}

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    algorithm: &'static str,
    decimals: i32,
    asked: &'static [&'static str],
    misconceptions: Vec<&'static str>,
}

impl From<&'static Exercise> for Entry {
    fn from(exercise: &'static Exercise) -> Entry {
        let Exercise { id, algorithm, asked, decimals, misconceptions, .. } = exercise;
        let misconceptions = misconceptions.iter().map(|misconception| misconception.id).collect();
        Entry { id, algorithm, decimals: *decimals, asked, misconceptions }
    }
}

#[derive(Serialize)]
struct PlainInstance<'a> {
    inputs: Vec<PlainInput<'a>>,
    given: Vec<PlainGiven<'a>>,
    shapes: Vec<&'a [usize]>,
}

/// An input with its name.
#[derive(Serialize)]
pub(super) struct PlainInput<'a> {
    name: &'a str,
    value: PlainValue<'a>,
}

impl<'a> From<(&'a str, &'a Argument)> for PlainInput<'a> {
    fn from((name, argument): (&'a str, &'a Argument)) -> PlainInput<'a> {
        let value = match argument {
            Argument::Tensor(tensor) => PlainValue::Tensor(PlainTensor::from(tensor)),
            Argument::Number(number) => PlainValue::Number(*number),
            Argument::Flag(flag) => PlainValue::Flag(*flag),
            Argument::Word(word) => PlainValue::Word(word),
            Argument::Graph(graph) => PlainValue::Graph {
                nodes: graph.nodes(),
                edges: graph.edges(),
                directed: graph.directed(),
                weights: graph.weights(),
            },
        };
        PlainInput { name, value }
    }
}

/// An input as JavaScript passes it.
#[derive(Serialize)]
#[serde(untagged)]
enum PlainValue<'a> {
    Tensor(PlainTensor<'a>),
    Number(f64),
    Flag(bool),
    Word(&'a str),
    Graph { nodes: usize, edges: &'a [[usize; 2]], directed: bool, weights: Option<&'a [f64]> },
}

/// A tensor.
#[derive(Serialize)]
pub(super) struct PlainTensor<'a> {
    shape: &'a [usize],
    #[serde(with = "serde_wasm_bindgen::preserve")]
    data: Float64Array,
}

impl<'a> From<&'a Tensor> for PlainTensor<'a> {
    fn from(tensor: &'a Tensor) -> PlainTensor<'a> {
        PlainTensor { shape: tensor.shape(), data: Float64Array::from(tensor.data()) }
    }
}

#[derive(Serialize)]
struct PlainGiven<'a> {
    step: String,
    input: &'a str,
    tensor: PlainTensor<'a>,
}

impl<'a> PlainGiven<'a> {
    /// Returns the step if it shows an input.
    fn of(step: &'a RecordedStep) -> Option<PlainGiven<'a>> {
        let input = step.input.as_deref()?;
        Some(PlainGiven { step: step.id(), input, tensor: PlainTensor::from(&step.tensor) })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlainMarked<'a> {
    steps: Vec<PlainMarkedStep<'a>>,
    first_wrong: Option<PlainPlace>,
    complete: bool,
}

impl<'a> From<&'a Marked> for PlainMarked<'a> {
    fn from(marked: &'a Marked) -> PlainMarked<'a> {
        let place = |(number, cell): (usize, usize)| {
            marked.steps.get(number).map(|marked| PlainPlace { step: marked.step, cell })
        };
        PlainMarked {
            steps: marked.steps.iter().map(PlainMarkedStep::from).collect(),
            first_wrong: marked.first_wrong.and_then(place),
            complete: marked.complete,
        }
    }
}

#[derive(Serialize)]
struct PlainPlace {
    step: &'static str,
    cell: usize,
}

#[derive(Serialize)]
struct PlainMarkedStep<'a> {
    step: &'static str,
    shape: &'a [usize],
    cells: Vec<PlainMark<'a>>,
    misconceptions: &'a [&'static str],
}

impl<'a> From<&'a MarkedStep> for PlainMarkedStep<'a> {
    fn from(marked: &'a MarkedStep) -> PlainMarkedStep<'a> {
        let MarkedStep { step, shape, cells, misconceptions } = marked;
        PlainMarkedStep { step, shape, cells: cells.iter().map(PlainMark::from).collect(), misconceptions }
    }
}

/// A mark, by its kind.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum PlainMark<'a> {
    Empty,
    Unreadable { place: usize, expected: &'a str },
    Right,
    TooFewDigits,
    FollowsFromEarlier,
    Misconception { ids: &'a [&'static str] },
    Wrong,
}

impl<'a> From<&'a Mark> for PlainMark<'a> {
    fn from(mark: &'a Mark) -> PlainMark<'a> {
        match mark {
            Mark::Empty => PlainMark::Empty,
            Mark::Unreadable { place, expected } => PlainMark::Unreadable { place: *place, expected },
            Mark::Right => PlainMark::Right,
            Mark::TooFewDigits => PlainMark::TooFewDigits,
            Mark::FollowsFromEarlier => PlainMark::FollowsFromEarlier,
            Mark::Misconception(ids) => PlainMark::Misconception { ids },
            Mark::Wrong => PlainMark::Wrong,
        }
    }
}
