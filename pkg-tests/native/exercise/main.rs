//! Exercises: reading, marking, and the naming of mistakes.

mod derivations;
mod marking;
mod merged;
mod reading;
mod table;
mod texts;
