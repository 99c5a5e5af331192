//! Writes the steps of a gradient behind those of the run.

use crate::error::{Error, Result};
use crate::op::{
    Fill, Formula, GradientSpec, MEMBER, MEMBER_AXIS, Op, Reads, Reduction, Role, Rule, SourceCell, Stretch,
    is_of_batch,
};
use crate::tensor::offset_of;
use crate::trace::{RecordedStep, Run, Trace, Value};

use super::notation::{formula, listing, of_loss, sum};

/// The sum of the operands, cell by cell: one for each path.
static SUM_OF_PATHS: Rule = Rule {
    name: "sum-of-paths",
    template: "sum({*})",
    fill: Fill::AtOnce(|operands, shape| {
        let Some((first, others)) = operands.split_first() else { return vec![0.0; shape.iter().product()] };
        let mut sums: Vec<f64> = first.data().iter().map(|number| 0.0 + number).collect();
        for operand in others {
            sums.iter_mut().zip(operand.data()).for_each(|(sum, number)| *sum += number);
        }
        sums
    }),
    reads: Reads::Cells(|operands, shape, index| {
        let offset = offset_of(shape, index).unwrap_or_default();
        (0..operands.len()).map(|operand| SourceCell { operand, offset }).collect()
    }),
    value: |values, _, _| values.iter().fold(0.0, |sum, number| sum + number),
    ..Rule::copies(&[])
};

/// The operands, one for each layer, behind each other.
static PER_LAYER: Rule = behind_each_other("per-layer");

/// The operands, one for each round, behind each other.
pub(super) static PER_ROUND: Rule = behind_each_other("per-round");

const fn behind_each_other(name: &'static str) -> Rule {
    Rule {
        name,
        template: "{0}",
        reads: Reads::Stretches(|_, shape| {
            let share: usize = shape.iter().skip(1).product();
            let one =
                |operand| Stretch { source: SourceCell { operand, offset: 0 }, offset: operand * share, length: share };
            (0..shape.first().copied().unwrap_or_default()).map(one).collect()
        }),
        ..Rule::copies(&[])
    }
}

/// A step of a round as it would be with all rounds in one.
pub(super) struct Rounds {
    /// The letter that counts the rounds, and how many there are.
    pub(super) length: (char, usize),
    pub(super) index: String,
    pub(super) reads: Vec<String>,
    pub(super) operands: Vec<Value>,
}

/// Where steps of a gradient are written: for which step of the run, through which one that reads it, and under which name.
pub(super) struct Place {
    pub(super) target: usize,
    pub(super) consumer: usize,
    pub(super) name: String,
    pub(super) symbol: String,
    /// Where the step that reads it is that of all rounds: how it is read there.
    pub(super) rounds: Option<Rounds>,
}

/// What a step of a gradient computes.
pub(super) struct Draft<'d> {
    pub(super) role: Role,
    pub(super) op: Op,
    /// What it is called behind the name of its place; empty for the gradient itself.
    pub(super) part: &'d str,
    /// Its symbol, where it is not the gradient itself.
    pub(super) symbol: String,
    pub(super) index: &'d str,
    pub(super) axes: Vec<&'static str>,
    pub(super) operands: Vec<(Value, String)>,
}

impl<'d> Draft<'d> {
    /// A step before the gradient itself.
    pub(super) fn part(
        role: Role,
        op: Op,
        part: &'d str,
        symbol: &str,
        index: &'d str,
        axes: &[&'static str],
        operands: Vec<(Value, String)>,
    ) -> Draft<'d> {
        Draft { role, op, part, symbol: symbol.to_string(), index, axes: axes.to_vec(), operands }
    }
}

/// The run that is gone back through, and the run that goes on from it.
pub(super) struct Writer<'f, 'r, 'a> {
    pub(super) forward: &'f Trace,
    pub(super) run: &'r mut Run<'a>,
    /// The steps of the run.
    values: Vec<Value>,
}

impl<'f, 'r, 'a> Writer<'f, 'r, 'a> {
    /// Takes over the values of all steps of a run.
    pub(super) fn new(forward: &'f Trace, run: &'r mut Run<'a>) -> Writer<'f, 'r, 'a> {
        let values = forward.steps.iter().enumerate().map(|(number, step)| run.adopt(step, number)).collect();
        Writer { forward, run, values }
    }

    pub(super) fn step(&self, number: usize) -> Result<&'f RecordedStep> {
        self.forward.steps.get(number).ok_or_else(|| internal("a step is missing"))
    }

    /// The value of a step of the run.
    pub(super) fn value(&self, number: usize) -> Result<Value> {
        self.values.get(number).copied().ok_or_else(|| internal("a step is missing"))
    }

    /// The value of an operand of a step of the run.
    pub(super) fn operand(&self, step: &RecordedStep, position: usize) -> Result<Value> {
        step.operands
            .get(position)
            .ok_or_else(|| internal("an operand is missing"))
            .and_then(|&number| self.value(number))
    }

