//! Questions of a lecture: errors to find in printed formulas, and polls whose answers are computed.
//!
//! ```text
//! erratum ─► inputs ─► right run ─┐
//!                └───► wrong run ─┴─► steps side by side ─► the first number that differs
//! poll    ─► option ─► evidence: runs of the catalog ─► does the statement hold?
//! ```
//!
//! Both are lists by topic. Texts (titles, formulas and reasons) are in the text catalogs under the same ids. No answer is stored: the right numbers are
//! those of the algorithm, and whether a statement holds is computed from its evidence.

pub mod errata;
mod erratum;
pub mod inputs;
pub mod poll;
pub mod polls;
pub mod source;

use crate::error::{Error, Named, Result};

pub use erratum::{Comparison, Difference, Erratum, Kind, Quoted, Shown, Side, Status, Wrong};
pub use poll::Poll;
pub use source::{DOCUMENTS, Document, Source};

/// The errata and polls of one topic.
pub struct Topic {
    /// The topic's id, as in the names of the text files.
    pub id: &'static str,
    /// Errors to find, in several lists.
    errata: &'static [&'static [Erratum]],
    /// Polls.
    pub polls: &'static [&'static Poll],
}

/// Every topic.
pub static TOPICS: &[Topic] = &[
    Topic {
        id: "attention",
        errata: &[errata::attention::ERRATA, errata::pretraining::ERRATA],
        polls: &[&polls::attention::SELF_ATTENTION, &polls::transformer::TRANSFORMER, &polls::softmax::INVARIANCE],
    },
    Topic { id: "position", errata: &[errata::position::ERRATA], polls: &[] },
    Topic {
        id: "graph",
        errata: &[errata::graph::ERRATA, errata::graph_attention::ERRATA],
        polls: &[&polls::graph::NETWORKS_ON_GRAPHS, &polls::numbering::DESIRED],
    },
    Topic { id: "sparse", errata: &[errata::sparse::ERRATA], polls: &[&polls::mask::MASK] },
];

impl Topic {
    /// Errors to find.
    pub fn errata(&self) -> impl Iterator<Item = &'static Erratum> {
        self.errata.iter().copied().flatten()
    }
}

/// Returns the erratum with this id, and its topic.
///
/// # Errors
/// [`Error::Unknown`].
pub fn erratum(id: &str) -> Result<(&'static Topic, &'static Erratum)> {
    let all = || TOPICS.iter().flat_map(|topic| topic.errata().map(move |erratum| (topic, erratum)));
    let found = all().find(|(_, erratum)| erratum.id == id);
    found.ok_or_else(|| Error::unknown(Named::Erratum, id, all().map(|(_, known)| known.id)))
}

/// Returns the poll with this id, and its topic.
///
/// # Errors
/// [`Error::Unknown`].
pub fn poll(id: &str) -> Result<(&'static Topic, &'static Poll)> {
    let all = || TOPICS.iter().flat_map(|topic| topic.polls.iter().map(move |poll| (topic, *poll)));
    all()
        .find(|(_, poll)| poll.id == id)
        .ok_or_else(|| Error::unknown(Named::Poll, id, all().map(|(_, known)| known.id)))
}
