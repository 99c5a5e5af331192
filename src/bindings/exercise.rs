//! Exercises: the list of them, an exercise drawn from a seed, and the marks of answers.

use std::cell::RefCell;

use js_sys::{Float64Array, JsString};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::catalog::Argument;
use crate::error::Result;
use crate::exercise::{self, Answers, Difficulty, EXERCISES, Exercise, Instance, Mark, Marked, MarkedStep, UPSTREAM};
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::{RecordedStep, Trace};

use super::failure::failure;
use super::given::{Given, arguments};
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

/// Applies a function to an exercise drawn from its seed, with own inputs in the place of drawn ones.
fn with_instance<T>(
    id: &str,
    seed: f64,
    difficulty: &str,
    own: &[Given],
    apply: impl FnOnce(&Instance) -> Result<T>,
) -> Result<T> {
    // The TypeScript half validates that the seed is a whole number that f64 represents exactly.
    let (exercise, seed, difficulty) = (exercise::find(id)?, seed as u64, Difficulty::named(difficulty)?);
    let own = arguments(own)?;
    let same = |kept: &Instance| {
        kept.exercise.id == id && kept.seed == seed && kept.difficulty == difficulty && kept.own == own
    };
    let kept = LAST.take().filter(same);
    let instance = kept.map_or_else(|| exercise.instance_with(seed, difficulty, &own), Ok)?;
    let result = apply(&instance);
    LAST.set(Some(instance));
    result
}

/// Returns every exercise.
#[wasm_bindgen]
pub fn exercises() -> std::result::Result<JsValue, JsValue> {
    plain(&EXERCISES.iter().map(|exercise| Entry::of(exercise)).collect::<Result<Vec<_>>>().map_err(failure)?)
}

/// Draws an exercise and returns `{ inputs, given, shapes, hidden }`, where the shapes are those of the asked steps. What is hidden is looked for on own inputs only.
#[wasm_bindgen]
pub fn exercise(id: &str, seed: f64, difficulty: &str, own: Vec<Given>) -> std::result::Result<JsValue, JsValue> {
    let describe = |instance: &Instance| {
        let asked = instance.exercise.asked.iter();
        let of_run = |(name, _): &(&str, &Argument)| instance.exercise.back.is_none() || *name != UPSTREAM;
        Ok(plain(&PlainInstance {
            inputs: instance.inputs.iter().filter(of_run).map(PlainInput::from).collect(),
            gradient: instance.exercise.back.map(|back| PlainWay {
                of: back.of,
                wrt: back.wrt,
                upstream: instance.inputs.tensor(UPSTREAM).ok().map(PlainTensor::from),
            }),
            given: instance.trace.steps.iter().filter_map(|step| PlainGiven::of(&instance.trace, step)).collect(),
            shapes: asked.map(|step| Ok(instance.trace.step(step)?.tensor.shape())).collect::<Result<_>>()?,
            hidden: if own.is_empty() { Vec::new() } else { instance.hidden()? },
        }))
    };
    with_instance(id, seed, difficulty, &own, describe).map_err(failure)?
}

/// Marks answers and returns `{ steps, firstWrong, complete }`.
#[wasm_bindgen]
pub fn mark(
    id: &str,
    seed: f64,
    difficulty: &str,
    own: Vec<Given>,
    typed: Vec<Typed>,
) -> std::result::Result<JsValue, JsValue> {
    let texts = |typed: &Typed| typed.texts().iter().map(String::from).collect();
    let mut answers = Answers::new();
    for typed in &typed {
        answers.insert(typed.step().into(), texts(typed));
    }
    let mark = |instance: &Instance| Ok(plain(&PlainMarked::from(&instance.mark(&answers)?)));
    with_instance(id, seed, difficulty, &own, mark).map_err(failure)?
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    id: &'static str,
    algorithm: &'static str,
    decimals: i32,
    asked: Vec<PlainAsked>,
    misconceptions: Vec<&'static str>,
    own_inputs: Vec<String>,
}

impl Entry {
    /// Describes an exercise. What steps of a way back are called is known once it was gone.
    fn of(exercise: &'static Exercise) -> Result<Entry> {
        let Exercise { id, algorithm, asked, decimals, misconceptions, .. } = exercise;
        let misconceptions = misconceptions.iter().map(|misconception| misconception.id).collect();
        let gone = match exercise.back {
            Some(_) => Some((exercise.draw)(&mut Random::new(0), Difficulty::Easy)?),
            None => None,
        };
        let gone = gone.map(|inputs| exercise.run(&inputs, &[])).transpose()?;
        let described = |step: &'static str| {
            let back = match &gone {
                Some(trace) => PlainBack::of(trace, trace.step(step)?),
                None => None,
            };
            Ok(PlainAsked { step, back })
        };
        let asked = asked.iter().map(|&step| described(step)).collect::<Result<_>>()?;
        let own_inputs = exercise.own_inputs()?;
        Ok(Entry { id, algorithm, decimals: *decimals, asked, misconceptions, own_inputs })
    }
}

#[derive(Serialize)]
struct PlainAsked {
    step: &'static str,
    back: Option<PlainBack>,
}

/// What the catalog says of any other step, of one of a way back.
#[derive(Serialize)]
struct PlainBack {
    symbol: String,
    formula: String,
    index: String,
    axes: Vec<&'static str>,
    gradient: PlainRole,
}

#[derive(Serialize)]
struct PlainRole {
    role: &'static str,
    of: String,
    through: Option<String>,
}

impl PlainBack {
    fn of(trace: &Trace, step: &RecordedStep) -> Option<PlainBack> {
        let spec = step.spec.gradient()?;
        let gradient = PlainRole { role: spec.role.name(), of: spec.of.clone(), through: spec.through.clone() };
        Some(PlainBack {
            symbol: spec.symbol.clone(),
            formula: trace.formula(step).into_owned(),
            index: spec.index.clone(),
            axes: spec.axes.clone(),
            gradient,
        })
    }
}

#[derive(Serialize)]
struct PlainInstance<'a> {
    inputs: Vec<PlainInput<'a>>,
    gradient: Option<PlainWay<'a>>,
    given: Vec<PlainGiven<'a>>,
    shapes: Vec<&'a [usize]>,
    hidden: Vec<&'static str>,
}

/// The way back of an exercise: what is asked of the gradient.
#[derive(Serialize)]
struct PlainWay<'a> {
    of: Option<&'static str>,
    wrt: &'static [&'static str],
    upstream: Option<PlainTensor<'a>>,
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
            Argument::Tensor(tensor) | Argument::Batch(tensor) => PlainValue::Tensor(PlainTensor::from(tensor)),
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
    back: Option<PlainBack>,
}

impl<'a> PlainGiven<'a> {
    /// Returns the step if it shows an input.
    fn of(trace: &Trace, step: &'a RecordedStep) -> Option<PlainGiven<'a>> {
        let input = step.input.as_deref()?;
        let (tensor, back) = (PlainTensor::from(&step.tensor), PlainBack::of(trace, step));
        Some(PlainGiven { step: step.id(), input, tensor, back })
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
