//! Errors as they cross to JavaScript.

use js_sys::Number;
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::error::Error;

use super::plain::{PlainFacts, plain};

/// Formats a number as JavaScript does.
fn formatted(number: f64) -> String {
    Number::from(number).to_string_with_radix(10).map(String::from).unwrap_or_default()
}

#[derive(Serialize)]
struct Failure<'a> {
    code: &'static str,
    message: String,
    facts: PlainFacts<'a>,
}

/// Returns the object that the TypeScript half turns into an `AttographError`.
#[allow(clippy::boxed_local, reason = "the errors of results are boxed, and `map_err` passes them on")]
pub fn failure(error: Box<Error>) -> JsValue {
    let facts = error.facts();
    let failure = Failure { code: error.code(), message: error.message(formatted), facts: PlainFacts(&facts) };
    plain(&failure).unwrap_or_else(|problem| problem)
}
