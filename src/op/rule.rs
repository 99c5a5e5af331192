//! Rules: steps that no einsum can express, such as an argmax, a sort or the list of a graph's edges.

use crate::tensor::{Tensor, offset_of};

/// One cell that a rule reads: which operand, and the place in its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceCell {
    /// Position of the operand in the step's reads.
    pub operand: usize,
    /// Row-major place in the operand.
    pub offset: usize,
}

/// Computes all cells, in row-major order, from the operands and the result's shape.
pub type FillOfRule = fn(operands: &[&Tensor], shape: &[usize]) -> Vec<f64>;

/// Returns the cells that one cell is computed from, given the operands, the result's shape and the cell's index.
pub type ReadsOfCell = fn(operands: &[&Tensor], shape: &[usize], index: &[usize]) -> Vec<SourceCell>;

/// Returns the cell that one cell is computed from, if there is one, given the operands, the result's shape and the cell's row-major place.
pub type OriginOfCell = fn(operands: &[&Tensor], shape: &[usize], offset: usize) -> Option<SourceCell>;

/// Bounds the work of a rule from the shapes alone, given the operands and the result's shape: the most passes of the loops that compute the tensor,
/// each of which reads or writes about one number.
pub type WorkOfRule = fn(operands: &[&Tensor], shape: &[usize]) -> u64;

/// For [`Rule::work`]: looks once at every number of the operands and of the result.
pub fn each_once(operands: &[&Tensor], shape: &[usize]) -> u64 {
    let read: usize = operands.iter().map(|operand| operand.element_count()).sum();
    (read + shape.iter().product::<usize>()) as u64
}

/// For [`Rule::work`]: sorts the numbers of the operands.
pub fn sorted_once(operands: &[&Tensor], shape: &[usize]) -> u64 {
    let numbers = each_once(operands, shape);
    numbers.saturating_mul(u64::from(numbers.max(2).ilog2()))
}

/// How a rule computes the whole tensor.
#[derive(Clone, Copy, Debug)]
pub enum Fill {
    /// Cell by cell, from [`Rule::reads`] and [`Rule::value`].
    CellByCell,
    /// By a function of its own, which needs less time; a test compares it bit for bit with [`Rule::reads`] and [`Rule::value`].
    AtOnce(FillOfRule),
}

/// The cells of the operands that a cell of the result is computed from, in the order of the template.
#[derive(Clone, Copy, Debug)]
pub enum Reads {
    /// None.
    Nothing,
    /// Every number of every operand.
    All,
    /// One cell, or none.
    One(OriginOfCell),
    /// Any cells.
    Cells(ReadsOfCell),
}

/// How a step computes its cells, and which cells each of them reads.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Stable kebab-case name.
    pub name: &'static str,
    /// How a cell is written: `{0}`, `{1}` … stand for the cells read, `{*}` for all of them.
    pub template: &'static str,
    /// Whether the tensor is computed with each cell from the one before it. A cell still names all numbers that it depends on, but its cost is
    /// `work`.
    pub cumulative: bool,
    /// The most work for the whole tensor, from the shapes alone; runs are estimated by it.
    pub work: WorkOfRule,
    /// How the whole tensor is computed.
    pub fill: Fill,
    /// Which cells a cell is computed from.
    pub reads: Reads,
    /// Computes the cell at `index` from the values of the cells that it reads.
    pub value: fn(values: &[f64], shape: &[usize], index: &[usize]) -> f64,
}

impl Rule {
    /// The defaults: each cell is a copy of the first number that it reads, or 0 if it reads none.
    pub const DEFAULT: Rule = Rule {
        name: "copy",
        template: "{0}",
        cumulative: false,
        work: each_once,
        fill: Fill::CellByCell,
        reads: Reads::Nothing,
        value: |values, _, _| values.first().copied().unwrap_or(0.0),
    };

    /// Computes the whole tensor in row-major order.
    pub fn tensor(&self, operands: &[&Tensor], shape: &[usize]) -> Vec<f64> {
        let all: Vec<f64> = match (self.fill, self.reads) {
            (Fill::AtOnce(fill), _) => return fill(operands, shape),
            (_, Reads::All) => operands.iter().flat_map(|operand| operand.data()).copied().collect(),
            _ => Vec::new(),
        };
        let number = |source: SourceCell| operands.get(source.operand)?.data().get(source.offset).copied();
        let mut index = vec![0; shape.len()];
        let cell = |offset| {
            let value = match self.reads {
                Reads::Nothing | Reads::All => (self.value)(&all, shape, &index),
                Reads::One(origin) => {
                    let read = origin(operands, shape, offset).and_then(number);
                    (self.value)(read.as_slice(), shape, &index)
                }
                Reads::Cells(cells) => {
                    let read: Vec<f64> = cells(operands, shape, &index).into_iter().filter_map(number).collect();
                    (self.value)(&read, shape, &index)
                }
            };
            advance(&mut index, shape);
            value
        };
        (0..shape.iter().product()).map(cell).collect()
    }

    /// Returns the cells that the cell at `index` is computed from, in the order of the template.
    pub fn sources(&self, operands: &[&Tensor], shape: &[usize], index: &[usize]) -> Vec<SourceCell> {
        match self.reads {
            Reads::Nothing => Vec::new(),
            Reads::All => {
                let cells = |(operand, tensor): (usize, &&Tensor)| {
                    (0..tensor.data().len()).map(move |offset| SourceCell { operand, offset })
                };
                operands.iter().enumerate().flat_map(cells).collect()
            }
            Reads::One(origin) => {
                offset_of(shape, index).and_then(|offset| origin(operands, shape, offset)).into_iter().collect()
            }
            Reads::Cells(cells) => cells(operands, shape, index),
        }
    }
}

/// Sets an index to the next one in row-major order.
fn advance(index: &mut [usize], shape: &[usize]) {
    for (position, &length) in index.iter_mut().zip(shape).rev() {
        *position += 1;
        if *position < length {
            return;
        }
        *position = 0;
    }
}
