//! Functions applied cell by cell: the same bits as the reference's, since it is the same function.

use std::ptr;

use crate::op::{
    ADD, COPY, DIVIDE, DIVIDE_OR_ZERO, Function, KEEP_OR_MINUS_INFINITY, MULTIPLY, NEGATE, NORMALIZE, Plan, RELU,
    SUBTRACT, Settings,
};

use super::axes::by_rows;

/// The numbers of one operand along a row of the result.
#[derive(Clone, Copy)]
enum Lane<'a> {
    /// One number for all cells.
    Number(f64),
    /// A number for each cell, one after another.
    Row(&'a [f64]),
    /// A number for each cell, this far apart.
    Apart(&'a [f64], usize),
}

impl<'a> Lane<'a> {
    fn new(data: &'a [f64], place: usize, step: usize, length: usize) -> Lane<'a> {
        let from = data.get(place..).unwrap_or_default();
        match step {
            0 => Lane::Number(from.first().copied().unwrap_or(f64::NAN)),
            1 => Lane::Row(from.get(..length).unwrap_or(from)),
            step => Lane::Apart(from, step),
        }
    }

    #[inline(always)]
    fn at(self, cell: usize) -> f64 {
        match self {
            Lane::Number(number) => number,
            Lane::Row(numbers) => numbers.get(cell).copied().unwrap_or(f64::NAN),
            Lane::Apart(numbers, step) => numbers.get(cell * step).copied().unwrap_or(f64::NAN),
        }
    }
}

/// Applies a function of one operand.
pub(super) fn map_one(plan: &Plan, function: &Function, data: &[f64], settings: &Settings) -> Vec<f64> {
    by_rows(plan, |row, [place], [step]| {
        let lane = Lane::new(data, place, step, row.len());
        // What the function of a static computes is known when this is compiled, so that each of these is a loop without a call.
        macro_rules! in_line {
            ($($known:ident),*) => {
                $(if ptr::eq(function, &$known) {
                    return each(row, lane, |x| $known.apply(&[x], settings));
                })*
            };
        }
        in_line!(COPY, NEGATE, RELU);
        each(row, lane, |x| function.apply(&[x], settings))
    })
}

/// Applies a function of two operands.
pub(super) fn map_two(plan: &Plan, function: &Function, left: &[f64], right: &[f64], settings: &Settings) -> Vec<f64> {
    by_rows(plan, |row, [a, b], [left_step, right_step]| {
        let left = Lane::new(left, a, left_step, row.len());
        let right = Lane::new(right, b, right_step, row.len());
        macro_rules! in_line {
            ($($known:ident),*) => {
                $(if ptr::eq(function, &$known) {
                    return pairs(row, left, right, |x, y| $known.apply(&[x, y], settings));
                })*
            };
        }
        in_line!(ADD, SUBTRACT, MULTIPLY, DIVIDE, DIVIDE_OR_ZERO, NORMALIZE, KEEP_OR_MINUS_INFINITY);
        pairs(row, left, right, |x, y| function.apply(&[x, y], settings))
    })
}

/// The product of three operands, where no letter is swept.
pub(super) fn multiply_three(plan: &Plan, operands: [&[f64]; 3]) -> Vec<f64> {
    by_rows(plan, |row, [a, b, c], [first_step, second_step, third_step]| {
        let [first, second, third] = operands;
        let first = Lane::new(first, a, first_step, row.len());
        let second = Lane::new(second, b, second_step, row.len());
        let third = Lane::new(third, c, third_step, row.len());
        for (place, cell) in row.iter_mut().enumerate() {
            // A sum of one term, which begins at 0: −0 becomes 0.
            *cell = 0.0 + first.at(place) * second.at(place) * third.at(place);
        }
    })
}

#[inline(always)]
fn each(row: &mut [f64], lane: Lane, value: impl Fn(f64) -> f64) {
    match lane {
        Lane::Number(number) => row.fill(value(number)),
        Lane::Row(numbers) => row.iter_mut().zip(numbers).for_each(|(cell, number)| *cell = value(*number)),
        Lane::Apart(..) => row.iter_mut().enumerate().for_each(|(place, cell)| *cell = value(lane.at(place))),
    }
}

#[inline(always)]
fn pairs(row: &mut [f64], left: Lane, right: Lane, value: impl Fn(f64, f64) -> f64) {
    match (left, right) {
        (Lane::Row(left), Lane::Row(right)) => {
            row.iter_mut().zip(left).zip(right).for_each(|((cell, x), y)| *cell = value(*x, *y));
        }
        (Lane::Row(left), Lane::Number(y)) => row.iter_mut().zip(left).for_each(|(cell, x)| *cell = value(*x, y)),
        (Lane::Number(x), Lane::Row(right)) => row.iter_mut().zip(right).for_each(|(cell, y)| *cell = value(x, *y)),
        _ => row.iter_mut().enumerate().for_each(|(place, cell)| *cell = value(left.at(place), right.at(place))),
    }
}
