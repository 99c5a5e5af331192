//! A call as it crosses: the numbers of its operands, and an object with its options.

use js_sys::{Float32Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::cpu::buffer::filled;
use crate::error::{Error, Result};

use super::store::Store;
use super::tensor::first_unbounded;

/// A call of an operation.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// What lives here.
    pub store: &'a Store,
    /// The numbers of operands, in the order of the TypeScript half's table; 0 where an operation has fewer. They cross one by one: an object, or an array,
    /// takes longer than a small product.
    pub operands: [u32; 5],
    /// None where the operation has no options.
    pub options: Option<&'a Options>,
}

impl<'a> Call<'a> {
    /// The options of an operation that has some.
    pub fn options(&self) -> Result<&'a Options> {
        self.options.ok_or_else(|| Error::Internal { step: String::new(), reason: "options are missing".into() }.into())
    }
}

/// Declares options, each with its type, and with its name in JavaScript where that is another.
macro_rules! options {
    ($($name:ident: $type:ty $(= $field:ident)?),* $(,)?) => {
        #[wasm_bindgen]
        extern "C" {
            /// Options, and what graphs, sparse tensors and encoder layers are made of. Which of the fields are there follows from the operation, by
            /// the TypeScript half's table; a nested field is named by its path.
            #[wasm_bindgen(typescript_type = "Record<string, unknown>")]
            pub type Options;

            $(
                #[wasm_bindgen(method, getter $(, js_name = $field)?)]
                pub fn $name(this: &Options) -> $type;
            )*
        }
    };
}

options! {
    heads: usize,
    batch: usize,
    causal: bool,
    window: Option<u32>,
    mask: Option<Uint8Array>,
    bias: Option<Float32Array>,
    dilation: usize,
    globals: Option<Uint32Array>,
    block_length: usize = blockLength,
    pairs: Option<Uint32Array>,
    rounds: usize,
    chunk_length: usize = chunkLength,
    factors: Option<Uint32Array>,
    relu: bool,
    negative_slope: f32 = negativeSlope,
    alpha: f64,
    gamma: Option<Float32Array>,
    beta: Option<Float32Array>,
    epsilon: f32,
    b1: Option<Float32Array>,
    b2: Option<Float32Array>,
    // What graphs and sparse tensors are made of.
    nodes: usize,
    messages: Option<Uint32Array>,
    weights: Option<Float32Array>,
    self_loops: bool = selfLoops,
    mean: bool,
    rows: usize,
    columns: usize,
    places: Option<Uint32Array>,
    values: Option<Float32Array>,
    // What encoder layers are made of.
    query_bias: Option<Float32Array> = biases_query,
    key_bias: Option<Float32Array> = biases_key,
    value_bias: Option<Float32Array> = biases_value,
    output_bias: Option<Float32Array> = biases_output,
    gamma1: Option<Float32Array> = norm1_gamma,
    beta1: Option<Float32Array> = norm1_beta,
    gamma2: Option<Float32Array> = norm2_gamma,
    beta2: Option<Float32Array> = norm2_beta,
    norm_first: bool = normFirst,
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
