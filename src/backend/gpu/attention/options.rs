//! The options of attention, and the sizes that follow from them and the operands.

use crate::backend::cpu::heads::{expect, part};
use crate::backend::cpu::pair_rule::Band;
use crate::backend::gpu::device::{GpuMatrix, Parameter};
use crate::error::{Error, Result};

use super::mask::GpuMask;

/// The options of attention of several heads.
#[derive(Clone, Copy, Debug)]
pub struct Heads<'a> {
    /// How many heads, at least 1.
    pub heads: usize,
    /// How many sequences, at least 1.
    pub batch: usize,
    /// Which keys a query sees, by position.
    pub band: Band,
    /// [n, m]: which keys a query may see.
    pub mask: Option<&'a GpuMask>,
    /// [n, m]: added to the scaled scores.
    pub bias: Option<&'a GpuMatrix>,
    /// The factor of the scores, above 0; 1/√d if absent.
    pub scale: Option<f32>,
}

impl Default for Heads<'_> {
    fn default() -> Self {
        Heads { heads: 1, batch: 1, band: Band::FULL, mask: None, bias: None, scale: None }
    }
}

/// The sizes of one head of one sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths {
    /// n.
    pub queries: usize,
    /// m.
    pub keys: usize,
    /// d.
    pub width: usize,
    /// v.
    pub value_width: usize,
    /// The factor of the scores.
    pub scale: f32,
}

impl<'a> Heads<'a> {
    /// The rules that all heads and sequences share.
    pub(super) fn rules(&self) -> Rules<'a> {
        Rules { band: self.band, mask: self.mask, bias: self.bias }
    }

    /// Validates the shapes of the operands and of mask and bias, and returns the sizes of one head.
    pub(super) fn lengths(&self, query: &GpuMatrix, key: &GpuMatrix, value: &GpuMatrix) -> Result<Lengths> {
        let width = part("query", query.columns(), self.heads, "`heads`")?;
        let value_width = part("value", value.columns(), self.heads, "`heads`")?;
        let (queries, keys) =
            (part("query", query.rows(), self.batch, "`batch`")?, part("key", key.rows(), self.batch, "`batch`")?);
        expect("key", 1, key.columns(), query.columns(), "`query`")?;
        expect("value", 0, value.rows(), key.rows(), "`key`")?;
        if width == 0 {
            let expected = "at least one column for each head".into();
            return Err(Error::OutOfRange { input: "query".into(), index: Vec::new(), value: 0.0, expected }.into());
        }
        self.rules().check_shapes(queries, keys)?;
        let scale = self.scale.unwrap_or(1.0 / (width as f32).sqrt());
        Ok(Lengths { queries, keys, width, value_width, scale })
    }
}

/// Which scores of a table of queries and keys count, and what is added to them.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// Which keys a query sees, by position.
    pub band: Band,
    /// [n, m]: which keys a query may see.
    pub mask: Option<&'a GpuMask>,
    /// [n, m]: added to the scores.
    pub bias: Option<&'a GpuMatrix>,
}

impl Rules<'_> {
    /// Checks that mask and bias have the shape of the table of scores.
    pub(super) fn check_shapes(&self, queries: usize, keys: usize) -> Result<()> {
        if let Some(mask) = self.mask {
            expect("mask", 0, mask.queries(), queries, "the queries")?;
            expect("mask", 1, mask.keys(), keys, "the keys")?;
        }
        if let Some(bias) = self.bias {
            expect("bias", 0, bias.rows(), queries, "the queries")?;
            expect("bias", 1, bias.columns(), keys, "the keys")?;
        }
        Ok(())
    }
}

/// Larger than any row, and small enough that adding a position does not overflow.
const UNLIMITED: usize = 1 << 30;

/// The number of positions that a query sees on one side, as a parameter of a kernel.
pub(super) fn reach(positions: usize) -> Parameter {
    Parameter::Count(positions.min(UNLIMITED))
}
