//! Steps on matrices of nodes of which only some cells are kept: those where there may be a message, and the diagonal.
//!
//! ```text
//! vu  [targets, sources]  ⇒  ε  [kept cells]            r_vu = t_v + s_u   ⇒   r_ε = t_v(ε) + s_u(ε)
//! ```
//!
//! An algorithm is the same straight-line code as with whole matrices; here the letters v and u of a matrix become the one letter ε. What else a cell reads by
//! its target or its source is copied to the cells. All cells that are not kept hold one number: 0 in a matrix that is summed, −∞ in one whose maximum
//! is taken. So neither changes a bit of a sum or a maximum, and by the reference, which adds in the order of the sources, results have the bits of whole matrices;
//! a test compares them for every algorithm that [`crate::catalog`] runs this way.
//!
//! A product with features that overflowed adds 0 · ∞ where no cell is kept; there the sum becomes NaN, as with a whole matrix.

use crate::backend::{Backend, sparse};
use crate::error::{Error, Result};
use crate::op::{Letters, Op, Plan, Settings, Sizes, Spec};
use crate::tensor::{Pattern, Tensor};

use super::entry::Entry;

/// The letter of a target, that of a source, and that of a kept cell, which no algorithm uses.
const TARGET: char = 'v';
const SOURCE: char = 'u';
const CELL: char = 'ε';
/// The letter of the cells of a row, of which an estimate takes each to have as many.
const OF_ROW: char = 'ρ';

/// Whether a step reads or writes a matrix of nodes.
pub(super) fn concerns(spec: &Spec, entries: &[&Entry]) -> bool {
    is_matrix(spec.index()) || entries.iter().any(|entry| entry.sparse.is_some())
}

fn is_matrix(index: &str) -> bool {
    index.contains(TARGET) && index.contains(SOURCE)
}

/// What becomes of a step.
enum Kind {
    /// Each kept cell by itself.
    Cells,
    /// A sum or a maximum over the kept cells of each row.
    Rows,
    /// The same over columns.
    Columns,
    /// A product of the matrix and the features of the sources.
    Product,
}

/// A step with the letters of kept cells.
pub(super) struct Form<'a> {
    spec: &'a Spec,
    pattern: &'a Pattern,
    sizes: Sizes,
    kind: Kind,
}