    /// The letters of the step that is gone back through.
    pub(super) fn index<'p>(&self, place: &'p Place) -> Result<&'p str>
    where
        'f: 'p,
    {
        Ok(match &place.rounds {
            Some(rounds) => &rounds.index,
            None => self.step(place.consumer)?.spec.index(),
        })
    }

    /// The letters of what that step reads.
    pub(super) fn reads<'p>(&self, place: &'p Place) -> Result<Vec<&'p str>>
    where
        'f: 'p,
    {
        Ok(match &place.rounds {
            Some(rounds) => rounds.reads.iter().map(String::as_str).collect(),
            None => self.step(place.consumer)?.spec.reads(),
        })
    }

    /// One of the values that it reads.
    pub(super) fn read(&self, place: &Place, position: usize) -> Result<Value> {
        match &place.rounds {
            Some(rounds) => rounds.operands.get(position).copied().ok_or_else(|| internal("an operand is missing")),
            None => self.operand(self.step(place.consumer)?, position),
        }
    }

    pub(super) fn letters(&self, step: &RecordedStep, position: usize) -> Result<String> {
        step.spec.reads().get(position).map(|read| read.to_string()).ok_or_else(|| internal("an operand is missing"))
    }

    /// Runs a part under the name of a gradient, with the letters of a step of the run.
    pub(super) fn within<T>(
        &mut self,
        scope: &str,
        letters: &RecordedStep,
        part: impl FnOnce(&mut Run<'a>) -> Result<T>,
    ) -> Result<T> {
        let scope = if scope.is_empty() { "gradient".to_string() } else { format!("gradient/{scope}") };
        self.run.within(&scope, |run| {
            for (letter, length) in letters.plan.lengths() {
                run.bind(letter, length, "the run")?;
            }
            part(run)
        })
    }

    /// Adds up several gradients of one step.
    pub(super) fn sum(&mut self, target: usize, id: String, scope: &str, paths: &[Value]) -> Result<Value> {
        let step = self.step(target)?;
        let (symbol, index) = (of_loss(step.spec.symbol()), step.spec.index());
        let spec = GradientSpec {
            id,
            formula: Formula::new(sum),
            symbol,
            op: Op::Rule(&SUM_OF_PATHS),
            index: index.into(),
            axes: step.spec.axes().to_vec(),
            reads: vec![index.to_string(); paths.len()],
            role: Role::Paths,
            of: step.id(),
            through: None,
        };
        self.within(scope, step, |run| run.step(spec, paths))
    }

    /// Puts the gradients of the layers' shares of an input behind each other; each with the first step that shows the share.
    pub(super) fn layers(&mut self, input: &str, shares: &[(usize, Value)]) -> Result<Value> {
        let &(first, _) = shares.first().ok_or_else(|| internal("an input has no share"))?;
        let step = self.step(first)?;
        let (symbol, own) = (of_loss(step.spec.symbol()), step.spec.index());
        let letter =
            ('a'..='z').find(|letter| !own.contains(*letter) && step.plan.lengths().all(|(one, _)| one != *letter));
        let letter = letter.ok_or_else(|| internal("every letter is in use"))?;
        let spec = GradientSpec {
            id: format!("input/{input}"),
            formula: Formula::new(listing),
            symbol,
            op: Op::Rule(&PER_LAYER),
            index: format!("{letter}{own}"),
            axes: std::iter::once("layer").chain(step.spec.axes().iter().copied()).collect(),
            reads: vec![own.to_string(); shares.len()],
            role: Role::Layers,
            of: step.id(),
            through: None,
        };
        let values: Vec<Value> = shares.iter().map(|(_, value)| *value).collect();
        self.within("", step, |run| {
            run.bind(letter, values.len(), "the layers")?;
            run.step(spec, &values)
        })
    }

    /// Computes a step of a gradient.
    pub(super) fn write(&mut self, place: &Place, draft: Draft<'_>) -> Result<Value> {
        let (target, consumer) = (self.step(place.target)?, self.step(place.consumer)?);
        let (operands, reads): (Vec<Value>, Vec<String>) = draft.operands.into_iter().unzip();
        let is_gradient = draft.part.is_empty();
        let symbol = if is_gradient { place.symbol.clone() } else { draft.symbol };
        let spec = GradientSpec {
            id: if is_gradient { place.name.clone() } else { format!("{}/{}", place.name, draft.part) },
            formula: Formula::new(if draft.role == Role::Rounds { listing } else { formula }),
            symbol,
            op: draft.op,
            index: draft.index.into(),
            axes: draft.axes,
            reads,
            role: draft.role,
            of: target.id(),
            through: Some(consumer.id()),
        };
        self.within(&target.scope, consumer, |run| {
            if let Some((letter, count)) = place.rounds.as_ref().map(|rounds| rounds.length) {
                run.bind(letter, count, "the rounds")?;
            }
            run.step(spec, &operands)
        })
    }

    /// Writes the gradient itself, by a rule or by positions, of which each member of a batch has one: where all members share the operand, theirs are added up.
    pub(super) fn gradient_of_members(
        &mut self,
        place: &Place,
        role: Role,
        op: Op,
        index: &str,
        operands: Vec<(Value, String)>,
    ) -> Result<Value> {
        if is_of_batch(index) || !operands.iter().any(|(_, read)| is_of_batch(read)) {
            return self.gradient(place, role, op, index, operands);
        }
        let all = format!("{MEMBER}{index}");
        let axes = std::iter::once(MEMBER_AXIS).chain(self.step(place.target)?.spec.axes().iter().copied()).collect();
        let symbol = place.symbol.clone();
        let members = self.write(place, Draft { role, op, part: "members", symbol, index: &all, axes, operands })?;
        self.gradient(place, Role::Collected, Op::Reduce(Reduction::Sum), index, vec![(members, all.clone())])
    }

    /// Writes the gradient itself, which has the axes of its step.
    pub(super) fn gradient(
        &mut self,
        place: &Place,
        role: Role,
        op: Op,
        index: &str,
        operands: Vec<(Value, String)>,
    ) -> Result<Value> {
        let axes = self.step(place.target)?.spec.axes().to_vec();
        self.write(place, Draft { role, op, part: "", symbol: String::new(), index, axes, operands })
    }
}

pub(super) fn internal(reason: &str) -> Box<Error> {
    Error::Internal { step: "gradient".into(), reason: reason.into() }.into()
}
