//! Rules: steps that no einsum describes, such as an argmax, a sort or the list of a graph's edges.

use crate::tensor::Tensor;

/// One cell that a rule reads: which operand, and the place in its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceCell {
    /// Position of the operand in the step's reads.
    pub operand: usize,
    /// Row-major place in the operand.
    pub offset: usize,
}

/// Names the cells that one cell is computed from, given the operands, the result's shape and the cell's index.
pub type ReadsOfCell = fn(operands: &[&Tensor], shape: &[usize], index: &[usize]) -> Vec<SourceCell>;

/// How a step computes its cells, and how one of them is taken apart.
///
/// `fill` computes the whole tensor, `reads` and `value` a single cell; a test holds them equal, bit for bit.
#[derive(Debug)]
pub struct Rule {
    /// Stable kebab-case name.
    pub name: &'static str,
    /// How a cell is written down: `{0}`, `{1}` … stand for the cells read, `{*}` for all of them.
    pub template: &'static str,
    /// Computes all cells, in row-major order, from the operands and the result's shape.
    pub fill: fn(operands: &[&Tensor], shape: &[usize]) -> Vec<f64>,
    /// Names the cells that the cell at `index` is computed from, in the order of the template.
    pub reads: ReadsOfCell,
    /// Computes the cell at `index` from the values of the cells it reads and nothing else.
    pub value: fn(values: &[f64], shape: &[usize], index: &[usize]) -> f64,
}
