//! A plan's axes, joined wherever several can be walked as one.

use crate::op::Plan;

use super::super::odometer::Odometer;

/// Some axes, from the slowest to the fastest, with each operand's strides along them.
pub(super) struct Axes {
    sizes: Vec<usize>,
    strides: Vec<Vec<usize>>,
}

impl Axes {
    /// The axes of a plan's result, joined.
    pub(super) fn of_result(plan: &Plan) -> Axes {
        Axes::joined(plan.outer_sizes(), (0..plan.operands()).map(|operand| plan.outer_strides(operand)))
    }

    /// The axes that a plan sweeps, joined.
    pub(super) fn swept(plan: &Plan) -> Axes {
        Axes::joined(plan.swept_sizes(), (0..plan.operands()).map(|operand| plan.swept_strides(operand)))
    }

    /// Drops axes of length 1, and joins two neighbors where a step along the slower is as long, in each operand, as the whole of the faster.
    pub(super) fn joined<'a>(sizes: &[usize], strides: impl Iterator<Item = &'a [usize]>) -> Axes {
        let given: Vec<&[usize]> = strides.collect();
        let mut axes = Axes { sizes: Vec::new(), strides: vec![Vec::new(); given.len()] };
        for (axis, &size) in sizes.iter().enumerate().filter(|(_, size)| **size != 1) {
            let steps = given.iter().map(|strides| strides.get(axis).copied().unwrap_or_default());
            let continues = |(slower, step): (&Vec<usize>, usize)| slower.last() == Some(&(step * size));
            match axes.sizes.last_mut() {
                Some(joined) if axes.strides.iter().zip(steps.clone()).all(continues) => {
                    *joined *= size;
                    for (strides, step) in axes.strides.iter_mut().zip(steps) {
                        strides.pop();
                        strides.push(step);
                    }
                }
                _ => {
                    axes.sizes.push(size);
                    axes.strides.iter_mut().zip(steps).for_each(|(strides, step)| strides.push(step));
                }
            }
        }
        axes
    }

    /// Splits into the fastest axis, as its length and each operand's stride, and a counter for the others. Without any axis the length is 1.
    pub(super) fn innermost<const OPERANDS: usize>(&self) -> (usize, [usize; OPERANDS], Odometer<'_>) {
        let (length, sizes) = self.sizes.split_last().map_or((1, &[][..]), |(length, sizes)| (*length, sizes));
        let mut steps = [0; OPERANDS];
        let mut slower = Vec::with_capacity(OPERANDS);
        for (step, strides) in steps.iter_mut().zip(&self.strides) {
            let (fastest, others) = strides.split_last().map_or((0, &[][..]), |(step, others)| (*step, others));
            *step = fastest;
            slower.push(others);
        }
        (length, steps, Odometer::new(sizes, slower))
    }
}

/// The swept axes of a plan, walked in index order.
pub(super) struct Sweep<'a, const OPERANDS: usize> {
    length: usize,
    steps: [usize; OPERANDS],
    slower: Odometer<'a>,
    repeats: usize,
}

impl<'a, const OPERANDS: usize> Sweep<'a, OPERANDS> {
    pub(super) fn new(axes: &'a Axes) -> Sweep<'a, OPERANDS> {
        let (length, steps, slower) = axes.innermost();
        Sweep { length, steps, repeats: slower.count(), slower }
    }

    /// Visits each position, given as the operands' places, starting from these.
    #[inline(always)]
    pub(super) fn each(&mut self, starts: [usize; OPERANDS], mut visit: impl FnMut([usize; OPERANDS])) {
        self.slower.start(starts.into_iter());
        for _ in 0..self.repeats {
            let mut places = starts;
            places.iter_mut().zip(&self.slower.places).for_each(|(place, start)| *place = *start);
            for _ in 0..self.length {
                visit(places);
                places.iter_mut().zip(self.steps).for_each(|(place, step)| *place += step);
            }
            self.slower.advance();
        }
    }
}

/// Computes a result row by row, where a row is as much of it as one loop can walk. `fill` gets the row, the operands' places at its first cell and their
/// steps from one cell to the next.
pub(super) fn by_rows<const OPERANDS: usize>(
    plan: &Plan,
    mut fill: impl FnMut(&mut [f64], [usize; OPERANDS], [usize; OPERANDS]),
) -> Vec<f64> {
    let axes = Axes::of_result(plan);
    let (length, steps, mut starts) = axes.innermost::<OPERANDS>();
    let mut result = vec![0.0; plan.shape().iter().product()];
    for row in result.chunks_exact_mut(length.max(1)) {
        let mut places = [0; OPERANDS];
        places.iter_mut().zip(&starts.places).for_each(|(place, start)| *place = *start);
        fill(row, places, steps);
        starts.advance();
    }
    result
}
