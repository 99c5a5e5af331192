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
    /// The cost of one application.
    pub cost: Cost,
    formula: Formula,
}

#[derive(Clone, Copy, Debug)]
enum Formula {
    Unary(fn(f64) -> f64),
    Binary(fn(f64, f64) -> f64),
    ByEmptyRow(fn(f64, f64, EmptyRow) -> f64),
    Ternary(fn(f64, f64, f64) -> f64),
}

impl Function {
    /// A function of one operand.
    pub const fn unary(name: &'static str, template: &'static str, cost: Cost, formula: fn(f64) -> f64) -> Function {
        Function { name, template, cost, formula: Formula::Unary(formula) }
    }

    /// A function of two operands.
    pub const fn binary(
        name: &'static str,
        template: &'static str,
        cost: Cost,
        formula: fn(f64, f64) -> f64,
    ) -> Function {
        Function { name, template, cost, formula: Formula::Binary(formula) }
    }

    /// A function of two operands and of the run's policy for empty rows.
    pub const fn by_empty_row(
        name: &'static str,
        template: &'static str,
        cost: Cost,
        formula: fn(f64, f64, EmptyRow) -> f64,
    ) -> Function {
        Function { name, template, cost, formula: Formula::ByEmptyRow(formula) }
    }

    /// A function of three operands.
    pub const fn ternary(
        name: &'static str,
        template: &'static str,
        cost: Cost,
        formula: fn(f64, f64, f64) -> f64,
    ) -> Function {
        Function { name, template, cost, formula: Formula::Ternary(formula) }
    }

    /// How many operands it takes.
    pub const fn arity(&self) -> usize {
        match self.formula {
            Formula::Unary(_) => 1,
            Formula::Binary(_) | Formula::ByEmptyRow(_) => 2,
            Formula::Ternary(_) => 3,
        }
    }

    /// Returns the value, from the operands in order; NaN if there are more or fewer than it takes.
    #[inline(always)]
    pub fn apply(&self, operands: &[f64], settings: &Settings) -> f64 {
        match (self.formula, operands) {
            (Formula::Unary(formula), &[a]) => formula(a),
            (Formula::Binary(formula), &[a, b]) => formula(a, b),
            (Formula::ByEmptyRow(formula), &[a, b]) => formula(a, b, settings.empty_row),
            (Formula::Ternary(formula), &[a, b, c]) => formula(a, b, c),
            _ => f64::NAN,
        }
    }
}

/// a, unchanged: the same number under other axes.
pub static COPY: Function = Function::unary("copy", "{0}", Cost::NONE, |a| a);

/// a + b
pub static ADD: Function = Function::binary("add", "{0} + {1}", Cost::ADDITION, |a, b| a + b);

/// a − b
pub static SUBTRACT: Function = Function::binary("subtract", "{0} − {1}", Cost::ADDITION, |a, b| a - b);

/// 1 − a
pub static ONE_MINUS: Function = Function::unary("one-minus", "1 − {0}", Cost::ADDITION, |a| 1.0 - a);

/// a · b
pub static MULTIPLY: Function = Function::binary("multiply", "{0} · {1}", Cost::MULTIPLICATION, |a, b| a * b);

/// a / b
pub static DIVIDE: Function = Function::binary("divide", "{0} / {1}", Cost::MULTIPLICATION, |a, b| a / b);

/// −a
pub static NEGATE: Function = Function::unary("negate", "−{0}", Cost::ADDITION, |a| -a);

/// a / b, and 0 where b is 0.
pub static DIVIDE_OR_ZERO: Function =
    Function::binary("divide-or-zero", "{0} / {1}", Cost::MULTIPLICATION, |a, b| if b == 0.0 { 0.0 } else { a / b });

/// √a
pub static SQUARE_ROOT: Function = Function::unary("square-root", "√{0}", Cost::FUNCTION, |a| a.sqrt());

/// exp(a)
pub static EXP: Function = Function::unary("exp", "exp({0})", Cost::FUNCTION, libm::exp);

