//! The trace engine: algorithms are straight-line code whose every intermediate has a name, a formula and a table of what it reads.
//!
//! ```text
//! StepSpec (a static)  ──►  Run::step(&SPEC, operands)  ──►  Value, handed on
//!                                │
//!                                └─► Tape: Untraced forgets, Recorder keeps  ──►  Trace  ──►  Trace::cell(step, index)
//! ```
//!
//! A [`StepSpec`] says with einsum letters where each cell comes from. The [`Run`] hands the step to a [`crate::backend::Backend`], which computes the
//! whole tensor; [`Trace::cell`] takes any one number apart again, by code of its own. A test compares the two to the last bit.

mod cell;
mod cost;
mod function;
mod index;
mod notice;
mod plan;
mod record;
mod rule;
mod run;
mod spec;
mod tape;

pub use cell::{Cell, Operand};
pub use cost::Cost;
pub use function::{
    ADD, COPY, COSINE, DIVIDE, DIVIDE_OR_ZERO, EQUAL, EXP, EXP_SHIFTED, Function, GELU, GREATER,
    KEEP_OR_MINUS_INFINITY, LEAKY_RELU, LOG, LOG_SUM_EXP, MULTIPLY, NEGATE, NORMALIZE, RELU, REMAINDER, REPLACE_WHERE,
    Reduction, SIGMOID, SQUARE_ROOT, SUBTRACT, TANH,
};
pub use index::{Letters, Sizes};
pub use notice::Notice;
pub use plan::Plan;
pub use record::{RecordedStep, Trace};
pub use rule::{Rule, SourceCell};
pub use run::{EmptyRow, NonFinite, Run, Settings, Substitute, Value};
pub use spec::{Op, StepSpec};
pub use tape::{Recorder, Tape, Untraced};
