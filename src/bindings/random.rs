//! Seeded random tensors.

use js_sys::Float64Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Error;
use crate::random::{Distribution, tensor};

use super::failure::failure;
use super::given;

/// Returns the numbers of a random tensor in row-major order. The TypeScript half validates that the seed is a whole number that f64 represents exactly.
#[wasm_bindgen]
pub fn random(
    shape: Vec<u32>,
    seed: f64,
    distribution: &str,
    minimum: i32,
    maximum: i32,
    decimals: Option<u32>,
) -> Result<Float64Array, JsValue> {
    let distribution = match distribution {
        "normal" => Distribution::Normal,
        "uniform" => Distribution::Uniform,
        "integers" => Distribution::Integers { minimum, maximum },
        other => {
            return Err(failure(
                Error::WrongType {
                    input: "distribution".into(),
                    expected: "one of normal, uniform, integers".into(),
                    found: format!("the word `{other}`"),
                }
                .into(),
            ));
        }
    };
    let tensor = tensor(&given::shape(&shape), seed as u64, distribution, decimals).map_err(failure)?;
    Ok(Float64Array::from(tensor.data()))
}
