//! What every round of a part reads in the same way: one step collects what comes back from all rounds, in place of one for each of them.
//!
//! ```text
//! z_t = x_t W, t = 1 … n        G = (∂L/∂z_1, …, ∂L/∂z_n)    X = (x_1, …, x_n)        ∂L/∂W = Xᵀ G
//! ```
//!
//! A number of the sum still opens into a term for each round. What differs between the rounds is put behind each other under a letter of its own, and the
//! step of a round, with that letter, is gone back through like any other.

use crate::error::Result;
use crate::op::{MEMBER, Op, Reads, Role, Rule, Slope, SourceCell, Stretch, Transpose, is_of_batch};
use crate::tensor::Tensor;
use crate::trace::{RecordedStep, Trace, Value};

use super::notation::of_loss;
use super::writer::{Draft, PER_ROUND, Place, Rounds, Writer, internal};

/// Whether these steps are one and the same step of several rounds, each of which reads the target in this place, and differ in one other operand at most.
pub(super) fn is_one_step(forward: &Trace, consumers: &[usize], operand: usize) -> bool {
    let mut steps = consumers.iter().filter_map(|&number| forward.steps.get(number));
    let Some(first) = steps.next() else { return false };
    let by_letters = match first.spec.op() {
        Op::Contract => true,
        Op::Map(function) => {
            matches!(function.slopes.get(operand), Some(Slope::One | Slope::Minus | Slope::Factor(_)))
        }
        _ => false,
    };
    let shape = |number: &usize| forward.steps.get(*number).map(|step| step.tensor.shape());
    let mut differ = vec![false; first.operands.len()];
    let is_alike = steps.all(|step| {
        let pairs = first.operands.iter().zip(&step.operands);
        for (differs, (one, other)) in differ.iter_mut().zip(pairs.clone()) {
            *differs |= one != other;
        }
        step.spec.is_declared_as(&first.spec)
            && step.spec.reads() == first.spec.reads()
            && step.tensor.shape() == first.tensor.shape()
            && pairs.clone().all(|(one, other)| shape(one) == shape(other))
    });
    by_letters && is_alike && differ.iter().filter(|differs| **differs).count() <= 1
}

/// Whether each of these steps copies one row of the target, which they read in this place: the first step the first row, and so on to the last.
pub(super) fn are_its_rows(forward: &Trace, consumers: &[usize], operand: usize) -> bool {
    let steps = || consumers.iter().filter_map(|&number| forward.steps.get(number));
    let Some(first) = steps().next() else { return false };
    let Op::Rule(Rule { reads: Reads::Stretches(stretches), transpose: Transpose::Copies(_), .. }) = first.spec.op()
    else {
        return false;
    };
    let of_batch = is_of_batch(first.spec.index());
    let is_row = |(number, step): (usize, &RecordedStep)| {
        let operands: Vec<&Tensor> =
            step.operands.iter().filter_map(|&number| forward.steps.get(number)).map(|step| &step.tensor).collect();
        let member = step.spec.member(0, &operands, step.tensor.shape());
        let (row, shape) = (member.shape.iter().product(), member.operands.get(operand).map(Tensor::shape));
        let is_rest = shape.and_then(<[usize]>::split_first) == Some((&consumers.len(), member.shape.as_slice()));
        let copied = Stretch { source: SourceCell { operand, offset: number * row }, offset: 0, length: row };
        step.spec.is_declared_as(&first.spec)
            && step.spec.reads().get(operand).is_some_and(|read| is_of_batch(read) == of_batch)
            && is_rest
            && stretches(&member.tensors(), &member.shape) == [copied]
    };
    steps().enumerate().all(is_row)
}

impl Writer<'_, '_, '_> {
    /// Puts the gradients of the rows of a list behind each other: that is the gradient of the list.
    pub(super) fn through_rows(&mut self, place: &Place, rows: &[(usize, Value)]) -> Result<Value> {
        let step = self.step(place.consumer)?;
        let index = self.step(place.target)?.spec.index();
        let operands = rows.iter().map(|(_, gradient)| (*gradient, step.spec.index().to_string())).collect();
        self.gradient(place, Role::Rounds, Op::Rule(&PER_ROUND), index, operands)
    }

    /// Goes back through the same step of several rounds at once: through the steps of these numbers, in their order, with the gradients of their results.
    pub(super) fn through_rounds(
        &mut self,
        mut place: Place,
        rounds: &[(usize, Value)],
        operand: usize,
    ) -> Result<Value> {
        let step = self.step(place.consumer)?;
        let (index, reads, is_product) = (step.spec.index(), step.spec.reads(), matches!(step.spec.op(), Op::Contract));
        let is_free = |letter: &char| step.plan.lengths().all(|(one, _)| one != *letter);
        let letter = ('a'..='z').find(is_free).ok_or_else(|| internal("every letter is in use"))?;
        place.rounds = Some(Rounds {
            length: (letter, rounds.len()),
            index: with_rounds(letter, index),
            reads: Vec::new(),
            operands: Vec::new(),
        });
        let symbol = of_loss(step.spec.symbol());
        let gradients = rounds.iter().map(|(_, gradient)| *gradient).collect();
        let gradients = self.behind_each_other(&place, "gradients", symbol, (index, step.spec.axes()), gradients)?;
        for (position, read) in reads.iter().enumerate() {
            let mut values = Vec::new();
            for &(consumer, _) in rounds {
                values.push(self.operand(self.step(consumer)?, position)?);
            }
            let first = self.operand(step, position)?;
            // The slope of a function is a constant here: nothing stands beside the gradient.
            let is_shared = position == operand || !is_product || values.iter().all(|value| *value == first);
            let (value, read) = if is_shared {
                (first, read.to_string())
            } else {
                let number = step.operands.get(position).copied().unwrap_or_default();
                let factor = self.step(number)?;
                let symbol = factor.spec.symbol().to_string();
                let value = self.behind_each_other(&place, "factors", symbol, (read, factor.spec.axes()), values)?;
                (value, with_rounds(letter, read))
            };
            if let Some(all) = &mut place.rounds {
                all.reads.push(read);
                all.operands.push(value);
            }
        }
        self.through(&place, gradients, operand)
    }

    /// The tensors of all rounds behind each other.
    fn behind_each_other(
        &mut self,
        place: &Place,
        part: &str,
        symbol: String,
        (index, axes): (&str, &[&'static str]),
        values: Vec<Value>,
    ) -> Result<Value> {
        let (letter, _) = place.rounds.as_ref().map(|all| all.length).unwrap_or_default();
        let mut axes = axes.to_vec();
        axes.insert(usize::from(is_of_batch(index)), "round");
        let operands = values.into_iter().map(|value| (value, index.to_string())).collect();
        let (role, op, all) = (Role::Rounds, Op::Rule(&PER_ROUND), with_rounds(letter, index));
        self.write(place, Draft { role, op, part, symbol, index: &all, axes, operands })
    }
}

/// An index with the letter that counts the rounds in front, behind that of a batch.
fn with_rounds(letter: char, index: &str) -> String {
    match index.strip_prefix(MEMBER) {
        Some(rest) => format!("{MEMBER}{letter}{rest}"),
        None => format!("{letter}{index}"),
    }
}
