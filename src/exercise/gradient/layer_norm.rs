//! The gradient of a layer norm: what a shift or a stretch of all numbers would change is taken away. ε is drawn large enough to be seen in two decimals.

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::super::matrices::{at, column, entries, matrix, of};
use super::super::{Back, Difficulty, Exercise, Misconception, UPSTREAM, drawing, layer_norm, matrices};

/// Normalized numbers, mean of the gradients, mean of gradients times normalized numbers, gradient of the inputs.
pub static EXERCISE: Exercise = Exercise {
    id: "layer-norm-gradient-steps",
    algorithm: "layer-norm",
    back: Some(Back { of: None, wrt: &["x"] }),
    asked: &["layer-norm.normalized", MEAN, SLANT, X],
    decimals: 2,
    draw,
    misconceptions: &[
        MEAN_NOT_DIVIDED, SLANT_NOT_DIVIDED, STATISTICS_AS_CONSTANTS, VARIANCE_AS_CONSTANT, MEAN_AS_CONSTANT,
        DEVIATION_FORGOTTEN, STRETCH_ADDED,
    ],
};

const MEAN: &str = "gradient/layer-norm.x/mean";
const SLANT: &str = "gradient/layer-norm.x/weighted-mean";
const X: &str = "gradient/layer-norm.x";

const MEAN_NOT_DIVIDED: Misconception = Misconception::step("mean-of-gradients-not-divided", MEAN, |run| {
    Ok(matrices::tensor(run, "gradient/layer-norm.x/sum")?.clone())
});

const SLANT_NOT_DIVIDED: Misconception = Misconception::step("mean-of-products-not-divided", SLANT, |run| {
    Ok(matrices::tensor(run, "gradient/layer-norm.x/weighted-sum")?.clone())
});

const STATISTICS_AS_CONSTANTS: Misconception = Misconception::step("mean-and-variance-as-constants", X, |run| {
    back(run, |gradient, _, _, deviation| gradient / deviation)
});

const VARIANCE_AS_CONSTANT: Misconception = Misconception::step("variance-as-a-constant", X, |run| {
    back(run, |gradient, mean, _, deviation| (gradient - mean) / deviation)
});

const MEAN_AS_CONSTANT: Misconception = Misconception::step("mean-as-a-constant", X, |run| {
    back(run, |gradient, _, stretch, deviation| (gradient - stretch) / deviation)
});

const DEVIATION_FORGOTTEN: Misconception = Misconception::step("deviation-forgotten", X, |run| {
    back(run, |gradient, mean, stretch, _| gradient - mean - stretch)
});

const STRETCH_ADDED: Misconception = Misconception::step("stretch-added", X, |run| {
    back(run, |gradient, mean, stretch, deviation| (gradient - mean + stretch) / deviation)
});

/// A function of each gradient, the mean of its row, the stretch x̂ · mean(g x̂), and the deviation.
fn back(run: &Trace, slope: fn(f64, f64, f64, f64) -> f64) -> Result<Tensor> {
    let normalized = matrix(run, "layer-norm.normalized")?;
    let (means, slants) = (column(run, MEAN)?, column(run, SLANT)?);
    let deviations = column(run, "layer-norm.deviation")?;
    of(&entries(&matrix(run, "gradient/layer-norm.normalized")?, |i, f, gradient| {
        let stretch = at(&normalized, i, f) * at(&slants, i, 0);
        slope(gradient, at(&means, i, 0), stretch, at(&deviations, i, 0))
    }))
}

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let inputs = layer_norm::draw(random, difficulty)?;
    let gradients = if difficulty == Difficulty::Hard { (-4, 4) } else { (-6, 6) };
    let shape = inputs.tensor("x")?.shape().to_vec();
    Ok(inputs.with(UPSTREAM, drawing::numbers(random, difficulty, &shape, gradients)?))
}
