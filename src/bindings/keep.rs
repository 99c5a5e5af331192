//! Traces that JavaScript may still ask about, by number.
//!
//! Numbers instead of objects: the TypeScript half replaces an instance that has trapped, and must then be sure that nothing frees into the old one.

use std::cell::RefCell;
use std::collections::BTreeMap;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Error, Result};
use crate::trace::Trace;

#[derive(Default)]
struct Kept {
    traces: BTreeMap<u32, Trace>,
    issued: u32,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// Keeps a trace and answers its number.
pub fn keep(trace: Trace) -> u32 {
    KEPT.with_borrow_mut(|kept| {
        kept.issued = kept.issued.wrapping_add(1);
        kept.traces.insert(kept.issued, trace);
        kept.issued
    })
}

/// Asks a kept trace something.
pub fn with_trace<T>(number: u32, ask: impl FnOnce(&Trace) -> Result<T>) -> Result<T> {
    KEPT.with_borrow(|kept| match kept.traces.get(&number) {
        Some(trace) => ask(trace),
        None => Err(Error::Internal { step: "", reason: format!("trace {number} is not kept") }),
    })
}

/// Forgets a trace.
#[wasm_bindgen]
pub fn release(trace: u32) {
    KEPT.with_borrow_mut(|kept| kept.traces.remove(&trace));
}
