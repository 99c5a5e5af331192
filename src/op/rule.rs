//! Rules: steps that no einsum can express, such as an argmax, a sort or the list of a graph's edges.

use crate::tensor::{Pattern, Tensor, offset_of};

use super::Obstacle;

/// One cell that a rule reads: which operand, and the place in its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceCell {
    /// Position of the operand in the step's reads.
    pub operand: usize,
    /// Row-major place in the operand.
    pub offset: usize,
}

/// Computes all cells, in row-major order, from the operands and the result's shape.
pub type FillOfRule = fn(operands: &[&Tensor], shape: &[usize]) -> Vec<f64>;

/// Computes the cells of a matrix that are kept, in their order, from the operands.
pub type FillOfCells = fn(operands: &[&Tensor], cells: &Pattern) -> Vec<f64>;

/// Returns the cells that one cell is computed from, given the operands, the result's shape and the cell's index.
pub type ReadsOfCell = fn(operands: &[&Tensor], shape: &[usize], index: &[usize]) -> Vec<SourceCell>;

/// Returns the cell that one cell is computed from, if there is one, given the operands, the result's shape and the cell's row-major place.
pub type OriginOfCell = fn(operands: &[&Tensor], shape: &[usize], offset: usize) -> Option<SourceCell>;

/// Cells in a row that are copied from an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Where the first of them comes from.
    pub source: SourceCell,
    /// The row-major place of the first in the result.
    pub offset: usize,
    /// How many there are.
    pub length: usize,
}

/// Returns what is copied, in the order of the result, given the operands and the result's shape.
pub type StretchesOfRule = fn(operands: &[&Tensor], shape: &[usize]) -> Vec<Stretch>;

/// Bounds the work of a rule from the shapes alone, given the operands and the result's shape: the most passes of the loops that compute the tensor,
/// each of which reads or writes about one number.
pub type WorkOfRule = fn(operands: &[&Tensor], shape: &[usize]) -> u64;

/// For [`Rule::work`]: looks once at every number of the operands and of the result.
pub fn each_once(operands: &[&Tensor], shape: &[usize]) -> u64 {
    let read: usize = operands.iter().map(|operand| operand.element_count()).sum();
    (read + shape.iter().product::<usize>()) as u64
}

/// For [`Rule::work`]: sorts the numbers of the operands.
pub fn sorted_once(operands: &[&Tensor], shape: &[usize]) -> u64 {
    let numbers = each_once(operands, shape);
    numbers.saturating_mul(u64::from(numbers.max(2).ilog2()))
}

/// How a rule computes the whole tensor.
#[derive(Clone, Copy, Debug)]
pub enum Fill {
    /// Cell by cell, from [`Rule::reads`] and [`Rule::value`].
    CellByCell,
    /// By a function of its own, which needs less time; a test compares it bit for bit with [`Rule::reads`] and [`Rule::value`].
    AtOnce(FillOfRule),
}

/// The cells of the operands that a cell of the result is computed from, in the order of the template.
#[derive(Clone, Copy, Debug)]
pub enum Reads {
    /// None.
    Nothing,
    /// Every number of every operand.
    All,
    /// One cell, or none.
    One(OriginOfCell),
    /// One cell, or none: the result is made of stretches of the operands, and 0 where there is none.
    Stretches(StretchesOfRule),
    /// Any cells.
    Cells(ReadsOfCell),
}

/// How a step computes its cells, and which cells each of them reads.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Stable kebab-case name.
    pub name: &'static str,
    /// How a cell is written: `{0}`, `{1}` … stand for the cells read, `{*}` for all of them.
    pub template: &'static str,
    /// Whether the tensor is computed with each cell from the one before it. A cell still names all numbers that it depends on, but its cost is
    /// `work`.
    pub cumulative: bool,
    /// The most work for the whole tensor, from the shapes alone; runs are estimated by it.
    pub work: WorkOfRule,
    /// How the whole tensor is computed.
    pub fill: Fill,
    /// How the cells of a matrix of nodes are computed where all others are 0 and not kept; of a rule that has no such matrix, not at all.
    pub cells: Option<FillOfCells>,
    /// Which cells a cell is computed from.
    pub reads: Reads,
    /// Computes the cell at `index` from the values of the cells that it reads.
    pub value: fn(values: &[f64], shape: &[usize], index: &[usize]) -> f64,
    /// How a gradient goes back through it.
    pub transpose: Transpose,
}

