//! Conversion of Rust values to plain JavaScript values: objects with camelCase fields, null for `None`.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer as SerializeTo};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

use crate::error::Fact;
use crate::trace::Notice;

/// Converts a description to a JavaScript value.
pub fn plain(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let serializer = Serializer::new().serialize_maps_as_objects(true).serialize_missing_as_null(true);
    value.serialize(&serializer).map_err(JsValue::from)
}

/// One fact of an error or a notice.
struct PlainFact<'a>(&'a Fact);

impl Serialize for PlainFact<'_> {
    fn serialize<S: SerializeTo>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Fact::Text(text) => text.serialize(serializer),
            Fact::Number(number) => number.serialize(serializer),
            Fact::Index(index) => index.serialize(serializer),
            Fact::Names(names) => names.serialize(serializer),
            Fact::Absent => serializer.serialize_none(),
        }
    }
}

/// Facts by name, as an object.
pub struct PlainFacts<'a>(pub &'a [(&'static str, Fact)]);

impl Serialize for PlainFacts<'_> {
    fn serialize<S: SerializeTo>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.0.len()))?;
        for (name, fact) in self.0 {
            object.serialize_entry(name, &PlainFact(fact))?;
        }
        object.end()
    }
}

/// A notice: its code beside its facts.
pub struct PlainNotice<'a>(pub &'a Notice);

impl Serialize for PlainNotice<'_> {
    fn serialize<S: SerializeTo>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(1 + self.0.facts.len()))?;
        object.serialize_entry("code", self.0.code)?;
        for (name, fact) in &self.0.facts {
            object.serialize_entry(name, &PlainFact(fact))?;
        }
        object.end()
    }
}
