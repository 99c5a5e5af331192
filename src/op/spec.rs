//! One step: its name, its operation, and the cells that each of its cells reads.

use std::sync::{Arc, OnceLock};

use super::index::{MEMBER_AXIS, of_batch};
use super::{Function, Reduction, Rule};

/// How the cells of a step are computed from those that they read.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// An input.
    Given,
    /// The length of the axis that this letter names.
    Size(char),
    /// The sum, over all swept letters, of the product of the operands (an einsum). Summed in index order from 0.
    Contract,
    /// A function of the operands, cell by cell; no letter is swept.
    Map(&'static Function),
    /// A sum or a maximum of one operand over its swept letters, in index order.
    Reduce(Reduction),
    /// The first operand at the position that the second names: its one swept letter takes the second operand's value.
    Gather,
    /// The transpose of [`Op::Gather`]: each number of the first operand goes to the cell that the second names, and the cell is their sum or maximum, in
    /// index order. The result has one letter that no operand has: the second operand takes its position. A cell that nothing names is 0 for a sum and −∞
    /// for a maximum; a number that names no cell counts nowhere.
    Scatter(Reduction),
    /// Anything else: the rule names the cells that each cell reads and computes its value.
    Rule(&'static Rule),
    /// The transpose of a rule in the operand at a position, for [`super::Transpose::Copies`] and [`super::Transpose::Means`]: each cell of that operand is the sum, in the order of the
    /// rule's result, of the numbers at all cells that read it. The operands are the gradient of the rule's result, then what the rule read.
    Transpose(&'static Rule, usize),
}

impl Op {
    /// The stable name of the operation.
    pub fn name(&self) -> &'static str {
        match self {
            Op::Given => "given",
            Op::Size(_) => "size",
            Op::Contract => "contract",
            Op::Map(_) => "map",
            Op::Reduce(_) => "reduce",
            Op::Gather => "gather",
            Op::Scatter(_) => "scatter",
            Op::Rule(_) => "rule",
            Op::Transpose(..) => "transpose",
        }
    }

    /// The stable name of the function, reduction or rule, if there is one.
    pub fn function(&self) -> Option<&'static str> {
        match self {
            Op::Map(function) => Some(function.name),
            Op::Reduce(reduction) | Op::Scatter(reduction) => Some(reduction.name()),
            Op::Rule(rule) | Op::Transpose(rule, _) => Some(rule.name),
            Op::Given | Op::Size(_) | Op::Contract | Op::Gather => None,
        }
    }

    /// How a cell is written; see [`Function::template`].
    pub fn template(&self) -> Option<&'static str> {
        match self {
            Op::Map(function) => Some(function.template),
            Op::Reduce(reduction) | Op::Scatter(reduction) => Some(reduction.template()),
            Op::Rule(rule) => Some(rule.template),
            Op::Transpose(..) => Some("sum({*})"),
            Op::Gather => Some("{0} @ {1}"),
            Op::Given | Op::Size(_) | Op::Contract => None,
        }
    }
}

/// One named step of an algorithm.
///
/// An index is written with one letter an axis; letters in parentheses share one axis, the last running fastest: `i(hk)` is the axis on which head
/// h holds columns h·K to h·K + K − 1. Within one algorithm a letter always counts the same thing, so its length is checked wherever it occurs.
#[derive(Clone, Copy, Debug)]
pub struct StepSpec {
    /// Public name, and the key of the explanation text.
    pub id: &'static str,
    /// Short mathematical name, as TeX.
    pub symbol: &'static str,
    /// How its cells are computed.
    pub op: Op,
    /// The letters of its axes.
    pub index: &'static str,
    /// What each axis counts.
    pub axes: &'static [&'static str],
    /// For each operand, in order, the letters of its axes. A letter that the result has is fixed by the chosen cell, any other is swept.
    pub reads: &'static [&'static str],
    /// The formula, as TeX, in which `#1` marks the letter of the first operand, for which a run puts that operand's symbol.
    pub formula: &'static str,
    /// Publication and equation number.
    pub source: &'static str,
    /// What its numbers are.
    pub numbers: Numbers,
    /// The chapter of a run that begins with it, such as `softmax`: the key of a text.
    pub begins: Option<&'static str>,
}

