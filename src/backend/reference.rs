//! The reference: f64, every sum in index order from 0, no blocking, no fused multiply-add.
//!
//! It promises the order of operations, so that any cell can be recomputed from its operands to the last bit, on every platform. Terms that are zero
//! are skipped where many are: adding them would change no bit.

use crate::op::{Function, Plan, Reduction, Settings};

use super::Backend;
use super::odometer::Odometer;

/// The backend that defines what is correct.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reference;

/// The cells of a result, row by row: the last letter runs in a loop of its own, the others by odometer.
struct Rows<'a> {
    starts: Odometer<'a>,
    length: usize,
    strides: Vec<usize>,
}

impl<'a> Rows<'a> {
    fn new(plan: &'a Plan) -> Rows<'a> {
        let all: Vec<&[usize]> = (0..plan.operands()).map(|operand| plan.outer_strides(operand)).collect();
        let (length, sizes) = plan.outer_sizes().split_last().unwrap_or((&1, &[]));
        let split = |strides: &&'a [usize]| strides.split_last().unwrap_or((&0, &[]));
        Rows {
            starts: Odometer::new(sizes, all.iter().map(|strides| split(strides).1).collect()),
            length: *length,
            strides: all.iter().map(|strides| *split(strides).0).collect(),
        }
    }

    /// Computes every cell from the places of its operands, in row-major order.
    fn fill(self, cell: &mut dyn FnMut(&[usize]) -> f64) -> Vec<f64> {
        let (length, strides) = (self.length, self.strides.clone());
        let mut places = self.starts.places.clone();
        self.fill_rows(&mut |starts, result| {
            places.copy_from_slice(starts);
            for _ in 0..length {
                result.push(cell(&places));
                for (place, stride) in places.iter_mut().zip(&strides) {
                    *place += stride;
                }
            }
        })
    }

    /// As [`Rows::fill`], a whole row at a time, which is put behind those before it.
    fn fill_rows(mut self, row: &mut dyn FnMut(&[usize], &mut Vec<f64>)) -> Vec<f64> {
        let rows = self.starts.count();
        let mut result = Vec::with_capacity(rows * self.length);
        for _ in 0..rows {
            row(&self.starts.places, &mut result);
            self.starts.advance();
        }
        result
    }
}

/// The swept letters of a plan, to be started anew at every cell.
fn sweep(plan: &Plan) -> Odometer<'_> {
    Odometer::new(plan.swept_sizes(), (0..plan.operands()).map(|operand| plan.swept_strides(operand)).collect())
}

fn at(data: &[f64], place: usize) -> f64 {
    // A plan never leads outside the operand it was made for; NaN would show at once in every comparison with a golden result.
    data.get(place).copied().unwrap_or(f64::NAN)
}

/// The numbers of one factor along the swept letter: its data, the first place, the stride from one to the next.
type Factor<'a> = (&'a [f64], usize, usize);

/// Returns Σ left · right over one swept letter, from 0 in index order.
fn sum_of_products(length: usize, (left, mut a, left_stride): Factor, (right, mut b, right_stride): Factor) -> f64 {
    let mut sum = 0.0;
    for _ in 0..length {
        sum += at(left, a) * at(right, b);
        a += left_stride;
        b += right_stride;
    }
    sum
}

/// Returns a row of products of one number each: of this length, with the factors' first places and strides.
fn row_of_products<'a>(length: usize, left: Factor<'a>, right: Factor<'a>) -> impl Iterator<Item = f64> + 'a {
    let number = |(data, place, stride): Factor, step: usize| at(data, place + step * stride);
    (0..length).map(move |step| 0.0 + number(left, step) * number(right, step))
}

/// The rows of a factor that is mostly zeros, such as an adjacency matrix.
///
/// A term with the factor 0 is 0 or −0 if the other factor is finite. A sum that starts at 0 is never −0, so adding the term would change no bit.
struct SparseRows<'a> {
    factor: &'a [f64],
    stride: usize,
    length: usize,
    /// Where the current row starts.
    start: Option<usize>,
    /// The positions in the current row of what differs from 0.
    positions: Vec<usize>,
}

impl<'a> SparseRows<'a> {
    /// The shortest rows of a result for which finding the zeros pays.
    const SHORTEST: usize = 8;

