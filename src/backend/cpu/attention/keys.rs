//! Keys and values, laid out for attention.

use crate::error::{Error, Result};

use crate::backend::cpu::dense::tile::COLUMNS;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::panels::{BLOCK_DEPTH, Panels};

/// Packed keys and values.
pub struct Keys {
    keys: Panels,
    values: Panels,
    scale: f32,
}

impl Keys {
    /// Lays keys [m, d] and values [m, v] out. The scores will be multiplied by `scale`, which is above 0.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] unless there are as many values as keys, [`Error::TooLarge`] when the copy would be: it takes m · (d + v) numbers.
    pub fn new(keys: Matrix, values: Matrix, scale: f32) -> Result<Keys> {
        if keys.rows() != values.rows() {
            let (expected, found) = (keys.rows(), values.rows());
            let (input, because) = ("value".into(), "`key`".into());
            return Err(Error::ShapeMismatch { input, axis: 0, expected, found, because }.into());
        }
        Ok(Keys { keys: Panels::of_transposed("key", keys)?, values: Panels::of("value", values)?, scale })
    }

    /// How wide a key is.
    pub fn depth(&self) -> usize {
        self.keys.depth()
    }

    /// How wide a value is.
    pub fn width(&self) -> usize {
        self.values.columns()
    }

    /// How many keys there are.
    pub fn count(&self) -> usize {
        self.keys.columns()
    }

    /// What the scores are multiplied by.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// The panel of the keys from `key` on, a multiple of eight, with the features from `depth` on, a multiple of the block; and how many those are.
    #[inline(always)]
    pub fn panel(&self, depth: usize, key: usize) -> (usize, *const f32) {
        (BLOCK_DEPTH.min(self.keys.depth() - depth), self.keys.panel(depth, key / COLUMNS))
    }

    /// The values of a key and those after it, as far as the block of [`BLOCK_DEPTH`] reaches, from a column on, which is a multiple of eight.
    #[inline(always)]
    pub fn values(&self, key: usize, column: usize) -> *const f32 {
        let block = key / BLOCK_DEPTH * BLOCK_DEPTH;
        self.values.panel(block, column / COLUMNS).wrapping_add((key - block) * COLUMNS)
    }
}