/// ln a
pub static LOG: Function = Function::unary("log", "ln {0}", Cost::FUNCTION, libm::log);

/// tanh(a)
pub static TANH: Function = Function::unary("tanh", "tanh({0})", Cost::FUNCTION, libm::tanh);

/// max(0, a)
pub static RELU: Function = Function::unary("relu", "max(0, {0})", Cost::COMPARISON, |a| if a < 0.0 { 0.0 } else { a });

/// a · Φ(a) = a/2 · (1 + erf(a/√2)), the exact form.
pub static GELU: Function = Function::unary(
    "gelu",
    "{0} · Φ({0})",
    Cost { multiplications: 3, additions: 1, functions: 1, ..Cost::NONE },
    |a| 0.5 * a * (1.0 + libm::erf(a * core::f64::consts::FRAC_1_SQRT_2)),
);

/// 1 / (1 + exp(−a))
pub static SIGMOID: Function = Function::unary(
    "sigmoid",
    "1 / (1 + exp(−{0}))",
    Cost { multiplications: 1, additions: 2, functions: 1, ..Cost::NONE },
    |a| 1.0 / (1.0 + libm::exp(-a)),
);

/// cos(a)
pub static COSINE: Function = Function::unary("cosine", "cos({0})", Cost::FUNCTION, libm::cos);

/// exp(a − b), and 0 where b is −∞, which is the maximum of a row in which every key is masked.
pub static EXP_SHIFTED: Function = Function::binary(
    "exp-shifted",
    "exp({0} − {1})",
    Cost { additions: 1, functions: 1, ..Cost::NONE },
    |score, maximum| {
        if maximum == f64::NEG_INFINITY { 0.0 } else { libm::exp(score - maximum) }
    },
);

/// a / b, and for b = 0 the value that [`Settings::empty_row`] sets.
pub static NORMALIZE: Function = Function::by_empty_row(
    "normalize",
    "{0} / {1}",
    Cost::MULTIPLICATION,
    |exponential, sum, empty_row| match empty_row {
        EmptyRow::Zero | EmptyRow::Error if sum == 0.0 => 0.0,
        _ => exponential / sum,
    },
);

/// a + ln b: the logarithm of a sum b of exponentials from which the maximum a was subtracted.
pub static LOG_SUM_EXP: Function =
    Function::binary("log-sum-exp", "{0} + ln {1}", Cost { additions: 1, functions: 1, ..Cost::NONE }, |a, b| {
        a + libm::log(b)
    });

/// a where the mask b is 1, −∞ where it is 0.
pub static KEEP_OR_MINUS_INFINITY: Function =
    Function::binary("keep-or-minus-infinity", "mask({0}; {1})", Cost::COMPARISON, |a, b| {
        if b == 0.0 { f64::NEG_INFINITY } else { a }
    });

/// a where it is above 0, b · a elsewhere.
pub static LEAKY_RELU: Function = Function::binary(
    "leaky-relu",
    "LeakyReLU({0}; {1})",
    Cost { multiplications: 1, comparisons: 1, ..Cost::NONE },
    |score, slope| if score > 0.0 { score } else { slope * score },
);

/// 1 where a and b are equal, 0 elsewhere.
pub static EQUAL: Function =
    Function::binary("equal", "[{0} = {1}]", Cost::COMPARISON, |left, right| f64::from(left == right));

/// 1 where a is above b, 0 elsewhere.
pub static GREATER: Function =
    Function::binary("greater", "[{0} > {1}]", Cost::COMPARISON, |left, right| f64::from(left > right));

/// c where b is 1, a elsewhere.
pub static REPLACE_WHERE: Function =
    Function::ternary("replace-where", "replace({0}; {1}; {2})", Cost::COMPARISON, |usual, condition, other| {
        if condition == 0.0 { usual } else { other }
    });

/// The remainder of a divided by b, both whole numbers.
pub static REMAINDER: Function =
    Function::binary("remainder", "{0} mod {1}", Cost::MULTIPLICATION, |number, divisor| number % divisor);

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
