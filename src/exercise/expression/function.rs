//! The functions that expressions may use.

use super::Language;

/// A function of one number, or of one matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    SquareRoot,
    Exponential,
    Logarithm,
    Sine,
    Cosine,
    Tangent,
    HyperbolicTangent,
    Absolute,
    /// Replaces negative numbers by 0.
    Relu,
    /// Each row's exponentials, divided by their sum.
    Softmax,
    /// The diagonal matrix of the row sums.
    Degrees,
}

/// Their names, and the smallest language that allows each.
pub(super) const FUNCTIONS: [(&str, Function, Language); 11] = [
    ("sqrt", Function::SquareRoot, Language::Numbers),
    ("exp", Function::Exponential, Language::Numbers),
    ("ln", Function::Logarithm, Language::Numbers),
    ("sin", Function::Sine, Language::Numbers),
    ("cos", Function::Cosine, Language::Numbers),
    ("tan", Function::Tangent, Language::Numbers),
    ("tanh", Function::HyperbolicTangent, Language::Numbers),
    ("abs", Function::Absolute, Language::Numbers),
    ("relu", Function::Relu, Language::Matrices),
    ("softmax", Function::Softmax, Language::Matrices),
    ("degrees", Function::Degrees, Language::Claims),
];

impl Function {
    /// Returns the function's value for a number; NaN for a function of matrices.
    pub(super) fn apply(self, x: f64) -> f64 {
        match self {
            Function::SquareRoot => x.sqrt(),
            Function::Exponential => libm::exp(x),
            Function::Logarithm => libm::log(x),
            Function::Sine => libm::sin(x),
            Function::Cosine => libm::cos(x),
            Function::Tangent => libm::tan(x),
            Function::HyperbolicTangent => libm::tanh(x),
            Function::Absolute => x.abs(),
            Function::Relu => x.max(0.0),
            Function::Softmax | Function::Degrees => f64::NAN,
        }
    }
}
