//! Panics. One is a defect of the library: it ends the instance with a trap, of which JavaScript learns no reason. So the reason goes to the console first.

use std::panic::set_hook;

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::console;

/// Runs once in every new instance.
#[wasm_bindgen(start)]
fn report_panics() {
    set_hook(Box::new(|panic| console::error_1(&format!("attograph: {panic}").into())));
}
