//! Softmax and normalization, whose gradients books write in one formula.
//!
//! ```text
//! A = softmax(S)            D_i = Σ_j ∂L/∂A_ij A_ij         ∂L/∂S = A (∂L/∂A − D)
//! G = ln softmax(S)         g_i = Σ_j ∂L/∂G_ij              ∂L/∂S = ∂L/∂G − e^G g
//! x̂ = (x − μ) / σ           ∂L/∂x = (∂L/∂x̂ − mean(∂L/∂x̂) − x̂ mean(∂L/∂x̂ · x̂)) / σ
//! ```
//!
//! In the long way the path through the row maximum cancels, up to rounding: the sums of both are the same.

use crate::error::Result;
use crate::op::{DIVIDE, EXP, MULTIPLY, Op, Reduction, Role, SUBTRACT};
use crate::trace::{RecordedStep, Value};

use super::pattern::ClosedForm;
use super::writer::{Draft, Place, Writer};

impl Writer<'_, '_, '_> {
    /// The gradient of the first step of a closed form, from that of the last.
    pub(super) fn closed_form(&mut self, place: &Place, upstream: Value, form: ClosedForm) -> Result<Value> {
        match form {
            ClosedForm::Softmax => self.through_softmax(place, upstream),
            ClosedForm::LogSoftmax => self.through_log_softmax(place, upstream),
            ClosedForm::Normalization { count, deviation } => {
                self.through_normalization(place, upstream, count, deviation)
            }
        }
    }

    fn through_softmax(&mut self, place: &Place, upstream: Value) -> Result<Value> {
        let last = self.step(place.consumer)?;
        let (index, weights) = (last.spec.index().to_string(), self.value(place.consumer)?);
        let (row, axes) = self.second(last)?;
        let (all, role) = (last.spec.axes().to_vec(), Role::Softmax);
        let operands = vec![(upstream, index.clone()), (weights, index.clone())];
        let sum = self.write(
            place,
            Draft { role, op: Op::Contract, part: "weighted-sum", symbol: "D".into(), index: &row, axes, operands },
        )?;
        let (op, symbol) = (Op::Map(&SUBTRACT), format!(r"\frac{{\partial L}}{{\partial {}}} - D", last.spec.symbol()));
        let operands = vec![(upstream, index.clone()), (sum, row)];
        let difference =
            self.write(place, Draft { role, op, part: "difference", symbol, index: &index, axes: all, operands })?;
        let operands = vec![(weights, index.clone()), (difference, index.clone())];
        self.gradient(place, role, Op::Map(&MULTIPLY), &index, operands)
    }

    fn through_log_softmax(&mut self, place: &Place, upstream: Value) -> Result<Value> {
        let last = self.step(place.consumer)?;
        let (index, logarithms) = (last.spec.index().to_string(), self.value(place.consumer)?);
        let (row, axes) = self.second(last)?;
        let (all, role) = (last.spec.axes().to_vec(), Role::LogSoftmax);
        let symbol = r"\textstyle\sum g".to_string();
        let (op, operands) = (Op::Reduce(Reduction::Sum), vec![(upstream, index.clone())]);
        let sum = self.write(place, Draft { role, op, part: "sum", symbol, index: &row, axes, operands })?;
        let (op, symbol, operands) = (Op::Map(&EXP), "P".to_string(), vec![(logarithms, index.clone())]);
        let weights =
            self.write(place, Draft { role, op, part: "weights", symbol, index: &index, axes: all.clone(), operands })?;
        let (op, symbol) = (Op::Map(&MULTIPLY), r"P \textstyle\sum g".to_string());
        let operands = vec![(weights, index.clone()), (sum, row)];
        let share = self.write(place, Draft { role, op, part: "share", symbol, index: &index, axes: all, operands })?;
        self.gradient(place, role, Op::Map(&SUBTRACT), &index, vec![(upstream, index.clone()), (share, index.clone())])
    }

    fn through_normalization(
        &mut self,
        place: &Place,
        upstream: Value,
        count: usize,
        deviation: usize,
    ) -> Result<Value> {
        let last = self.step(place.consumer)?;
        let (index, normalized) = (last.spec.index().to_string(), self.value(place.consumer)?);
        let (row, row_axes) = self.second(last)?;
        let (all, count, deviation) = (last.spec.axes().to_vec(), self.value(count)?, self.value(deviation)?);
        let full = |value: Value| (value, index.clone());
        let of_row = |value: Value| (value, row.clone());
        let draft = |part, symbol: &str, op, is_row: bool, operands| Draft {
            role: Role::Normalization,
            op,
            part,
            symbol: symbol.to_string(),
            index: if is_row { row.as_str() } else { index.as_str() },
            axes: if is_row { row_axes.clone() } else { all.clone() },
            operands,
        };
        let (divide, subtract) = (Op::Map(&DIVIDE), Op::Map(&SUBTRACT));
        let reduce = Op::Reduce(Reduction::Sum);
        let sum = self.write(place, draft("sum", r"\textstyle\sum g", reduce, true, vec![full(upstream)]))?;
        let operands = vec![of_row(sum), (count, String::new())];
        let mean = self.write(place, draft("mean", r"\bar{g}", divide, true, operands))?;
        let operands = vec![full(upstream), full(normalized)];
        let products =
            self.write(place, draft("weighted-sum", r"\textstyle\sum g \hat{x}", Op::Contract, true, operands))?;
        let operands = vec![of_row(products), (count, String::new())];
        let slant = self.write(place, draft("weighted-mean", r"\overline{g \hat{x}}", divide, true, operands))?;
        let operands = vec![full(upstream), of_row(mean)];
        let centered = self.write(place, draft("centered", r"g - \bar{g}", subtract, false, operands))?;
        let operands = vec![full(normalized), of_row(slant)];
        let symbol = r"\hat{x} \, \overline{g \hat{x}}";
        let projected = self.write(place, draft("projected", symbol, Op::Map(&MULTIPLY), false, operands))?;
        let symbol = r"g - \bar{g} - \hat{x} \, \overline{g \hat{x}}";
        let operands = vec![full(centered), full(projected)];
        let rest = self.write(place, draft("rest", symbol, subtract, false, operands))?;
        self.gradient(place, Role::Normalization, divide, &index, vec![full(rest), of_row(deviation)])
    }

    /// The letters and the axes of the second operand of a step: those of a row.
    fn second(&self, step: &RecordedStep) -> Result<(String, Vec<&'static str>)> {
        let letters = step.spec.reads().get(1).map(|read| read.to_string()).unwrap_or_default();
        let number = step.operands.get(1).copied().unwrap_or_default();
        Ok((letters, self.step(number)?.spec.axes().to_vec()))
    }
}
