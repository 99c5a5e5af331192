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
        let columns = Columns::of(shape);
        let mut numbers = vec![0.0; columns.features * columns.directions];
        for matrix in 0..columns.matrices() {
            for (number, place) in numbers.iter_mut().zip(columns.places(matrix)) {
                *number = given.data().get(place).copied().unwrap_or(f64::NAN);
            }
            orthogonalize_columns(&mut numbers, columns.features);
            for (number, place) in numbers.iter().zip(columns.places(matrix)) {
                if let Some(cell) = result.get_mut(place) {
                    *cell = *number;
                }
            }
        }
        result
    }),
    // The direction itself and those before it.
    reads: Reads::Cells(|_, shape, index| {
        let (_, direction) = feature_and_direction(index);
        let columns = Columns::of(shape);
        let matrix = matrix_of(shape, index);
        // Feature by feature, as the template lists them.
        let cells = (0..columns.features).flat_map(|feature| (0..=direction).map(move |before| (feature, before)));
        cells
            .map(|(feature, before)| SourceCell { operand: 0, offset: columns.place(matrix, feature, before) })
            .collect()
    }),
    value: |values, _, index| {
        let (feature, direction) = feature_and_direction(index);
        let (count, features) = (direction + 1, values.len() / (direction + 1));
        let listed = (0..count).flat_map(|column| values.iter().skip(column).step_by(count).copied());
        let mut columns: Vec<f64> = listed.collect();
        orthogonalize_columns(&mut columns, features);
        columns.get(direction * features + feature).copied().unwrap_or(f64::NAN)
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

fn matrix_of(shape: &[usize], index: &[usize]) -> usize {
    match (shape, index) {
        ([_, _, rounds, _], [head, _, round, _]) => head * rounds + round,
        _ => 0,
    }
}

/// Where the numbers of directions stand in a tensor with axes feature and direction, or head, feature, round and direction.
#[derive(Clone, Copy)]
struct Columns {
    heads: usize,
    features: usize,
    rounds: usize,
    directions: usize,
}

impl Columns {
    fn of(shape: &[usize]) -> Self {
        match *shape {
            [features, directions] => Self { heads: 1, features, rounds: 1, directions },
            [heads, features, rounds, directions] => Self { heads, features, rounds, directions },
            _ => Self { heads: 0, features: 0, rounds: 1, directions: 0 },
        }
    }

    /// How many matrices of features × directions there are: one for each head and round.
    fn matrices(self) -> usize {
        self.heads * self.rounds
    }

    fn place(self, matrix: usize, feature: usize, direction: usize) -> usize {
        let (head, round) = (matrix / self.rounds.max(1), matrix % self.rounds.max(1));
        ((head * self.features + feature) * self.rounds + round) * self.directions + direction
    }

    /// The places of a matrix, direction by direction.
    fn places(self, matrix: usize) -> impl Iterator<Item = usize> {
        (0..self.directions)
            .flat_map(move |direction| (0..self.features).map(move |feature| self.place(matrix, feature, direction)))
    }
}

/// Makes columns of so many features, one after another in `columns`, orthonormal; one that depends on those before it becomes 0.
fn orthogonalize_columns(columns: &mut [f64], features: usize) {
    if features == 0 {
        return;
    }
    for direction in 0..columns.len() / features {
        let (done, rest) = columns.split_at_mut(direction * features);
        let Some(column) = rest.get_mut(..features) else { return };
        let length = dot(column, column).sqrt();
        for _ in 0..2 {
            for other in done.chunks_exact(features) {
                let along = dot(column, other);
                for (number, unit) in column.iter_mut().zip(other) {
                    *number -= along * unit;
                }
            }
        }
        let rest = dot(column, column).sqrt();
        // The remainder of a dependent direction is only rounding.
        let scale = if rest > 1e-10 * length { rest } else { f64::INFINITY };
        for number in column {
            *number /= scale;
        }
    }
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
    let columns = Columns::of(tensor.shape());
    for matrix in 0..columns.matrices() {
        for direction in 0..count {
            let mut column = (0..columns.features).map(|feature| columns.place(matrix, feature, direction));
            if column.all(|place| tensor.data().get(place) == Some(&0.0)) {
                let first = tensor.index_of(columns.place(matrix, 0, direction));
                return Err(refuse(first, 0.0, "a direction that does not depend on those before it"));
            }
        }
    }
    Ok(result)
}
