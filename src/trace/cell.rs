//! Splits one number into the numbers that it was computed from.

use crate::error::{Error, Result};
use crate::op::{Op, Reduction, SourceCell, member_of};
use crate::tensor::{Tensor, index_at, offset_of};

use super::{RecordedStep, Trace};

/// One number that another was computed from.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// The number of the step it belongs to.
    pub step: usize,
    /// Its index in that step.
    pub index: Vec<usize>,
    /// The number itself.
    pub value: f64,
}

/// The arithmetic of one number.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The number of the step it belongs to.
    pub step: usize,
    /// Its index in that step.
    pub index: Vec<usize>,
    /// The number itself.
    pub value: f64,
    /// For [`Op::Contract`] the factors of each product in the order of summation; for any other operation one operand a term.
    pub terms: Vec<Vec<Operand>>,
}

impl Trace {
    /// Returns the operands of the cell at `index` of the step with this id.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::IndexOutOfBounds`].
    ///
    /// # Complexity
    /// One operand for each number that was read: for a product of matrices, twice the length of the inner axis.
    ///
    /// # Example
    /// ```
    /// use attograph::catalog::{self, Arguments};
    /// use attograph::tensor::Tensor;
    /// let x = Tensor::matrix(&[[1.0, 2.0], [3.0, 4.0]])?;
    /// let inputs = Arguments::new().with("query", x.clone()).with("key", x.clone()).with("value", x);
    /// let trace = catalog::trace("scaled-dot-product-attention", &inputs)?;
    /// let cell = trace.cell("attention.scores", &[0, 1])?; // 1·3 + 2·4
    /// assert_eq!(cell.value, 11.0);
    /// assert_eq!(cell.terms[1][0].value, 2.0);
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn cell(&self, id: &str, index: &[usize]) -> Result<Cell> {
        let (step, recorded) = self.numbered(id)?;
        let out_of_bounds = || Error::IndexOutOfBounds {
            step: id.into(),
            index: index.to_vec(),
            shape: recorded.tensor.shape().to_vec(),
        };
        let value = recorded.tensor.get(index).ok_or_else(out_of_bounds)?;
        let offset = recorded.tensor.offset(index).ok_or_else(out_of_bounds)?;
        let terms = self.terms(recorded, index, offset)?;
        Ok(Cell { step, index: index.to_vec(), value, terms })
    }

    /// Recomputes a cell from its operands alone.
    ///
    /// # Errors
    /// [`Error::Internal`] when the cell does not belong to this trace.
    pub fn recompute(&self, cell: &Cell) -> Result<f64> {
        let foreign = || Error::Internal { step: String::new(), reason: "the cell belongs to another trace".into() };
        let recorded = self.steps.get(cell.step).ok_or_else(foreign)?;
        let flat: Vec<f64> = cell.terms.iter().flatten().map(|operand| operand.value).collect();
        Ok(match recorded.spec.op() {
            Op::Given => cell.value,
            Op::Size(letter) => recorded.plan.size_of(letter).ok_or_else(foreign)? as f64,
            Op::Contract => cell.terms.iter().fold(0.0, |sum, factors| {
                sum + factors.iter().map(|factor| factor.value).reduce(|product, next| product * next).unwrap_or(1.0)
            }),
            Op::Map(function) => function.apply(&flat, &self.settings),
            Op::Transpose(..) => flat.iter().fold(0.0, |sum, number| sum + number),
            Op::Reduce(reduction) | Op::Scatter(reduction) => {
                flat.iter().fold(Reduction::start(reduction), |so_far, &next| reduction.fold(so_far, next))
            }
            Op::Gather => flat.first().copied().ok_or_else(foreign)?,
            Op::Rule(rule) => {
                let (_, inside) = member_of(&recorded.spec, &cell.index);
                let axes = recorded.tensor.shape().len() - inside.len().min(recorded.tensor.shape().len());
                (rule.value)(&flat, recorded.tensor.shape().get(axes..).unwrap_or_default(), inside)
            }
        })
    }

