//! Attention within a window of neighbors, which may lie apart, together with global tokens that see all and are seen by all.
//!
//! ```text
//! dilation 2      the even tokens are a sequence of their own, and so are the odd ones: in each the window is one of next neighbors
//!   1 0 1 0 0       0 2 4    1 3
//!   0 1 0 1 0       1 1 0    1 1
//!   1 0 1 0 1       1 1 1    1 1
//!   0 1 0 1 0       0 1 1
//!   0 0 1 0 1
//! ```
//!
//! The keys of the global tokens are laid out a second time; each query sees them behind its window, those apart that the window has shown already. Global
//! queries then see everything.
//!
//! Source: Beltagy et al. 2020, *Longformer*, section 3.1.
//!
//! # Bound
//! That of [`super::tiled`], with the keys of window and globals: they are gone through in the tiles of both.

use std::ops::Range;

use crate::error::{Error, Result};

use super::keys::Keys;
use super::online::{Online, QUERIES};
use super::pair_rule::{Band, PairRule, Rules, hide_outside};
use super::tiled::{attend, check_range};
use crate::backend::cpu::buffer::filled;
use crate::backend::cpu::matrix::{Matrix, MatrixMut};

/// Which keys a token sees.
#[derive(Clone, Copy, Debug)]
pub struct Window<'a> {
    /// How many neighbors on each side.
    pub half: usize,
    /// How far they lie apart, at least 1.
    pub dilation: usize,
    /// Positions of the tokens that see all and are seen by all, in any order.
    pub globals: &'a [u32],
    /// Whether later keys are hidden.
    pub causal: bool,
}

impl Window<'_> {
    /// The neighbors within one of the sequences that dilation makes.
    pub fn band(&self) -> Band {
        Band { before: self.half, after: if self.causal { 0 } else { self.half } }
    }

    /// The positions of the global tokens among so many, in order, each once.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a position beyond the last, [`Error::TooLarge`].
    pub fn positions(&self, length: usize) -> Result<Vec<u32>> {
        let mut is_global = filled("globals", length, 1, false)?;
        for (place, &position) in self.globals.iter().enumerate() {
            let Some(global) = is_global.get_mut(position as usize) else {
                let (input, index, expected) = ("globals".into(), vec![place], "a position, counted from 0".into());
                return Err(Error::OutOfRange { input, index, value: f64::from(position), expected }.into());
            };
            *global = true;
        }
        let mut positions = filled("globals", self.globals.len().min(length), 1, 0)?;
        positions.clear();
        positions.extend((0..).zip(is_global).filter(|(_, global)| *global).map(|(position, _)| position));
        Ok(positions)
    }
}

/// What the tokens of one sequence see of the global tokens: those that their window has not shown, and none that come later if `causal`.
struct Globals<'a> {
    positions: &'a [u32],
    window: Window<'a>,
    /// The position of the first token of the sequence.
    start: usize,
}

impl PairRule for Globals<'_> {
    fn touches(&self, _queries: &Range<usize>, _keys: &Range<usize>) -> bool {
        true
    }

    fn apply(&self, query: usize, first: usize, scores: &mut [f32]) {
        let Window { half, dilation, causal, .. } = self.window;
        let here = self.start + query * dilation;
        for (score, &position) in scores.iter_mut().zip(self.positions.get(first..).unwrap_or_default()) {
            let apart = here.abs_diff(position as usize);
            let is_neighbor = apart.is_multiple_of(dilation) && apart / dilation <= half;
            if is_neighbor || (causal && position as usize > here) {
                *score = f32::NEG_INFINITY;
            }
        }
    }
}

/// What the global tokens see: everything, or nothing that comes later.
struct Everything<'a> {
    positions: &'a [u32],
    causal: bool,
}

impl PairRule for Everything<'_> {
    fn touches(&self, queries: &Range<usize>, keys: &Range<usize>) -> bool {
        self.causal && self.positions.get(queries.start).is_some_and(|&position| keys.end > position as usize + 1)
    }

    fn apply(&self, query: usize, first: usize, scores: &mut [f32]) {
        let last = self.positions.get(query).map_or(0, |&position| position as usize);
        hide_outside(0..last + 1, first, scores);
    }
}

