//! Plain JavaScript values of Rust values: camelCase objects, null for what is absent.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

use crate::error::Fact;
use crate::trace::Notice;

/// Makes the JavaScript value of a description.
pub fn plain(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let serializer = Serializer::new().serialize_maps_as_objects(true).serialize_missing_as_null(true);
    value.serialize(&serializer).map_err(JsValue::from)
}

/// One fact of an error or a notice.
#[derive(Serialize)]
#[serde(untagged)]
pub enum PlainFact {
    Text(String),
    Number(f64),
    Index(Vec<usize>),
    Names(Vec<String>),
}

impl From<&Fact> for PlainFact {
    fn from(fact: &Fact) -> PlainFact {
        match fact {
            Fact::Text(text) => PlainFact::Text(text.clone()),
            Fact::Number(number) => PlainFact::Number(*number),
            Fact::Index(index) => PlainFact::Index(index.clone()),
            Fact::Names(names) => PlainFact::Names(names.clone()),
        }
    }
}

/// Facts by name.
pub type PlainFacts = BTreeMap<&'static str, PlainFact>;

/// Facts by name.
pub fn plain_facts(facts: &[(&'static str, Fact)]) -> PlainFacts {
    facts.iter().map(|(name, fact)| (*name, fact.into())).collect()
}

/// A notice: its code beside its facts.
#[derive(Serialize)]
pub struct PlainNotice {
    code: &'static str,
    #[serde(flatten)]
    facts: PlainFacts,
}

impl From<&Notice> for PlainNotice {
    fn from(notice: &Notice) -> PlainNotice {
        PlainNotice { code: notice.code, facts: plain_facts(&notice.facts) }
    }
}