impl StepSpec {
    /// Says that its numbers are [`Numbers::Shares`].
    pub const fn shares(self) -> StepSpec {
        StepSpec { numbers: Numbers::Shares, ..self }
    }

    /// Says that its numbers are [`Numbers::Names`].
    pub const fn names(self) -> StepSpec {
        StepSpec { numbers: Numbers::Names, ..self }
    }

    /// Says that its numbers are [`Numbers::Counts`].
    pub const fn counts(self) -> StepSpec {
        StepSpec { numbers: Numbers::Counts, ..self }
    }

    /// Says which chapter of a run begins with it.
    pub const fn begins(self, chapter: &'static str) -> StepSpec {
        StepSpec { begins: Some(chapter), ..self }
    }
}

/// What the numbers of a step are, whatever the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// How much: any real numbers.
    Amounts,
    /// Shares of a whole, or probabilities: from 0 to 1.
    Shares,
    /// Which one: whole numbers that name a node, a token, a bucket, a place or a color.
    Names,
    /// How many: whole numbers from 0 on, and −1 where there is nothing to count, such as the length of a path between nodes that none joins.
    Counts,
}

impl Numbers {
    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Numbers::Amounts => "amounts",
            Numbers::Shares => "shares",
            Numbers::Names => "names",
            Numbers::Counts => "counts",
        }
    }
}

/// Declares a step that shows an input: its id, the letters of its axes, and what each axis counts.
pub const fn given(id: &'static str, index: &'static str, axes: &'static [&'static str]) -> Declared {
    step(id, Op::Given, &[], index, axes)
}

/// Declares a step that is computed: its id, its operation, the letters of each operand's axes, the letters of its own axes, and what each axis
/// counts. `step("scores", Op::Contract, &["ik", "jk"], "ij", &["query", "key"])` is the einsum `ik,jk->ij`.
pub const fn step(
    id: &'static str,
    op: Op,
    reads: &'static [&'static str],
    index: &'static str,
    axes: &'static [&'static str],
) -> Declared {
    Declared { id, op, reads, index, axes }
}

/// A step without its notation, which [`Declared::written`] adds.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    id: &'static str,
    op: Op,
    reads: &'static [&'static str],
    index: &'static str,
    axes: &'static [&'static str],
}

impl Declared {
    /// Adds the symbol and the formula, both as TeX (`#1S` in the formula is the letter S of the first operand, for which a run has a symbol), and the publication with the number of its equation.
    pub const fn written(self, symbol: &'static str, formula: &'static str, source: &'static str) -> StepSpec {
        let Declared { id, op, reads, index, axes } = self;
        StepSpec { id, symbol, op, index, axes, reads, formula, source, numbers: Numbers::Amounts, begins: None }
    }
}

/// A step as a run knows it: one that is declared in a static, or one of a gradient, which describes itself.
///
/// Runs, tapes, gates and traces ask this handle alone what a step is.
#[derive(Clone, Debug)]
pub struct Spec(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Declared(&'static StepSpec),
    OfBatch(Arc<BatchSpec>),
    Gradient(Arc<GradientSpec>),
}

/// A declared step some of whose operands have the axis of a batch, and with them its result.
#[derive(Debug)]
struct BatchSpec {
    declared: &'static StepSpec,
    index: String,
    axes: Vec<&'static str>,
    reads: Vec<String>,
}

impl From<&'static StepSpec> for Spec {
    fn from(declared: &'static StepSpec) -> Spec {
        Spec(Kind::Declared(declared))
    }
}

impl From<GradientSpec> for Spec {
    fn from(gradient: GradientSpec) -> Spec {
        Spec(Kind::Gradient(Arc::new(gradient)))
    }
}

/// A step of a gradient. What it says about itself follows from the step that it goes back through.
#[derive(Clone, Debug)]
pub struct GradientSpec {
    /// Its name behind the scope: that of the step whose gradient it is or serves, then the path and what it does there.
    pub id: String,
    /// Short mathematical name, as TeX.
    pub symbol: String,
    /// How its cells are computed.
    pub op: Op,
    /// The letters of its axes.
    pub index: String,
    /// What each axis counts.
    pub axes: Vec<&'static str>,
    /// For each operand, in order, the letters of its axes.
    pub reads: Vec<String>,
    /// The formula, as TeX, with the operands marked as in [`StepSpec::formula`].
    pub formula: Formula,
    /// What it does: the key of its text.
    pub role: Role,
    /// The full name of the step whose gradient it is or serves.
    pub of: String,
    /// The full name of the step that it goes back through, which reads that step.
    pub through: Option<String>,
}

