//! Rules that take rows or columns out of a list or put rows into one, without changing a number.

use crate::op::{Reads, Rule, SourceCell};
use crate::tensor::Tensor;

/// The first rows of the operand, as many as the result has.
pub static FIRST_ROWS: Rule = Rule {
    name: "first-rows",
    reads: Reads::One(|_, _, offset| Some(SourceCell { operand: 0, offset })),
    ..Rule::copies(&[0])
};

/// The last rows of the operand, as many as the result has.
pub static LAST_ROWS: Rule = Rule {
    name: "last-rows",
    reads: Reads::One(|operands, shape, offset| from_the_back(operands, 0, shape, offset)),
    ..Rule::copies(&[0])
};

/// The rows of the first operand, and after them the last rows of the second.
pub static APPENDED: Rule = Rule {
    name: "appended-rows",
    reads: Reads::One(|operands, shape, offset| {
        if offset < length(operands, 0) {
            return Some(SourceCell { operand: 0, offset });
        }
        from_the_back(operands, 1, shape, offset)
    }),
    ..Rule::copies(&[0, 1])
};

/// The next row of the first operand: the second operand is a list that starts with one row and gets one more with each round.
pub static NEXT_ROW: Rule = Rule {
    name: "next-row",
    reads: Reads::One(|operands, shape, offset| {
        let round = operands.get(1)?.shape().first()?.saturating_sub(1);
        Some(SourceCell { operand: 0, offset: round * shape.iter().product::<usize>() + offset })
    }),
    ..Rule::copies(&[0])
};

/// The first row of the operand, and zeros in all others.
pub static FIRST_ROW_ONLY: Rule = Rule {
    name: "first-row-only",
    reads: Reads::One(|_, shape, offset| {
        (offset < shape.iter().skip(1).product()).then_some(SourceCell { operand: 0, offset })
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

/// The cell that lies as far from the end of the operand as the result's cell from the end of the result.
fn from_the_back(operands: &[&Tensor], operand: usize, shape: &[usize], offset: usize) -> Option<SourceCell> {
    let offset = (length(operands, operand) + offset).checked_sub(shape.iter().product())?;
    Some(SourceCell { operand, offset })
}
