//! The errata of the lecture documents.

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Result;
use crate::lecture::{self, Comparison, Difference, Document, Erratum, Kind, Shown, Side, Source, TOPICS, Topic};

use super::exercise::{PlainInput, PlainTensor};
use super::failure::failure;
use super::plain::plain;

/// Returns every erratum: `{ id, topic, algorithm, status, quoted, source }`.
#[wasm_bindgen]
pub fn errata() -> std::result::Result<JsValue, JsValue> {
    let all = TOPICS.iter().flat_map(|topic| topic.errata().map(move |erratum| Entry::new(topic, erratum)));
    plain(&all.collect::<Result<Vec<_>>>().map_err(failure)?)
}

/// Computes an erratum as printed and as corrected: the fields of its entry, and `{ right, wrong, shown, first }`.
#[wasm_bindgen]
pub fn erratum(id: &str) -> std::result::Result<JsValue, JsValue> {
    let (topic, erratum) = lecture::erratum(id).map_err(failure)?;
    let comparison = erratum.compare().map_err(failure)?;
    plain(&PlainErratum::new(Entry::new(topic, erratum).map_err(failure)?, &comparison))
}

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    topic: &'static str,
    algorithm: Option<&'static str>,
    status: &'static str,
    quoted: &'static str,
    source: PlainSource,
}

impl Entry {
    fn new(topic: &Topic, erratum: &Erratum) -> Result<Entry> {
        let algorithm = match erratum.kind {
            Kind::Run { algorithm, .. } => Some(algorithm),
            Kind::Amount { .. } | Kind::Statement => None,
        };
        let (status, quoted) = (erratum.status.name(), erratum.quoted.name());
        let source = PlainSource::from(erratum.source()?);
        Ok(Entry { id: erratum.id, topic: topic.id, algorithm, status, quoted, source })
    }
}

/// Where an erratum or a poll is printed.
#[derive(Serialize)]
pub(super) struct PlainSource {
    document: &'static str,
    name: &'static str,
    author: &'static str,
    year: Option<u16>,
    part: &'static str,
}

impl From<Source> for PlainSource {
    fn from(Source { document, part }: Source) -> PlainSource {
        let Document { id, title: name, author, year } = *document;
        PlainSource { document: id, name, author, year, part }
    }
}

#[derive(Serialize)]
struct PlainErratum<'a> {
    id: &'static str,
    topic: &'static str,
    algorithm: Option<&'static str>,
    status: &'static str,
    quoted: &'static str,
    source: PlainSource,
    right: Option<PlainSide<'a>>,
    wrong: Option<PlainSide<'a>>,
    shown: Vec<PlainShown<'a>>,
    first: Option<PlainDifference<'a>>,
}

impl<'a> PlainErratum<'a> {
    fn new(entry: Entry, comparison: &'a Comparison) -> PlainErratum<'a> {
        let sides = comparison.sides.as_ref();
        let Entry { id, topic, algorithm, status, quoted, source } = entry;
        PlainErratum {
            id,
            topic,
            algorithm,
            status,
            quoted,
            source,
            right: sides.map(|(right, _)| PlainSide::from(right)),
            wrong: sides.map(|(_, wrong)| PlainSide::from(wrong)),
            shown: comparison.shown.iter().map(PlainShown::from).collect(),
            first: comparison.first.as_ref().map(PlainDifference::from),
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
