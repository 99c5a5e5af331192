//! Attention by hash.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::cpu::lsh::{Lsh, attend_by_hash};
use crate::error::Result;

use super::failure::failure;
use super::tensor::Tensor;

/// Computes LSH attention: of queries that are their own keys, [n, heads · k], in rounds of hashing by rotations, [heads · rounds · k, Σ factors/2].
#[wasm_bindgen(js_name = hashAttention)]
#[allow(clippy::too_many_arguments, reason = "the TypeScript half passes one object apart")]
pub fn hash_attention(
    query_key: &Tensor,
    value: &Tensor,
    rotations: &Tensor,
    heads: usize,
    rounds: usize,
    chunk_length: usize,
    factors: &[u32],
    causal: bool,
) -> std::result::Result<Tensor, JsValue> {
    compute(query_key, value, rotations, &options(heads, rounds, chunk_length, factors, causal)).map_err(failure)
}

/// What LSH attention is told, with the constants of the catalog.
pub fn options(heads: usize, rounds: usize, chunk_length: usize, factors: &[u32], causal: bool) -> Lsh<'_> {
    Lsh { heads, rounds, chunk_length, factors, causal, self_score: -1e5, future_score: -1e9, epsilon: 1e-6 }
}

fn compute(query_key: &Tensor, value: &Tensor, rotations: &Tensor, options: &Lsh) -> Result<Tensor> {
    let (query_key, value) = (query_key.matrix("queryKey")?, value.matrix("value")?);
    let mut result = Tensor::zeros(query_key.rows(), query_key.columns())?;
    attend_by_hash(query_key, value, rotations.matrix("rotations")?, options, result.numbers_mut())?;
    Ok(result)
}
