//! Formulas with the symbols of a run's operands.
//!
//! Several algorithms share a step such as the row maximum, and each has its own operand there. The step's formula marks the letter of an operand by its
//! position, counted from 1, and a run puts the symbol of its operand in the place of the letter:
//!
//! ```text
//! m_i = \max_j #1S_{ij}      with S + B as first operand      m_i = \max_j (S + B)_{ij}
//! ```
//!
//! A letter of several signs stands in braces: `#1{X'}_v`. A small letter stands for a row or an entry of the matrix of the same letter, and stays.

use std::borrow::Cow;

use super::Spec;

impl Spec {
    /// The formula as the catalog shows it: with the letters that are marked in it, for no particular run.
    pub fn general_formula(&self) -> Cow<'_, str> {
        self.formula_with(|_| None)
    }

    /// The formula with what `symbol` returns for the position of each marked operand, and with the letter that is marked where it returns nothing.
    pub fn formula_with<'a>(&'a self, symbol: impl Fn(usize) -> Option<&'a str>) -> Cow<'a, str> {
        filled(self.formula(), symbol)
    }
}

/// What stands before the position of an operand. The sign itself is `\#`.
const MARK: char = '#';

/// Returns a formula with what `symbol` returns for each marked operand, and with the letter that is marked where it returns nothing.
fn filled<'a>(formula: &'a str, symbol: impl Fn(usize) -> Option<&'a str>) -> Cow<'a, str> {
    let mut pieces = formula.split(MARK);
    let Some(first) = pieces.next().filter(|first| first.len() < formula.len()) else { return formula.into() };
    let mut text = first.to_string();
    for piece in pieces {
        if text.ends_with('\\') {
            text.push(MARK);
            text.push_str(piece);
            continue;
        }
        let (position, marked) = piece.split_at_checked(1).unwrap_or_default();
        let (letter, rest) = token(marked);
        let letter = letter.strip_prefix('{').and_then(|letter| letter.strip_suffix('}')).unwrap_or(letter);
        let operand = position.parse().ok().and_then(|position: usize| symbol(position.checked_sub(1)?));
        match operand.filter(|symbol| !symbol.eq_ignore_ascii_case(letter)) {
            Some(symbol) if needs_brackets(symbol, &text, rest) => text.extend(["(", symbol, ")"]),
            other => text.push_str(other.unwrap_or(letter)),
        }
        text.push_str(rest);
    }
    text.into()
}

/// Splits off the first token of TeX: a sign, a group in braces, or a command with the group that follows it.
fn token(text: &str) -> (&str, &str) {
    let is_command = text.starts_with('\\');
    let name =
        text.char_indices().skip(1).find(|(_, sign)| !sign.is_ascii_alphabetic()).map_or(text.len(), |(at, _)| at);
    let start = if is_command { name } else { 0 };
    let mut depth = 0usize;
    for (at, sign) in text.char_indices().skip_while(|&(at, _)| at < start) {
        match sign {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if is_command && depth == 0 => return text.split_at(at),
            _ => {}
        }
        if depth == 0 {
            return text.split_at(at + sign.len_utf8());
        }
    }
    (text, "")
}

/// Whether a symbol stands in brackets between what is before and behind it: several letters with one index, or a sum that is a term or a factor.
fn needs_brackets(symbol: &str, before: &str, behind: &str) -> bool {
    if behind.starts_with(['_', '^', '\'']) {
        return !is_one_letter(symbol, behind);
    }
    !is_term(before, behind) && is_sum(symbol)
}

/// Whether what stands between two texts is a whole argument, a side of an equation, or a term that is added.
fn is_term(before: &str, behind: &str) -> bool {
    let (before, behind) = (before.trim_end(), behind.trim_start());
    let begins = before.is_empty() || before.ends_with(['(', '{', '[', '=', ',', '+', ';']);
    begins && (behind.is_empty() || behind.starts_with([')', '}', ']', ',', '+', '-', ';']))
}

/// Whether a symbol is one letter, such as `S`, `\hat{A}` or `S^{\text{masked}}`, that takes the index behind it beside its own.
fn is_one_letter(symbol: &str, behind: &str) -> bool {
    let (_, mut scripts) = token(symbol);
    while let Some(script) = scripts.chars().next() {
        let is_raised = script != '_';
        if is_raised != behind.starts_with('_') || !['_', '^', '\''].contains(&script) {
            return false;
        }
        scripts = scripts.get(1..).unwrap_or_default();
        if script != '\'' {
            scripts = token(scripts).1;
        }
    }
    true
}

/// Whether a symbol is a sum or a difference outside of brackets.
fn is_sum(symbol: &str) -> bool {
    let mut depth = 0i32;
    symbol.chars().any(|sign| {
        depth += i32::from(['{', '(', '['].contains(&sign)) - i32::from(['}', ')', ']'].contains(&sign));
        depth == 0 && ['+', '-'].contains(&sign)
    })
}
