//! Functions of single numbers with their slopes, and reductions of many.
//!
//! ```text
//! function   a · b                  slope in a   b      an operand
//!            exp(a)                              y      the result
//!            a / b                              1 / b   a function of operands and result
//!            [a > b]                             0      because a comparison does not change where it does not jump
//! ```

use super::{Cost, EmptyRow, Obstacle, Settings};

/// A function that a [`super::Op::Map`] applies cell by cell.
#[derive(Debug)]
pub struct Function {
    /// Stable kebab-case name.
    pub name: &'static str,
    /// How it is written: `{0}`, `{1}` … stand for the operands.
    pub template: &'static str,
    /// The cost of one application.
    pub cost: Cost,
    /// How it changes with each operand; none for a function that is a slope itself, and is not derived again.
    pub slopes: &'static [Slope],
    formula: Formula,
}

/// The derivative of a [`Function`] with respect to one of its operands, as a function states it beside its cost.
#[derive(Clone, Copy, Debug)]
pub enum Slope {
    /// 0 everywhere but at jumps, for this reason.
    Zero(Obstacle),
    /// 1.
    One,
    /// −1.
    Minus,
    /// A constant factor, which this function multiplies a number by.
    Factor(&'static Function),
    /// The operand at this position.
    Operand(usize),
    /// The function's own result.
    Result,
    /// This function of operands and result.
    By(&'static Function, &'static [Local]),
}

/// A number that a slope is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Local {
    /// The operand at this position.
    Operand(usize),
    /// The function's own result.
    Result,
}

/// A function of `N` operands that has yet to state its slopes.
#[derive(Debug)]
pub struct Unsloped<const N: usize>(Function);

impl<const N: usize> Unsloped<N> {
    /// States the slope in each operand.
    pub const fn slopes(self, slopes: &'static [Slope; N]) -> Function {
        Function { slopes, ..self.0 }
    }

    /// Says that it is the slope of another function.
    pub const fn derivative(self) -> Function {
        self.0
    }
}

#[derive(Clone, Copy, Debug)]
enum Formula {
    Unary(fn(f64) -> f64),
    UnaryByEmptyRow(fn(f64, EmptyRow) -> f64),
    Binary(fn(f64, f64) -> f64),
    ByEmptyRow(fn(f64, f64, EmptyRow) -> f64),
    Ternary(fn(f64, f64, f64) -> f64),
}

impl Function {
    /// A function of one operand.
    pub const fn unary(name: &'static str, template: &'static str, cost: Cost, formula: fn(f64) -> f64) -> Unsloped<1> {
        Unsloped(Function { name, template, cost, slopes: &[], formula: Formula::Unary(formula) })
    }

    /// A function of one operand and of the run's policy for empty rows.
    pub const fn unary_by_empty_row(
        name: &'static str,
        template: &'static str,
        cost: Cost,
        formula: fn(f64, EmptyRow) -> f64,
    ) -> Unsloped<1> {
        Unsloped(Function { name, template, cost, slopes: &[], formula: Formula::UnaryByEmptyRow(formula) })
    }

    /// A function of two operands.
    pub const fn binary(
        name: &'static str,
        template: &'static str,
        cost: Cost,
        formula: fn(f64, f64) -> f64,
    ) -> Unsloped<2> {
        Unsloped(Function { name, template, cost, slopes: &[], formula: Formula::Binary(formula) })
    }

    /// A function of two operands and of the run's policy for empty rows.
    pub const fn by_empty_row(
        name: &'static str,
        template: &'static str,
        cost: Cost,
        formula: fn(f64, f64, EmptyRow) -> f64,
    ) -> Unsloped<2> {
        Unsloped(Function { name, template, cost, slopes: &[], formula: Formula::ByEmptyRow(formula) })
    }

    /// A function of three operands.
    pub const fn ternary(
        name: &'static str,
        template: &'static str,
        cost: Cost,
        formula: fn(f64, f64, f64) -> f64,
    ) -> Unsloped<3> {
        Unsloped(Function { name, template, cost, slopes: &[], formula: Formula::Ternary(formula) })
    }

    /// How many operands it takes.
    pub const fn arity(&self) -> usize {
        match self.formula {
            Formula::Unary(_) | Formula::UnaryByEmptyRow(_) => 1,
            Formula::Binary(_) | Formula::ByEmptyRow(_) => 2,
            Formula::Ternary(_) => 3,
        }
    }

    /// Returns the value, from the operands in order; NaN if there are more or fewer than it takes.
    #[inline(always)]
    pub fn apply(&self, operands: &[f64], settings: &Settings) -> f64 {
        match (self.formula, operands) {
            (Formula::Unary(formula), &[a]) => formula(a),
            (Formula::UnaryByEmptyRow(formula), &[a]) => formula(a, settings.empty_row),
            (Formula::Binary(formula), &[a, b]) => formula(a, b),
            (Formula::ByEmptyRow(formula), &[a, b]) => formula(a, b, settings.empty_row),
            (Formula::Ternary(formula), &[a, b, c]) => formula(a, b, c),
            _ => f64::NAN,
        }
    }
}

/// How a [`super::Op::Reduce`] combines the cells that it sweeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Their sum, from 0 in index order.
    Sum,
    /// Their maximum; −∞ if there are none, NaN if any is NaN.
    Max,
}

impl Reduction {
    /// Stable name.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Sum => "sum",
            Reduction::Max => "max",
        }
    }

    /// How it is written.
    pub fn template(self) -> &'static str {
        match self {
            Reduction::Sum => "sum({*})",
            Reduction::Max => "max({*})",
        }
    }

    /// The value before the first number.
    pub fn start(self) -> f64 {
        match self {
            Reduction::Sum => 0.0,
            Reduction::Max => f64::NEG_INFINITY,
        }
    }

    /// Combines the value so far with the next number.
    pub fn fold(self, so_far: f64, next: f64) -> f64 {
        match self {
            Reduction::Sum => so_far + next,
            Reduction::Max if next > so_far || next.is_nan() => next,
            Reduction::Max => so_far,
        }
    }
}
