//! A call as it crosses: one object with the numbers of its operands and with its options.

use js_sys::{Float32Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::matrix::Matrix;
use crate::error::{Error, Result};

#[wasm_bindgen]
extern "C" {
    /// The operands and options of a call. Which of the fields are there follows from the operation, by the TypeScript half's table; a nested field is named by its path.
    #[wasm_bindgen(typescript_type = "Record<string, unknown>")]
    pub type Call;

    // Operands: the numbers of what lives here.
    #[wasm_bindgen(method, getter)]
    pub fn left(this: &Call) -> u32;
    #[wasm_bindgen(method, getter)]
    pub fn right(this: &Call) -> u32;
    #[wasm_bindgen(method, getter)]
    pub fn query(this: &Call) -> u32;
    #[wasm_bindgen(method, getter)]
    pub fn key(this: &Call) -> u32;
    #[wasm_bindgen(method, getter)]
    pub fn value(this: &Call) -> u32;
    #[wasm_bindgen(method, getter)]
    pub fn output(this: &Call) -> u32;
    #[wasm_bindgen(method, getter, js_name = queryKey)]
    pub fn query_key(this: &Call) -> u32;
    #[wasm_bindgen(method, getter)]
    pub fn rotations(this: &Call) -> u32;
    #[wasm_bindgen(method, getter)]
    pub fn graph(this: &Call) -> u32;
    #[wasm_bindgen(method, getter)]
    pub fn encoder(this: &Call) -> u32;
    #[wasm_bindgen(method, getter)]
    pub fn matrix(this: &Call) -> u32;
    #[wasm_bindgen(method, getter)]
    pub fn x(this: &Call) -> u32;
    #[wasm_bindgen(method, getter)]
    pub fn w(this: &Call) -> u32;
    #[wasm_bindgen(method, getter)]
    pub fn w1(this: &Call) -> u32;
    #[wasm_bindgen(method, getter)]
    pub fn w2(this: &Call) -> u32;
    #[wasm_bindgen(method, getter, js_name = attentionSource)]
    pub fn attention_source(this: &Call) -> u32;
    #[wasm_bindgen(method, getter, js_name = attentionTarget)]
    pub fn attention_target(this: &Call) -> u32;

    // Options.
    #[wasm_bindgen(method, getter)]
    pub fn heads(this: &Call) -> usize;
    #[wasm_bindgen(method, getter)]
    pub fn batch(this: &Call) -> usize;
    #[wasm_bindgen(method, getter)]
    pub fn causal(this: &Call) -> bool;
    #[wasm_bindgen(method, getter)]
    pub fn window(this: &Call) -> Option<u32>;
    #[wasm_bindgen(method, getter)]
    pub fn mask(this: &Call) -> Option<Uint8Array>;
    #[wasm_bindgen(method, getter)]
    pub fn bias(this: &Call) -> Option<Float32Array>;
    #[wasm_bindgen(method, getter)]
    pub fn dilation(this: &Call) -> usize;
    #[wasm_bindgen(method, getter)]
    pub fn globals(this: &Call) -> Option<Uint32Array>;
    #[wasm_bindgen(method, getter, js_name = blockLength)]
    pub fn block_length(this: &Call) -> usize;
    #[wasm_bindgen(method, getter)]
    pub fn pairs(this: &Call) -> Option<Uint32Array>;
    #[wasm_bindgen(method, getter)]
    pub fn rounds(this: &Call) -> usize;
    #[wasm_bindgen(method, getter, js_name = chunkLength)]
    pub fn chunk_length(this: &Call) -> usize;
    #[wasm_bindgen(method, getter)]
    pub fn factors(this: &Call) -> Option<Uint32Array>;
    #[wasm_bindgen(method, getter)]
    pub fn relu(this: &Call) -> bool;
    #[wasm_bindgen(method, getter, js_name = negativeSlope)]
    pub fn negative_slope(this: &Call) -> f32;
    #[wasm_bindgen(method, getter)]
    pub fn gamma(this: &Call) -> Option<Float32Array>;
    #[wasm_bindgen(method, getter)]
    pub fn beta(this: &Call) -> Option<Float32Array>;
    #[wasm_bindgen(method, getter)]
    pub fn epsilon(this: &Call) -> f32;
    #[wasm_bindgen(method, getter)]
    pub fn b1(this: &Call) -> Option<Float32Array>;
    #[wasm_bindgen(method, getter)]
    pub fn b2(this: &Call) -> Option<Float32Array>;

    // What graphs and sparse tensors are made of.
    #[wasm_bindgen(method, getter)]
    pub fn nodes(this: &Call) -> usize;
    #[wasm_bindgen(method, getter)]
    pub fn messages(this: &Call) -> Option<Uint32Array>;
    #[wasm_bindgen(method, getter)]
    pub fn weights(this: &Call) -> Option<Float32Array>;
    #[wasm_bindgen(method, getter, js_name = selfLoops)]
    pub fn self_loops(this: &Call) -> bool;
    #[wasm_bindgen(method, getter)]
    pub fn rows(this: &Call) -> usize;
    #[wasm_bindgen(method, getter)]
    pub fn columns(this: &Call) -> usize;
    #[wasm_bindgen(method, getter)]
    pub fn places(this: &Call) -> Option<Uint32Array>;
    #[wasm_bindgen(method, getter)]
    pub fn values(this: &Call) -> Option<Float32Array>;

    // What encoder layers are made of.
    #[wasm_bindgen(method, getter, js_name = biases_query)]
    pub fn query_bias(this: &Call) -> Option<Float32Array>;
    #[wasm_bindgen(method, getter, js_name = biases_key)]
    pub fn key_bias(this: &Call) -> Option<Float32Array>;
    #[wasm_bindgen(method, getter, js_name = biases_value)]
    pub fn value_bias(this: &Call) -> Option<Float32Array>;
    #[wasm_bindgen(method, getter, js_name = biases_output)]
    pub fn output_bias(this: &Call) -> Option<Float32Array>;
    #[wasm_bindgen(method, getter, js_name = norm1_gamma)]
    pub fn gamma1(this: &Call) -> Option<Float32Array>;
    #[wasm_bindgen(method, getter, js_name = norm1_beta)]
    pub fn beta1(this: &Call) -> Option<Float32Array>;
    #[wasm_bindgen(method, getter, js_name = norm2_gamma)]
    pub fn gamma2(this: &Call) -> Option<Float32Array>;
    #[wasm_bindgen(method, getter, js_name = norm2_beta)]
    pub fn beta2(this: &Call) -> Option<Float32Array>;
    #[wasm_bindgen(method, getter, js_name = normFirst)]
    pub fn norm_first(this: &Call) -> bool;

}

/// Copies a vector of exactly so many numbers, each of which must be finite. `because` names what sets the length.
pub fn vector(input: &str, given: Option<Float32Array>, length: usize, because: &str) -> Result<Option<Vec<f32>>> {
    if let Some(found) = given.as_ref().map(|given| given.length() as usize).filter(|found| *found != length) {
        let (input, because) = (input.into(), because.into());
        return Err(Error::ShapeMismatch { input, axis: 0, expected: length, found, because }.into());
    }
    floats(input, given, None)
}

/// Copies numbers, each of which must be finite. With `columns` they are those of a matrix, row by row.
pub fn floats(input: &str, given: Option<Float32Array>, columns: Option<usize>) -> Result<Option<Vec<f32>>> {
    let Some(given) = given else { return Ok(None) };
    let mut numbers = filled(input, 1, given.length() as usize, 0.0)?;
    given.copy_to(&mut numbers);
    match first_unbounded(&numbers) {
        None => Ok(Some(numbers)),
        Some((place, value)) => {
            let value = f64::from(value);
            Err(Error::NonFinite { input: input.into(), index: index(place, columns), value }.into())
        }
    }
}

/// The first number that is not finite, and where it is.
pub fn first_unbounded(numbers: &[f32]) -> Option<(usize, f32)> {
    let row = Matrix::new("numbers", numbers, 1, numbers.len()).ok()?;
    if row.magnitude().is_finite() {
        return None;
    }
    numbers.iter().copied().enumerate().find(|(_, number)| !number.is_finite())
}

/// Copies a mask, row by row, of so many keys: each number is 0 or 1.
pub fn mask(given: Option<Uint8Array>, keys: usize) -> Result<Option<Vec<u8>>> {
    let Some(given) = given else { return Ok(None) };
    let mut mask = filled("mask", 1, given.length() as usize, 0u8)?;
    given.copy_to(&mut mask);
    match mask.iter().position(|number| *number > 1) {
        None => Ok(Some(mask)),
        Some(place) => {
            let value = f64::from(mask.get(place).copied().unwrap_or_default());
            let (input, expected) = ("mask".into(), "0 or 1".into());
            Err(Error::OutOfRange { input, index: index(place, Some(keys)), value, expected }.into())
        }
    }
}

/// Copies whole numbers.
pub fn whole(input: &str, given: Option<Uint32Array>) -> Result<Vec<u32>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let mut numbers = filled(input, 1, given.length() as usize, 0u32)?;
    given.copy_to(&mut numbers);
    Ok(numbers)
}

fn index(place: usize, columns: Option<usize>) -> Vec<usize> {
    match columns {
        Some(columns) if columns > 0 => vec![place / columns, place % columns],
        _ => vec![place],
    }
}
