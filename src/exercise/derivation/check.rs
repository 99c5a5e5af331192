//! Compares typed expressions with what is to be shown.

use std::collections::BTreeMap;

use crate::error::{Error, Named, Result};
use crate::random::Random;

use super::super::expression::{Expression, Language, Value};
use super::{Derivation, Entry};

/// Number of points at which an expression has to agree, half of them small whole numbers.
pub const POINTS: usize = 60;
/// Number of points drawn before an expression counts as undefined.
const DRAWS: usize = 4 * POINTS;
/// Largest difference of two equal numbers, relative to the larger of 1 and the expected value.
const TOLERANCE: f64 = 1e-9;

/// A value for each symbol, by its name.
pub type Point = Vec<(&'static str, Value)>;

/// The mark of one entry.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// Nothing was typed.
    Empty,
    /// The text is not an expression that is allowed here.
    Unreadable {
        /// The position, in characters from 0.
        place: usize,
        /// What was expected there.
        expected: String,
    },
    /// Right at all points.
    Right,
    /// It is undefined at too many points, of which this is one.
    Undefined {
        /// The point.
        at: Point,
    },
    /// It depends on a symbol on which it may not depend.
    Depends {
        /// The symbol.
        symbol: &'static str,
        /// A point.
        at: Point,
        /// Another value of the symbol.
        other: Value,
        /// Row and column, in a matrix.
        cell: Option<[usize; 2]>,
        /// Its value at the point.
        here: f64,
        /// Its value with the other value of the symbol.
        there: f64,
    },
    /// It has the wrong value.
    Unequal {
        /// The point.
        at: Point,
        /// Row and column, in a matrix.
        cell: Option<[usize; 2]>,
        /// Its value.
        found: f64,
        /// The expected value.
        expected: f64,
        /// Both sides of the entry's equation, if the other entries of the equation were typed and have values; for matrices, of the first cell that
        /// differs.
        sides: Option<[f64; 2]>,
        /// The mistake that gives the same values at all points.
        mistake: Option<&'static str>,
    },
}

/// The marks of a derivation.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The mark of each entry.
    pub marks: Vec<(&'static str, Mark)>,
    /// Whether everything is right.
    pub complete: bool,
}

impl Derivation {
    /// Checks the typed texts, given by the id of their entry. The points are drawn from the seed.
    ///
    /// # Errors
    /// [`Error::Unknown`] for an entry that does not exist.
    ///
    /// # Complexity
    /// At most 240 evaluations of each expression.
    ///
    /// # Example
    /// ```
    /// use attograph::exercise::derivation::{Mark, find};
    /// let texts = [("one-product", "(σ²)²"), ("dot-product", "σ²d")];
    /// let texts = texts.map(|(entry, text)| (entry.to_string(), text.to_string())).into();
    /// let checked = find("dot-product-variance")?.check(&texts, 0)?;
    /// assert_eq!(checked.marks[0], ("mean-square", Mark::Empty));
    /// assert_eq!(checked.marks[1], ("one-product", Mark::Right));
    /// assert!(matches!(checked.marks[2].1, Mark::Unequal { .. }));
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn check(&self, texts: &BTreeMap<String, String>, seed: u64) -> Result<Checked> {
        for id in texts.keys() {
            if !self.entries.iter().any(|entry| entry.id == id) {
                return Err(Error::unknown(Named::Entry, id, self.entries.iter().map(|known| known.id)));
            }
        }
        let points = self.points(seed);
        let typed: Vec<Typed> = self.entries.iter().map(|entry| self.read(texts.get(entry.id), &points)).collect();
        let mark = |(entry, own): (&'static Entry, &Typed)| -> Result<(&'static str, Mark)> {
            let mark = match own {
                Typed::Nothing => Mark::Empty,
                Typed::Unreadable { place, expected } => Mark::Unreadable { place: *place, expected: expected.clone() },
                Typed::Expression(expression) => self.compare(entry, expression, &typed, &points)?,
            };
            Ok((entry.id, mark))
        };
        let marks: Vec<_> = self.entries.iter().zip(&typed).map(mark).collect::<Result<_>>()?;
        let complete = marks.iter().all(|(_, mark)| *mark == Mark::Right);
        Ok(Checked { marks, complete })
    }

    /// Values of the symbols at all points.
    fn points(&self, seed: u64) -> Vec<Vec<Value>> {
        let mut random = Random::new(seed);
        (0..DRAWS).map(|number| (self.draw)(&mut random, number < POINTS / 2)).collect()
    }

    /// Every name of each symbol, with the number of the symbol.
    fn names(&self) -> Vec<(&'static str, usize)> {
        let names = |(number, symbol): (usize, &'static super::Symbol)| {
            std::iter::once(&symbol.name).chain(symbol.also).map(move |name| (*name, number))
        };
        self.symbols.iter().enumerate().flat_map(names).collect()
    }

    fn read(&self, text: Option<&String>, points: &[Vec<Value>]) -> Typed {
        let text = text.map(|text| text.trim_end()).unwrap_or_default();
        if text.trim().is_empty() {
            return Typed::Nothing;
        }
        let names = self.names();
        let words: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        let read = Expression::read_in(self.language, text, &words).and_then(|expression| {
            // Evaluating once shows whether the shapes fit.
            expression.at(&named(&names, points.first().map(Vec::as_slice).unwrap_or_default()))?;
            Ok(expression)
        });
        match read.map_err(|error| *error) {
            Ok(expression) => Typed::Expression(expression),
            Err(Error::Syntax { place, expected }) => Typed::Unreadable { place, expected },
            Err(other) => Typed::Unreadable { place: 0, expected: other.to_string() },
        }
    }

