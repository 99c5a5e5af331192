//! Reads the characters of an expression from left to right.

use crate::error::Result;

use super::function::{FUNCTIONS, Function};
use super::{Language, MAX_DEPTH, Node, Operator, syntax};

pub(super) struct Reader<'a> {
    language: Language,
    characters: &'a [char],
    at: usize,
    variables: &'a [&'a str],
    depth: usize,
    /// Of the last number.
    pub(super) decimals: Option<i32>,
}

/// What a name stands for.
enum Meaning {
    Variable(usize),
    Function(Function),
    Pi,
}

impl<'a> Reader<'a> {
    pub(super) fn new(language: Language, characters: &'a [char], variables: &'a [&'a str]) -> Reader<'a> {
        Reader { language, characters, at: 0, variables, depth: 0, decimals: None }
    }

    /// The whole text.
    pub(super) fn all(&mut self) -> Result<Node> {
        let node = self.sum()?;
        self.skip_spaces();
        match self.peek() {
            None => Ok(node),
            Some(_) => Err(syntax(self.at, "an operator or the end")),
        }
    }

    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// Takes the next character after spaces if it is one of these.
    fn take(&mut self, wanted: &[char]) -> Option<char> {
        self.skip_spaces();
        let found = self.peek().filter(|character| wanted.contains(character))?;
        self.at += 1;
        Some(found)
    }

    fn sum(&mut self) -> Result<Node> {
        self.deeper()?;
        let mut left = self.product()?;
        while let Some(sign) = self.take(&['+', '-', '−']) {
            let (place, operator) = (self.at - 1, if sign == '+' { Operator::Add } else { Operator::Subtract });
            left = Node::Combine(operator, place, Box::new(left), Box::new(self.product()?));
        }
        self.depth -= 1;
        Ok(left)
    }

    fn product(&mut self) -> Result<Node> {
        let mut left = self.signed()?;
        loop {
            let (operator, right) = match self.take(&['·', '*', '×', '⋅', '/', '÷']) {
                Some('/' | '÷') => (Operator::Divide, self.after_sign()?),
                Some(_) => (Operator::Multiply, self.after_sign()?),
                None if self.juxtaposed() => (Operator::Multiply, (self.at, self.power()?)),
                None => return Ok(left),
            };
            left = Node::Combine(operator, right.0, Box::new(left), Box::new(right.1));
        }
    }

    /// The position of the operator that was just taken, and the factor after it.
    fn after_sign(&mut self) -> Result<(usize, Node)> {
        Ok((self.at - 1, self.signed()?))
    }

    fn signed(&mut self) -> Result<Node> {
        match self.take(&['+', '-', '−']) {
            None => self.power(),
            Some(sign) => {
                self.deeper()?;
                let inner = self.signed()?;
                self.depth -= 1;
                Ok(if sign == '+' { inner } else { Node::Negate(Box::new(inner)) })
            }
        }
    }

    fn power(&mut self) -> Result<Node> {
        let mut base = self.primary()?;
        loop {
            let end = self.at;
            self.skip_spaces();
            let place = self.at;
            base = match self.peek() {
                Some('ᵀ') if self.language > Language::Numbers => {
                    self.at += 1;
                    Node::Transpose(Box::new(base))
                }
                Some('^') => {
                    self.at += 1;
                    self.skip_spaces();
                    if self.peek() == Some('T') && self.language > Language::Numbers {
                        self.at += 1;
                        Node::Transpose(Box::new(base))
                    } else {
                        self.deeper()?;
                        let exponent = self.signed()?;
                        self.depth -= 1;
                        Node::Combine(Operator::Raise, place, Box::new(base), Box::new(exponent))
                    }
                }
                Some(sign) if sign == '⁻' || raised(sign).is_some() => {
                    let exponent = Node::Number(self.superscript()?);
                    Node::Combine(Operator::Raise, place, Box::new(base), Box::new(exponent))
                }
                _ => {
                    self.at = end;
                    return Ok(base);
                }
            };
        }
    }

    /// An exponent in superscript digits.
    fn superscript(&mut self) -> Result<f64> {
        let negative = self.take(&['⁻']).is_some();
        let mut exponent = None;
        if negative && self.take(&['½']).is_some() {
            exponent = Some(0.5);
        }
        while let (Some(digit), true) = (self.peek().and_then(raised), exponent != Some(0.5)) {
            exponent = Some(exponent.unwrap_or(0.0) * 10.0 + digit);
            self.at += 1;
        }
        match exponent {
            Some(exponent) => Ok(if negative { -exponent } else { exponent }),
            None => Err(syntax(self.at, "a digit")),
        }
    }

    /// Whether a factor follows without an operator.
    fn juxtaposed(&mut self) -> bool {
        self.skip_spaces();
        self.peek().is_some_and(|next| next == '(' || next == '√' || next.is_alphabetic())
    }

    fn primary(&mut self) -> Result<Node> {
        self.skip_spaces();
        let start = self.at;
        match self.peek() {
            Some('(') => self.parenthesized(),
            Some('√') => {
                self.at += 1;
                self.deeper()?;
                let argument = self.primary()?;
                self.depth -= 1;
                Ok(Node::Apply(Function::SquareRoot, start, Box::new(argument)))
            }
            Some('½') => {
                self.at += 1;
                Ok(Node::Number(0.5))
            }
            Some(digit) if digit.is_ascii_digit() || digit == '.' || digit == ',' => self.number(),
            Some(letter) if letter.is_alphabetic() => self.name(),
            _ => Err(syntax(start, "a number, a name or a parenthesis")),
        }
    }

    fn parenthesized(&mut self) -> Result<Node> {
        self.at += 1;
        let inner = self.sum()?;
        match self.take(&[')']) {
            Some(_) => Ok(inner),
            None => Err(syntax(self.at, "a closing parenthesis")),
        }
    }

    /// The longest known name at this position: a variable, a constant or a function.
    fn name(&mut self) -> Result<Node> {
        let place = self.at;
        let Some((length, meaning)) = self.meaning() else {
            return Err(syntax(place, "a name that is known here"));
        };
        self.at += length;
        Ok(match meaning {
            Meaning::Variable(position) => Node::Variable(position),
            Meaning::Pi => Node::Number(std::f64::consts::PI),
            Meaning::Function(function) => {
                self.deeper()?;
                let argument = self.argument()?;
                self.depth -= 1;
                Node::Apply(function, place, Box::new(argument))
            }
        })
    }

    /// The length and meaning of the longest name at this position. Of names of the same length the variable comes first.
    fn meaning(&self) -> Option<(usize, Meaning)> {
        let rest = self.characters.get(self.at..).unwrap_or_default();
        let mut longest: Option<(usize, Meaning)> = None;
        let mut try_name = |name: &str, meaning: Meaning| {
            let length = name.chars().count();
            let stands = name.chars().zip(rest).filter(|(a, b)| a == *b).count() == length;
            if stands && longest.as_ref().is_none_or(|(longest, _)| length > *longest) {
                longest = Some((length, meaning));
            }
        };
        for (position, name) in self.variables.iter().enumerate() {
            try_name(name, Meaning::Variable(position));
        }
        for (name, function, language) in &FUNCTIONS {
            if self.language >= *language {
                try_name(name, Meaning::Function(*function));
            }
        }
        try_name("π", Meaning::Pi);
        try_name("pi", Meaning::Pi);
        longest
    }

    /// The argument of a function: a parenthesis, or juxtaposed factors up to the next function. A parenthesis belongs to them if no space precedes it.
    fn argument(&mut self) -> Result<Node> {
        self.skip_spaces();
        if self.peek() == Some('(') {
            return self.parenthesized();
        }
        let mut product = self.power()?;
        loop {
            let end = self.at;
            if !self.juxtaposed() || self.peek() == Some('(') && self.at > end {
                return Ok(product);
            }
            if matches!(self.meaning(), Some((_, Meaning::Function(_)))) {
                return Ok(product);
            }
            product = Node::Combine(Operator::Multiply, self.at, Box::new(product), Box::new(self.power()?));
        }
    }

    /// Digits, a point or comma, digits, an exponent.
    fn number(&mut self) -> Result<Node> {
        let start = self.at;
        let (mut mantissa, mut exponent) = (0.0f64, 0i32);
        let mut digits = 0;
        let mut seen_point = false;
        while let Some(character) = self.peek() {
            match character.to_digit(10) {
                Some(digit) => {
                    mantissa = mantissa * 10.0 + f64::from(digit);
                    digits += 1;
                    exponent -= i32::from(seen_point);
                }
                None if matches!(character, '.' | ',') && !seen_point => seen_point = true,
                None if matches!(character, '.' | ',') => return Err(syntax(self.at, "one decimal point or comma")),
                None => break,
            }
            self.at += 1;
        }
        if digits == 0 {
            return Err(syntax(start, "a digit"));
        }
        exponent += self.exponent()?;
        self.decimals = Some(-exponent);
        // Up to 15 digits and a power of ten up to 22 the result is correctly rounded; beyond, it is at most a few units in the last place away.
        let scale = libm::pow(10.0, f64::from(exponent.unsigned_abs().min(400)));
        Ok(Node::Number(if exponent < 0 { mantissa / scale } else { mantissa * scale }))
    }

    /// `e` followed by digits; an `e` alone is not an exponent.
    fn exponent(&mut self) -> Result<i32> {
        let sign = self.characters.get(self.at + 1).filter(|sign| matches!(sign, '+' | '-' | '−'));
        let first = self.at + 1 + usize::from(sign.is_some());
        let is_exponent =
            matches!(self.peek(), Some('e' | 'E')) && self.characters.get(first).is_some_and(char::is_ascii_digit);
        if !is_exponent {
            return Ok(0);
        }
        self.at = first;
        let mut exponent = 0i32;
        while let Some(digit) = self.peek().and_then(|character| character.to_digit(10)) {
            exponent = exponent.saturating_mul(10).saturating_add_unsigned(digit);
            if exponent > 999 {
                return Err(syntax(self.at, "an exponent below 1000"));
            }
            self.at += 1;
        }
        Ok(if matches!(sign, Some('-' | '−')) { -exponent } else { exponent })
    }

    fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(syntax(self.at, "at most 60 parentheses, signs and functions within each other"));
        }
        Ok(())
    }
}

/// A superscript digit.
fn raised(character: char) -> Option<f64> {
    "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == character).map(|digit| digit as f64)
}
