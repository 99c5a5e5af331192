//! What a lecture asks: errors to find, and polls.

mod errata;
mod polls;
mod texts;
