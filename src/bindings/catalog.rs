//! The catalog as plain objects (`CatalogEntry` of the package's types).

use std::borrow::Cow;

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::algorithm::{Algorithm, IfAbsent, Input, Kind, Output, Step};
use crate::catalog::ALGORITHMS;

use super::plain::plain;

/// Returns every algorithm of the catalog, or only the one with an id: all of them take tens of milliseconds to cross.
#[wasm_bindgen]
pub fn catalog(id: Option<String>) -> Result<JsValue, JsValue> {
    let is_asked = |algorithm: &&&Algorithm| id.as_deref().is_none_or(|id| algorithm.id == id);
    plain(&ALGORITHMS.iter().filter(is_asked).map(|algorithm| Entry::from(*algorithm)).collect::<Vec<_>>())
}

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    title: &'static str,
    source: &'static str,
    inputs: Vec<EntryInput>,
    steps: Vec<EntryStep>,
    outputs: Vec<EntryOutput>,
}

impl From<&'static Algorithm> for Entry {
    fn from(algorithm: &'static Algorithm) -> Entry {
        Entry {
            id: algorithm.id,
            title: algorithm.title,
            source: algorithm.source,
            inputs: algorithm.inputs.iter().map(EntryInput::from).collect(),
            steps: algorithm.steps().into_iter().map(EntryStep::from).collect(),
            outputs: algorithm.outputs.iter().map(EntryOutput::from).collect(),
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum EntryDefault {
    Number(f64),
    Flag(bool),
    Word(&'static str),
}

#[derive(Serialize)]
struct EntryInput {
    name: &'static str,
    kind: &'static str,
    required: bool,
    default: Option<EntryDefault>,
    choices: &'static [&'static str],
    step: Option<&'static str>,
    index: Option<&'static str>,
    axes: &'static [&'static str],
    minimum: Option<usize>,
    learned: bool,
    former: Option<Cow<'static, str>>,
}

impl From<&'static Input> for EntryInput {
    fn from(input: &'static Input) -> EntryInput {
        let step = match input.kind {
            Kind::Tensor(step) => Some(step),
            _ => None,
        };
        EntryInput {
            name: input.name,
            kind: input.kind.name(),
            required: input.if_absent == IfAbsent::Required,
            default: match input.if_absent {
                IfAbsent::Required | IfAbsent::Without => None,
                IfAbsent::Number(number) => Some(EntryDefault::Number(number)),
                IfAbsent::Flag(flag) => Some(EntryDefault::Flag(flag)),
                IfAbsent::Word(word) => Some(EntryDefault::Word(word)),
            },
            choices: match input.kind {
                Kind::Choice(choices) => choices,
                _ => &[],
            },
            step: step.map(|step| step.id),
            index: step.map(|step| step.index),
            axes: step.map_or(&[], |step| step.axes),
            minimum: match input.kind {
                Kind::Integer { minimum } => Some(minimum),
                _ => None,
            },
            learned: input.learned,
            former: input.former_name(),
        }
    }
}

#[derive(Serialize)]
struct EntryRead {
    index: &'static str,
}

#[derive(Serialize)]
struct EntryStep {
    id: String,
    symbol: &'static str,
    op: &'static str,
    function: Option<&'static str>,
    template: Option<&'static str>,
    index: &'static str,
    axes: &'static [&'static str],
    formula: &'static str,
    source: &'static str,
    reads: Vec<EntryRead>,
    when: Option<String>,
    numbers: &'static str,
    begins: Option<&'static str>,
}

impl From<Step> for EntryStep {
    fn from(step: Step) -> EntryStep {
        let spec = step.spec;
        EntryStep {
            id: step.id(),
            symbol: spec.symbol,
            op: spec.op.name(),
            function: spec.op.function(),
            template: spec.op.template(),
            index: spec.index,
            axes: spec.axes,
            formula: spec.formula,
            source: spec.source,
            reads: spec.reads.iter().map(|read| EntryRead { index: read }).collect(),
            when: (!step.conditions.is_empty()).then(|| step.conditions.join(" & ")),
            numbers: spec.numbers.name(),
            begins: spec.begins,
        }
    }
}

#[derive(Serialize)]
struct EntryOutput {
    name: &'static str,
    steps: Vec<&'static str>,
    index: &'static str,
    axes: &'static [&'static str],
}

impl From<&'static Output> for EntryOutput {
    fn from(output: &'static Output) -> EntryOutput {
        let first = output.steps.first();
        EntryOutput {
            name: output.name,
            steps: output.steps.iter().map(|step| step.id).collect(),
            index: first.map_or("", |step| step.index),
            axes: first.map_or(&[], |step| step.axes),
        }
    }
}
