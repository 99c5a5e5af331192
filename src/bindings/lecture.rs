//! The errata of the lecture documents.

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::lecture::{self, Comparison, Difference, Erratum, Kind, Shown, Side, TOPICS, Topic};

use super::exercise::{PlainInput, PlainTensor};
use super::failure::failure;
use super::plain::plain;

/// Returns every erratum: `{ id, topic, algorithm }`.
#[wasm_bindgen]
pub fn errata() -> Result<JsValue, JsValue> {
    let all = TOPICS.iter().flat_map(|topic| topic.errata().map(move |erratum| Entry::new(topic, erratum)));
    plain(&all.collect::<Vec<_>>())
}

/// Computes an erratum as printed and as corrected: `{ id, topic, algorithm, right, wrong, shown, first }`.
#[wasm_bindgen]
pub fn erratum(id: &str) -> Result<JsValue, JsValue> {
    let (topic, erratum) = lecture::erratum(id).map_err(failure)?;
    let comparison = erratum.compare().map_err(failure)?;
    plain(&PlainErratum::new(Entry::new(topic, erratum), &comparison))
}

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    topic: &'static str,
    algorithm: Option<&'static str>,
}

impl Entry {
    fn new(topic: &Topic, erratum: &Erratum) -> Entry {
        let algorithm = match erratum.kind {
            Kind::Run { algorithm, .. } => Some(algorithm),
            Kind::Amount { .. } => None,
        };
        Entry { id: erratum.id, topic: topic.id, algorithm }
    }
}

#[derive(Serialize)]
struct PlainErratum<'a> {
    id: &'static str,
    topic: &'static str,
    algorithm: Option<&'static str>,
    right: Option<PlainSide<'a>>,
    wrong: Option<PlainSide<'a>>,
    shown: Vec<PlainShown<'a>>,
    first: PlainDifference<'a>,
}

impl<'a> PlainErratum<'a> {
    fn new(entry: Entry, comparison: &'a Comparison) -> PlainErratum<'a> {
        let sides = comparison.sides.as_ref();
        let Entry { id, topic, algorithm } = entry;
        PlainErratum {
            id,
            topic,
            algorithm,
            right: sides.map(|(right, _)| PlainSide::from(right)),
            wrong: sides.map(|(_, wrong)| PlainSide::from(wrong)),
            shown: comparison.shown.iter().map(PlainShown::from).collect(),
            first: PlainDifference::from(&comparison.first),
        }
    }
}

#[derive(Serialize)]
struct PlainSide<'a> {
    algorithm: &'static str,
    inputs: Vec<PlainInput<'a>>,
    substituted: Option<&'static str>,
}

impl<'a> From<&'a Side> for PlainSide<'a> {
    fn from(side: &'a Side) -> PlainSide<'a> {
        let inputs = side.inputs.iter().map(PlainInput::from).collect();
        PlainSide { algorithm: side.algorithm, inputs, substituted: side.substituted }
    }
}

#[derive(Serialize)]
struct PlainShown<'a> {
    right: PlainValue<'a>,
    wrong: PlainValue<'a>,
}

#[derive(Serialize)]
struct PlainValue<'a> {
    step: Option<&'static str>,
    tensor: PlainTensor<'a>,
}

impl<'a> From<&'a Shown> for PlainShown<'a> {
    fn from(shown: &'a Shown) -> PlainShown<'a> {
        PlainShown {
            right: PlainValue { step: shown.right_step, tensor: PlainTensor::from(&shown.right) },
            wrong: PlainValue { step: shown.wrong_step, tensor: PlainTensor::from(&shown.wrong) },
        }
    }
}

#[derive(Serialize)]
struct PlainDifference<'a> {
    shown: usize,
    index: &'a [usize],
    right: Option<f64>,
    wrong: Option<f64>,
}

impl<'a> From<&'a Difference> for PlainDifference<'a> {
    fn from(first: &'a Difference) -> PlainDifference<'a> {
        PlainDifference { shown: first.shown, index: &first.index, right: first.right, wrong: first.wrong }
    }
}
