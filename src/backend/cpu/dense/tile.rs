//! The inner kernel: a tile of 4 rows × 8 columns of a product, kept in registers.
//!
//! ```text
//!            b₀ b₁ … b₇     a row of a panel of the right factor: two vectors
//!     a₀     ┌──────────┐
//!     a₁     │ 8 vectors│   every number of the left factor meets both
//!     a₂     │  of sums │
//!     a₃     └──────────┘
//! ```
//!
//! Eight sums, two vectors of b and one of a are eleven registers of the fifteen that an engine can use on x86-64; a tile of 5 × 8 fits as well and is no
//! faster, one of 6 × 8 does not fit. The right factor is packed, the left one is packed or read where it stands, so that a turn of the loop moves two
//! pointers. Each sum adds its products in index order, from 0; what stands in the target may be added at the end.

use crate::backend::cpu::lanes::Lanes;

/// How many rows a tile has.
pub const ROWS: usize = 4;
/// How many columns a tile has.
pub const COLUMNS: usize = 8;

/// Where the left factor's numbers stand: those of group g begin at `start + g · group`.
#[derive(Clone, Copy)]
pub struct Left {
    start: *const f32,
    group: usize,
    layout: Layout,
}

/// How the four rows of a group stand.
#[derive(Clone, Copy)]
enum Layout {
    /// Packed, column after column.
    Groups,
    /// As rows that are so far apart.
    Rows(usize),
}

impl Left {
    /// Packed groups of rows ([`super::groups`]) that are so far apart.
    #[inline(always)]
    pub fn groups(start: *const f32, group: usize) -> Left {
        Left { start, group, layout: Layout::Groups }
    }

    /// Rows as they stand, so far apart.
    #[inline(always)]
    pub fn rows(start: *const f32, stride: usize) -> Left {
        Left { start, group: ROWS * stride, layout: Layout::Rows(stride) }
    }

    /// Without the first groups.
    #[inline(always)]
    pub fn after(self, groups: usize) -> Left {
        Left { start: self.start.wrapping_add(groups * self.group), ..self }
    }
}

/// The target of a tile: its first number, and the distance of its rows.
#[derive(Clone, Copy)]
pub struct Target {
    /// The first number of the first row.
    pub start: *mut f32,
    /// From one row to the next.
    pub stride: usize,
}

/// Computes whole tiles, one below the other, of `count` groups of rows, from `depth` times four numbers of each and `depth` times eight of the right
/// factor.
///
/// # Safety
/// Both factors have those numbers, the target [`ROWS`] rows of [`COLUMNS`] numbers for each tile, which nobody else reads or writes.
#[inline(always)]
pub unsafe fn multiply_tiles(left: Left, count: usize, right: *const f32, depth: usize, target: Target, adds: bool) {
    let (Left { start, group, layout }, Target { start: to, stride }) = (left, target);
    // SAFETY: the caller's.
    unsafe {
        match layout {
            Layout::Groups => compute::<true>(start, 1, group, count, right, depth, to, stride, adds),
            Layout::Rows(row) => compute::<false>(start, row, group, count, right, depth, to, stride, adds),
        }
    }
}

/// As [`multiply_tiles`], for a left factor that is packed, or whose rows are `row` apart. Distances that are constants are a part of the load instructions.
///
/// # Safety
/// As of [`multiply_tiles`].
#[inline(never)]
#[allow(clippy::too_many_arguments, reason = "structures would go through memory at every call")]
unsafe fn compute<const PACKED: bool>(
    mut left: *const f32,
    row: usize,
    group: usize,
    count: usize,
    right: *const f32,
    depth: usize,
    mut target: *mut f32,
    stride: usize,
    adds: bool,
) {
    let (row, step) = if PACKED { (1, ROWS) } else { (row, 1) };
    // A load of WebAssembly adds a constant to its address for nothing. LLVM forgets that it may use this where it sees that a pointer grows by the same at
    // every turn ("loop strength reduction"), and spends additions on it. It cannot see that this is 0, and so not how the pointers grow.
    let zero = std::hint::black_box(0);
    let onward = |pointer: *const f32, by: usize| pointer.wrapping_add(by).map_addr(|address| address | zero);
    let end = right.wrapping_add(depth * COLUMNS);
    for _ in 0..count {
        let (mut a, mut b) = (left, right);
        let mut sums = [[Lanes::ZERO; 2]; ROWS];
        // One row of the right factor at a time: written out several times, LLVM gathers what belongs to one sum, and the engine runs out of registers.
        // The loop then takes twice as long.
        while b != end {
            // SAFETY: there are `depth` times four and eight numbers.
            unsafe {
                let (low, high) = (Lanes::load(b), Lanes::load(b.add(4)));
                for (i, sum) in sums.iter_mut().enumerate() {
                    let factor = Lanes::load_splat(a.add(i * row));
                    let [first, second] = *sum;
                    *sum = [factor.times_plus(low, first), factor.times_plus(high, second)];
                }
            }
            (a, b) = (onward(a, step), onward(b, COLUMNS));
        }
        for (i, [low, high]) in sums.into_iter().enumerate() {
            // SAFETY: row i lies within the target.
            unsafe {
                let to = target.add(i * stride);
                finish(low, to, adds);
                finish(high, to.add(4), adds);
            }
        }
        (left, target) = (left.wrapping_add(group), target.wrapping_add(ROWS * stride));
    }
}

/// # Safety
/// There is room for four numbers, which hold something if `adds`.
#[inline(always)]
unsafe fn finish(sum: Lanes, to: *mut f32, adds: bool) {
    // SAFETY: the caller's.
    unsafe {
        let total = if adds { Lanes::load(to).plus(sum) } else { sum };
        total.store(to);
    }
}

/// Computes the tile at a lower or right edge: of `rows` rows, at most [`ROWS`], and `columns` columns, at most [`COLUMNS`].
///
/// # Safety
/// As of [`multiply_tiles`], with only so many rows and columns in the target.
#[inline(never)]
pub unsafe fn multiply_edge(
    left: Left,
    right: *const f32,
    depth: usize,
    target: Target,
    (rows, columns): (usize, usize),
    adds: bool,
) {
    let mut aside = [0.0; ROWS * COLUMNS];
    // SAFETY: the tile is computed aside, where it fits as a whole.
    unsafe { multiply_tiles(left, 1, right, depth, Target { start: aside.as_mut_ptr(), stride: COLUMNS }, false) };
    for (i, sums) in aside.chunks_exact(COLUMNS).take(rows).enumerate() {
        for (j, sum) in sums.iter().take(columns).enumerate() {
            // SAFETY: row i and column j lie within the target.
            unsafe {
                let to = target.start.add(i * target.stride + j);
                *to = if adds { *to + sum } else { *sum };
            }
        }
    }
}