/// How the gradient of a rule's result becomes that of its operands. Each rule states it, as a function states its slopes.
#[derive(Clone, Copy, Debug)]
pub enum Transpose {
    /// Small changes of the operands do not change the result, for this reason.
    Constant(Obstacle),
    /// A cell is the sum of the cells that it reads of these operands, or a copy of the only one.
    Copies(&'static [usize]),
    /// A cell is the mean of the cells that it reads of this operand; the rule computes from the same operands how many those are.
    Means(usize, &'static Rule),
    /// Rules for the operands that have a gradient.
    By(&'static [Pull]),
    /// The rule solves equations: the first operand is the system, the second the right side. This one solves the transposed system.
    Solution(&'static Rule),
    /// There is a gradient, but the library has no steps for it, for this reason.
    None(Obstacle),
}

/// How a rule computes the gradient of one operand of another rule.
#[derive(Clone, Copy, Debug)]
pub struct Pull {
    /// The operand.
    pub operand: usize,
    /// The rule that computes its gradient.
    pub rule: &'static Rule,
    /// What that rule reads.
    pub reads: &'static [Source],
}

/// A tensor that a gradient is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The gradient of the result.
    Upstream,
    /// The operand at this position.
    Operand(usize),
}

impl Rule {
    /// The rest of a rule with this transpose: each cell is a copy of the first number that it reads, or 0 if it reads none.
    const fn with_transpose(transpose: Transpose) -> Rule {
        Rule {
            name: "copy",
            template: "{0}",
            cumulative: false,
            work: each_once,
            fill: Fill::CellByCell,
            cells: None,
            reads: Reads::Nothing,
            value: |values, _, _| values.first().copied().unwrap_or(0.0),
            transpose,
        }
    }

    /// The rest of a rule with [`Transpose::Copies`].
    pub const fn copies(operands: &'static [usize]) -> Rule {
        Rule::with_transpose(Transpose::Copies(operands))
    }

    /// The rest of a rule with [`Transpose::Constant`].
    pub const fn constant(why: Obstacle) -> Rule {
        Rule::with_transpose(Transpose::Constant(why))
    }

    /// The rest of a rule with [`Transpose::Means`].
    pub const fn means(operand: usize, count: &'static Rule) -> Rule {
        Rule::with_transpose(Transpose::Means(operand, count))
    }

    /// The rest of a rule with [`Transpose::By`].
    pub const fn by(pulls: &'static [Pull]) -> Rule {
        Rule::with_transpose(Transpose::By(pulls))
    }

    /// The rest of a rule with [`Transpose::Solution`].
    pub const fn solution(transposed: &'static Rule) -> Rule {
        Rule::with_transpose(Transpose::Solution(transposed))
    }

    /// The rest of a rule with [`Transpose::None`].
    pub const fn underived(why: Obstacle) -> Rule {
        Rule::with_transpose(Transpose::None(why))
    }

    /// Computes the whole tensor in row-major order.
    pub fn tensor(&self, operands: &[&Tensor], shape: &[usize]) -> Vec<f64> {
        let all: Vec<f64> = match (self.fill, self.reads) {
            (Fill::AtOnce(fill), _) => return fill(operands, shape),
            (_, Reads::Stretches(stretches)) => return copied(&stretches(operands, shape), operands, shape),
            (_, Reads::All) => operands.iter().flat_map(|operand| operand.data()).copied().collect(),
            _ => Vec::new(),
        };
        let number = |source: SourceCell| operands.get(source.operand)?.data().get(source.offset).copied();
        let mut index = vec![0; shape.len()];
        let cell = |offset| {
            let value = match self.reads {
                Reads::Nothing | Reads::All | Reads::Stretches(_) => (self.value)(&all, shape, &index),
                Reads::One(origin) => {
                    let read = origin(operands, shape, offset).and_then(number);
                    (self.value)(read.as_slice(), shape, &index)
                }
                Reads::Cells(cells) => {
                    let read: Vec<f64> = cells(operands, shape, &index).into_iter().filter_map(number).collect();
                    (self.value)(&read, shape, &index)
                }
            };
            advance(&mut index, shape);
            value
        };
        (0..shape.iter().product()).map(cell).collect()
    }

    /// Returns the cells that the cell at `index` is computed from, in the order of the template.
    pub fn sources(&self, operands: &[&Tensor], shape: &[usize], index: &[usize]) -> Vec<SourceCell> {
        match self.reads {
            Reads::Nothing => Vec::new(),
            Reads::All => {
                let cells = |(operand, tensor): (usize, &&Tensor)| {
                    (0..tensor.data().len()).map(move |offset| SourceCell { operand, offset })
                };
                operands.iter().enumerate().flat_map(cells).collect()
            }
            Reads::One(origin) => {
                offset_of(shape, index).and_then(|offset| origin(operands, shape, offset)).into_iter().collect()
            }
            Reads::Stretches(stretches) => {
                let offset = offset_of(shape, index);
                let source = |offset| stretches(operands, shape).iter().find_map(|stretch| stretch.source_of(offset));
                offset.and_then(source).into_iter().collect()
            }
            Reads::Cells(cells) => cells(operands, shape, index),
        }
    }

    /// Adds up, for each cell of one operand, the numbers of the first tensor at all cells of the result that read it. The tensors are the gradient of the
    /// result and the operands. The sums are in the order of the result's cells.
    pub fn transposed(&self, operand: usize, tensors: &[&Tensor]) -> Vec<f64> {
        let Some((upstream, operands)) = tensors.split_first() else { return Vec::new() };
        let mut sums = vec![0.0; operands.get(operand).map_or(0, |tensor| tensor.data().len())];
        if let Reads::Stretches(stretches) = self.reads {
            for Stretch { source, offset, length } in stretches(operands, upstream.shape()) {
                let into = sums.iter_mut().skip(source.offset).take(if source.operand == operand { length } else { 0 });
                into.zip(upstream.data().iter().skip(offset)).for_each(|(sum, number)| *sum += number);
            }
            return sums;
        }
        let mut index = vec![0; upstream.shape().len()];
        let mut add = |source: SourceCell, number: f64| {
            if let Some(sum) = sums.get_mut(source.offset).filter(|_| source.operand == operand) {
                *sum += number;
            }
        };
        for (offset, &number) in upstream.data().iter().enumerate() {
            match self.reads {
                Reads::One(origin) => {
                    if let Some(source) = origin(operands, upstream.shape(), offset) {
                        add(source, number);
                    }
                }
                _ => {
                    let sources = self.sources(operands, upstream.shape(), &index);
                    sources.into_iter().for_each(|source| add(source, number));
                }
            }
            advance(&mut index, upstream.shape());
        }
        sums
    }

    /// The cells of the result that read one cell of an operand, in order: those that [`Rule::transposed`] adds up for it.
    pub fn readers(&self, operand: usize, offset: usize, tensors: &[&Tensor]) -> Vec<SourceCell> {
        let Some((upstream, operands)) = tensors.split_first() else { return Vec::new() };
        if let Reads::Stretches(stretches) = self.reads {
            let place = |stretch: Stretch| stretch.reader_of(SourceCell { operand, offset });
            let places = stretches(operands, upstream.shape()).into_iter().filter_map(place);
            return places.map(|offset| SourceCell { operand: 0, offset }).collect();
        }
        let mut index = vec![0; upstream.shape().len()];
        let mut readers = Vec::new();
        for place in 0..upstream.data().len() {
            let sources = self.sources(operands, upstream.shape(), &index);
            let found = sources.iter().filter(|source| **source == SourceCell { operand, offset });
            readers.extend(found.map(|_| SourceCell { operand: 0, offset: place }));
            advance(&mut index, upstream.shape());
        }
        readers
    }
}

impl Stretch {
    /// The cell that the cell of the result at this place is copied from, if it is one of these.
    fn source_of(&self, place: usize) -> Option<SourceCell> {
        let inside = place.checked_sub(self.offset).filter(|&inside| inside < self.length)?;
        Some(SourceCell { offset: self.source.offset + inside, ..self.source })
    }

    /// The place in the result where this cell of an operand is copied to, if it is one of these.
    fn reader_of(&self, source: SourceCell) -> Option<usize> {
        let inside = source.offset.checked_sub(self.source.offset).filter(|&inside| inside < self.length)?;
        (source.operand == self.source.operand).then_some(self.offset + inside)
    }
}

/// A tensor that is made of stretches of the operands.
fn copied(stretches: &[Stretch], operands: &[&Tensor], shape: &[usize]) -> Vec<f64> {
    let length = shape.iter().product();
    let mut cells = Vec::with_capacity(length);
    for Stretch { source, offset, length } in stretches {
        let numbers = operands.get(source.operand).map(|operand| operand.data()).unwrap_or_default();
        let numbers = numbers.get(source.offset..).unwrap_or_default();
        cells.resize(*offset, 0.0);
        cells.extend_from_slice(numbers.get(..*length).unwrap_or(numbers));
    }
    cells.resize(length, 0.0);
    cells
}

/// Sets an index to the next one in row-major order.
fn advance(index: &mut [usize], shape: &[usize]) {
    for (position, &length) in index.iter_mut().zip(shape).rev() {
        *position += 1;
        if *position < length {
            return;
        }
        *position = 0;
    }
}
