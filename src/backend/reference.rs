//! The reference: f64, every sum in index order from 0, no blocking, no fused multiply-add.
//!
//! Slow on purpose in nothing, fast on purpose in nothing: the order of operations is what it promises, so that any cell can be recomputed from its
//! operands to the last bit, on every platform.

use crate::trace::{Function, Plan, Reduction, Settings};

use super::Backend;

/// The backend that defines what is correct.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reference;

/// Counts through all positions of some axes, slowest first, and keeps each operand's place up to date.
struct Odometer<'a> {
    sizes: &'a [usize],
    strides: Vec<&'a [usize]>,
    position: Vec<usize>,
    places: Vec<usize>,
}

impl<'a> Odometer<'a> {
    fn new(sizes: &'a [usize], strides: Vec<&'a [usize]>, start: Vec<usize>) -> Odometer<'a> {
        Odometer { sizes, strides, position: vec![0; sizes.len()], places: start }
    }

    fn advance(&mut self) {
        for (axis, &size) in self.sizes.iter().enumerate().rev() {
            let Some(position) = self.position.get_mut(axis) else { return };
            *position += 1;
            let turned_over = *position == size;
            let steps = if turned_over { std::mem::take(position) - 1 } else { 1 };
            for (place, strides) in self.places.iter_mut().zip(&self.strides) {
                let stride = strides.get(axis).copied().unwrap_or_default();
                if turned_over {
                    *place -= steps * stride;
                } else {
                    *place += stride;
                }
            }
            if !turned_over {
                return;
            }
        }
    }
}

fn outer<'a>(plan: &'a Plan) -> Odometer<'a> {
    let strides = (0..plan.operands()).map(|operand| plan.outer_strides(operand)).collect();
    Odometer::new(plan.outer_sizes(), strides, vec![0; plan.operands()])
}

fn at(data: &[f64], place: usize) -> f64 {
    // A plan never leads outside the operand it was made for; NaN would show at once in every comparison with a golden result.
    data.get(place).copied().unwrap_or(f64::NAN)
}

impl Backend for Reference {
    fn contract(&self, plan: &Plan, operands: &[&[f64]]) -> Vec<f64> {
        let count: usize = plan.shape().iter().product();
        let mut result = Vec::with_capacity(count);
        let mut cells = outer(plan);
        let (sizes, strides): (&[usize], Vec<&[usize]>) =
            (plan.swept_sizes(), (0..plan.operands()).map(|operand| plan.swept_strides(operand)).collect());
        // The common case, one swept letter and two factors, gets a loop of its own; it adds in the same order.
        let pair = match (operands, sizes, strides.as_slice()) {
            ([left, right], [length], [left_strides, right_strides]) => {
                Some((*left, *right, *length, first(left_strides), first(right_strides)))
            }
            _ => None,
        };
        let sweeps: usize = sizes.iter().product();
        for _ in 0..count {
            let sum = match (pair, cells.places.as_slice()) {
                (Some((left, right, length, left_stride, right_stride)), [left_place, right_place]) => {
                    let (mut a, mut b) = (*left_place, *right_place);
                    let mut sum = 0.0;
                    for _ in 0..length {
                        sum += at(left, a) * at(right, b);
                        a += left_stride;
                        b += right_stride;
                    }
                    sum
                }
                _ => {
                    let mut sweep = Odometer::new(sizes, strides.clone(), cells.places.clone());
                    let mut sum = 0.0;
                    for _ in 0..sweeps {
                        let product = operands
                            .iter()
                            .zip(&sweep.places)
                            .map(|(data, &place)| at(data, place))
                            .reduce(|product, factor| product * factor);
                        sum += product.unwrap_or(1.0);
                        sweep.advance();
                    }
                    sum
                }
            };
            result.push(sum);
            cells.advance();
        }
        result
    }

    fn map(&self, plan: &Plan, function: &Function, operands: &[&[f64]], settings: &Settings) -> Vec<f64> {
        let count: usize = plan.shape().iter().product();
        let mut result = Vec::with_capacity(count);
        let mut cells = outer(plan);
        let mut arguments = vec![0.0; operands.len()];
        for _ in 0..count {
            for ((argument, data), &place) in arguments.iter_mut().zip(operands).zip(&cells.places) {
                *argument = at(data, place);
            }
            result.push((function.apply)(&arguments, settings));
            cells.advance();
        }
        result
    }

    fn reduce(&self, plan: &Plan, reduction: Reduction, operands: &[&[f64]]) -> Vec<f64> {
        let count: usize = plan.shape().iter().product();
        let data = operands.first().copied().unwrap_or_default();
        let sweeps: usize = plan.swept_sizes().iter().product();
        let mut result = Vec::with_capacity(count);
        let mut cells = outer(plan);
        for _ in 0..count {
            let mut sweep = Odometer::new(plan.swept_sizes(), vec![plan.swept_strides(0)], cells.places.clone());
            let mut so_far = reduction.start();
            for _ in 0..sweeps {
                so_far = reduction.fold(so_far, at(data, first(&sweep.places)));
                sweep.advance();
            }
            result.push(so_far);
            cells.advance();
        }
        result
    }

    fn gather(&self, plan: &Plan, operands: &[&[f64]]) -> Vec<f64> {
        let count: usize = plan.shape().iter().product();
        let stride = first(plan.swept_strides(0));
        let mut result = Vec::with_capacity(count);
        let mut cells = outer(plan);
        for _ in 0..count {
            let number = match (operands, cells.places.as_slice()) {
                ([data, selector], [place, selector_place]) => {
                    at(data, place + at(selector, *selector_place) as usize * stride)
                }
                _ => f64::NAN,
            };
            result.push(number);
            cells.advance();
        }
        result
    }
}

fn first(list: &[usize]) -> usize {
    list.first().copied().unwrap_or_default()
}
