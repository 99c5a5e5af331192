//! Recurrence: one step after the other, where attention computes all at once.

pub mod rnn;
