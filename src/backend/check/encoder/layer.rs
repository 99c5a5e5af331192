//! An encoder layer, whose bound [`crate::backend::cpu::encoder`] derives.

use super::attention::attend;
use super::inexact::Inexact;
use crate::backend::check::{Expected, Layer, Precision, Row};
use crate::backend::cpu::heads::Heads;
use crate::backend::cpu::matrix::Matrix;
use crate::backend::cpu::norm::Norm;
use crate::error::Result;

/// The learned parameters, not packed.
pub struct EncoderWeights<'a> {
    /// Queries, keys, values and the output of attention.
    pub attention: [Layer<'a>; 4],
    /// The two layers of the feed-forward.
    pub feed_forward: [Layer<'a>; 2],
    /// After or before attention, after or before the feed-forward.
    pub norms: [Norm<'a>; 2],
    /// Whether the norms come before.
    pub norm_first: bool,
}

/// An encoder layer on every sequence of X. Its rows depend on each other, so that all are computed when it is made.
pub struct Encoded(Inexact);

impl Encoded {
    /// Computes what [`crate::backend::cpu::encoder::encode`] should find for x, [batch · n, d]. Mask and bias of the options are left out.
    ///
    /// # Errors
    /// [`crate::error::Error::TooLarge`].
    pub fn of(x: Matrix, weights: &EncoderWeights, options: &Heads, precision: &Precision) -> Result<Encoded> {
        let x = Inexact::given(x)?;
        let EncoderWeights { attention: [query, key, value, output], feed_forward, norms, norm_first } = weights;
        let [first, second] = norms;
        let normed = if *norm_first { Some(x.normalize(None, first, precision)?) } else { None };
        let state = normed.as_ref().unwrap_or(&x);
        let linear = |layer: &Layer| state.linear(layer, precision);
        let (query, key, value) = (linear(query)?, linear(key)?, linear(value)?);
        let heard = attend([&query, &key, &value], options, precision)?.linear(output, precision)?;
        if *norm_first {
            let between = x.plus(&heard)?;
            let state = between.normalize(None, second, precision)?;
            return state.feed_forward(feed_forward, precision)?.plus(&between).map(Encoded);
        }
        let between = x.normalize(Some(&heard), first, precision)?;
        let state = between.feed_forward(feed_forward, precision)?;
        between.normalize(Some(&state), second, precision).map(Encoded)
    }
}

impl Expected for Encoded {
    fn shape(&self) -> (usize, usize) {
        self.0.shape()
    }

    fn row(&self, row: usize) -> Result<Row> {
        let (exact, bound) = self.0.row(row);
        let mut result = Row::zeros(exact.len())?;
        result.exact.copy_from_slice(exact);
        result.bound.copy_from_slice(bound);
        Ok(result)
    }
}
