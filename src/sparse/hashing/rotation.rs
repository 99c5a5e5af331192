//! True rotations: orthonormal directions.
//!
//! ```text
//! random directions        Gram–Schmidt         right angles
//!     ╱ r₂                   r₂ loses its         │ q₂
//!    ╱___ r₁                 part along r₁        │____ q₁
//! ```
//!
//! Random numbers are not a rotation: they scale and shear as well, so that orthogonal tokens sometimes share a bucket.
//!
//! Source: Andoni et al. 2015, *Practical and Optimal LSH for Angular Distance*, section 3: h(x) takes a true random rotation.

use crate::error::{Error, Result};
use crate::op::{Fill, Obstacle, Reads, Rule, SourceCell, StepSpec, each_once};
use crate::tensor::Tensor;
use crate::trace::{Run, Value};

/// The input of the directions: used as given, or made orthonormal.
pub const ROTATION_KINDS: &[&str] = &["given", "orthogonal"];

/// Makes the directions of each round orthonormal, in order (Gram–Schmidt, carried out twice so that rounding errors do not accumulate). A
/// direction that depends on those before it becomes 0. The operand has axes feature and direction, or head, feature, round and direction.
pub static GRAM_SCHMIDT: Rule = Rule {
    name: "gram-schmidt",
    template: "orthogonal({*})",
    work: |_, shape| each_once(&[], shape).saturating_mul(4 * directions(shape) as u64),
    fill: Fill::AtOnce(|operands, shape| {
        let mut result = vec![0.0; shape.iter().product()];
        let Some(given) = operands.first() else { return result };
        for matrix in 0..matrices(shape) {
            let places = places(shape, matrix);
            let values: Vec<f64> = places.iter().filter_map(|&place| given.data().get(place).copied()).collect();
            for (&place, value) in places.iter().zip(orthogonal(&values, directions(shape))) {
                if let Some(cell) = result.get_mut(place) {
                    *cell = value;
                }
            }
        }
        result
    }),
    // The direction itself and those before it.
    reads: Reads::Cells(|_, shape, index| {
        let (_, direction) = feature_and_direction(index);
        let rows = places(shape, matrix_of(shape, index));
        let cells = rows.chunks(directions(shape).max(1)).flat_map(|row| row.iter().take(direction + 1));
        cells.map(|&offset| SourceCell { operand: 0, offset }).collect()
    }),
    value: |values, _, index| {
        let (feature, direction) = feature_and_direction(index);
        orthogonal(values, direction + 1).get(feature * (direction + 1) + direction).copied().unwrap_or(f64::NAN)
    },
    ..Rule::underived(Obstacle::Orthogonalization)
};

fn feature_and_direction(index: &[usize]) -> (usize, usize) {
    match index {
        [feature, direction] | [_, feature, _, direction] => (*feature, *direction),
        _ => (0, 0),
    }
}

fn directions(shape: &[usize]) -> usize {
    shape.last().copied().unwrap_or_default()
}

/// How many matrices of features × directions there are: one for each head and round.
fn matrices(shape: &[usize]) -> usize {
    match shape {
        [heads, _, rounds, _] => heads * rounds,
        _ => 1,
    }
}

fn matrix_of(shape: &[usize], index: &[usize]) -> usize {
    match (shape, index) {
        ([_, _, rounds, _], [head, _, round, _]) => head * rounds + round,
        _ => 0,
    }
}

/// The places of a matrix, feature by feature.
fn places(shape: &[usize], matrix: usize) -> Vec<usize> {
    let (features, rounds) = match shape {
        [features, _] => (*features, 1),
        [_, features, rounds, _] => (*features, *rounds),
        _ => (0, 1),
    };
    let (head, round, directions) = (matrix / rounds.max(1), matrix % rounds.max(1), directions(shape));
    let row = |feature: usize| ((head * features + feature) * rounds + round) * directions;
    (0..features).flat_map(|feature| row(feature)..row(feature) + directions).collect()
}

/// Orthogonalizes the columns of a matrix that is listed row by row.
fn orthogonal(values: &[f64], directions: usize) -> Vec<f64> {
    let mut done: Vec<Vec<f64>> = Vec::with_capacity(directions);
    for direction in 0..directions {
        let mut column: Vec<f64> = values.iter().skip(direction).step_by(directions).copied().collect();
        let length = dot(&column, &column).sqrt();
        for _ in 0..2 {
            for other in &done {
                let along = dot(&column, other);
                for (number, unit) in column.iter_mut().zip(other) {
                    *number -= along * unit;
                }
            }
        }
        let rest = dot(&column, &column).sqrt();
        // The remainder of a dependent direction is only rounding.
        let scale = if rest > 1e-10 * length { rest } else { f64::INFINITY };
        done.push(column.iter().map(|number| number / scale).collect());
    }
    let rows = values.len().checked_div(directions).unwrap_or_default();
    (0..rows).flat_map(|row| done.iter().filter_map(move |column| column.get(row).copied())).collect()
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).fold(0.0, |sum, (left, right)| sum + left * right)
}

/// Makes directions orthogonal as the step `spec`.
///
/// # Errors
/// [`Error::OutOfRange`] naming `input` when there are more directions than features, or one depends on those before it.
///
/// # Complexity
/// Four multiplications for each feature and pair of directions.
pub fn orthogonalize(run: &mut Run, spec: &'static StepSpec, input: &str, given: Value) -> Result<Value> {
    let refuse = |index: Vec<usize>, value: f64, expected: &str| {
        Box::new(Error::OutOfRange { input: input.into(), index, value, expected: expected.into() })
    };
    let (features, count) = (run.size('k')?, run.size('u')?);
    if count > features {
        return Err(refuse(Vec::new(), count as f64, "at most as many directions as features, to be orthogonal"));
    }
    let result = run.step(spec, &[given])?;
    let tensor: &Tensor = run.tensor(result)?;
    if tensor.is_shape_only() {
        return Ok(result);
    }
    for matrix in 0..matrices(tensor.shape()) {
        let places = places(tensor.shape(), matrix);
        for direction in 0..count {
            let mut column = places.iter().skip(direction).step_by(count.max(1));
            if column.all(|&place| tensor.data().get(place) == Some(&0.0)) {
                let first = places.get(direction).map(|&place| tensor.index_of(place)).unwrap_or_default();
                return Err(refuse(first, 0.0, "a direction that does not depend on those before it"));
            }
        }
    }
    Ok(result)
}