/// The formula of a step of a gradient. It is written when it is first read: a gradient has thousands of steps, few of which are looked at.
#[derive(Clone, Debug)]
pub struct Formula {
    write: fn(&GradientSpec) -> String,
    written: OnceLock<String>,
}

impl Formula {
    /// A formula that this function writes, from all else that the step says about itself.
    pub fn new(write: fn(&GradientSpec) -> String) -> Formula {
        Formula { write, written: OnceLock::new() }
    }

    fn of(&self, step: &GradientSpec) -> &str {
        self.written.get_or_init(|| (self.write)(step))
    }
}

/// What a step of a gradient does: the key of the text that describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The gradient of the result, where everything starts.
    Upstream,
    /// How the step that it goes through changes with its operand.
    Local,
    /// The gradient behind, times the local derivative.
    Product,
    /// The gradient behind, times the other factors of a contraction, summed.
    Contraction,
    /// The gradient behind, unchanged or times a constant.
    Passed,
    /// A sum over positions that share one number.
    Collected,
    /// The gradient of a sum, copied to each of its terms.
    Spread,
    /// To the positions that numbers were gathered from, or back from where they were scattered to.
    Sent,
    /// Which numbers are the largest, and their shares.
    Largest,
    /// By the transpose of a rule.
    Transposed,
    /// The sum of several paths.
    Paths,
    /// The gradients of the layers' shares of an input, put together.
    Layers,
    /// What differs between the rounds of a part that repeats, put together.
    Rounds,
    /// A part of the closed form of a softmax.
    Softmax,
    /// A part of the closed form of the logarithm of a softmax.
    LogSoftmax,
    /// A part of the closed form of a normalization.
    Normalization,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 16] = [
        Role::Upstream,
        Role::Local,
        Role::Product,
        Role::Contraction,
        Role::Passed,
        Role::Collected,
        Role::Spread,
        Role::Sent,
        Role::Largest,
        Role::Transposed,
        Role::Paths,
        Role::Layers,
        Role::Rounds,
        Role::Softmax,
        Role::LogSoftmax,
        Role::Normalization,
    ];

    /// The stable kebab-case name.
    pub fn name(self) -> &'static str {
        match self {
            Role::Upstream => "upstream",
            Role::Local => "local",
            Role::Product => "product",
            Role::Contraction => "contraction",
            Role::Passed => "passed",
            Role::Collected => "collected",
            Role::Spread => "spread",
            Role::Sent => "sent",
            Role::Largest => "largest",
            Role::Transposed => "transposed",
            Role::Paths => "paths",
            Role::Layers => "layers",
            Role::Rounds => "rounds",
            Role::Softmax => "softmax",
            Role::LogSoftmax => "log-softmax",
            Role::Normalization => "normalization",
        }
    }
}

impl Spec {
    /// Whether this is the step that the static declares.
    pub fn is(&self, declared: &'static StepSpec) -> bool {
        self.table().is_some_and(|own| std::ptr::eq(own, declared))
    }

    /// Whether both are declared by the same table.
    pub(crate) fn is_declared_as(&self, other: &Spec) -> bool {
        self.table().zip(other.table()).is_some_and(|(own, other)| std::ptr::eq(own, other))
    }

    /// The step that it is for a batch: `operands` says which of its operands have the axis of a batch, or whether an input has it. A length is the same for all
    /// members, and a step of a gradient says itself which axes it has.
    pub(crate) fn for_batch(self, operands: &[bool]) -> Spec {
        match self.0 {
            Kind::Declared(declared) if operands.contains(&true) => {
                let read = |(read, &batch): (&&str, &bool)| if batch { of_batch(read) } else { read.to_string() };
                let reads = declared.reads.iter().zip(operands).map(read).collect();
                let (mut index, mut axes) = (declared.index.to_string(), declared.axes.to_vec());
                if !matches!(declared.op, Op::Size(_)) {
                    index = of_batch(&index);
                    axes.insert(0, MEMBER_AXIS);
                }
                Spec(Kind::OfBatch(Arc::new(BatchSpec { declared, index, axes, reads })))
            }
            kind => Spec(kind),
        }
    }

