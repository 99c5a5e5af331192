//! Exercises: reading, marking, and the naming of mistakes.

mod carried;
mod derivation_forms;
mod derivations;
mod drawn;
mod marking;
mod merged;
mod own;
mod reading;
mod students;
mod table;
mod texts;
mod trials;
