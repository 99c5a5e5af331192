//! What a lecture asks its listeners: errors to find in printed formulas, and polls whose answers are computed.
//!
//! ```text
//! erratum ─► inputs ─► right run ─┐
//!                └───► wrong run ─┴─► steps side by side ─► the first number that differs
//! poll    ─► option ─► evidence: runs of the catalog ─► does the statement hold?
//! ```
//!
//! Both are lists by topic, because the WebAssembly files are. Nothing here holds a text: titles, formulas and reasons stand in the text catalogs under
//! the same ids. And nothing states an answer: what is right is what the algorithm gives, and a statement is true if its evidence says so.

pub mod errata;
mod erratum;
pub mod inputs;
mod matrices;

use crate::error::{Error, Result};

pub use erratum::{Comparison, Difference, Erratum, Kind, Shown, Side, Wrong};

/// What is asked about one topic.
pub struct Topic {
    /// The topic's id, as in the names of the text files.
    pub id: &'static str,
    /// Errors to find, in parts.
    errata: &'static [&'static [Erratum]],
}

/// Every topic.
pub static TOPICS: &[Topic] = &[
    Topic { id: "attention", errata: &[errata::attention::ERRATA, errata::pretraining::ERRATA] },
    Topic { id: "position", errata: &[errata::position::ERRATA] },
    Topic { id: "graph", errata: &[errata::graph::ERRATA, errata::graph_attention::ERRATA] },
    Topic { id: "sparse", errata: &[errata::sparse::ERRATA] },
];

impl Topic {
    /// Errors to find.
    pub fn errata(&self) -> impl Iterator<Item = &'static Erratum> {
        self.errata.iter().copied().flatten()
    }
}

/// Finds an erratum by its id, and its topic.
///
/// # Errors
/// [`Error::UnknownErratum`].
pub fn erratum(id: &str) -> Result<(&'static Topic, &'static Erratum)> {
    let mut all = TOPICS.iter().flat_map(|topic| topic.errata().map(move |erratum| (topic, erratum)));
    let found = all.find(|(_, erratum)| erratum.id == id);
    found.ok_or_else(|| Error::UnknownErratum { id: id.into() }.into())
}
