//! Policies for what has no number of its own: a softmax over no keys, and inputs that are not finite.

/// The result of a softmax over no keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EmptyRow {
    /// Weights 0, and a notice.
    #[default]
    Zero,
    /// Weights NaN, as a plain division gives, and a notice.
    Nan,
    /// [`Error::FullyMaskedRow`](crate::error::Error::FullyMaskedRow).
    Error,
}

/// How NaN and infinities in the inputs are handled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NonFinite {
    /// [`Error::NonFinite`](crate::error::Error::NonFinite), naming the place.
    #[default]
    Error,
    /// Compute with them.
    Propagate,
}

/// Policies that hold for a whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// For softmax rows without any key.
    pub empty_row: EmptyRow,
    /// For NaN and infinities in the inputs.
    pub non_finite: NonFinite,
}
