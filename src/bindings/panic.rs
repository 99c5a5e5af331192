//! Panics, which are defects of the library. A panic ends the instance with a trap that carries no reason, so the reason is written to the console first.

use std::panic::set_hook;

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::console;

/// Installs the panic hook; runs once in every new instance.
#[wasm_bindgen(start)]
fn report_panics() {
    set_hook(Box::new(|panic| console::error_1(&format!("attograph: {panic}").into())));
}
