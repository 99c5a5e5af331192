//! The lecture documents, and where in them something is printed.

/// One of the four documents whose formulas are examined.
#[derive(Debug, PartialEq, Eq)]
pub struct Document {
    /// Stable id, and the first part of the ids of its errata and polls.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its author.
    pub author: &'static str,
    /// The year, where it is known.
    pub year: Option<u16>,
}

/// Every document. `sources.documents` in the texts says what kind of document each is.
pub static DOCUMENTS: &[Document] = &[
    Document { id: "S0", title: "CPSC 483: Transformers and GNNs", author: "Rex Ying, Yale", year: None },
    Document {
        id: "S1",
        title: "11-785: Transformers and Graph Neural Networks",
        author: "Abuzar Khan, CMU",
        year: Some(2023),
    },
    Document { id: "S2", title: "Transformers are Graph Neural Networks", author: "Chaitanya Joshi", year: None },
    // A copy of the article of 2020 with notes: what is wrong in it alone is not the article's author's.
    Document {
        id: "S3",
        title: "Transformers are Graph Neural Networks",
        author: "Korean blog after Chaitanya Joshi",
        year: Some(2020),
    },
];

/// Where a statement is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The document.
    pub document: &'static Document,
    /// The subject of the slides or of the section: a key of the texts `sources.parts`.
    pub part: &'static str,
}

/// Where an erratum or a poll with this id is printed; `None` if the id belongs to no document.
pub(super) fn source(id: &str, part: &'static str) -> Option<Source> {
    let document = DOCUMENTS.iter().find(|document| id.split('-').next() == Some(document.id))?;
    Some(Source { document, part })
}
