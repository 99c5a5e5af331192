//! Derivations, and the check of the expressions that a student typed.

use std::collections::BTreeMap;

use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::exercise::derivation::{self, Checked, DERIVATIONS, Derivation, Mark};
use crate::exercise::expression::{Language, Value};
use crate::tensor::Tensor;

use super::failure::failure;
use super::plain::plain;

/// Returns every derivation.
#[wasm_bindgen]
pub fn derivations() -> Result<JsValue, JsValue> {
    plain(&DERIVATIONS.iter().map(|derivation| Entry::from(*derivation)).collect::<Vec<_>>())
}

/// Checks the texts typed for some entries and returns `{ marks, complete }`.
#[wasm_bindgen]
pub fn check(id: &str, seed: f64, entries: Vec<String>, texts: Vec<String>) -> Result<JsValue, JsValue> {
    let mut typed = BTreeMap::new();
    for (entry, text) in entries.into_iter().zip(texts) {
        typed.insert(entry, text);
    }
    // The TypeScript half validates that the seed is a whole number that f64 represents exactly.
    let check = |derivation: &Derivation| derivation.check(&typed, seed as u64);
    let checked = derivation::find(id).and_then(check).map_err(failure)?;
    plain(&PlainChecked::of(&checked).map_err(failure)?)
}

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    matrices: bool,
    symbols: Vec<PlainSymbol>,
    entries: Vec<PlainEntry>,
}

impl From<&'static Derivation> for Entry {
    fn from(derivation: &'static Derivation) -> Entry {
        let symbols = derivation.symbols.iter();
        let entries = derivation.entries.iter();
        Entry {
            id: derivation.id,
            matrices: derivation.language != Language::Numbers,
            symbols: symbols.map(|one| PlainSymbol { name: one.name, also: one.also, axes: one.axes }).collect(),
            entries: entries
                .map(|one| PlainEntry { id: one.id, solution: one.solution, equation: one.equation })
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct PlainSymbol {
    name: &'static str,
    also: &'static [&'static str],
    axes: &'static [&'static str],
}

#[derive(Serialize)]
struct PlainEntry {
    id: &'static str,
    solution: &'static str,
    equation: [&'static str; 2],
}

#[derive(Serialize)]
struct PlainChecked<'a> {
    marks: Vec<PlainMark<'a>>,
    complete: bool,
}

impl<'a> PlainChecked<'a> {
    fn of(checked: &'a Checked) -> crate::error::Result<PlainChecked<'a>> {
        let marks = checked.marks.iter().map(|(entry, mark)| PlainMark::of(entry, mark));
        Ok(PlainChecked { marks: marks.collect::<crate::error::Result<_>>()?, complete: checked.complete })
    }
}

/// One mark. `kind` determines which of the other fields it has.
#[derive(Serialize, Default)]
struct PlainMark<'a> {
    entry: &'a str,
    kind: &'static str,
    place: Option<usize>,
    reason: Option<&'a str>,
    symbol: Option<&'static str>,
    other: Option<PlainValue>,
    at: Option<Vec<Coordinate>>,
    cell: Option<[usize; 2]>,
    numbers: Option<[f64; 2]>,
    sides: Option<[f64; 2]>,
    mistake: Option<&'static str>,
}

impl<'a> PlainMark<'a> {
    fn of(entry: &'a str, mark: &'a Mark) -> crate::error::Result<PlainMark<'a>> {
        let plain = |kind| PlainMark { entry, kind, ..PlainMark::default() };
        Ok(match mark {
            Mark::Empty => plain("empty"),
            Mark::Right => plain("right"),
            Mark::Unreadable { place, expected } => {
                PlainMark { place: Some(*place), reason: Some(expected), ..plain("unreadable") }
            }
            Mark::Undefined { at } => PlainMark { at: Some(coordinates(at)?), ..plain("undefined") },
            Mark::Depends { symbol, at, other, cell, here, there } => PlainMark {
                symbol: Some(symbol),
                other: Some(PlainValue::of(other)?),
                at: Some(coordinates(at)?),
                cell: *cell,
                numbers: Some([*here, *there]),
                ..plain("depends")
            },
            Mark::Unequal { at, cell, found, expected, sides, mistake } => PlainMark {
                at: Some(coordinates(at)?),
                cell: *cell,
                numbers: Some([*found, *expected]),
                sides: *sides,
                mistake: *mistake,
                ..plain("unequal")
            },
        })
    }
}

#[derive(Serialize)]
struct Coordinate {
    symbol: &'static str,
    value: PlainValue,
}

fn coordinates(point: &[(&'static str, Value)]) -> crate::error::Result<Vec<Coordinate>> {
    point.iter().map(|(symbol, value)| Ok(Coordinate { symbol, value: PlainValue::of(value)? })).collect()
}

#[derive(Serialize)]
#[serde(untagged)]
enum PlainValue {
    Number(f64),
    Matrix {
        shape: [usize; 2],
        #[serde(with = "serde_wasm_bindgen::preserve")]
        data: js_sys::Float64Array,
    },
}

impl PlainValue {
    fn of(value: &Value) -> crate::error::Result<PlainValue> {
        Ok(match value {
            Value::Number(number) => PlainValue::Number(*number),
            Value::Matrix(matrix) => {
                let data = js_sys::Float64Array::from(Tensor::try_from(matrix)?.data());
                PlainValue::Matrix { shape: [matrix.nrows(), matrix.ncols()], data }
            }
        })
    }
}