impl<'a> Form<'a> {
    pub(super) fn new(spec: &'a Spec, entries: &[&Entry], sizes: &Sizes, pattern: &'a Pattern) -> Result<Form<'a>> {
        let (index, reads) = (spec.index(), spec.reads());
        let first = reads.first().copied().unwrap_or_default();
        let is_sparse: Vec<bool> = entries.iter().map(|entry| entry.sparse.is_some()).collect();
        let readable = |read: &&str| !is_matrix(read) || read.ends_with("vu");
        let before = first.strip_suffix("vu").unwrap_or_default();
        let kind = match (spec.op(), is_sparse.as_slice(), reads.as_slice()) {
            (Op::Rule(rule), _, _) if rule.cells.is_some() && index == "vu" => Some(Kind::Cells),
            (Op::Map(_) | Op::Contract, _, _) if index.ends_with("vu") && reads.iter().all(readable) => {
                Some(Kind::Cells)
            }
            (Op::Reduce(_), [true], _) if index == format!("{before}{TARGET}") => Some(Kind::Rows),
            (Op::Reduce(_), [true], _) if index == format!("{before}{SOURCE}") => Some(Kind::Columns),
            (Op::Contract, [true, false], [_, features]) => {
                let behind = features.strip_prefix(before).and_then(|rest| rest.strip_prefix(SOURCE));
                let fits = |behind: &str| index == format!("{before}{TARGET}{behind}");
                behind.filter(|behind| fits(behind)).map(|_| Kind::Product)
            }
            _ => None,
        };
        let reason = || "there is no sparse form of this step".into();
        let kind = kind.ok_or_else(|| Error::Internal { step: spec.id().into(), reason: reason() })?;
        let mut sizes = sizes.clone();
        sizes.bind(CELL, pattern.len(), "the graph")?;
        sizes.bind(OF_ROW, pattern.width(), "the graph")?;
        Ok(Form { spec, pattern, sizes, kind })
    }

    /// The lengths of its axes with those of the whole matrix, if it is one.
    pub(super) fn shape(&self) -> Option<Vec<usize>> {
        matches!(self.kind, Kind::Cells).then(|| self.sizes.shape(Letters::parse(self.spec.index()))).flatten()
    }

    /// Where every cell comes from, and so what the step costs; a row counts as if all had as many cells.
    pub(super) fn plan(&self) -> Result<Plan> {
        let (index, reads) = (self.spec.index(), self.spec.reads());
        let of_rows = |read: &&str| read.replace("vu", "vρ").replace(SOURCE, "vρ");
        let of_columns = |read: &&str| read.replace("vu", "uρ");
        let (index, reads): (String, Vec<String>) = match self.kind {
            Kind::Cells => (over_cells(index), reads.iter().map(|read| over_cells(read)).collect()),
            Kind::Rows | Kind::Product => (index.into(), reads.iter().map(of_rows).collect()),
            Kind::Columns => (index.into(), reads.iter().map(of_columns).collect()),
        };
        let reads: Vec<&str> = reads.iter().map(String::as_str).collect();
        Plan::of(self.spec, &index, &reads, &self.sizes)
    }

    /// Computes the kept cells, or what follows from them.
    pub(super) fn compute(
        &self,
        backend: &dyn Backend,
        plan: &Plan,
        tensors: &[&Tensor],
        settings: &Settings,
    ) -> Result<Vec<f64>> {
        let data: Vec<&[f64]> = tensors.iter().map(|tensor| tensor.data()).collect();
        let internal = || Error::Internal { step: self.spec.id().into(), reason: "an operand is missing".into() };
        let first = *data.first().unwrap_or(&&[][..]);
        Ok(match (&self.kind, self.spec.op()) {
            (Kind::Cells, Op::Rule(rule)) => rule.cells.map(|fill| fill(tensors, self.pattern)).ok_or_else(internal)?,
            (Kind::Cells, op) => {
                let reads = self.spec.reads();
                let spread: Vec<Vec<f64>> =
                    reads.iter().zip(tensors).map(|(read, tensor)| self.spread(read, tensor)).collect();
                let pairs = spread.iter().zip(&data);
                let data: Vec<&[f64]> =
                    pairs.map(|(spread, data)| if spread.is_empty() { *data } else { spread.as_slice() }).collect();
                match op {
                    Op::Map(function) => backend.map(plan, function, &data, settings),
                    _ => backend.contract(plan, &data),
                }
            }
            (Kind::Rows, Op::Reduce(reduction)) => sparse::reduce_rows(self.pattern, reduction, first),
            (Kind::Columns, Op::Reduce(reduction)) => sparse::reduce_columns(self.pattern, reduction, first),
            _ => sparse::multiply(self.pattern, first, data.get(1).copied().ok_or_else(internal)?, plan.shape()),
        })
    }

    /// An operand with a number for each kept cell, where it has one for each target or each source; empty for any other.
    fn spread(&self, read: &str, tensor: &Tensor) -> Vec<f64> {
        let Some(end) = [TARGET, SOURCE].into_iter().find(|end| !is_matrix(read) && read.contains(*end)) else {
            return Vec::new();
        };
        let axis = Letters::parse(read).axes().position(|axis| axis.contains(end)).unwrap_or_default();
        let behind: usize = tensor.shape().iter().skip(axis + 1).product();
        match end {
            TARGET => sparse::to_cells(self.pattern, tensor.data(), behind, |row, _| row),
            _ => sparse::to_cells(self.pattern, tensor.data(), behind, |_, column| column),
        }
    }
}

/// The letters of an operand or a result by kept cells.
fn over_cells(letters: &str) -> String {
    if is_matrix(letters) {
        return letters.replace("vu", "ε");
    }
    letters.replace([TARGET, SOURCE], "ε")
}
