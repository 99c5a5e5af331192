//! Keys and values, laid out for attention: as left factors of tiles, four rows beside each other.
//!
//! ```text
//! keys     groups of four keys, feature after feature
//! values   blocks of 64 keys, in these groups of four columns, key after key
//! ```

use std::ops::Range;

use crate::error::{Error, Result};

use crate::backend::cpu::buffer::room;
use crate::backend::cpu::dense::tile::{Left, ROWS};
use crate::backend::cpu::groups::Groups;
use crate::backend::cpu::lanes::Lanes;
use crate::backend::cpu::matrix::Matrix;

/// How many keys are taken together.
pub const BLOCK: usize = 64;

/// By how much a score may surpass the offset of a query, as an exponent of 2.
const ALLOWANCE: f32 = 8.0;

/// Packed keys and values.
pub struct Keys {
    keys: Groups,
    depth: usize,
    /// Four columns of a value each.
    values: Vec<Lanes>,
    width: usize,
    allowance: f32,
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
        let mut groups = Groups::with_room("key", keys.rows(), keys.columns())?;
        groups.pack(keys);
        let (packed, largest_value) = pack_values(values)?;
        let (depth, width) = (keys.columns(), values.columns());
        let largest_sum = largest_value * keys.rows() as f32 * ALLOWANCE.exp2();
        let allowance = if largest_sum < f32::MAX / 4.0 { ALLOWANCE } else { 0.0 };
        Ok(Keys { keys: groups, depth, values: packed, width, allowance, scale })
    }

    /// How wide a key is.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// How wide a value is.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many keys there are.
    pub fn count(&self) -> usize {
        self.keys.rows()
    }

    /// What the scores are multiplied by.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// By how much a score may surpass the offset of a query: not at all where values are so large that their sum would leave f32.
    pub fn allowance(&self) -> f32 {
        self.allowance
    }

    /// The keys from one on that begins a group of the rows of a tile.
    #[inline(always)]
    pub fn from(&self, key: usize) -> Left {
        Left::groups(self.keys.group(key, 0), ROWS * self.depth)
    }

    /// The values of some keys of one block, as rows of the transposed matrix.
    #[inline(always)]
    pub fn values(&self, keys: &Range<usize>) -> Left {
        let block = keys.start / BLOCK * BLOCK;
        let length = BLOCK.min(self.count() - block);
        let start = block * self.width.div_ceil(ROWS) + keys.start - block;
        Left::groups(self.values.as_ptr().wrapping_add(start).cast(), ROWS * length)
    }
}

/// Packs values, and answers the largest magnitude beside them.
fn pack_values(values: Matrix) -> Result<(Vec<Lanes>, f32)> {
    let (count, groups) = (values.rows(), values.columns().div_ceil(ROWS));
    let mut packed: Vec<Lanes> = room("value", count, groups)?;
    let (mut to, mut most) = (packed.as_mut_ptr(), Lanes::ZERO);
    for first in (0..count).step_by(BLOCK) {
        let block = values.row_range(first..first + BLOCK);
        for group in 0..groups {
            // SAFETY: there is room for all groups of every block.
            most = most.or_larger(unsafe { pack_columns(block.column_range(group * ROWS..(group + 1) * ROWS), to) });
            to = to.wrapping_add(block.rows());
        }
    }
    // SAFETY: every group of every block was written.
    unsafe { packed.set_len(count * groups) };
    Ok((packed, most.largest()))
}

/// Packs up to four columns, those that are not there as zeros, and answers the largest magnitudes.
///
/// # Safety
/// There is room for as many vectors as there are rows.
#[inline(never)]
unsafe fn pack_columns(columns: Matrix, mut to: *mut Lanes) -> Lanes {
    let (mut from, mut most) = (columns.start(), Lanes::ZERO);
    for key in 0..columns.rows() {
        // SAFETY: a row of four columns has four numbers; the rest is the caller's.
        unsafe {
            let four = if columns.columns() == ROWS { Lanes::load(from) } else { padded(columns.row(key)) };
            most = most.or_larger(four).or_larger(Lanes::ZERO.minus(four));
            to.write(four);
        }
        (from, to) = (from.wrapping_add(columns.stride()), to.wrapping_add(1));
    }
    most
}

/// Fewer than four numbers, and zeros.
fn padded(row: &[f32]) -> Lanes {
    Lanes::from(&[0, 1, 2, 3].map(|i| row.get(i).copied().unwrap_or_default()))
}
