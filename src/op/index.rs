//! Index letters: parses `i(hk)`, and keeps the length of each letter's axis.

use crate::error::{Error, Result};

/// A parsed index: for each axis its letters, the last running fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters(Vec<Vec<char>>);

impl Letters {
    /// Parses an index such as `ij` or `i(hk)`.
    pub fn parse(index: &str) -> Letters {
        let mut axes = Vec::new();
        let mut group: Option<Vec<char>> = None;
        for letter in index.chars() {
            match (letter, group.as_mut()) {
                ('(', _) => group = Some(Vec::new()),
                (')', _) => axes.extend(group.take()),
                (_, Some(open)) => open.push(letter),
                (_, None) => axes.push(vec![letter]),
            }
        }
        Letters(axes)
    }

    /// The letters of each axis.
    pub fn axes(&self) -> &[Vec<char>] {
        &self.0
    }

    /// All letters, from the slowest to the fastest.
    pub fn flat(&self) -> impl Iterator<Item = char> + '_ {
        self.0.iter().flatten().copied()
    }
}

/// The length of each letter's axis, and what set it. An algorithm has about a dozen letters, so this is a list.
#[derive(Clone, Debug, Default)]
pub struct Sizes(Vec<(char, usize, String)>);

/// How the lengths of a tensor's axes contradict the lengths that are known.
pub(crate) enum Conflict {
    Rank { expected: usize },
    Length { axis: usize, expected: usize, because: String },
    Multiple { axis: usize, divisor: usize, because: String },
    Unknown { letter: char },
}

impl Sizes {
    /// The length of a letter's axis, if it is known.
    pub fn get(&self, letter: char) -> Option<usize> {
        self.known(letter).map(|(size, _)| size)
    }

    /// The length of a letter's axis, and what set it.
    fn known(&self, letter: char) -> Option<(usize, &str)> {
        self.0.iter().find(|(known, ..)| *known == letter).map(|(_, size, because)| (*size, because.as_str()))
    }

    /// Sets the length of a letter's axis; `because` names what requires it.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] when it is known to be another.
    pub fn bind(&mut self, letter: char, size: usize, because: &str) -> Result<()> {
        match self.known(letter) {
            Some((known, reason)) if known != size => Err(Error::ShapeMismatch {
                input: because.into(),
                axis: 0,
                expected: known,
                found: size,
                because: reason.into(),
            }
            .into()),
            Some(_) => Ok(()),
            None => {
                self.0.push((letter, size, because.into()));
                Ok(())
            }
        }
    }

    /// Sets the lengths of a tensor's axes, or returns how they contradict the known ones; on a contradiction nothing is set.
    pub(crate) fn bind_axes(
        &mut self,
        letters: &Letters,
        shape: &[usize],
        because: &str,
    ) -> std::result::Result<(), Conflict> {
        if letters.axes().len() != shape.len() {
            return Err(Conflict::Rank { expected: letters.axes().len() });
        }
        let mut found: Vec<(char, usize)> = Vec::new();
        for (axis, (group, &length)) in letters.axes().iter().zip(shape).enumerate() {
            let mut known = 1usize;
            let mut reasons: Vec<&str> = Vec::new();
            let mut open = None;
            for &letter in group {
                match (self.known(letter), found.iter().find(|(new, _)| *new == letter)) {
                    (Some((size, reason)), _) => {
                        known = known.saturating_mul(size);
                        reasons.push(reason);
                    }
                    (None, Some((_, size))) => {
                        known = known.saturating_mul(*size);
                        reasons.push(because);
                    }
                    (None, None) if open.is_none() => open = Some(letter),
                    (None, None) => return Err(Conflict::Unknown { letter }),
                }
            }
            let because = reasons.join(" and ");
            match open {
                None if known != length => return Err(Conflict::Length { axis, expected: known, because }),
                None => {}
                Some(letter) => match (length.checked_rem(known), length.checked_div(known)) {
                    (Some(0), Some(size)) => found.push((letter, size)),
                    (None, _) if length == 0 => found.push((letter, 0)),
                    _ => return Err(Conflict::Multiple { axis, divisor: known, because }),
                },
            }
        }
        self.0.extend(found.into_iter().map(|(letter, size)| (letter, size, because.to_string())));
        Ok(())
    }

    /// The shape of an index, if all its letters are known.
    pub fn shape(&self, letters: &Letters) -> Option<Vec<usize>> {
        letters
            .axes()
            .iter()
            .map(|group| group.iter().try_fold(1usize, |length, &letter| length.checked_mul(self.get(letter)?)))
            .collect()
    }
}
