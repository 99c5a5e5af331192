//! Rules that take rows out of a list or put rows into one, without changing a number.

use crate::tensor::{Tensor, offset_of};
use crate::trace::{Rule, SourceCell, each_once};

/// Returns the cell that a cell of the result copies, from its place and the number of cells of the result.
type Origin = fn(operands: &[&Tensor], count: usize, offset: usize) -> SourceCell;

fn copied(operands: &[&Tensor], shape: &[usize], origin: Origin) -> Vec<f64> {
    let count = shape.iter().product();
    let number = |SourceCell { operand, offset }| operands.get(operand).and_then(|tensor| tensor.data().get(offset));
    (0..count).map(|offset| number(origin(operands, count, offset)).copied().unwrap_or(f64::NAN)).collect()
}

fn source(operands: &[&Tensor], shape: &[usize], index: &[usize], origin: Origin) -> Vec<SourceCell> {
    vec![origin(operands, shape.iter().product(), offset_of(shape, index).unwrap_or_default())]
}

fn same(values: &[f64], _: &[usize], _: &[usize]) -> f64 {
    values.first().copied().unwrap_or(f64::NAN)
}

fn length(operands: &[&Tensor], operand: usize) -> usize {
    operands.get(operand).map_or(0, |tensor| tensor.data().len())
}

/// The first rows of the operand, as many as the result has.
pub static FIRST_ROWS: Rule = Rule {
    name: "first-rows",
    template: "{0}",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| copied(operands, shape, from_the_front),
    reads: |operands, shape, index| source(operands, shape, index, from_the_front),
    value: same,
};

fn from_the_front(_: &[&Tensor], _: usize, offset: usize) -> SourceCell {
    SourceCell { operand: 0, offset }
}

/// The last rows of the operand, as many as the result has.
pub static LAST_ROWS: Rule = Rule {
    name: "last-rows",
    template: "{0}",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| copied(operands, shape, from_the_back),
    reads: |operands, shape, index| source(operands, shape, index, from_the_back),
    value: same,
};

fn from_the_back(operands: &[&Tensor], count: usize, offset: usize) -> SourceCell {
    SourceCell { operand: 0, offset: (length(operands, 0) + offset).saturating_sub(count) }
}

/// The rows of the first operand, and after them the last rows of the second.
pub static APPENDED: Rule = Rule {
    name: "appended-rows",
    template: "{0}",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| copied(operands, shape, from_either),
    reads: |operands, shape, index| source(operands, shape, index, from_either),
    value: same,
};

fn from_either(operands: &[&Tensor], count: usize, offset: usize) -> SourceCell {
    if offset < length(operands, 0) {
        return SourceCell { operand: 0, offset };
    }
    SourceCell { operand: 1, offset: (length(operands, 1) + offset).saturating_sub(count) }
}

/// The next row of the first operand: the second operand is a list that starts with one row and gets one more with each round.
pub static NEXT_ROW: Rule = Rule {
    name: "next-row",
    template: "{0}",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| copied(operands, shape, from_this_turn),
    reads: |operands, shape, index| source(operands, shape, index, from_this_turn),
    value: same,
};

fn from_this_turn(operands: &[&Tensor], count: usize, offset: usize) -> SourceCell {
    let turn = operands.get(1).and_then(|list| list.shape().first()).map_or(0, |rows| rows.saturating_sub(1));
    SourceCell { operand: 0, offset: turn * count + offset }
}

/// The first row of the operand, and zeros in all others.
pub static FIRST_ROW_ONLY: Rule = Rule {
    name: "first-row-only",
    template: "{0}",
    cumulative: false,
    work: each_once,
    fill: |operands, shape| {
        let row: usize = shape.iter().skip(1).product();
        let numbers = operands.first().map(|tensor| tensor.data()).unwrap_or_default().iter().enumerate();
        numbers.map(|(offset, &number)| if offset < row { number } else { 0.0 }).collect()
    },
    reads: |operands, shape, index| {
        if index.first() == Some(&0) { source(operands, shape, index, from_the_front) } else { Vec::new() }
    },
    value: |values, _, _| values.first().copied().unwrap_or(0.0),
};
