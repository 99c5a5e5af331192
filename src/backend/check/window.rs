//! Window attention, whose bound [`crate::backend::cpu::tiled`] derives.

use super::attention::{Size, attend};
use super::{Expected, Precision, Row};
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::window::Window;
use crate::error::Result;

/// Attention of every token to its window and to global tokens, as [`crate::backend::cpu::window`] computes it.
pub struct WindowAttention<'a> {
    /// [n, d].
    pub query: Matrix<'a>,
    /// [n, d].
    pub key: Matrix<'a>,
    /// [n, v].
    pub value: Matrix<'a>,
    /// Which keys a token sees.
    pub window: Window<'a>,
    /// The engine's.
    pub precision: Precision,
}

impl Expected for WindowAttention<'_> {
    fn shape(&self) -> (usize, usize) {
        (self.query.rows(), self.value.columns())
    }

    fn row(&self, row: usize) -> Result<Row> {
        let Window { half, dilation, globals, causal } = self.window;
        let n = self.key.rows();
        let is_global = |token: usize| globals.iter().any(|&global| global as usize == token);
        let sees_all = is_global(row);
        let sees = |key: usize| {
            let apart = row.abs_diff(key);
            let is_neighbor = apart.checked_rem(dilation) == Some(0) && apart / dilation.max(1) <= half;
            (!causal || key <= row) && (sees_all || is_neighbor || is_global(key))
        };
        let query = self.query.row(row);
        let gone_through =
            if sees_all { n } else { half.saturating_mul(2).saturating_add(1 + globals.len()).min(2 * n) };
        let tiles = gone_through / self.precision.tile + 4;
        let size = Size { depth: query.len(), keys: gone_through, tiles };
        let scale = 1.0 / (query.len() as f64).sqrt();
        attend(
            query,
            (self.key, self.value),
            (scale, &[]),
            &mut (0..n).filter(|&key| sees(key)),
            &size,
            &self.precision,
        )
    }
}
