//! Operations of a step, by kind, from its plan.

use crate::op::{Op, Plan, Reduction, Rule};

/// The bytes of one number.
pub(super) const BYTES: u64 = 8;

/// How much of what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operations {
    /// Multiplications, divisions and remainders.
    pub multiplications: u64,
    /// Additions, subtractions and changes of sign.
    pub additions: u64,
    /// Exponentials, logarithms, roots, sines, absolute values, roundings and whatever else is a function of single numbers.
    pub functions: u64,
    /// Comparisons, minima, maxima and conditions.
    pub comparisons: u64,
    /// Operations of rules (a sort, a list of neighbors …): one for each number that a cell reads; of a running sum, one for each number that it adds.
    pub by_rules: u64,
    /// Bytes read.
    pub bytes_read: u64,
    /// Bytes written.
    pub bytes_written: u64,
}

impl Operations {
    /// The operations of one step; `by_rule` tells how many a rule takes.
    pub(super) fn of_step(op: &Op, plan: &Plan, by_rule: impl FnOnce(&Rule) -> u64) -> Operations {
        let cells = cells(plan);
        let terms = cells.saturating_mul(sweeps(plan));
        let operands = plan.operands() as u64;
        let (reads, counted) = match op {
            Op::Given => return Operations::default(),
            Op::Size(_) => (0, Operations::default()),
            Op::Contract => {
                let multiplications = terms.saturating_mul(operands.saturating_sub(1));
                let counted = Operations { multiplications, additions: terms, ..Operations::default() };
                (terms.saturating_mul(operands), counted)
            }
            Op::Map(function) => {
                let counted = Operations {
                    multiplications: cells * function.cost.multiplications,
                    additions: cells * function.cost.additions,
                    functions: cells * function.cost.functions,
                    comparisons: cells * function.cost.comparisons,
                    ..Operations::default()
                };
                (cells * operands, counted)
            }
            Op::Reduce(Reduction::Sum) => (terms, Operations { additions: terms, ..Operations::default() }),
            Op::Reduce(Reduction::Max) => (terms, Operations { comparisons: terms, ..Operations::default() }),
            Op::Gather => (2 * cells, Operations::default()),
            Op::Scatter(Reduction::Sum) => {
                (entries(plan), Operations { additions: entries(plan), ..Operations::default() })
            }
            Op::Scatter(Reduction::Max) => {
                (entries(plan), Operations { comparisons: entries(plan), ..Operations::default() })
            }
            Op::Rule(rule) | Op::Transpose(rule, _) => {
                let by_rules = by_rule(rule);
                (by_rules, Operations { by_rules, ..Operations::default() })
            }
        };
        Operations { bytes_read: reads.saturating_mul(BYTES), bytes_written: BYTES * cells, ..counted }
    }

    /// Adds the operations of another step.
    pub(super) fn add(&mut self, other: &Operations) {
        let kinds = [
            (&mut self.multiplications, other.multiplications),
            (&mut self.additions, other.additions),
            (&mut self.functions, other.functions),
            (&mut self.comparisons, other.comparisons),
            (&mut self.by_rules, other.by_rules),
            (&mut self.bytes_read, other.bytes_read),
            (&mut self.bytes_written, other.bytes_written),
        ];
        for (sum, more) in kinds {
            *sum = sum.saturating_add(more);
        }
    }

    /// All operations together, whatever their kind.
    pub fn count(&self) -> u64 {
        let kinds = [self.multiplications, self.additions, self.functions, self.comparisons, self.by_rules];
        kinds.into_iter().fold(0, u64::saturating_add)
    }
}

/// How many numbers the result of a step has.
pub(super) fn cells(plan: &Plan) -> u64 {
    plan.shape().iter().map(|&size| size as u64).product()
}

/// How many numbers a scatter goes through: one for each position of all letters but the one that is named.
pub(super) fn entries(plan: &Plan) -> u64 {
    let others = plan.outer_sizes().iter().enumerate().filter(|(place, _)| plan.named() != Some(*place));
    others.fold(sweeps(plan), |product, (_, &size)| product.saturating_mul(size as u64))
}

/// How often the letters that a cell sweeps are gone through.
pub(super) fn sweeps(plan: &Plan) -> u64 {
    plan.swept_sizes().iter().fold(1, |product: u64, &size| product.saturating_mul(size as u64))
}
