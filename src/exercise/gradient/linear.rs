//! The gradients of two linear layers with a ReLU between them: which side is transposed, and what is added up.

use nalgebra::DMatrix;

use crate::catalog::Arguments;
use crate::error::Result;
use crate::random::Random;
use crate::tensor::Tensor;
use crate::trace::Trace;

use super::super::matrices::{at, entries, matrix, of, product};
use super::super::{Back, Difficulty, Exercise, Misconception, UPSTREAM, drawing};
use super::ones;

/// Hidden layer, gradient of the second matrix, of the hidden layer, before the ReLU, of the first matrix.
pub static EXERCISE: Exercise = Exercise {
    id: "linear-gradient-steps",
    algorithm: "feed-forward",
    back: Some(Back { of: None, wrt: &["x", "w1", "w2"] }),
    asked: &[HIDDEN, SECOND, BACK_HIDDEN, BEFORE_RELU, FIRST],
    decimals: 2,
    draw,
    misconceptions: &[
        GRADIENT_TRANSPOSED, ONE_TOKEN_ONLY, MEAN_OVER_TOKENS, UPSTREAM_FORGOTTEN, MATRIX_NOT_TRANSPOSED,
        RELU_PASSES_ALL, RELU_OF_THE_GRADIENT, RELU_SKIPPED_LATER,
    ],
};

const HIDDEN: &str = "feed-forward.relu";
const SECOND: &str = "gradient/feed-forward.second";
const BACK_HIDDEN: &str = "gradient/feed-forward.relu";
const BEFORE_RELU: &str = "gradient/feed-forward.hidden";
const FIRST: &str = "gradient/feed-forward.first";
const OUTPUT: &str = "gradient/feed-forward.output";

/// What goes into a layer and the gradient of what comes out of it: of both layers.
type Layer = fn(&DMatrix<f64>, &DMatrix<f64>) -> Result<DMatrix<f64>>;

fn second(run: &Trace, of_layer: Layer) -> Result<Tensor> {
    of(&of_layer(&matrix(run, HIDDEN)?, &matrix(run, OUTPUT)?)?)
}

fn first(run: &Trace, of_layer: Layer) -> Result<Tensor> {
    of(&of_layer(&matrix(run, "feed-forward.x")?, &matrix(run, BEFORE_RELU)?)?)
}

/// All matrices are square, so that a wrong side fits.
const GRADIENT_TRANSPOSED: Misconception = Misconception::steps(
    "gradient-transposed",
    &[
        (SECOND, |run| second(run, |x, gradient| product(&gradient.transpose(), x))),
        (FIRST, |run| first(run, |x, gradient| product(&gradient.transpose(), x))),
    ],
);

const ONE_TOKEN_ONLY: Misconception = Misconception::steps(
    "first-use-only",
    &[
        (SECOND, |run| second(run, |x, gradient| product(&of_first(x).transpose(), gradient))),
        (FIRST, |run| first(run, |x, gradient| product(&of_first(x).transpose(), gradient))),
    ],
);

const MEAN_OVER_TOKENS: Misconception = Misconception::steps(
    "averaged-over-uses",
    &[
        (SECOND, |run| second(run, |x, gradient| Ok(product(&x.transpose(), gradient)? / x.nrows() as f64))),
        (FIRST, |run| first(run, |x, gradient| Ok(product(&x.transpose(), gradient)? / x.nrows() as f64))),
    ],
);

const UPSTREAM_FORGOTTEN: Misconception = Misconception::steps(
    "upstream-forgotten",
    &[
        (SECOND, |run| second(run, |x, gradient| product(&x.transpose(), &ones(gradient)))),
        (FIRST, |run| first(run, |x, gradient| product(&x.transpose(), &ones(gradient)))),
    ],
);

const MATRIX_NOT_TRANSPOSED: Misconception = Misconception::step("matrix-not-transposed", BACK_HIDDEN, |run| {
    of(&product(&matrix(run, OUTPUT)?, &matrix(run, "feed-forward.second")?)?)
});

const RELU_PASSES_ALL: Misconception =
    Misconception::step("relu-passes-all", BEFORE_RELU, |run| of(&matrix(run, BACK_HIDDEN)?));

const RELU_OF_THE_GRADIENT: Misconception = Misconception::step("relu-of-the-gradient", BEFORE_RELU, |run| {
    of(&matrix(run, BACK_HIDDEN)?.map(|gradient| gradient.max(0.0)))
});

/// The gradient before the ReLU is right, but that behind it is used for the first matrix.
const RELU_SKIPPED_LATER: Misconception = Misconception::step("gradient-behind-the-relu", FIRST, |run| {
    of(&product(&matrix(run, "feed-forward.x")?.transpose(), &matrix(run, BACK_HIDDEN)?)?)
});

/// Zeros but for the first row.
fn of_first(x: &DMatrix<f64>) -> DMatrix<f64> {
    entries(x, |i, _, number| if i == 0 { number } else { 0.0 })
}

/// Numbers that say too little are drawn again, so often at most.
const REDRAWS: usize = 50;

fn draw(random: &mut Random, difficulty: Difficulty) -> Result<Arguments> {
    let (tokens, range) = match difficulty {
        Difficulty::Easy => (2, (-2, 3)),
        Difficulty::Medium => (3, (-3, 3)),
        Difficulty::Hard => (3, (-2, 2)),
    };
    let mut drawn = [Tensor::scalar(0.0), Tensor::scalar(0.0), Tensor::scalar(0.0), Tensor::scalar(0.0)];
    for _ in 0..REDRAWS {
        let mut numbers = |rows| drawing::numbers(random, difficulty, &[rows, 2], range);
        drawn = [numbers(tokens)?, numbers(2)?, numbers(2)?, numbers(tokens)?];
        let [x, w1, ..] = &drawn;
        if tells(&product(&DMatrix::try_from(x)?, &DMatrix::try_from(w1)?)?) {
            break;
        }
    }
    let [x, w1, w2, upstream] = drawn;
    Ok(Arguments::new().with("x", x).with("w1", w1).with("w2", w2).with(UPSTREAM, upstream))
}

/// Whether the ReLU lets something through and keeps something back.
fn tells(hidden: &DMatrix<f64>) -> bool {
    let positive = hidden.iter().filter(|number| **number > 0.0).count();
    let first = (0..hidden.ncols()).any(|unit| at(hidden, 0, unit) > 0.0);
    first && positive > 1 && positive < hidden.len()
}