    fn terms(&self, recorded: &RecordedStep, index: &[usize], offset: usize) -> Result<Vec<Vec<Operand>>> {
        let plan = &recorded.plan;
        // The result's letters are its axes, but an axis may merge several: walk the letters, not the axes.
        let letters = index_at(plan.outer_sizes(), offset);
        let fixed = |operand: usize| dot(&letters, plan.outer_strides(operand));
        match recorded.spec.op() {
            Op::Given | Op::Size(_) => Ok(Vec::new()),
            Op::Map(_) => {
                (0..plan.operands()).map(|operand| Ok(vec![self.operand(recorded, operand, fixed(operand))?])).collect()
            }
            Op::Contract | Op::Reduce(_) => {
                let sweeps: usize = plan.swept_sizes().iter().product();
                (0..sweeps)
                    .map(|sweep| {
                        let swept = index_at(plan.swept_sizes(), sweep);
                        (0..plan.operands())
                            .map(|operand| {
                                self.operand(
                                    recorded,
                                    operand,
                                    fixed(operand) + dot(&swept, plan.swept_strides(operand)),
                                )
                            })
                            .collect()
                    })
                    .collect()
            }
            Op::Gather => {
                let selector = self.operand(recorded, 1, fixed(1))?;
                let stride = plan.swept_strides(0).first().copied().unwrap_or_default();
                let chosen = self.operand(recorded, 0, fixed(0) + selector.value as usize * stride)?;
                Ok(vec![vec![chosen], vec![selector]])
            }
            Op::Scatter(_) => {
                let position = plan.named().and_then(|place| letters.get(place).copied());
                let sweeps: usize = plan.swept_sizes().iter().product();
                let mut terms = Vec::new();
                for sweep in 0..sweeps {
                    let swept = index_at(plan.swept_sizes(), sweep);
                    let place = |operand: usize| fixed(operand) + dot(&swept, plan.swept_strides(operand));
                    let name = self.operand(recorded, 1, place(1))?;
                    if plan.position_named_by(name.value) == position {
                        terms.push(vec![self.operand(recorded, 0, place(0))?]);
                    }
                }
                Ok(terms)
            }
            Op::Rule(_) | Op::Transpose(..) => {
                let (number, inside) = member_of(&recorded.spec, index);
                let member = recorded.spec.member(number, &self.operands_of(recorded), recorded.tensor.shape());
                let sources = match recorded.spec.op() {
                    Op::Transpose(rule, operand) => {
                        let place = offset_of(&member.shape, inside).unwrap_or_default();
                        rule.readers(operand, place, &member.tensors())
                    }
                    Op::Rule(rule) => rule.sources(&member.tensors(), &member.shape, inside),
                    _ => Vec::new(),
                };
                self.read(recorded, sources.into_iter().map(|cell| member.in_all(cell)).collect())
            }
        }
    }

    fn operands_of(&self, recorded: &RecordedStep) -> Vec<&Tensor> {
        let steps = recorded.operands.iter().filter_map(|&step| self.steps.get(step));
        steps.map(|step| &step.tensor).collect()
    }

    /// A term for each cell that a rule reads.
    fn read(&self, recorded: &RecordedStep, sources: Vec<SourceCell>) -> Result<Vec<Vec<Operand>>> {
        let operand = |source: SourceCell| Ok(vec![self.operand(recorded, source.operand, source.offset)?]);
        sources.into_iter().map(operand).collect()
    }

    fn operand(&self, recorded: &RecordedStep, position: usize, offset: usize) -> Result<Operand> {
        let outside = || Error::Internal {
            step: recorded.spec.id().into(),
            reason: format!("operand {position} has no cell {offset}"),
        };
        let step = *recorded.operands.get(position).ok_or_else(outside)?;
        let tensor = &self.steps.get(step).ok_or_else(outside)?.tensor;
        let value = *tensor.data().get(offset).ok_or_else(outside)?;
        let index = index_at(tensor.shape(), offset);
        debug_assert_eq!(offset_of(tensor.shape(), &index), Some(offset));
        Ok(Operand { step, index, value })
    }
}

fn dot(positions: &[usize], strides: &[usize]) -> usize {
    positions.iter().zip(strides).map(|(position, stride)| position * stride).sum()
}
