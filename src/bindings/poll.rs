//! Polls: their statements, and separately the evidence for and against each.

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::catalog::Arguments;
use crate::error;
use crate::lecture::poll::{Fact, Judged, Statement};
use crate::lecture::{self, Poll, TOPICS, Topic};

use super::exercise::PlainInput;
use super::failure::failure;
use super::lecture::PlainSource;
use super::plain::plain;

/// Returns every poll without its evidence: `{ id, topic, source, options }`.
#[wasm_bindgen]
pub fn polls() -> Result<JsValue, JsValue> {
    let all = TOPICS.iter().flat_map(|topic| topic.polls.iter().map(move |poll| Entry::new(topic, poll)));
    plain(&all.collect::<error::Result<Vec<_>>>().map_err(failure)?)
}

/// Returns the evidence for every statement of a poll: `[{ id, key, decidedBy, readings }]`.
#[wasm_bindgen]
pub fn reveal(id: &str) -> Result<JsValue, JsValue> {
    let (_, poll) = lecture::poll(id).map_err(failure)?;
    let judge = |statement: &Statement| -> error::Result<PlainStatementParts> {
        let (key, judged) = statement.judge()?;
        Ok((statement.id, key.name(), statement.decided.name(), judged))
    };
    let judged: Vec<_> = poll.options.iter().map(judge).collect::<error::Result<_>>().map_err(failure)?;
    plain(&judged.iter().map(PlainStatement::from).collect::<Vec<_>>())
}

/// The id of a statement, its key, what decides it, and its readings.
type PlainStatementParts = (&'static str, &'static str, &'static str, Vec<Judged>);

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    topic: &'static str,
    source: PlainSource,
    options: Vec<&'static str>,
}

impl Entry {
    fn new(topic: &Topic, poll: &Poll) -> error::Result<Entry> {
        let options = poll.options.iter().map(|statement| statement.id).collect();
        Ok(Entry { id: poll.id, topic: topic.id, source: PlainSource::from(poll.source()?), options })
    }
}

#[derive(Serialize)]
struct PlainStatement<'a> {
    id: &'static str,
    key: &'static str,
    #[serde(rename = "decidedBy")]
    decided_by: &'static str,
    readings: Vec<PlainReading<'a>>,
}

impl<'a> From<&'a PlainStatementParts> for PlainStatement<'a> {
    fn from((id, key, decided_by, judged): &'a PlainStatementParts) -> PlainStatement<'a> {
        PlainStatement { id, key, decided_by, readings: judged.iter().map(PlainReading::from).collect() }
    }
}

#[derive(Serialize)]
struct PlainReading<'a> {
    id: &'static str,
    holds: bool,
    facts: Vec<PlainFact<'a>>,
    runs: Vec<PlainRun<'a>>,
}

impl<'a> From<&'a Judged> for PlainReading<'a> {
    fn from(judged: &'a Judged) -> PlainReading<'a> {
        PlainReading {
            id: judged.reading,
            holds: judged.holds,
            facts: judged.evidence.facts.iter().map(PlainFact::from).collect(),
            runs: judged.evidence.runs.iter().map(PlainRun::from).collect(),
        }
    }
}

#[derive(Serialize)]
struct PlainFact<'a> {
    id: &'static str,
    value: f64,
    cell: Option<PlainCell<'a>>,
}

impl<'a> From<&'a Fact> for PlainFact<'a> {
    fn from(fact: &'a Fact) -> PlainFact<'a> {
        let cell = fact.cell.as_ref().map(|(run, step, index)| PlainCell { run: *run, step, index });
        PlainFact { id: fact.id, value: fact.value, cell }
    }
}

#[derive(Serialize)]
struct PlainCell<'a> {
    run: usize,
    step: &'a str,
    index: &'a [usize],
}

#[derive(Serialize)]
struct PlainRun<'a> {
    algorithm: &'static str,
    inputs: Vec<PlainInput<'a>>,
}

impl<'a> From<&'a (&'static str, Arguments)> for PlainRun<'a> {
    fn from((algorithm, inputs): &'a (&'static str, Arguments)) -> PlainRun<'a> {
        PlainRun { algorithm, inputs: inputs.iter().map(PlainInput::from).collect() }
    }
}