/// Computes attention of every token to its window and the global tokens into `output`, [n, v].
///
/// # Shapes
/// | argument | shape |
/// |---|---|
/// | query, key | [n, d] |
/// | value | [n, v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; d and the dilation must be at least 1.
///
/// # Complexity
/// (n · (w + g) + g · n) · (d + v) multiplications for a window of w keys and g global tokens. Extra memory: n · (d + v) numbers.
pub fn attend_window(query: Matrix, key: Matrix, value: Matrix, window: &Window, output: &mut [f32]) -> Result<()> {
    let (n, d, v) = (query.rows(), query.columns(), value.columns());
    let expectations = [
        ("key", 0, key.rows(), n, "`query`"),
        ("key", 1, key.columns(), d, "`query`"),
        ("value", 0, value.rows(), n, "`key`"),
    ];
    for (input, axis, found, expected, because) in expectations {
        if found != expected {
            let (input, because) = (input.into(), because.into());
            return Err(Error::ShapeMismatch { input, axis, expected, found, because }.into());
        }
    }
    for (input, size) in [("query", d), ("dilation", window.dilation)] {
        if size == 0 {
            let (input, expected) = (input.into(), "at least 1".into());
            return Err(Error::OutOfRange { input, index: Vec::new(), value: 0.0, expected }.into());
        }
    }
    check_range(query, key, value)?;
    let positions = window.positions(n)?;
    let (global_key, global_value) = (gather("key", key, &positions)?, gather("value", value, &positions)?);
    let g = positions.len();
    let scale = 1.0 / (d as f32).sqrt();
    let globals = Keys::new(Matrix::new("key", &global_key, g, d)?, Matrix::new("value", &global_value, g, v)?, scale)?;
    let mut target = MatrixMut::new("output", output, n, v)?;
    for start in 0..window.dilation.min(n) {
        let [query, key, value] = [query, key, value].map(|matrix| matrix.every(window.dilation, start));
        let keys = Keys::new(key, value, scale)?;
        let rule = Globals { positions: &positions, window: *window, start };
        attend_sequence(query, &keys, (&globals, &rule), &mut target.every(window.dilation, start))?;
    }
    if g == 0 {
        return Ok(());
    }
    let (queries, keys) = (gather("query", query, &positions)?, Keys::new(key, value, scale)?);
    let mut heard = filled("output", g, v, 0.0)?;
    let rule = Everything { positions: &positions, causal: window.causal };
    let queries = Matrix::new("query", &queries, g, d)?;
    attend(queries, 0, &keys, &rule, &mut MatrixMut::new("output", &mut heard, g, v)?, None)?;
    for (position, heard) in positions.iter().zip(heard.chunks_exact(v.max(1))) {
        target.row(*position as usize).copy_from_slice(heard);
    }
    Ok(())
}

/// Attention within one sequence of next neighbors, and to the global tokens.
fn attend_sequence(
    query: Matrix,
    keys: &Keys,
    (globals, rule): (&Keys, &Globals),
    target: &mut MatrixMut,
) -> Result<()> {
    let (mut online, band) = (Online::new(keys)?, rule.window.band());
    let neighbors = Rules { band, mask: None, bias: None, keys: keys.count() };
    for first in (0..query.rows()).step_by(QUERIES) {
        let tile = query.row_range(first..first + QUERIES);
        let last = first + tile.rows() - 1;
        online.start(tile, first);
        online.see(keys, band.of(first).start..band.of(last).end, &neighbors);
        online.see(globals, 0..globals.count(), rule);
        online.finish(&mut target.row_range(first..first + QUERIES), None);
    }
    Ok(())
}

/// Some rows of a matrix, one behind the other.
fn gather(name: &str, matrix: Matrix, rows: &[u32]) -> Result<Vec<f32>> {
    let mut numbers = filled(name, rows.len(), matrix.columns(), 0.0)?;
    for (to, row) in numbers.chunks_exact_mut(matrix.columns().max(1)).zip(rows) {
        to.copy_from_slice(matrix.row(*row as usize));
    }
    Ok(numbers)
}
