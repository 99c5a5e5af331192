//! What stops a gradient.

/// Why no gradient passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The result is a comparison's, and stays the same until it jumps.
    Comparison,
    /// The result is rounded, and stays the same until it jumps.
    Rounding,
    /// Whole numbers that count or name something: between them there is nothing.
    Names,
    /// Random numbers, which depend on a seed.
    Draw,
    /// An order: which comes first, not by how much.
    Sorting,
    /// The position of the largest number.
    Argmax,
    /// The numbers of edges on shortest paths.
    Distance,
    /// Colors of nodes.
    Color,
    /// A list or a mask that follows from sizes, from a graph or from a pattern.
    Structure,
    /// Eigenvalues and eigenvectors; of repeated eigenvalues the vectors are not even determined.
    Spectrum,
    /// Directions that are made orthogonal; they follow from random ones.
    Orthogonalization,
    /// A diagonal, read by one letter for two axes.
    Diagonal,
    /// A derivative, which is not derived again.
    SecondOrder,
    /// Nothing that leads to the result reads it.
    Unread,
}

impl Obstacle {
    /// The stable kebab-case name.
    pub fn name(self) -> &'static str {
        match self {
            Obstacle::Comparison => "comparison",
            Obstacle::Rounding => "rounding",
            Obstacle::Names => "names",
            Obstacle::Draw => "draw",
            Obstacle::Sorting => "sorting",
            Obstacle::Argmax => "argmax",
            Obstacle::Distance => "distance",
            Obstacle::Color => "color",
            Obstacle::Structure => "structure",
            Obstacle::Spectrum => "spectrum",
            Obstacle::Orthogonalization => "orthogonalization",
            Obstacle::Diagonal => "diagonal",
            Obstacle::SecondOrder => "second-order",
            Obstacle::Unread => "unread",
        }
    }
}
