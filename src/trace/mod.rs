//! The trace engine: algorithms are straight-line code in which each intermediate has a name, a formula and the letters of its operands.
//!
//! ```text
//! StepSpec (a static)  ──►  Run::step(&SPEC, operands)  ──►  Value
//!                                │
//!                                └─► Tape: Untraced ignores it, Recorder keeps it  ──►  Trace  ──►  Trace::cell(step, index)
//! ```
//!
//! A [`StepSpec`] states by einsum letters which cells each cell is computed from. The [`Run`] passes the step to a [`crate::backend::Backend`], which computes the
//! whole tensor; [`Trace::cell`] recomputes any one number by separate code. A test compares the two bit for bit.

mod cell;
mod cost;
mod formula;
mod function;
mod gate;
mod index;
mod non_finite;
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
pub use gate::{Admission, Gate};
pub use index::{Letters, Sizes};
pub use notice::Notice;
pub use plan::Plan;
pub use record::{RecordedStep, Trace};
pub use rule::{
    Fill, FillOfRule, OriginOfCell, Reads, ReadsOfCell, Rule, SourceCell, WorkOfRule, each_once, sorted_once,
};
pub use run::{EmptyRow, NonFinite, Run, Settings, Substitute, Value};
pub use spec::{Declared, Op, StepSpec, given, step};
pub use tape::{Recorder, Tape, Untraced};
