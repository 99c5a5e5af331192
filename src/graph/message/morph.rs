//! From a graph neural network to self-attention in six settings of [`super::message_passing`], each of which changes one field.
//!
//! ```text
//! h_v = σ(U x_v + Σ_{u ∈ N(v)} V x_u)      ─►  …  ─►      h_v = Σ_u softmax_u(q_v·k_u/√d) V x_u, over all u
//! ```
//!
//! The sum becomes a mean, the mean a weighted mean, the neighbors all nodes; then the self term is dropped, since v is among them, and the
//! activation moves to the feed-forward layer that follows.
//!
//! Source: Joshi 2020, *Transformers are Graph Neural Networks*. It writes the attention without 1/√d; the stops divide by √d from the first on,
//! where there is nothing to divide yet, so that the last stop is the attention of Vaswani et al. 2017, eq. (1).

use crate::algorithm::Arguments;

/// One setting of the core.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// A stable kebab-case name.
    pub name: &'static str,
    /// The fields of the core, with their values.
    pub fields: [(&'static str, &'static str); 7],
}

impl Stop {
    /// Returns the inputs with the fields of this setting, and without self-loops.
    pub fn set(&self, inputs: &Arguments) -> Arguments {
        let chosen = |inputs: Arguments, (name, word): &(&str, &'static str)| inputs.with(name, *word);
        self.fields.iter().fold(inputs.clone().with("selfLoops", false), chosen)
    }
}

const fn stop(name: &'static str, [normalization, score, neighborhood, update, activation]: [&'static str; 5]) -> Stop {
    Stop {
        name,
        fields: [
            ("neighborhood", neighborhood),
            ("score", score),
            ("scale", "d-head"),
            ("normalization", normalization),
            ("value", "projection"),
            ("update", update),
            ("activation", activation),
        ],
    }
}

/// The six settings, in order.
///
/// # Example
/// ```
/// use attograph::graph::message::morph::MORPH;
/// let names: Vec<&str> = MORPH.iter().map(|stop| stop.name).collect();
/// assert_eq!(names.first(), Some(&"sum-over-neighbors"));
/// assert_eq!(names.last(), Some(&"self-attention"));
/// ```
pub static MORPH: &[Stop] = &[
    stop("sum-over-neighbors", ["none", "none", "given", "add", "relu"]),
    stop("mean-over-neighbors", ["softmax", "none", "given", "add", "relu"]),
    stop("attention-over-neighbors", ["softmax", "dot-product", "given", "add", "relu"]),
    stop("attention-over-all", ["softmax", "dot-product", "complete", "add", "relu"]),
    stop("self-term-absorbed", ["softmax", "dot-product", "complete", "none", "relu"]),
    stop("self-attention", ["softmax", "dot-product", "complete", "none", "none"]),
];
