//! How hard an instance is.

use crate::error::{Error, Result};

/// How hard an instance is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Difficulty {
    /// Few small whole numbers.
    #[default]
    Easy,
    /// More of them, and negative ones.
    Medium,
    /// Decimals.
    Hard,
}

impl Difficulty {
    /// Every difficulty, from the easiest on.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }

    /// Returns the difficulty with this name.
    ///
    /// # Errors
    /// [`Error::WrongType`].
    ///
    /// # Example
    /// ```
    /// use attograph::exercise::Difficulty;
    /// assert_eq!(Difficulty::named("hard")?, Difficulty::Hard);
    /// assert_eq!(Difficulty::named("harder").unwrap_err().code(), "wrong-type");
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn named(word: &str) -> Result<Difficulty> {
        Difficulty::ALL.into_iter().find(|difficulty| difficulty.name() == word).ok_or_else(|| {
            let expected = format!("one of {}", Difficulty::ALL.map(Difficulty::name).join(", "));
            Error::WrongType { input: "difficulty".into(), expected, found: format!("the word `{word}`") }.into()
        })
    }
}
