//! Errors as JavaScript sees them.

use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::error::Error;

use super::plain::{PlainFacts, plain};

#[derive(Serialize)]
struct Failure<'a> {
    code: &'static str,
    message: String,
    facts: PlainFacts<'a>,
}

/// Makes the object that the TypeScript half turns into an `AttographError`.
pub fn failure(error: Error) -> JsValue {
    let facts = error.facts();
    let failure = Failure { code: error.code(), message: error.to_string(), facts: PlainFacts(&facts) };
    plain(&failure).unwrap_or_else(|problem| problem)
}
