//! Values of expressions: numbers and matrices.

use nalgebra::DMatrix;

use crate::error::Result;

use super::super::matrices::{at, entries, product, row_sums, softmax_rows};
use super::{Function, Node, Operator, syntax};

/// A number or a matrix.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A matrix.
    Matrix(DMatrix<f64>),
}

use Value::{Matrix, Number};

/// The largest power of a matrix that is computed.
const MAX_POWER: f64 = 20.0;

pub(super) fn evaluate(node: &Node, variables: &[Value]) -> Result<Value> {
    let of = |node: &Node| evaluate(node, variables);
    Ok(match node {
        Node::Number(number) => Number(*number),
        Node::Variable(position) => variables.get(*position).cloned().unwrap_or(Number(f64::NAN)),
        Node::Negate(inner) => match of(inner)? {
            Number(number) => Number(-number),
            Matrix(matrix) => Matrix(entries(&matrix, |_, _, entry| -entry)),
        },
        Node::Transpose(inner) => match of(inner)? {
            Matrix(matrix) => Matrix(matrix.transpose()),
            number => number,
        },
        Node::Combine(operator, place, left, right) => combine(*operator, *place, of(left)?, of(right)?)?,
        Node::Apply(function, place, argument) => apply(*function, *place, of(argument)?)?,
    })
}

fn combine(operator: Operator, place: usize, left: Value, right: Value) -> Result<Value> {
    let shapes = |a: &DMatrix<f64>, b: &DMatrix<f64>| {
        let [a, b] = [a, b].map(|matrix| format!("{} × {}", matrix.nrows(), matrix.ncols()));
        syntax(place, &format!("shapes that fit together ({a}, {b})"))
    };
    Ok(match (operator, left, right) {
        (Operator::Add, Number(a), Number(b)) => Number(a + b),
        (Operator::Subtract, Number(a), Number(b)) => Number(a - b),
        (Operator::Multiply, Number(a), Number(b)) => Number(a * b),
        (Operator::Divide, Number(a), Number(b)) => Number(a / b),
        (Operator::Raise, Number(a), Number(b)) => Number(libm::pow(a, b)),
        (Operator::Multiply, Number(a), Matrix(b)) | (Operator::Multiply, Matrix(b), Number(a)) => {
            Matrix(entries(&b, |_, _, entry| entry * a))
        }
        (Operator::Divide, Matrix(a), Number(b)) => Matrix(entries(&a, |_, _, entry| entry / b)),
        (Operator::Raise, Matrix(a), Number(b)) => {
            Matrix(power(&a, b).ok_or_else(|| syntax(place, "a power that this matrix has"))?)
        }
        (Operator::Multiply, Matrix(a), Matrix(b)) => Matrix(product(&a, &b).map_err(|_| shapes(&a, &b))?),
        (Operator::Add | Operator::Subtract, Matrix(a), Matrix(b)) if a.shape() == b.shape() => {
            let sign = if operator == Operator::Add { 1.0 } else { -1.0 };
            Matrix(entries(&a, |i, j, entry| entry + sign * at(&b, i, j)))
        }
        (Operator::Add | Operator::Subtract, Matrix(a), Matrix(b)) => return Err(shapes(&a, &b)),
        (Operator::Add | Operator::Subtract, _, _) => return Err(syntax(place, "shapes that fit together")),
        (Operator::Divide | Operator::Raise, _, Matrix(_)) => return Err(syntax(place, "a number, not a matrix")),
    })
}

/// Any power of a diagonal matrix, entry by entry; whole powers of a square matrix; the inverse of an orthogonal one.
fn power(matrix: &DMatrix<f64>, exponent: f64) -> Option<DMatrix<f64>> {
    let identity = entries(matrix, |i, j, _| f64::from(u8::from(i == j)));
    let is_square = matrix.nrows() == matrix.ncols();
    let is_diagonal = (0..matrix.nrows()).all(|i| (0..matrix.ncols()).all(|j| i == j || at(matrix, i, j) == 0.0));
    if is_square && is_diagonal {
        return Some(entries(matrix, |i, j, entry| if i == j { libm::pow(entry, exponent) } else { 0.0 }));
    }
    let transposed = matrix.transpose();
    if is_square && exponent == -1.0 && product(matrix, &transposed).ok()? == identity {
        return Some(transposed);
    }
    let is_whole = (0.0..=MAX_POWER).contains(&exponent) && exponent.fract() == 0.0;
    let times = (is_square && is_whole).then_some(exponent as usize)?;
    (0..times).try_fold(identity, |power, _| product(&power, matrix).ok())
}

fn apply(function: Function, place: usize, argument: Value) -> Result<Value> {
    Ok(match (function, argument) {
        (Function::Relu, Matrix(matrix)) => Matrix(entries(&matrix, |_, _, number| number.max(0.0))),
        (Function::Softmax, Matrix(matrix)) => Matrix(softmax_rows(&matrix)),
        (Function::Degrees, Matrix(matrix)) => {
            let sums = row_sums(&matrix);
            Matrix(entries(&matrix, |i, j, _| if i == j { at(&sums, i, 0) } else { 0.0 }))
        }
        (Function::Softmax | Function::Degrees, Number(_)) => return Err(syntax(place, "a matrix, not a number")),
        (_, Matrix(_)) => return Err(syntax(place, "a number, not a matrix")),
        (_, Number(number)) => Number(function.apply(number)),
    })
}
