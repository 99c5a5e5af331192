//! Where a run has a softmax or a normalization, whose gradients have closed forms.

use crate::op::{
    ADD, DIVIDE, EXP, EXP_SHIFTED, Function, LOG, MULTIPLY, NORMALIZE, Op, Reduction, SQUARE_ROOT, SUBTRACT,
};
use crate::trace::{RecordedStep, Trace};

/// How much of the way back is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Through {
    /// Softmax and normalization by the closed forms that books have.
    #[default]
    ClosedForms,
    /// Every step of the run.
    EveryStep,
}

/// Steps of a run whose gradient has a closed form.
#[derive(Clone, Copy, Debug)]
pub(super) enum ClosedForm {
    /// The last step is the weights.
    Softmax,
    /// The last step is the logarithms of the weights.
    LogSoftmax,
    /// The last step is the normalized numbers.
    Normalization {
        /// How many numbers a mean is of.
        count: usize,
        /// The deviation.
        deviation: usize,
    },
}

/// The steps of a run, as patterns look at them.
struct Steps<'a> {
    trace: &'a Trace,
    on_the_way: &'a [bool],
}

impl<'a> Steps<'a> {
    fn get(&self, number: usize) -> Option<&'a RecordedStep> {
        self.trace.steps.get(number)
    }

    /// The operands of a step that applies this function.
    fn applies(&self, number: usize, function: &'static Function) -> Option<&'a [usize]> {
        let step = self.get(number)?;
        matches!(step.spec.op(), Op::Map(applied) if std::ptr::eq(applied, function)).then_some(&step.operands)
    }

    /// The operand of a step that reduces.
    fn reduces(&self, number: usize, reduction: Reduction) -> Option<usize> {
        let step = self.get(number)?;
        matches!(step.spec.op(), Op::Reduce(found) if found == reduction).then(|| step.operands.first().copied())?
    }

    /// Whether these steps, and no others on the way, read a step.
    fn is_read_only_by(&self, number: usize, readers: &[usize]) -> bool {
        let steps = self.trace.steps.iter().zip(self.on_the_way).enumerate();
        let mut others = steps.filter(|(reader, (_, on))| **on && !readers.contains(reader));
        !others.any(|(_, (step, _))| step.operands.contains(&number))
    }
}

/// Finds the closed form that ends with a step: the form, the step that it begins with, and the steps inside, which need no gradient of their own.
pub(super) fn find(trace: &Trace, on_the_way: &[bool], last: usize) -> Option<(ClosedForm, usize, Vec<usize>)> {
    let steps = Steps { trace, on_the_way };
    softmax(&steps, last).or_else(|| log_softmax(&steps, last)).or_else(|| normalization(&steps, last))
}

fn softmax(steps: &Steps<'_>, weights: usize) -> Option<(ClosedForm, usize, Vec<usize>)> {
    let &[exponentials, total] = steps.applies(weights, &NORMALIZE)? else { return None };
    let &[scores, maximum] = steps.applies(exponentials, &EXP_SHIFTED)? else { return None };
    let inside = steps.reduces(total, Reduction::Sum)? == exponentials
        && steps.reduces(maximum, Reduction::Max)? == scores
        && steps.is_read_only_by(exponentials, &[total, weights])
        && steps.is_read_only_by(total, &[weights])
        && steps.is_read_only_by(maximum, &[exponentials]);
    let (last, first) = (steps.get(weights)?, steps.get(exponentials)?);
    let index = last.spec.index();
    let same = first.spec.index() == index
        && first.spec.reads().first() == Some(&index)
        && last.spec.reads().first() == Some(&index);
    (inside && same).then(|| (ClosedForm::Softmax, scores, vec![exponentials, total, maximum]))
}

fn log_softmax(steps: &Steps<'_>, logarithms: usize) -> Option<(ClosedForm, usize, Vec<usize>)> {
    let &[shifted, log_sum] = steps.applies(logarithms, &SUBTRACT)? else { return None };
    let &[scores, maximum] = steps.applies(shifted, &SUBTRACT)? else { return None };
    let &[total] = steps.applies(log_sum, &LOG)? else { return None };
    let exponentials = steps.reduces(total, Reduction::Sum)?;
    let inside = steps.applies(exponentials, &EXP)? == [shifted]
        && steps.reduces(maximum, Reduction::Max)? == scores
        && steps.is_read_only_by(shifted, &[exponentials, logarithms])
        && steps.is_read_only_by(exponentials, &[total])
        && steps.is_read_only_by(total, &[log_sum])
        && steps.is_read_only_by(log_sum, &[logarithms])
        && steps.is_read_only_by(maximum, &[shifted]);
    let (last, first) = (steps.get(logarithms)?, steps.get(shifted)?);
    let same = first.spec.index() == last.spec.index() && first.spec.reads() == last.spec.reads();
    (inside && same).then(|| (ClosedForm::LogSoftmax, scores, vec![shifted, log_sum, total, exponentials, maximum]))
}

fn normalization(steps: &Steps<'_>, normalized: usize) -> Option<(ClosedForm, usize, Vec<usize>)> {
    let &[centered, deviation] = steps.applies(normalized, &DIVIDE)? else { return None };
    let &[x, mean] = steps.applies(centered, &SUBTRACT)? else { return None };
    let &[sum, count] = steps.applies(mean, &DIVIDE)? else { return None };
    let &[stabilized] = steps.applies(deviation, &SQUARE_ROOT)? else { return None };
    let &[variance, epsilon] = steps.applies(stabilized, &ADD)? else { return None };
    let &[square_sum, counted] = steps.applies(variance, &DIVIDE)? else { return None };
    let squared = steps.reduces(square_sum, Reduction::Sum)?;
    let is_on = |number: usize| steps.on_the_way.get(number) == Some(&true);
    let inside = steps.applies(squared, &MULTIPLY)? == [centered, centered]
        && steps.reduces(sum, Reduction::Sum)? == x
        && counted == count
        && matches!(steps.get(count)?.spec.op(), Op::Size(_))
        && !is_on(epsilon)
        && steps.is_read_only_by(centered, &[squared, normalized])
        && steps.is_read_only_by(mean, &[centered])
        && steps.is_read_only_by(sum, &[mean])
        && steps.is_read_only_by(squared, &[square_sum])
        && steps.is_read_only_by(square_sum, &[variance])
        && steps.is_read_only_by(variance, &[stabilized])
        && steps.is_read_only_by(stabilized, &[deviation])
        && steps.is_read_only_by(deviation, &[normalized]);
    let (last, first) = (steps.get(normalized)?, steps.get(centered)?);
    let index = last.spec.index();
    let same = first.spec.index() == index
        && first.spec.reads().first() == Some(&index)
        && last.spec.reads().first() == Some(&index)
        && first.spec.reads().get(1) == last.spec.reads().get(1);
    let steps_inside = vec![centered, mean, sum, squared, square_sum, variance, stabilized, deviation];
    (inside && same).then_some((ClosedForm::Normalization { count, deviation }, x, steps_inside))
}
