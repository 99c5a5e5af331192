//! Rules: steps that no einsum can express, such as an argmax, a sort or the list of a graph's edges.

use crate::tensor::Tensor;

/// One cell that a rule reads: which operand, and the place in its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceCell {
    /// Position of the operand in the step's reads.
    pub operand: usize,
    /// Row-major place in the operand.
    pub offset: usize,
}

/// Returns the cells that one cell is computed from, given the operands, the result's shape and the cell's index.
pub type ReadsOfCell = fn(operands: &[&Tensor], shape: &[usize], index: &[usize]) -> Vec<SourceCell>;

/// Bounds the work of a rule from the shapes alone, given the operands and the result's shape: the most passes of the loops of [`Rule::fill`], each of
/// which reads or writes about one number.
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

/// How a step computes its cells, and which cells each of them reads.
///
/// `fill` computes the whole tensor, `reads` and `value` a single cell; a test compares them bit for bit.
#[derive(Debug)]
pub struct Rule {
    /// Stable kebab-case name.
    pub name: &'static str,
    /// How a cell is written: `{0}`, `{1}` … stand for the cells read, `{*}` for all of them.
    pub template: &'static str,
    /// Whether `fill` computes each cell from the one before it. A cell still names all numbers that it depends on, but its cost is `work`.
    pub cumulative: bool,
    /// The most work of `fill`, from the shapes alone; runs are estimated by it.
    pub work: WorkOfRule,
    /// Computes all cells, in row-major order, from the operands and the result's shape.
    pub fill: fn(operands: &[&Tensor], shape: &[usize]) -> Vec<f64>,
    /// Returns the cells that the cell at `index` is computed from, in the order of the template.
    pub reads: ReadsOfCell,
    /// Computes the cell at `index` from the values of the cells that it reads.
    pub value: fn(values: &[f64], shape: &[usize], index: &[usize]) -> f64,
}
