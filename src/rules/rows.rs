//! Rules that take rows or columns out of a list or put rows into one, without changing a number.

use crate::op::{Reads, Rule, SourceCell, Stretch};
use crate::tensor::Tensor;

/// The first rows of the operand, as many as the result has.
pub static FIRST_ROWS: Rule = Rule {
    name: "first-rows",
    reads: Reads::Stretches(|_, shape| vec![stretch(0, 0, 0, shape.iter().product())]),
    ..Rule::copies(&[0])
};

/// The last rows of the operand, as many as the result has.
pub static LAST_ROWS: Rule = Rule {
    name: "last-rows",
    reads: Reads::Stretches(|operands, shape| vec![from_the_back(operands, 0, 0, shape.iter().product())]),
    ..Rule::copies(&[0])
};

/// The rows of the first operand, and after them the last rows of the second.
pub static APPENDED: Rule = Rule {
    name: "appended-rows",
    reads: Reads::Stretches(|operands, shape| {
        let (before, all) = (length(operands, 0), shape.iter().product::<usize>());
        vec![stretch(0, 0, 0, before), from_the_back(operands, 1, before, all.saturating_sub(before))]
    }),
    ..Rule::copies(&[0, 1])
};

/// The next row of the first operand: the second operand is a list that starts with one row and gets one more with each round.
pub static NEXT_ROW: Rule = Rule {
    name: "next-row",
    reads: Reads::Stretches(|operands, shape| {
        let rows = operands.get(1).and_then(|list| list.shape().first().copied()).unwrap_or_default();
        let width = shape.iter().product();
        vec![stretch(0, rows.saturating_sub(1) * width, 0, width)]
    }),
    ..Rule::copies(&[0])
};

/// The first row of the operand, and zeros in all others.
pub static FIRST_ROW_ONLY: Rule = Rule {
    name: "first-row-only",
    reads: Reads::Stretches(|_, shape| {
        let all: usize = shape.iter().product();
        vec![stretch(0, 0, 0, all.min(shape.iter().skip(1).product()))]
    }),
    ..Rule::copies(&[0])
};

/// The first numbers of the pairs that the operand lists, a row for each.
pub static FIRST_OF_PAIR: Rule =
    Rule { name: "first-of-pair", reads: Reads::One(|_, _, pair| end(pair, 0)), ..Rule::copies(&[0]) };

/// The second numbers of the pairs that the operand lists, a row for each.
pub static SECOND_OF_PAIR: Rule =
    Rule { name: "second-of-pair", reads: Reads::One(|_, _, pair| end(pair, 1)), ..Rule::copies(&[0]) };

fn end(pair: usize, end: usize) -> Option<SourceCell> {
    Some(SourceCell { operand: 0, offset: 2 * pair + end })
}

fn length(operands: &[&Tensor], operand: usize) -> usize {
    operands.get(operand).map_or(0, |tensor| tensor.data().len())
}

fn stretch(operand: usize, from: usize, offset: usize, length: usize) -> Stretch {
    Stretch { source: SourceCell { operand, offset: from }, offset, length }
}

/// The last numbers of an operand, as many as `count`, from a place of the result on.
fn from_the_back(operands: &[&Tensor], operand: usize, offset: usize, count: usize) -> Stretch {
    let all = length(operands, operand);
    let missing = count.saturating_sub(all);
    stretch(operand, all.saturating_sub(count), offset + missing, count - missing)
}
