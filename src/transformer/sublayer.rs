//! The steps that encoder and decoder layers share, and the residual connection around each part.
//!
//! ```text
//! post-norm   x ─┬─► part ─► + ─► norm ─►        pre-norm   x ─┬─► norm ─► part ─► + ─►
//!                └───────────┘                                 └────────────────────┘
//! ```

use crate::algorithm::{Input, Inputs, Parameters, choice, flag, integer, number_or};
use crate::error::Result;
use crate::op::{ADD, Op, StepSpec, given, step};
use crate::trace::{Run, Value};

use super::feed_forward::{ACTIVATIONS, Activation, feed_forward};
use super::layer_norm::layer_norm;
use super::normalization::{EPSILON, given_epsilon};

const SOURCE: &str = "Vaswani et al. 2017, section 3.1";

/// The tokens.
pub static X: StepSpec =
    given("transformer.x", "if", &["token", "feature"]).written("X", r"X \in \mathbb{R}^{n \times d}", SOURCE);

/// The output of the encoder, which the decoder reads.
pub static MEMORY: StepSpec = given("transformer.memory", "jc", &["source-token", "memory-feature"])
    .written("M", r"M \in \mathbb{R}^{m \times d}", SOURCE);

/// The tokens plus the output of the self-attention.
pub static ATTENDED: StepSpec = step("transformer.attended", Op::Map(&ADD), &["if", "if"], "if", &["token", "feature"])
    .written(r"X + \text{MHA}(X)", r"X + \text{MHA}(X) = #1X + #2O", SOURCE);

/// The tokens plus the output of the cross-attention.
pub static CROSS_ATTENDED: StepSpec = StepSpec {
    id: "transformer.cross-attended",
    symbol: r"X + \text{MHA}(X, M)",
    formula: r"X + \text{MHA}(X, M) = #1X + #2O",
    ..ATTENDED
};

/// The tokens plus the output of the feed-forward network.
pub static FED: StepSpec = StepSpec {
    id: "transformer.fed-forward",
    symbol: r"X + \text{FFN}(X)",
    formula: r"X + \text{FFN}(X) = #1X + #2{H W_2}",
    ..ATTENDED
};

/// The names of a normalization: of its parameters, of its steps before a part, and of those after it.
#[derive(Clone, Copy)]
pub struct Norm {
    params: &'static str,
    before: &'static str,
    after: &'static str,
}

/// Around the first part of a layer.
pub const NORM_1: Norm = Norm { params: "norm1", before: "pre-norm1", after: "post-norm1" };
/// Around the second.
pub const NORM_2: Norm = Norm { params: "norm2", before: "pre-norm2", after: "post-norm2" };
/// Around the third.
pub const NORM_3: Norm = Norm { params: "norm3", before: "pre-norm3", after: "post-norm3" };

/// The options that hold for every layer of a run.
#[derive(Clone, Copy)]
pub struct Conventions {
    /// The number of heads.
    pub heads: usize,
    /// Normalize before each part instead of after it.
    pub norm_first: bool,
    /// The activation of the hidden units.
    pub activation: Activation,
    /// ε of the layer norms.
    pub epsilon: Value,
    /// The width of a token.
    pub width: usize,
}

/// The inputs that [`Conventions::read`] reads.
pub const HEADS: Input = integer("heads", 1);
/// See [`Conventions::read`].
pub const NORM_FIRST: Input = flag("normFirst", false);
/// See [`Conventions::read`].
pub const ACTIVATION: Input = choice("activation", ACTIVATIONS, "relu");
/// See [`Conventions::read`].
pub const EPSILON_INPUT: Input = number_or("epsilon", EPSILON);

impl Conventions {
    /// Reads them from the inputs, and validates ε. The tokens, whose letter is f, were validated before.
    ///
    /// # Errors
    /// Those of [`Inputs`], naming the input.
    pub fn read(run: &mut Run, inputs: &Inputs) -> Result<Conventions> {
        run.require_positive('f', "x")?;
        Ok(Conventions {
            heads: inputs.integer("heads")?,
            norm_first: inputs.flag("normFirst")?,
            activation: Activation::read(inputs)?,
            epsilon: given_epsilon(run, inputs)?,
            width: run.size('f')?,
        })
    }

    /// Computes one part of a layer, with the residual connection around it and the normalization before or after. The part's steps are marked under
    /// `name`; its output must have the width of a token.
    ///
    /// # Errors
    /// Those of the part and of [`layer_norm`].
    pub fn join(
        &self,
        run: &mut Run,
        x: Value,
        (name, norm, residual): (&'static str, Norm, &'static StepSpec),
        params: &Parameters,
        part: impl FnOnce(&mut Run, Value) -> Result<Value>,
    ) -> Result<Value> {
        let normalized = |run: &mut Run, name, x| {
            run.within(name, |run| layer_norm(run, x, self.epsilon, &params.inside(norm.params)))
        };
        let input = if self.norm_first { normalized(run, norm.before, x)? } else { x };
        let change = run.within(name, |run| {
            run.bind('o', self.width, "the residual connection")?;
            part(run, input)
        })?;
        let joined = run.step(residual, &[x, change])?;
        if self.norm_first { Ok(joined) } else { normalized(run, norm.after, joined) }
    }

    /// Computes the last part of every layer: the feed-forward network.
    ///
    /// # Errors
    /// Those of [`feed_forward`].
    pub fn feed_forward(&self, run: &mut Run, x: Value, norm: Norm, params: &Parameters) -> Result<Value> {
        self.join(run, x, ("feed-forward", norm, &FED), params, |run, x| feed_forward(run, x, self.activation, params))
    }
}
