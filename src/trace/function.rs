//! Functions of single numbers, and reductions of many.
//!
//! Transcendental functions come from `libm`, so that every platform computes the same bits.

use super::{Cost, EmptyRow, Settings};

/// A function that a [`super::Op::Map`] applies cell by cell.
#[derive(Debug)]
pub struct Function {
    /// Stable kebab-case name.
    pub name: &'static str,
    /// How it is written: `{0}`, `{1}` … stand for the operands.
    pub template: &'static str,
    /// How many operands it takes.
    pub arity: usize,
    /// What one application costs.
    pub cost: Cost,
    /// The value, from the operands in order.
    pub apply: fn(&[f64], &Settings) -> f64,
}

/// The operand at a position; a function's arity is checked before it is applied, so the NaN is never seen.
fn operand(operands: &[f64], position: usize) -> f64 {
    operands.get(position).copied().unwrap_or(f64::NAN)
}

/// a, unchanged: the same number under other axes.
pub static COPY: Function =
    Function { name: "copy", template: "{0}", arity: 1, cost: Cost::NONE, apply: |x, _| operand(x, 0) };

/// a + b
pub static ADD: Function = Function {
    name: "add",
    template: "{0} + {1}",
    arity: 2,
    cost: Cost::ADDITION,
    apply: |x, _| operand(x, 0) + operand(x, 1),
};

/// a − b
pub static SUBTRACT: Function = Function {
    name: "subtract",
    template: "{0} − {1}",
    arity: 2,
    cost: Cost::ADDITION,
    apply: |x, _| operand(x, 0) - operand(x, 1),
};

/// a · b
pub static MULTIPLY: Function = Function {
    name: "multiply",
    template: "{0} · {1}",
    arity: 2,
    cost: Cost::MULTIPLICATION,
    apply: |x, _| operand(x, 0) * operand(x, 1),
};

/// a / b
pub static DIVIDE: Function = Function {
    name: "divide",
    template: "{0} / {1}",
    arity: 2,
    cost: Cost::MULTIPLICATION,
    apply: |x, _| operand(x, 0) / operand(x, 1),
};

/// −a
pub static NEGATE: Function =
    Function { name: "negate", template: "−{0}", arity: 1, cost: Cost::ADDITION, apply: |x, _| -operand(x, 0) };

/// a / b, and 0 where b is 0.
pub static DIVIDE_OR_ZERO: Function = Function {
    name: "divide-or-zero",
    template: "{0} / {1}",
    arity: 2,
    cost: Cost::MULTIPLICATION,
    apply: |x, _| if operand(x, 1) == 0.0 { 0.0 } else { operand(x, 0) / operand(x, 1) },
};

/// √a
pub static SQUARE_ROOT: Function = Function {
    name: "square-root",
    template: "√{0}",
    arity: 1,
    cost: Cost::FUNCTION,
    apply: |x, _| operand(x, 0).sqrt(),
};

/// exp(a)
pub static EXP: Function = Function {
    name: "exp",
    template: "exp({0})",
    arity: 1,
    cost: Cost::FUNCTION,
    apply: |x, _| libm::exp(operand(x, 0)),
};

/// ln a
pub static LOG: Function = Function {
    name: "log",
    template: "ln {0}",
    arity: 1,
    cost: Cost::FUNCTION,
    apply: |x, _| libm::log(operand(x, 0)),
};

/// tanh(a)
pub static TANH: Function = Function {
    name: "tanh",
    template: "tanh({0})",
    arity: 1,
    cost: Cost::FUNCTION,
    apply: |x, _| libm::tanh(operand(x, 0)),
};

/// max(0, a)
pub static RELU: Function = Function {
    name: "relu",
    template: "max(0, {0})",
    arity: 1,
    cost: Cost::COMPARISON,
    apply: |x, _| if operand(x, 0) < 0.0 { 0.0 } else { operand(x, 0) },
};

/// a · Φ(a) = a/2 · (1 + erf(a/√2)), the exact form.
pub static GELU: Function = Function {
    name: "gelu",
    template: "{0} · Φ({0})",
    arity: 1,
    cost: Cost { multiplications: 3, additions: 1, functions: 1, ..Cost::NONE },
    apply: |x, _| 0.5 * operand(x, 0) * (1.0 + libm::erf(operand(x, 0) * core::f64::consts::FRAC_1_SQRT_2)),
};

