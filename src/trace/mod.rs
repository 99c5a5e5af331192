//! Runs of algorithms: straight-line code in which each intermediate is a step, recorded where someone wants to see it.
//!
//! ```text
//! StepSpec (a static)  ──►  Run::step(&SPEC, operands)  ──►  Value
//!                                │
//!                                └─► Tape: Untraced ignores it, Recorder keeps it  ──►  Trace  ──►  Trace::cell(step, index)
//! ```
//!
//! The [`Run`] passes each step to a [`crate::backend::Backend`], which computes the whole tensor; [`Trace::cell`] recomputes any one number by separate
//! code. A test compares the two bit for bit.

mod cell;
mod entry;
mod gate;
mod non_finite;
mod notice;
mod record;
mod run;
mod sparse;
mod tape;

pub use cell::{Cell, Operand};
pub use gate::{Admission, Gate};
pub use notice::Notice;
pub use record::{RecordedStep, Trace};
pub use run::{Run, Substitute, Value};
pub use tape::{Recorder, Tape, Untraced};
