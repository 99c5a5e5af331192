//! Attention of handles.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::cpu::heads::{Heads, attend_heads};
use crate::backend::cpu::pair_rule::Sight;
use crate::error::Result;

use super::failure::failure;
use super::tensor::Tensor;

/// Computes attention of heads side by side: softmax(Q Kᵀ/√d) V for each.
#[wasm_bindgen(js_name = attention)]
pub fn attention(
    query: &Tensor,
    key: &Tensor,
    value: &Tensor,
    heads: usize,
    batch: usize,
    causal: bool,
    mask: Option<Vec<u8>>,
    bias: Option<Box<[f32]>>,
) -> std::result::Result<Tensor, JsValue> {
    let sight = if causal { Sight::CAUSAL } else { Sight::FULL };
    let options = Heads { heads, batch, sight, mask: mask.as_deref(), bias: bias.as_deref(), scale: None };
    compute(query, key, value, &options).map_err(failure)
}

fn compute(query: &Tensor, key: &Tensor, value: &Tensor, options: &Heads) -> Result<Tensor> {
    let (query, key, value) = (query.matrix("query")?, key.matrix("key")?, value.matrix("value")?);
    let mut result = Tensor::zeros(query.rows(), value.columns())?;
    attend_heads(query, key, value, options, result.numbers_mut())?;
    Ok(result)
}
