//! Names that stand for nothing, and what is close to them.

/// What a name was looked up as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// An algorithm of the catalog.
    Algorithm,
    /// A derivation.
    Derivation,
    /// An entry of a derivation.
    Entry,
    /// An erratum.
    Erratum,
    /// An exercise.
    Exercise,
    /// An input of an algorithm.
    Input,
    /// A result of a run.
    Output,
    /// A poll.
    Poll,
    /// A step of a trace, or of an exercise.
    Step,
}

/// Messages list the known names if there are at most this many.
const MOST_LISTED: usize = 24;

/// The fewest bytes of a name for which a longer name that begins with it counts as close.
const SHORTEST_START: usize = 3;

impl Named {
    /// Returns the stable code of the error.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Named::Algorithm => "unknown-algorithm",
            Named::Derivation => "unknown-derivation",
            Named::Entry => "unknown-entry",
            Named::Erratum => "unknown-erratum",
            Named::Exercise => "unknown-exercise",
            Named::Input => "unknown-input",
            Named::Output => "unknown-output",
            Named::Poll => "unknown-poll",
            Named::Step => "unknown-step",
        }
    }

    /// Returns the word for it.
    fn word(self) -> &'static str {
        self.code().strip_prefix("unknown-").unwrap_or_default()
    }

    /// Returns the name of the fact that holds the unknown name.
    pub(super) fn fact(self) -> &'static str {
        if matches!(self, Named::Entry | Named::Input | Named::Output | Named::Step) { self.word() } else { "id" }
    }

    /// Returns the message of the error.
    pub(super) fn message(self, name: &str, known: &[String]) -> String {
        let hint = match nearest(name, known) {
            Some(nearest) => format!("; did you mean `{nearest}`?"),
            None if (1..=MOST_LISTED).contains(&known.len()) => format!("; expected one of {}", known.join(", ")),
            None => String::new(),
        };
        format!("there is no {} `{name}`{hint}", self.word())
    }
}

/// Returns the known name that is closest to an unknown one: the first that differs in the fewest characters, at most a third of the name, or else the first
/// that begins with the name or ends with a dot and the name.
pub(super) fn nearest<'a>(name: &str, known: &'a [String]) -> Option<&'a str> {
    if cfg!(target_arch = "wasm32") {
        // There, no names are known.
        return None;
    }
    let most = (name.len() / 3).max(1);
    let mut least = (most + 1).min(name.len());
    let mut closest = None;
    for known in known.iter().filter(|known| known.len().abs_diff(name.len()) <= most) {
        let found = distance(name, known);
        if found < least {
            least = found;
            closest = Some(known);
        }
    }
    let is_part = |known: &&String| {
        let behind_dot = known.strip_suffix(name).is_some_and(|before| before.as_bytes().last() == Some(&b'.'));
        behind_dot || (name.len() >= SHORTEST_START && known.starts_with(name))
    };
    closest.or_else(|| known.iter().find(is_part)).map(String::as_str)
}

/// Returns how many bytes must be inserted, removed or replaced to turn one name into the other.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (1..=to.len()).collect();
    for (place, own) in from.bytes().enumerate() {
        let (mut diagonal, mut left) = (place, place + 1);
        for (above, other) in row.iter_mut().zip(to.bytes()) {
            left = (diagonal + usize::from(own != other)).min(*above + 1).min(left + 1);
            diagonal = *above;
            *above = left;
        }
    }
    row.last().copied().unwrap_or(from.len())
}
