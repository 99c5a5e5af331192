//! Errors as JavaScript sees them.

use js_sys::Number;
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::error::Error;

use super::plain::{PlainFacts, plain};

/// A number as JavaScript writes it.
fn written(number: f64) -> String {
    Number::from(number).to_string_with_radix(10).map(String::from).unwrap_or_default()
}

#[derive(Serialize)]
struct Failure<'a> {
    code: &'static str,
    message: String,
    facts: PlainFacts<'a>,
}

/// Makes the object that the TypeScript half turns into an `AttographError`.
#[allow(clippy::boxed_local, reason = "results carry their errors boxed, and `map_err` hands over what they carry")]
pub fn failure(error: Box<Error>) -> JsValue {
    let facts = error.facts();
    let failure = Failure { code: error.code(), message: error.message(written), facts: PlainFacts(&facts) };
    plain(&failure).unwrap_or_else(|problem| problem)
}
