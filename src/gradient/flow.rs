//! Where a gradient flows, where it stops, and why.

use crate::op::{Letters, Numbers, Obstacle, Op, Slope, Transpose};
use crate::trace::{RecordedStep, Trace};

/// What becomes of the gradient of a step's result on the way to one of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    /// It goes on.
    Passes,
    /// It is 0.
    Stops(Obstacle),
    /// It is not 0, but there are no steps for it.
    Missing(Obstacle),
}

fn flow(step: &RecordedStep, operand: usize) -> Flow {
    let twice = |read: &&str| {
        let letters = Letters::parse(read).flat();
        letters.clone().enumerate().any(|(place, letter)| letters.clone().skip(place + 1).any(|other| other == letter))
    };
    if step.spec.reads().get(operand).is_some_and(twice) {
        return Flow::Missing(Obstacle::Diagonal);
    }
    match step.spec.op() {
        Op::Given | Op::Size(_) => Flow::Stops(Obstacle::Structure),
        Op::Contract | Op::Reduce(_) => Flow::Passes,
        Op::Map(function) => match function.slopes.get(operand) {
            None => Flow::Missing(Obstacle::SecondOrder),
            Some(Slope::Zero(why)) => Flow::Stops(*why),
            Some(_) => Flow::Passes,
        },
        Op::Gather | Op::Scatter(_) if operand == 0 => Flow::Passes,
        Op::Gather | Op::Scatter(_) => Flow::Stops(Obstacle::Names),
        Op::Transpose(..) => Flow::Missing(Obstacle::SecondOrder),
        Op::Rule(rule) => {
            let passes = match rule.transpose {
                Transpose::Constant(why) => return Flow::Stops(why),
                Transpose::None(why) => return Flow::Missing(why),
                Transpose::Copies(operands) => operands.contains(&operand),
                Transpose::Means(of, _) => of == operand,
                Transpose::By(pulls) => pulls.iter().any(|pull| pull.operand == operand),
                Transpose::Solution(_) => true,
            };
            if passes { Flow::Passes } else { Flow::Stops(Obstacle::Structure) }
        }
    }
}

/// Whether an input has a gradient.
#[derive(Debug, PartialEq)]
pub(super) enum Verdict {
    /// It has.
    Flows,
    /// It has none: the first step that stops it, or the result if nothing reads it, and why.
    Obstructed {
        /// The step's name.
        step: String,
        /// The reason.
        why: Obstacle,
    },
}

/// Where gradients flow from one step of a trace back to all before it.
pub(super) struct Flows<'a> {
    steps: &'a [RecordedStep],
    flows: Vec<Vec<Flow>>,
    /// Which steps lead to the result by what can be differentiated, whether or not there are steps for it.
    leads: Vec<bool>,
}

impl<'a> Flows<'a> {
    pub(super) fn new(trace: &'a Trace, of: usize) -> Flows<'a> {
        let steps = trace.steps.get(..=of).unwrap_or_default();
        let flows: Vec<Vec<Flow>> =
            steps.iter().map(|step| (0..step.operands.len()).map(|operand| flow(step, operand)).collect()).collect();
        let mut leads = vec![false; steps.len()];
        if let Some(last) = leads.last_mut() {
            *last = true;
        }
        for (number, (step, flows)) in steps.iter().zip(&flows).enumerate().rev() {
            if leads.get(number) == Some(&true) {
                for (&operand, flow) in step.operands.iter().zip(flows) {
                    if let Some(lead) = leads.get_mut(operand).filter(|_| !matches!(flow, Flow::Stops(_))) {
                        *lead = true;
                    }
                }
            }
        }
        Flows { steps, flows, leads }
    }

    /// Whether the gradient passes from a step to one of its operands.
    pub(super) fn passes(&self, step: usize, operand: usize) -> bool {
        self.flows.get(step).and_then(|flows| flows.get(operand)) == Some(&Flow::Passes)
    }

    /// The steps that show an input, or one layer's share of it.
    pub(super) fn given(&self, input: &str) -> impl Iterator<Item = usize> {
        let shown = self.steps.iter().enumerate().filter(move |(_, step)| step.shows(input));
        shown.map(|(number, _)| number)
    }

    /// Which steps change with these inputs.
    fn changed_by(&self, inputs: &[&str]) -> Vec<bool> {
        let mut changes = vec![false; self.steps.len()];
        for (number, step) in self.steps.iter().enumerate() {
            let operand =
                |place: usize, operand: &usize| self.passes(number, place) && changes.get(*operand) == Some(&true);
            let by_operand = step.operands.iter().enumerate().any(|(place, number)| operand(place, number));
            let given = inputs.iter().any(|input| step.shows(input));
            if let Some(change) = changes.get_mut(number) {
                *change = given || by_operand;
            }
        }
        changes
    }

    /// The steps through which gradients flow back to these inputs.
    pub(super) fn on_the_way(&self, inputs: &[&str]) -> Vec<bool> {
        self.changed_by(inputs).into_iter().zip(&self.leads).map(|(changes, leads)| changes && *leads).collect()
    }

    /// Every operand that changes with an input, of a step that does not: with the step's number and what becomes of its gradient.
    fn edges<'b>(&'b self, changes: &'b [bool]) -> impl Iterator<Item = (usize, Flow)> + 'b {
        self.steps.iter().zip(&self.flows).enumerate().flat_map(move |(number, (step, flows))| {
            let of_input = step.operands.iter().zip(flows).filter(|(operand, _)| changes.get(**operand) == Some(&true));
            of_input.map(move |(_, flow)| (number, *flow))
        })
    }

    /// Whether an input has a gradient, and what stops it if it has none.
    pub(super) fn verdict(&self, input: &str) -> Verdict {
        let is_name =
            |number: &usize| self.steps.get(*number).is_some_and(|step| step.spec.numbers() == Numbers::Names);
        if let Some(named) = self.given(input).find(is_name) {
            let step = self.steps.get(named).map(RecordedStep::id).unwrap_or_default();
            return Verdict::Obstructed { step, why: Obstacle::Names };
        }
        let changes = self.changed_by(&[input]);
        let obstructed = |(number, why): (usize, Obstacle)| Verdict::Obstructed {
            step: self.steps.get(number).map(RecordedStep::id).unwrap_or_default(),
            why,
        };
        // A path without steps: what other paths give would not be the whole gradient.
        let missing = self.edges(&changes).find_map(|(number, flow)| match flow {
            Flow::Missing(why) if self.leads.get(number) == Some(&true) => Some((number, why)),
            _ => None,
        });
        if let Some(missing) = missing {
            return obstructed(missing);
        }
        if changes.last() == Some(&true) {
            return Verdict::Flows;
        }
        let stops = || {
            self.edges(&changes).filter_map(|(number, flow)| match flow {
                Flow::Stops(why) | Flow::Missing(why) => Some((number, why)),
                Flow::Passes => None,
            })
        };
        // That lengths are read is a reason only where there is no other.
        let stopped = stops().find(|(_, why)| *why != Obstacle::Structure).or_else(|| stops().next());
        obstructed(stopped.unwrap_or((self.steps.len().saturating_sub(1), Obstacle::Unread)))
    }
}