/// 1 / (1 + exp(−a))
pub static SIGMOID: Function = Function {
    name: "sigmoid",
    template: "1 / (1 + exp(−{0}))",
    arity: 1,
    cost: Cost { multiplications: 1, additions: 2, functions: 1, ..Cost::NONE },
    apply: |x, _| 1.0 / (1.0 + libm::exp(-operand(x, 0))),
};

/// cos(a)
pub static COSINE: Function = Function {
    name: "cosine",
    template: "cos({0})",
    arity: 1,
    cost: Cost::FUNCTION,
    apply: |x, _| libm::cos(operand(x, 0)),
};

/// exp(a − b), and 0 where b is −∞, which is the maximum of a row in which every key is masked.
pub static EXP_SHIFTED: Function = Function {
    name: "exp-shifted",
    template: "exp({0} − {1})",
    arity: 2,
    cost: Cost { additions: 1, functions: 1, ..Cost::NONE },
    apply: |x, _| {
        let (score, maximum) = (operand(x, 0), operand(x, 1));
        if maximum == f64::NEG_INFINITY { 0.0 } else { libm::exp(score - maximum) }
    },
};

/// a / b, and for b = 0 the value that [`Settings::empty_row`] sets.
pub static NORMALIZE: Function = Function {
    name: "normalize",
    template: "{0} / {1}",
    arity: 2,
    cost: Cost::MULTIPLICATION,
    apply: |x, settings| {
        let (exponential, sum) = (operand(x, 0), operand(x, 1));
        match settings.empty_row {
            EmptyRow::Zero | EmptyRow::Error if sum == 0.0 => 0.0,
            _ => exponential / sum,
        }
    },
};

/// a + ln b: the logarithm of a sum b of exponentials from which the maximum a was subtracted.
pub static LOG_SUM_EXP: Function = Function {
    name: "log-sum-exp",
    template: "{0} + ln {1}",
    arity: 2,
    cost: Cost { additions: 1, functions: 1, ..Cost::NONE },
    apply: |x, _| operand(x, 0) + libm::log(operand(x, 1)),
};

/// a where the mask b is 1, −∞ where it is 0.
pub static KEEP_OR_MINUS_INFINITY: Function = Function {
    name: "keep-or-minus-infinity",
    template: "mask({0}; {1})",
    arity: 2,
    cost: Cost::COMPARISON,
    apply: |x, _| if operand(x, 1) == 0.0 { f64::NEG_INFINITY } else { operand(x, 0) },
};

/// a where it is above 0, b · a elsewhere.
pub static LEAKY_RELU: Function = Function {
    name: "leaky-relu",
    template: "LeakyReLU({0}; {1})",
    arity: 2,
    cost: Cost { multiplications: 1, comparisons: 1, ..Cost::NONE },
    apply: |x, _| match x {
        [score, _] if *score > 0.0 => *score,
        [score, slope] => slope * score,
        _ => f64::NAN,
    },
};

/// 1 where a and b are equal, 0 elsewhere.
pub static EQUAL: Function = Function {
    name: "equal",
    template: "[{0} = {1}]",
    arity: 2,
    cost: Cost::COMPARISON,
    apply: |x, _| matches!(x, [left, right] if left == right).into(),
};

/// 1 where a is above b, 0 elsewhere.
pub static GREATER: Function = Function {
    name: "greater",
    template: "[{0} > {1}]",
    arity: 2,
    cost: Cost::COMPARISON,
    apply: |x, _| matches!(x, [left, right] if left > right).into(),
};

/// c where b is 1, a elsewhere.
pub static REPLACE_WHERE: Function = Function {
    name: "replace-where",
    template: "replace({0}; {1}; {2})",
    arity: 3,
    cost: Cost::COMPARISON,
    apply: |x, _| match x {
        [usual, condition, other] => {
            if *condition == 0.0 {
                *usual
            } else {
                *other
            }
        }
        _ => f64::NAN,
    },
};

/// The remainder of a divided by b, both whole numbers.
pub static REMAINDER: Function = Function {
    name: "remainder",
    template: "{0} mod {1}",
    arity: 2,
    cost: Cost::MULTIPLICATION,
    apply: |x, _| match x {
        [number, divisor] => number % divisor,
        _ => f64::NAN,
    },
};

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
