//! Errors as JavaScript sees them.

use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::error::Error;

use super::plain::{PlainFacts, plain, plain_facts};

#[derive(Serialize)]
struct Failure {
    code: &'static str,
    message: String,
    facts: PlainFacts,
}

/// Makes the object that the TypeScript half turns into an `AttographError`.
pub fn failure(error: Error) -> JsValue {
    let failure = Failure { code: error.code(), message: error.to_string(), facts: plain_facts(&error.facts()) };
    plain(&failure).unwrap_or_else(|problem| problem)
}