    fn compare(&self, entry: &Entry, own: &Expression, typed: &[Typed], points: &[Vec<Value>]) -> Result<Mark> {
        let names = self.names();
        let words: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        let solution = Expression::read_in(Language::Claims, entry.solution, &words)?;
        let point = |values: &[Value]| self.symbols.iter().map(|symbol| symbol.name).zip(values.to_vec()).collect();
        for name in entry.free_of {
            let Some((symbol, number)) = names.iter().find(|(known, _)| known == name) else { continue };
            for (values, others) in points.iter().zip(points.iter().skip(1)).take(POINTS) {
                let mut changed = values.clone();
                let other = others.get(*number).cloned().unwrap_or(Value::Number(f64::NAN));
                if let Some(value) = changed.get_mut(*number) {
                    *value = other.clone();
                }
                let (here, there) = (own.at(&named(&names, values))?, own.at(&named(&names, &changed))?);
                if let Some((cell, here, there)) = differ(&here, &there).filter(|(_, a, b)| (a - b).is_finite()) {
                    return Ok(Mark::Depends { symbol, at: point(values), other, cell, here, there });
                }
            }
        }
        let mut agreed = 0;
        let mut undefined = None;
        for values in points {
            let (found, expected) = (own.at(&named(&names, values))?, solution.at(&named(&names, values))?);
            if let Some(expected) = other_shape(&found, &expected) {
                return Ok(Mark::Unreadable { place: 0, expected });
            }
            match differ(&found, &expected) {
                None => agreed += 1,
                Some((_, found, _)) if !found.is_finite() => undefined = undefined.or(Some(values)),
                Some((cell, found, expected)) => {
                    let sides = self.sides(entry, typed, values)?;
                    let mistake = self.mistake(entry, own, points)?;
                    return Ok(Mark::Unequal { at: point(values), cell, found, expected, sides, mistake });
                }
            }
            if agreed == POINTS {
                return Ok(Mark::Right);
            }
        }
        Ok(Mark::Undefined { at: point(undefined.map(Vec::as_slice).unwrap_or_default()) })
    }

    /// The mistake that the expression is equal to, in any form.
    fn mistake(&self, entry: &Entry, own: &Expression, points: &[Vec<Value>]) -> Result<Option<&'static str>> {
        let names = self.names();
        let words: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        for (id, text) in entry.mistakes {
            let mistaken = Expression::read_in(Language::Claims, text, &words)?;
            let mut same = true;
            for values in points.iter().take(POINTS) {
                let values = named(&names, values);
                same = same && differ(&own.at(&values)?, &mistaken.at(&values)?).is_none();
            }
            if same {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// Both sides of the equation of an entry.
    fn sides(&self, entry: &Entry, typed: &[Typed], values: &[Value]) -> Result<Option<[f64; 2]>> {
        let names = self.names();
        let mut words: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        let mut numbers = named(&names, values);
        for (other, typed) in self.entries.iter().zip(typed) {
            if let Typed::Expression(expression) = typed {
                numbers.push(expression.at(&named(&names, values))?);
                words.push(other.name);
            }
        }
        let [left, right] = entry.equation;
        let side = |text: &str| Expression::read_in(Language::Claims, text, &words)?.at(&numbers);
        // An equation may contain an entry that is still empty.
        let (Ok(left), Ok(right)) = (side(left), side(right)) else { return Ok(None) };
        Ok(differ(&left, &right)
            .map(|(_, left, right)| [left, right])
            .filter(|sides| sides.iter().all(|s| s.is_finite())))
    }
}

/// The values of the symbols, by each of their names.
fn named(names: &[(&str, usize)], values: &[Value]) -> Vec<Value> {
    names.iter().map(|(_, number)| values.get(*number).cloned().unwrap_or(Value::Number(f64::NAN))).collect()
}

/// Describes the expected shape.
fn other_shape(found: &Value, expected: &Value) -> Option<String> {
    match (found, expected) {
        (Value::Number(_), Value::Number(_)) => None,
        (Value::Matrix(_), Value::Number(_)) => Some("a number, not a matrix".into()),
        (Value::Number(_), Value::Matrix(_)) => Some("a matrix, not a number".into()),
        (Value::Matrix(found), Value::Matrix(expected)) => {
            let (rows, columns) = expected.shape();
            (found.shape() != (rows, columns)).then(|| format!("a matrix of the right shape ({rows} × {columns})"))
        }
    }
}

/// The first cell at which two values differ, and both numbers there.
fn differ(found: &Value, expected: &Value) -> Option<(Option<[usize; 2]>, f64, f64)> {
    let together = |a: f64, b: f64| (a - b).abs() <= TOLERANCE * b.abs().max(1.0);
    match (found, expected) {
        (Value::Number(a), Value::Number(b)) => (!together(*a, *b)).then_some((None, *a, *b)),
        (Value::Matrix(a), Value::Matrix(b)) if a.shape() == b.shape() => {
            let cells = (0..a.nrows()).flat_map(|i| (0..a.ncols()).map(move |j| [i, j]));
            let numbers = cells.filter_map(|[i, j]| Some(([i, j], *a.get((i, j))?, *b.get((i, j))?)));
            let mut apart = numbers.filter(|(_, a, b)| !together(*a, *b));
            apart.next().map(|(cell, a, b)| (Some(cell), a, b))
        }
        _ => Some((None, f64::NAN, f64::NAN)),
    }
}

/// One entry as typed.
enum Typed {
    Nothing,
    Unreadable { place: usize, expected: String },
    Expression(Expression),
}
