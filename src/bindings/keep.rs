//! Traces that JavaScript may still ask about, by number.
//!
//! Numbers instead of objects: the TypeScript half replaces an instance that has trapped, and must then be sure that nothing frees into the old one.

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Error, Result};
use crate::trace::Trace;

thread_local! {
    static KEPT: RefCell<Vec<Option<Trace>>> = const { RefCell::new(Vec::new()) };
}

/// Keeps a trace and answers its number: the first that is free.
pub fn keep(trace: Trace) -> u32 {
    KEPT.with_borrow_mut(|kept| {
        let free = kept.iter().position(Option::is_none).unwrap_or(kept.len());
        match kept.get_mut(free) {
            Some(place) => *place = Some(trace),
            None => kept.push(Some(trace)),
        }
        free as u32
    })
}

/// Asks a kept trace something.
pub fn with_trace<T>(number: u32, ask: impl FnOnce(&Trace) -> Result<T>) -> Result<T> {
    KEPT.with_borrow(|kept| match kept.get(number as usize) {
        Some(Some(trace)) => ask(trace),
        _ => Err(Error::Internal { step: "", reason: format!("trace {number} is not kept") }.into()),
    })
}

/// Forgets a trace.
#[wasm_bindgen]
pub fn release(trace: u32) {
    KEPT.with_borrow_mut(|kept| {
        if let Some(place) = kept.get_mut(trace as usize) {
            *place = None;
        }
    });
}
