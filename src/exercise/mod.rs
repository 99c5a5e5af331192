//! Exercises: a student fills in the cells of one step after another; each number is marked at once, and known mistakes are named.
//!
//! ```text
//! seed ─► instance (inputs) ─► trace ─► right numbers ────────────────┐
//!                                ├────► each misconception's numbers ─┼─► mark of every cell
//! text ─► expression ─► typed number ─────────────────────────────────┘
//! ```
//!
//! Some inputs can be one's own in the place of those that the seed gives. A misconception is a plausible but wrong computation, and it is run: its numbers come from the same engine as the right ones.

pub mod alibi;
pub mod answer;
pub mod attention;
mod back;
pub mod batch_norm;
pub mod buckets;
pub mod decoder;
pub mod derivation;
mod difficulty;
mod drawing;
pub mod expression;
pub mod gat;
pub mod gatv2;
pub mod gcn;
pub mod gradient;
pub mod graph_isomorphism;
pub mod graph_masked;
pub mod graphormer;
mod instance;
pub mod laplacian;
pub mod layer_norm;
mod marking;
pub(crate) mod matrices;
pub mod mean_aggregation;
mod misconception;
pub mod multi_head;
pub mod node_colors;
mod own;
pub mod residual;
pub mod rnn;
pub mod rotary;
pub mod schedule;
pub mod shifted_window;
pub mod sinusoidal;
pub mod sparse_masks;
pub mod token_loss;

use crate::catalog::Arguments;
use crate::error::{Error, Named, Result};
use crate::random::Random;

pub use back::{Back, UPSTREAM};
pub use difficulty::Difficulty;
pub use instance::Instance;
pub use marking::{Answers, Mark, Marked, MarkedStep};
pub use misconception::{Compute, Misconception, Wrong};
pub use own::MOST_CELLS;

/// Every exercise.
pub static EXERCISES: &[&Exercise] = &[
    &attention::EXERCISE,
    &attention::CAUSAL_EXERCISE,
    &multi_head::EXERCISE,
    &sinusoidal::EXERCISE,
    &rotary::EXERCISE,
    &alibi::EXERCISE,
    &token_loss::EXERCISE,
    &schedule::EXERCISE,
    &rnn::EXERCISE,
    &layer_norm::EXERCISE,
    &batch_norm::EXERCISE,
    &residual::EXERCISE,
    &decoder::EXERCISE,
    &gcn::NORMALIZATION_EXERCISE,
    &gcn::LAYER_EXERCISE,
    &mean_aggregation::EXERCISE,
    &graph_isomorphism::EXERCISE,
    &graph_masked::EXERCISE,
    &gat::EXERCISE,
    &gatv2::EXERCISE,
    &graphormer::EXERCISE,
    &node_colors::EXERCISE,
    &laplacian::EXERCISE,
    &sparse_masks::WINDOW_EXERCISE,
    &sparse_masks::BLOCK_EXERCISE,
    &shifted_window::EXERCISE,
    &sparse_masks::RECEPTIVE_FIELD_EXERCISE,
    &buckets::BUCKET_EXERCISE,
    &buckets::ATTENTION_EXERCISE,
    &gradient::squared_error::EXERCISE,
    &gradient::linear::EXERCISE,
    &gradient::softmax::EXERCISE,
    &gradient::attention::VALUE_EXERCISE,
    &gradient::attention::QUERY_EXERCISE,
    &gradient::layer_norm::EXERCISE,
    &gradient::readout::EXERCISE,
];

/// One exercise.
pub struct Exercise {
    /// Public kebab-case id.
    pub id: &'static str,
    /// The practiced algorithm of the catalog.
    pub algorithm: &'static str,
    /// The way back through it, if that is practiced too.
    pub back: Option<Back>,
    /// The steps to fill in, in order.
    pub asked: &'static [&'static str],
    /// The required number of decimals.
    pub decimals: i32,
    /// Draws the inputs.
    pub draw: fn(&mut Random, Difficulty) -> Result<Arguments>,
    /// The common misconceptions.
    pub misconceptions: &'static [Misconception],
}

/// Returns the exercise with this id.
///
/// # Errors
/// [`Error::Unknown`].
pub fn find(id: &str) -> Result<&'static Exercise> {
    let found = EXERCISES.iter().find(|exercise| exercise.id == id).copied();
    found.ok_or_else(|| Error::unknown(Named::Exercise, id, EXERCISES.iter().map(|known| known.id)))
}