    /// The letters of its axes, what each counts, and the letters of its operands, if its table says otherwise because of a batch.
    pub fn in_batch(&self) -> Option<(&str, &[&'static str], &[String])> {
        match &self.0 {
            Kind::OfBatch(batch) => Some((&batch.index, &batch.axes, &batch.reads)),
            Kind::Declared(_) | Kind::Gradient(_) => None,
        }
    }

    /// The step of a gradient, if it is one.
    pub fn gradient(&self) -> Option<&GradientSpec> {
        match &self.0 {
            Kind::Declared(_) | Kind::OfBatch(_) => None,
            Kind::Gradient(gradient) => Some(gradient),
        }
    }

    /// The table that declares it, with or without a batch.
    fn table(&self) -> Option<&'static StepSpec> {
        match &self.0 {
            Kind::Declared(declared) => Some(declared),
            Kind::OfBatch(batch) => Some(batch.declared),
            Kind::Gradient(_) => None,
        }
    }

    /// See [`StepSpec::id`].
    pub fn id(&self) -> &str {
        match &self.0 {
            Kind::Declared(declared) => declared.id,
            Kind::OfBatch(batch) => batch.declared.id,
            Kind::Gradient(gradient) => &gradient.id,
        }
    }

    /// The step's name within a part of an algorithm: its id behind the scope, as in `layers[1]/norm2/layer-norm.mean`.
    pub fn id_within(&self, scope: &str) -> String {
        if scope.is_empty() { self.id().to_string() } else { format!("{scope}/{}", self.id()) }
    }

    /// See [`StepSpec::symbol`].
    pub fn symbol(&self) -> &str {
        match &self.0 {
            Kind::Declared(declared) => declared.symbol,
            Kind::OfBatch(batch) => batch.declared.symbol,
            Kind::Gradient(gradient) => &gradient.symbol,
        }
    }

    /// See [`StepSpec::op`].
    pub fn op(&self) -> Op {
        match &self.0 {
            Kind::Declared(declared) => declared.op,
            Kind::OfBatch(batch) => batch.declared.op,
            Kind::Gradient(gradient) => gradient.op,
        }
    }

    /// See [`StepSpec::index`].
    pub fn index(&self) -> &str {
        match &self.0 {
            Kind::Declared(declared) => declared.index,
            Kind::OfBatch(batch) => &batch.index,
            Kind::Gradient(gradient) => &gradient.index,
        }
    }

    /// See [`StepSpec::axes`].
    pub fn axes(&self) -> &[&'static str] {
        match &self.0 {
            Kind::Declared(declared) => declared.axes,
            Kind::OfBatch(batch) => &batch.axes,
            Kind::Gradient(gradient) => &gradient.axes,
        }
    }

    /// See [`StepSpec::reads`].
    pub fn reads(&self) -> Vec<&str> {
        match &self.0 {
            Kind::Declared(declared) => declared.reads.to_vec(),
            Kind::OfBatch(batch) => batch.reads.iter().map(String::as_str).collect(),
            Kind::Gradient(gradient) => gradient.reads.iter().map(String::as_str).collect(),
        }
    }

    /// See [`StepSpec::formula`].
    pub fn formula(&self) -> &str {
        match &self.0 {
            Kind::Declared(declared) => declared.formula,
            Kind::OfBatch(batch) => batch.declared.formula,
            Kind::Gradient(gradient) => gradient.formula.of(gradient),
        }
    }

    /// See [`StepSpec::source`].
    pub fn source(&self) -> &str {
        match &self.0 {
            Kind::Declared(declared) => declared.source,
            Kind::OfBatch(batch) => batch.declared.source,
            Kind::Gradient(_) => "chain rule",
        }
    }

    /// See [`StepSpec::numbers`].
    pub fn numbers(&self) -> Numbers {
        match &self.0 {
            Kind::Declared(declared) => declared.numbers,
            Kind::OfBatch(batch) => batch.declared.numbers,
            Kind::Gradient(_) => Numbers::Amounts,
        }
    }
}
