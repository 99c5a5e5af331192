//! Exercises: reading, marking, and the naming of mistakes.

mod reading;
mod table;
mod texts;
