//! What lives in this instance until it is freed, by number.
//!
//! Numbers instead of objects: the TypeScript half replaces an instance that has trapped, and must then be sure that nothing frees into the old one.

use std::any::Any;
use std::arch::wasm32::memory_size;
use std::cell::{Cell, RefCell};
use std::hint::black_box;

use js_sys::Float32Array;
use slab::Slab;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Error, Result};

use super::failure::failure;
use super::tensor::Tensor;

/// What a number can stand for. What is large is boxed, as an item moves on its way in and out.
pub enum Item {
    /// A matrix.
    Tensor(Tensor),
    /// What some operations have beside matrices, such as a graph: each knows its own by their type.
    Other(Box<dyn Any>),
}

/// Everything that lives here.
pub struct Store(Slab<Item>);

thread_local! {
    static STORE: RefCell<Store> = const { RefCell::new(Store(Slab::new())) };
    static PAGES: Cell<usize> = const { Cell::new(0) };
}

/// From how many pages of 64 KiB on memory is taken ahead.
const AHEAD_FROM: usize = 512;

/// Reads the store.
pub fn with_store<T>(read: impl FnOnce(&Store) -> T) -> T {
    STORE.with_borrow(read)
}

/// Keeps something, and returns its number.
pub fn keep(item: Item) -> u32 {
    grow_ahead();
    STORE.with_borrow_mut(|store| store.0.insert(item) as u32)
}

/// As [`keep`], with an error as JavaScript sees it.
pub fn keep_made(item: Result<Item>) -> std::result::Result<u32, JsValue> {
    item.map(keep).map_err(failure)
}

/// Makes memory grow by a quarter of itself at least, once it is large: engines collect garbage when memory grows, and results that are forgotten in a loop
/// would have it grow for each.
fn grow_ahead() {
    let pages = memory_size(0);
    if pages > PAGES.get() && pages > AHEAD_FROM {
        let mut ahead: Vec<u8> = Vec::new();
        // Without the room there is none ahead. What was taken is given back to the allocator, which keeps it.
        if ahead.try_reserve_exact(pages * (1 << 14)).is_ok() {
            black_box(ahead.as_mut_ptr());
        }
    }
    PAGES.set(memory_size(0));
}

impl Store {
    /// A matrix.
    pub fn tensor(&self, number: u32) -> Result<&Tensor> {
        match self.0.get(number as usize) {
            Some(Item::Tensor(tensor)) => Ok(tensor),
            _ => Err(another(number, "tensor")),
        }
    }

    /// What is of a type, if it is.
    pub fn find<T: 'static>(&self, number: u32) -> Option<&T> {
        match self.0.get(number as usize) {
            Some(Item::Other(other)) => other.downcast_ref(),
            _ => None,
        }
    }

    /// What is of a type, which is `called` so.
    pub fn one<T: 'static>(&self, number: u32, called: &str) -> Result<&T> {
        self.find(number).ok_or_else(|| another(number, called))
    }
}

fn another(number: u32, expected: &str) -> Box<Error> {
    Error::Internal { step: String::new(), reason: format!("{number} is no {expected}") }.into()
}

/// Frees what a number stands for.
#[wasm_bindgen]
pub fn free(number: u32) {
    STORE.with_borrow_mut(|store| store.0.try_remove(number as usize));
}

/// Copies numbers in, row by row; each must be finite.
#[wasm_bindgen]
pub fn tensor(rows: usize, columns: usize, numbers: &Float32Array) -> std::result::Result<u32, JsValue> {
    keep_made(Tensor::create(rows, columns, numbers).map(Item::Tensor))
}

/// Makes a matrix of zeros, for rows that come in parts.
#[wasm_bindgen]
pub fn blank(rows: usize, columns: usize) -> std::result::Result<u32, JsValue> {
    keep_made(Tensor::zeros(rows, columns).map(Item::Tensor))
}

/// Copies rows into a matrix, from row `first` on; those that do not fit are an error.
#[wasm_bindgen]
pub fn place(tensor: u32, first: usize, numbers: &Float32Array) -> std::result::Result<(), JsValue> {
    let placed = STORE.with_borrow_mut(|store| match store.0.get_mut(tensor as usize) {
        Some(Item::Tensor(tensor)) => tensor.place(first, numbers),
        _ => Err(another(tensor, "tensor")),
    });
    placed.map_err(failure)
}

/// How many rows a matrix has; 0 for what is none.
#[wasm_bindgen]
pub fn rows(tensor: u32) -> usize {
    with_store(|store| store.tensor(tensor).map(Tensor::rows).unwrap_or_default())
}

/// How many columns a matrix has; 0 for what is none.
#[wasm_bindgen]
pub fn columns(tensor: u32) -> usize {
    with_store(|store| store.tensor(tensor).map(Tensor::columns).unwrap_or_default())
}

/// Copies the numbers of a matrix out, row by row.
#[wasm_bindgen]
pub fn read(tensor: u32) -> std::result::Result<Float32Array, JsValue> {
    with_store(|store| store.tensor(tensor).map(Tensor::read)).map_err(failure)
}
