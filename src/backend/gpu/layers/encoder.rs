//! An encoder layer, put together from the kernels: attention of several heads, then the feed-forward layer, each with residual and layer norm.
//!
//! ```text
//! norm after   X ─► attention ─► + X, norm ─► feed-forward ─► + , norm
//! norm before  X ─► norm ─► attention ─► + X ─► norm ─► feed-forward ─► +
//! ```
//!
//! Nothing comes back from the device before the end. Residual and norm are one pass where the norm comes after. Each part has the bound of its module.
//!
//! Source: Vaswani et al. 2017, section 3.1; Xiong et al. 2020 for the norm before.

use crate::backend::gpu::attention::heads::Heads;
use crate::backend::gpu::dense::norm::{Norm, normalize};
use crate::backend::gpu::dense::sum::add;
use crate::backend::gpu::device::{Batch, GpuError, GpuMatrix};

use super::feed_forward::{Linear, feed_forward};
use super::multi_head::attend_projected;

/// The learned parameters.
#[derive(Clone, Copy, Debug)]
pub struct EncoderLayer<'a> {
    /// Queries, keys, values and the output of attention.
    pub attention: [Linear<'a>; 4],
    /// The two layers of the feed-forward.
    pub feed_forward: [Linear<'a>; 2],
    /// After or before attention, after or before the feed-forward.
    pub norms: [Norm<'a>; 2],
    /// Whether the norms come before.
    pub norm_first: bool,
}

/// Runs the layer on every sequence of `x`, [batch · n, d].
///
/// # Errors
/// Those of its parts.
///
/// # Complexity
/// That of its parts. Memory: the intermediate results, at most ten times [batch · n, d], and the hidden units.
pub fn encode(batch: &mut Batch, x: &GpuMatrix, layer: &EncoderLayer, options: &Heads) -> Result<GpuMatrix, GpuError> {
    let EncoderLayer { attention, feed_forward: [first, second], norms: [first_norm, second_norm], norm_first } = layer;
    if *norm_first {
        let state = normalize(batch, x, None, first_norm)?;
        let heard = attend_projected(batch, &state, &state, attention, options)?;
        let between = add(batch, x, &heard)?;
        let state = normalize(batch, &between, None, second_norm)?;
        let made = feed_forward(batch, &state, first, second)?;
        add(batch, &between, &made)
    } else {
        let heard = attend_projected(batch, x, x, attention, options)?;
        let between = normalize(batch, x, Some(&heard), first_norm)?;
        let made = feed_forward(batch, &between, first, second)?;
        normalize(batch, &between, Some(&made), second_norm)
    }
}
