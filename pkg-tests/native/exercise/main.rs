//! Exercises: reading, marking, and the naming of mistakes.

mod marking;
mod reading;
mod table;
mod texts;