    /// Returns the rows of the factor at a position if terms may be skipped, most of them are 0, and each row is used for many cells of the result.
    fn new(plan: &Plan, position: usize, factor: &'a [f64], other: &[f64]) -> Option<SparseRows<'a>> {
        let (length, stride) = (first(plan.swept_sizes()), first(plan.swept_strides(position)));
        let is_shared = plan.outer_strides(position).last() == Some(&0);
        let is_long = plan.outer_sizes().last().is_some_and(|&cells| cells >= Self::SHORTEST);
        let zeros = || factor.iter().filter(|&&number| number == 0.0).count();
        let applies =
            is_shared && is_long && zeros() > factor.len() / 2 && other.iter().all(|number| number.is_finite());
        applies.then(|| SparseRows { factor, stride, length, start: None, positions: Vec::with_capacity(length) })
    }

    /// As [`sum_of_products`], for the row of the factor that starts at a place; which of two factors stands first changes no product.
    fn sum(&mut self, start: usize, (other, place, other_stride): Factor) -> f64 {
        let SparseRows { factor, stride, length, .. } = *self;
        if self.start != Some(start) {
            self.start = Some(start);
            self.positions.clear();
            self.positions.extend((0..length).filter(|position| at(factor, start + position * stride) != 0.0));
        }
        let term =
            |&position: &usize| at(factor, start + position * stride) * at(other, place + position * other_stride);
        self.positions.iter().map(term).fold(0.0, |sum, term| sum + term)
    }
}

impl Backend for Reference {
    fn contract(&self, plan: &Plan, operands: &[&[f64]]) -> Vec<f64> {
        let mut sweep = sweep(plan);
        // The common case, one swept letter and two factors, gets a loop of its own; it adds in the same order.
        if let ([left, right], [length], [[left_stride], [right_stride]]) =
            (operands, sweep.sizes, sweep.strides.as_slice())
        {
            if let Some(mut rows) = SparseRows::new(plan, 0, left, right) {
                return Rows::new(plan).fill(&mut |places| match places {
                    [a, b] => rows.sum(*a, (right, *b, *right_stride)),
                    _ => f64::NAN,
                });
            }
            if let Some(mut rows) = SparseRows::new(plan, 1, right, left) {
                return Rows::new(plan).fill(&mut |places| match places {
                    [a, b] => rows.sum(*b, (left, *a, *left_stride)),
                    _ => f64::NAN,
                });
            }
            return Rows::new(plan).fill(&mut |places| match places {
                [a, b] => sum_of_products(*length, (left, *a, *left_stride), (right, *b, *right_stride)),
                _ => f64::NAN,
            });
        }
        // Without a swept letter each cell is one term.
        if let (true, &[left, right]) = (plan.swept_sizes().is_empty(), operands) {
            let rows = Rows::new(plan);
            let (length, strides) = (rows.length, rows.strides.clone());
            return rows.fill_rows(&mut |places, result| match (places, strides.as_slice()) {
                (&[a, b], &[step, other]) => {
                    result.extend(row_of_products(length, (left, a, step), (right, b, other)));
                }
                _ => result.resize(result.len() + length, f64::NAN),
            });
        }
        if plan.swept_sizes().is_empty() {
            return Rows::new(plan).fill(&mut |places| {
                let factors = operands.iter().zip(places).map(|(data, &place)| at(data, place));
                0.0 + factors.reduce(|product, factor| product * factor).unwrap_or(1.0)
            });
        }
        let sweeps = sweep.count();
        Rows::new(plan).fill(&mut |places| {
            sweep.start(places.iter().copied());
            let mut sum = 0.0;
            for _ in 0..sweeps {
                let factors = operands.iter().zip(&sweep.places).map(|(data, &place)| at(data, place));
                sum += factors.reduce(|product, factor| product * factor).unwrap_or(1.0);
                sweep.advance();
            }
            sum
        })
    }

    fn map(&self, plan: &Plan, function: &Function, operands: &[&[f64]], settings: &Settings) -> Vec<f64> {
        let mut arguments = vec![0.0; operands.len()];
        Rows::new(plan).fill(&mut |places| {
            for ((argument, data), &place) in arguments.iter_mut().zip(operands).zip(places) {
                *argument = at(data, place);
            }
            function.apply(&arguments, settings)
        })
    }

    fn reduce(&self, plan: &Plan, reduction: Reduction, operands: &[&[f64]]) -> Vec<f64> {
        let data = operands.first().copied().unwrap_or_default();
        let mut sweep = sweep(plan);
        let sweeps = sweep.count();
        Rows::new(plan).fill(&mut |places| {
            sweep.start(places.iter().copied());
            let mut so_far = reduction.start();
            for _ in 0..sweeps {
                so_far = reduction.fold(so_far, at(data, first(&sweep.places)));
                sweep.advance();
            }
            so_far
        })
    }

    fn gather(&self, plan: &Plan, operands: &[&[f64]]) -> Vec<f64> {
        let stride = first(plan.swept_strides(0));
        Rows::new(plan).fill(&mut |places| match (operands, places) {
            ([data, selector], [place, chosen]) => at(data, place + at(selector, *chosen) as usize * stride),
            _ => f64::NAN,
        })
    }

    fn scatter(&self, plan: &Plan, reduction: Reduction, operands: &[&[f64]]) -> Vec<f64> {
        let mut cells = vec![reduction.start(); plan.shape().iter().product()];
        let ([data, names], Some(named)) = (operands, plan.named()) else { return cells };
        // The cell of each position, but for the letter that is named; a cell's numbers come in the order of the swept letters, the slowest here.
        let mut rest = plan.outer_sizes().to_vec();
        let strides = row_major(&rest);
        let step = strides.get(named).copied().unwrap_or_default();
        rest.iter_mut().skip(named).take(1).for_each(|length| *length = 1);
        let sizes = [plan.swept_sizes(), &rest].concat();
        let still = vec![0; plan.swept_sizes().len()];
        let of = |operand| [plan.swept_strides(operand), plan.outer_strides(operand)].concat();
        let (of_data, of_names, of_cells) = (of(0), of(1), [still, strides].concat());
        let mut walk = Odometer::new(&sizes, vec![&of_data, &of_names, &of_cells]);
        for _ in 0..walk.count() {
            if let &[from, name, to] = walk.places.as_slice()
                && let Some(position) = plan.position_named_by(at(names, name))
                && let Some(cell) = cells.get_mut(to + position * step)
            {
                *cell = reduction.fold(*cell, at(data, from));
            }
            walk.advance();
        }
        cells
    }
}

/// How far apart neighbors along each axis stand in a tensor of this shape.
fn row_major(shape: &[usize]) -> Vec<usize> {
    let mut step = 1;
    let behind = |length: &usize| {
        let stride = step;
        step *= length;
        stride
    };
    let mut strides: Vec<usize> = shape.iter().rev().map(behind).collect();
    strides.reverse();
    strides
}

fn first(list: &[usize]) -> usize {
    list.first().copied().unwrap_or_default()
}
