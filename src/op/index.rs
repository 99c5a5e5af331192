//! Index letters: parses `i(hk)`, and keeps the length of each letter's axis.

use std::borrow::Cow;

use crate::error::{Error, Result};

/// The letter of the axis that counts the members of a batch; no algorithm uses it.
pub const MEMBER: char = 'β';

/// What the axis of that letter counts.
pub const MEMBER_AXIS: &str = "member";

/// Whether an index begins with the axis of a batch.
pub(crate) fn is_of_batch(index: &str) -> bool {
    index.starts_with(MEMBER)
}

/// An index with the axis of a batch in front.
pub(super) fn of_batch(index: &str) -> String {
    format!("{MEMBER}{index}")
}

/// An index, read axis by axis: for each axis its letters, the last running fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters<'a>(&'a str);

impl<'a> Letters<'a> {
    /// Reads an index such as `ij` or `i(hk)`.
    pub fn parse(index: &'a str) -> Letters<'a> {
        Letters(index)
    }

    /// The letters of each axis.
    pub fn axes(self) -> impl Iterator<Item = &'a str> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let length = rest.chars().next()?.len_utf8();
            let (axis, others) = match rest.strip_prefix('(').and_then(|open| open.split_once(')')) {
                Some(shared) => shared,
                None => rest.split_at_checked(length)?,
            };
            rest = others;
            Some(axis)
        })
    }

    /// All letters, from the slowest to the fastest.
    pub fn flat(self) -> impl DoubleEndedIterator<Item = char> + Clone + 'a {
        self.0.chars().filter(|letter| !matches!(letter, '(' | ')'))
    }
}

/// The length of each letter's axis, and what set it. An algorithm has about a dozen letters, so this is a list.
#[derive(Clone, Debug, Default)]
pub struct Sizes(Vec<(char, usize, Cow<'static, str>)>);

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
        self.0.iter().find(|(known, ..)| *known == letter).map(|(_, size, because)| (*size, because.as_ref()))
    }

    /// Sets the length of a letter's axis; `because` names what requires it.
    ///
    /// # Errors
    /// [`Error::ShapeMismatch`] when it is known to be another.
    pub fn bind(&mut self, letter: char, size: usize, because: impl Into<Cow<'static, str>>) -> Result<()> {
        match self.known(letter) {
            Some((known, reason)) if known != size => Err(Error::ShapeMismatch {
                input: because.into().into_owned(),
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
        letters: Letters,
        shape: &[usize],
        because: &str,
    ) -> std::result::Result<(), Conflict> {
        let rank = letters.axes().count();
        if rank != shape.len() {
            return Err(Conflict::Rank { expected: rank });
        }
        let mut found: Vec<(char, usize)> = Vec::new();
        for (axis, (group, &length)) in letters.axes().zip(shape).enumerate() {
            let mut known = 1usize;
            let mut open = None;
            for letter in group.chars() {
                let new = || found.iter().find(|(new, _)| *new == letter).map(|(_, size)| *size);
                match self.get(letter).or_else(new) {
                    Some(size) => known = known.saturating_mul(size),
                    None if open.is_none() => open = Some(letter),
                    None => return Err(Conflict::Unknown { letter }),
                }
            }
            let reasons = || {
                let of = |letter| match self.known(letter) {
                    Some((_, reason)) => Some(reason),
                    None => (open != Some(letter)).then_some(because),
                };
                group.chars().filter_map(of).collect::<Vec<_>>().join(" and ")
            };
            match open {
                None if known != length => return Err(Conflict::Length { axis, expected: known, because: reasons() }),
                None => {}
                Some(letter) => match (length.checked_rem(known), length.checked_div(known)) {
                    (Some(0), Some(size)) => found.push((letter, size)),
                    (None, _) if length == 0 => found.push((letter, 0)),
                    _ => return Err(Conflict::Multiple { axis, divisor: known, because: reasons() }),
                },
            }
        }
        self.0.extend(found.into_iter().map(|(letter, size)| (letter, size, because.to_string().into())));
        Ok(())
    }

    /// The shape of an index, if all its letters are known.
    pub fn shape(&self, letters: Letters) -> Option<Vec<usize>> {
        let length =
            |group: &str| group.chars().try_fold(1usize, |length, letter| length.checked_mul(self.get(letter)?));
        letters.axes().map(length).collect()
    }
}
