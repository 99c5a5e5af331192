//! Attention of handles.

use std::ops::Range;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::backend::cpu::compressed::Compressed;
use crate::backend::cpu::heads::{Heads, attend_rows};
use crate::backend::cpu::keys::Keys;
use crate::backend::cpu::listed::attend_listed;
use crate::backend::cpu::matrix::MatrixMut;
use crate::backend::cpu::pair_rule::Sight;
use crate::backend::cpu::window::{Window, attend_window};
use crate::error::Result;

use super::failure::failure;
use super::tensor::Tensor;

/// Computes attention of heads side by side, of sequences one below the other: softmax(Q Kᵀ/√d + bias, where seen) V for each.
///
/// A query sees `before` keys before its own position and `after` behind it; a mask hides keys by 0. Only the rows from `first` to `end` are computed.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "the TypeScript half passes one object apart")]
pub fn attention(
    query: &Tensor,
    key: &Tensor,
    value: &Tensor,
    heads: usize,
    batch: usize,
    before: usize,
    after: usize,
    mask: Option<Vec<u8>>,
    bias: Option<Vec<f32>>,
    first: usize,
    end: usize,
) -> std::result::Result<Tensor, JsValue> {
    let sight = Sight { before, after };
    let options = Heads { heads, batch, sight, mask: mask.as_deref(), bias: bias.as_deref(), scale: None };
    attend(query, key, value, &options, first..end).map_err(failure)
}

fn attend(query: &Tensor, key: &Tensor, value: &Tensor, options: &Heads, rows: Range<usize>) -> Result<Tensor> {
    let (query, key, value) = (query.matrix("query")?, key.matrix("key")?, value.matrix("value")?);
    let end = rows.end.min(query.rows());
    let rows = rows.start.min(end)..end;
    let mut result = Tensor::zeros(rows.len(), value.columns())?;
    attend_rows(query, key, value, options, rows, result.numbers_mut())?;
    Ok(result)
}

/// Computes attention of tokens to so many neighbors on each side, `dilation` apart, and to global tokens, which see all.
#[wasm_bindgen(js_name = windowAttention)]
pub fn window_attention(
    query: &Tensor,
    key: &Tensor,
    value: &Tensor,
    half: usize,
    dilation: usize,
    globals: &[u32],
    causal: bool,
) -> std::result::Result<Tensor, JsValue> {
    let window = Window { half, dilation, globals, causal };
    let compute = || -> Result<Tensor> {
        let (query, key, value) = (query.matrix("query")?, key.matrix("key")?, value.matrix("value")?);
        let mut result = Tensor::zeros(query.rows(), value.columns())?;
        attend_window(query, key, value, &window, result.numbers_mut())?;
        Ok(result)
    };
    compute().map_err(failure)
}

/// Computes attention of blocks of queries to the blocks of keys that are listed as pairs of both.
#[wasm_bindgen(js_name = blockAttention)]
pub fn block_attention(
    query: &Tensor,
    key: &Tensor,
    value: &Tensor,
    block_length: usize,
    pairs: &[u32],
) -> std::result::Result<Tensor, JsValue> {
    attend_blocks(query, key, value, block_length, pairs).map_err(failure)
}

fn attend_blocks(query: &Tensor, key: &Tensor, value: &Tensor, length: usize, pairs: &[u32]) -> Result<Tensor> {
    let (query, key, value) = (query.matrix("query")?, key.matrix("key")?, value.matrix("value")?);
    let blocks = |rows: usize| rows.div_ceil(length.max(1));
    let (pairs, _) = pairs.as_chunks();
    let lists = Compressed::from_entries("pairs", (blocks(query.rows()), blocks(key.rows())), pairs, None)?;
    crate::backend::cpu::tiled::check_range(query, key, value)?;
    let keys = Keys::new(key, value, 1.0 / (query.columns().max(1) as f32).sqrt())?;
    let mut result = Tensor::zeros(query.rows(), value.columns())?;
    let mut target = MatrixMut::new("output", result.numbers_mut(), query.rows(), value.columns())?;
    attend_listed(query, &keys, length, &lists, &mut target)?;
    Ok(result)
}
