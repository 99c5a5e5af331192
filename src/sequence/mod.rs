//! Recurrence: one step after the other, where attention takes all at once.

pub mod rnn;
