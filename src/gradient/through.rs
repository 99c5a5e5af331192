//! From the gradient of a step's result to that of one of its operands.

use crate::error::Result;
use crate::op::{
    COPY, DIVIDE_OR_ZERO, EQUAL, Function, Letters, Local, MULTIPLY, NEGATE, Op, Reduction, Role, Rule, Slope, Source,
    Transpose,
};
use crate::trace::Value;

use super::notation::local;
use super::writer::{Draft, Place, Writer, internal};

impl Writer<'_, '_, '_> {
    /// The gradient of one operand of a step, from that of its result.
    pub(super) fn through(&mut self, place: &Place, upstream: Value, operand: usize) -> Result<Value> {
        let step = self.step(place.consumer)?;
        match step.spec.op() {
            Op::Contract => self.through_contraction(place, upstream, operand),
            Op::Map(function) => self.through_function(place, upstream, function, operand),
            Op::Reduce(Reduction::Sum) => self.spread(place, upstream, step.spec.index(), operand),
            Op::Reduce(Reduction::Max) => self.through_maximum(place, upstream),
            Op::Gather => {
                let reads = step.spec.reads();
                let (Some(data), Some(names)) = (reads.first(), reads.get(1)) else { return Err(internal("reads")) };
                let names = (self.operand(step, 1)?, names.to_string());
                let operands = vec![(upstream, step.spec.index().into()), names];
                self.gradient(place, Role::Sent, Op::Scatter(Reduction::Sum), data, operands)
            }
            Op::Scatter(Reduction::Sum) => {
                let reads = step.spec.reads();
                let (Some(data), Some(names)) = (reads.first(), reads.get(1)) else { return Err(internal("reads")) };
                let names = (self.operand(step, 1)?, names.to_string());
                let operands = vec![(upstream, step.spec.index().into()), names];
                self.gradient_of_members(place, Role::Sent, Op::Gather, data, operands)
            }
            Op::Scatter(Reduction::Max) => self.through_largest_sent(place, upstream),
            Op::Rule(rule) => self.through_rule(place, upstream, rule, operand),
            Op::Given | Op::Size(_) | Op::Transpose(..) => Err(internal("no gradient flows through this step")),
        }
    }

    /// Copies a number to all positions of the letters that it lacks.
    fn spread(&mut self, place: &Place, value: Value, index: &str, operand: usize) -> Result<Value> {
        let reads = self.reads(place)?;
        let read = reads.get(operand).ok_or_else(|| internal("an operand is missing"))?;
        self.gradient(place, Role::Spread, Op::Map(&COPY), read, vec![(value, index.into())])
    }

    fn through_contraction(&mut self, place: &Place, upstream: Value, operand: usize) -> Result<Value> {
        let (index, reads) = (self.index(place)?, self.reads(place)?);
        let target = *reads.get(operand).ok_or_else(|| internal("an operand is missing"))?;
        let mut factors = vec![(upstream, index.to_string())];
        for (position, read) in reads.iter().enumerate().filter(|(position, _)| *position != operand) {
            factors.push((self.read(place, position)?, read.to_string()));
        }
        let is_known = |letter: &char| factors.iter().any(|(_, read)| read.contains(*letter));
        if Letters::parse(target).flat().all(|letter| is_known(&letter)) {
            let (role, op) = match factors.len() {
                1 if same_letters(index, target) => (Role::Passed, Op::Map(&COPY)),
                _ => (Role::Contraction, Op::Contract),
            };
            return self.gradient(place, role, op, target, factors);
        }
        // Letters that only this operand has were summed over: each of their positions gets the same.
        let (kept, axes) = kept_axes(target, self.step(place.target)?.spec.axes(), &is_known);
        if factors.len() == 1 && same_letters(index, &kept) {
            return self.spread(place, upstream, index, operand);
        }
        let symbol = format!(r"\textstyle\sum {}", place.symbol);
        let draft = Draft {
            role: Role::Contraction,
            op: Op::Contract,
            part: "sum",
            symbol,
            index: &kept,
            axes,
            operands: factors,
        };
        let sum = self.write(place, draft)?;
        self.spread(place, sum, &kept, operand)
    }

    fn through_function(
        &mut self,
        place: &Place,
        upstream: Value,
        function: &'static Function,
        operand: usize,
    ) -> Result<Value> {
        let (step, index, reads) = (self.step(place.consumer)?, self.index(place)?, self.reads(place)?);
        let target = *reads.get(operand).ok_or_else(|| internal("an operand is missing"))?;
        let slope = *function.slopes.get(operand).ok_or_else(|| internal("a function has no slope"))?;
        let (factor, letters) = match slope {
            Slope::Zero(_) => return Err(internal("no gradient flows through this step")),
            Slope::One => return self.passed(place, upstream, &COPY, target),
            Slope::Minus => return self.passed(place, upstream, &NEGATE, target),
            Slope::Factor(function) => return self.passed(place, upstream, function, target),
            Slope::Operand(position) => (self.operand(step, position)?, self.letters(step, position)?),
            Slope::Result => (self.value(place.consumer)?, index.to_string()),
            Slope::By(function, locals) => self.local(place, function, locals)?,
        };
        let operands = vec![(upstream, index.to_string()), (factor, letters)];
        let op = if same_letters(index, target) { Op::Map(&MULTIPLY) } else { Op::Contract };
        self.gradient(place, Role::Product, op, target, operands)
    }

    /// The local derivative of a function: of a single operand it has that operand's letters, otherwise those of the result.
    fn local(&mut self, place: &Place, function: &'static Function, locals: &[Local]) -> Result<(Value, String)> {
        let (step, target) = (self.step(place.consumer)?, self.step(place.target)?);
        let mut operands = Vec::new();
        for at in locals {
            operands.push(match *at {
                Local::Result => (self.value(place.consumer)?, step.spec.index().to_string()),
                Local::Operand(position) => (self.operand(step, position)?, self.letters(step, position)?),
            });
        }
        let (index, axes) = match *locals {
            [Local::Operand(position)] => {
                let number = step.operands.get(position).copied().unwrap_or_default();
                (self.letters(step, position)?, self.step(number)?.spec.axes().to_vec())
            }
            _ => (step.spec.index().to_string(), step.spec.axes().to_vec()),
        };
        let symbol = local(step.spec.symbol(), target.spec.symbol());
        let op = Op::Map(function);
        let value =
            self.write(place, Draft { role: Role::Local, op, part: "local", symbol, index: &index, axes, operands })?;
        Ok((value, index))
    }

    /// A gradient that goes on unchanged, negated or times a constant: summed over the letters that the operand lacks.
    fn passed(&mut self, place: &Place, upstream: Value, function: &'static Function, target: &str) -> Result<Value> {
        let index = self.index(place)?;
        let is_copy = std::ptr::eq(function, &COPY);
        if same_letters(index, target) {
            return self.gradient(place, Role::Passed, Op::Map(function), target, vec![(upstream, index.into())]);
        }
        let operands = vec![(upstream, index.to_string())];
        if is_copy {
            return self.gradient(place, Role::Collected, Op::Reduce(Reduction::Sum), target, operands);
        }
        let axes = self.step(place.target)?.spec.axes().to_vec();
        let symbol = format!(r"\textstyle\sum {}", place.symbol);
        let op = Op::Reduce(Reduction::Sum);
        let draft = Draft { role: Role::Collected, op, part: "sum", symbol, index: target, axes, operands };
        let sum = self.write(place, draft)?;
        self.gradient(place, Role::Passed, Op::Map(function), target, vec![(sum, target.into())])
    }

    /// Which numbers are the largest, and how many of them there are: each gets the same share.
    fn through_maximum(&mut self, place: &Place, upstream: Value) -> Result<Value> {
        let step = self.step(place.consumer)?;
        let (index, read) = (step.spec.index(), self.letters(step, 0)?);
        let (all, of_result) = (self.step(place.target)?.spec.axes().to_vec(), step.spec.axes().to_vec());
        let numbers = (self.operand(step, 0)?, read.clone());
        let result = (self.value(place.consumer)?, index.to_string());
        let symbol = format!("[{} = {}]", self.step(place.target)?.spec.symbol(), step.spec.symbol());
        let largest = self.write(
            place,
            Draft::part(Role::Largest, Op::Map(&EQUAL), "largest", &symbol, &read, &all, vec![numbers, result]),
        )?;
        let operands = vec![(largest, read.clone())];
        let ties = self.write(
            place,
            Draft::part(Role::Largest, Op::Reduce(Reduction::Sum), "ties", "t", index, &of_result, operands),
        )?;
        let operands = vec![(upstream, index.to_string()), (ties, index.to_string())];
        let share = self.write(
            place,
            Draft::part(Role::Largest, Op::Map(&DIVIDE_OR_ZERO), "share", "s", index, &of_result, operands),
        )?;
        let operands = vec![(largest, read.clone()), (share, index.to_string())];
        self.gradient(place, Role::Largest, Op::Map(&MULTIPLY), &read, operands)
    }

    /// As [`Backward::through_maximum`], for a maximum of what was scattered.
    fn through_largest_sent(&mut self, place: &Place, upstream: Value) -> Result<Value> {
        let step = self.step(place.consumer)?;
        let (index, read) = (step.spec.index(), self.letters(step, 0)?);
        let names = (self.operand(step, 1)?, self.letters(step, 1)?);
        let (all, of_result) = (self.step(place.target)?.spec.axes().to_vec(), step.spec.axes().to_vec());
        let symbol = format!("[{} = {}]", self.step(place.target)?.spec.symbol(), step.spec.symbol());
        let (numbers, result) =
            ((self.operand(step, 0)?, read.clone()), (self.value(place.consumer)?, index.to_string()));
        let operands = vec![result, names.clone()];
        let maximum = self.write(
            place,
            Draft::part(Role::Largest, Op::Gather, "maximum", step.spec.symbol(), &read, &all, operands),
        )?;
        let operands = vec![numbers, (maximum, read.clone())];
        let largest =
            self.write(place, Draft::part(Role::Largest, Op::Map(&EQUAL), "largest", &symbol, &read, &all, operands))?;
        let operands = vec![(largest, read.clone()), names.clone()];
        let ties = self.write(
            place,
            Draft::part(Role::Largest, Op::Scatter(Reduction::Sum), "ties", "t", index, &of_result, operands),
        )?;
        let operands = vec![(upstream, index.to_string()), (ties, index.to_string())];
        let share = self.write(
            place,
            Draft::part(Role::Largest, Op::Map(&DIVIDE_OR_ZERO), "share", "s", index, &of_result, operands),
        )?;
        let operands = vec![(share, index.to_string()), names];
        let sent = self.write(place, Draft::part(Role::Largest, Op::Gather, "sent", "s", &read, &all, operands))?;
        self.gradient(
            place,
            Role::Largest,
            Op::Map(&MULTIPLY),
            &read,
            vec![(largest, read.clone()), (sent, read.clone())],
        )
    }

    fn through_rule(&mut self, place: &Place, upstream: Value, rule: &'static Rule, operand: usize) -> Result<Value> {
        let step = self.step(place.consumer)?;
        let (index, reads) = (step.spec.index(), step.spec.reads());
        let target = *reads.get(operand).ok_or_else(|| internal("an operand is missing"))?;
        let mut read = Vec::new();
        for (position, letters) in reads.iter().enumerate() {
            read.push((self.operand(step, position)?, letters.to_string()));
        }
        let transposed = |upstream: Value, read: Vec<(Value, String)>| {
            std::iter::once((upstream, index.to_string())).chain(read).collect::<Vec<_>>()
        };
        match rule.transpose {
            Transpose::Copies(_) => {
                let op = Op::Transpose(rule, operand);
                self.gradient_of_members(place, Role::Transposed, op, target, transposed(upstream, read))
            }
            Transpose::Means(_, count) => {
                let axes = step.spec.axes();
                let draft = Draft::part(Role::Transposed, Op::Rule(count), "count", "n", index, axes, read.clone());
                let counts = self.write(place, draft)?;
                let operands = vec![(upstream, index.to_string()), (counts, index.to_string())];
                let divided = Op::Map(&DIVIDE_OR_ZERO);
                let share =
                    self.write(place, Draft::part(Role::Transposed, divided, "share", "s", index, axes, operands))?;
                let op = Op::Transpose(rule, operand);
                self.gradient_of_members(place, Role::Transposed, op, target, transposed(share, read))
            }
            Transpose::By(pulls) => {
                let pull = pulls.iter().find(|pull| pull.operand == operand);
                let pull = pull.ok_or_else(|| internal("a rule has no transpose"))?;
                let mut operands = Vec::new();
                for source in pull.reads {
                    operands.push(match *source {
                        Source::Upstream => (upstream, index.to_string()),
                        Source::Operand(position) => (self.operand(step, position)?, self.letters(step, position)?),
                    });
                }
                self.gradient_of_members(place, Role::Transposed, Op::Rule(pull.rule), target, operands)
            }
            Transpose::Solution(transposed) => {
                let (system, side) = (self.letters(step, 0)?, self.letters(step, 1)?);
                let operands = vec![(self.operand(step, 0)?, system.clone()), (upstream, index.to_string())];
                if operand == 1 {
                    return self.gradient(place, Role::Transposed, Op::Rule(transposed), &side, operands);
                }
                // A x = b: the gradient of A is −λ xᵀ, where Aᵀ λ is the gradient of x.
                let right = step.operands.get(1).copied().unwrap_or_default();
                let axes = self.step(right)?.spec.axes();
                let draft =
                    Draft::part(Role::Transposed, Op::Rule(transposed), "solution", r"\lambda", &side, axes, operands);
                let solution = self.write(place, draft)?;
                let column: String = Letters::parse(index).flat().skip(1).collect();
                let mut rows = Letters::parse(&system).flat().map(|letter| format!("{letter}{column}"));
                let (Some(row), Some(other)) = (rows.next(), rows.next()) else { return Err(internal("reads")) };
                let operands = vec![(solution, row), (self.value(place.consumer)?, other)];
                let axes = self.step(place.target)?.spec.axes();
                let symbol = r"\lambda x^\top";
                let draft = Draft::part(Role::Transposed, Op::Contract, "outer", symbol, &system, axes, operands);
                let outer = self.write(place, draft)?;
                self.gradient(place, Role::Transposed, Op::Map(&NEGATE), &system, vec![(outer, system.clone())])
            }
            Transpose::Constant(_) | Transpose::None(_) => Err(internal("no gradient flows through this step")),
        }
    }
}

/// Whether two indices have the same letters, in any order.
fn same_letters(left: &str, right: &str) -> bool {
    let (left, right) = (Letters::parse(left), Letters::parse(right));
    let holds = |all: Letters<'_>, some: Letters<'_>| some.flat().all(|letter| all.flat().any(|other| other == letter));
    holds(left, right) && holds(right, left)
}

/// The part of an index whose letters are kept, and what its axes count.
fn kept_axes(index: &str, axes: &[&'static str], is_kept: &dyn Fn(&char) -> bool) -> (String, Vec<&'static str>) {
    let (mut kept, mut names) = (String::new(), Vec::new());
    for (group, name) in Letters::parse(index).axes().zip(axes) {
        let letters: String = group.chars().filter(|letter| is_kept(letter)).collect();
        match letters.chars().count() {
            0 => continue,
            1 => kept.push_str(&letters),
            _ => kept.extend(["(", &letters, ")"]),
        }
        names.push(*name);
    }
    (kept, names)
}
