//! The self-test of a new instance.

use std::alloc::{Layout, alloc_zeroed, dealloc};

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::catalog::{self, Arguments};
use crate::error::{Error, Result};
use crate::tensor::Tensor;

use super::failure::failure;

/// Allocates and frees at the alignments of vectors, and computes an attention whose result is known exactly.
#[wasm_bindgen(js_name = selfTest)]
pub fn self_test() -> std::result::Result<(), JsValue> {
    check_allocator().and_then(|()| check_attention()).map_err(failure)
}

/// A miscompiled allocator (fat link-time optimization with +simd128 on rustc 1.95) traps on the first aligned block that is freed.
fn check_allocator() -> Result<()> {
    for alignment in [16, 32, 64] {
        let layout =
            Layout::from_size_align(2 * alignment, alignment).map_err(|_| defect("an alignment is refused"))?;
        // SAFETY: the layout's size is not 0; the block is freed once, with the layout it was allocated with, and is not used otherwise.
        let aligned = unsafe {
            let block = alloc_zeroed(layout);
            let aligned = !block.is_null() && (block as usize).is_multiple_of(alignment);
            if !block.is_null() {
                dealloc(block, layout);
            }
            aligned
        };
        if !aligned {
            return Err(defect("the allocator does not align"));
        }
    }
    Ok(())
}

/// Equal scores give each of two keys the weight ½, and the mean of 1 and 3 is exactly 2.
fn check_attention() -> Result<()> {
    let inputs = Arguments::new()
        .with("query", Tensor::matrix(&[[0.0]])?)
        .with("key", Tensor::matrix(&[[1.0], [1.0]])?)
        .with("value", Tensor::matrix(&[[1.0], [3.0]])?);
    let trace = catalog::trace("scaled-dot-product-attention", &inputs)?;
    match trace.outputs.get("output").and_then(|output| output.get(&[0, 0])) {
        Some(2.0) => Ok(()),
        _ => Err(defect("a known attention came out wrong")),
    }
}

fn defect(reason: &str) -> Box<Error> {
    Error::Internal { step: String::new(), reason: format!("self-test: {reason}") }.into()
}
