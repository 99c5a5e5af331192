//! What a step computes: its operation, the letters of its operands, and the strides that they are compiled to.
//!
//! ```text
//! StepSpec: id, Op, letters, formula ──┐
//!                                      ├──►  Plan: strides  ──►  a backend computes the tensor
//! Sizes: the length of each letter ────┘
//! ```
//!
//! A [`StepSpec`] states by einsum letters which cells each cell is computed from; its [`Op`] states how: a sum of products, a [`Function`], a
//! [`Reduction`], or a [`Rule`] where no einsum describes it.

mod cost;
pub mod derivatives;
mod formula;
mod function;
mod functions;
mod index;
mod member;
mod obstacle;
mod plan;
mod rule;
mod settings;
mod spec;

pub use cost::Cost;
pub use function::{Function, Local, Reduction, Slope, Unsloped};
pub use functions::{
    ADD, COPY, COSINE, DIVIDE, DIVIDE_OR_ZERO, EQUAL, EXP, EXP_SHIFTED, GELU, GREATER, KEEP_OR_MINUS_INFINITY,
    LEAKY_RELU, LOG, LOG_SUM_EXP, MULTIPLY, NEGATE, NORMALIZE, ONE_MINUS, RELU, REMAINDER, REPLACE_WHERE, SIGMOID,
    SOFTPLUS, SQUARE_ROOT, SUBTRACT, TANH,
};
pub(crate) use index::{Conflict, is_of_batch};
pub use index::{Letters, MEMBER, MEMBER_AXIS, Sizes};
pub use member::Member;
pub(crate) use member::member_of;
pub use obstacle::Obstacle;
pub use plan::Plan;
pub use rule::{
    Fill, FillOfCells, FillOfRule, OriginOfCell, Pull, Reads, ReadsOfCell, Rule, Source, SourceCell, Stretch,
    StretchesOfRule, Transpose, WorkOfRule, each_once, sorted_once,
};
pub use settings::{EmptyRow, NonFinite, Settings};
pub use spec::{Declared, Formula, GradientSpec, Numbers, Op, Role, Spec, StepSpec, given, step};
