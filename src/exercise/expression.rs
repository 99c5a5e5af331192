//! Expressions as students type them: read by a small grammar, never by `eval`.
//!
//! ```text
//! sum      = product { ("+" | "−" | "-") product }
//! product  = signed { ("·" | "*" | "×" | "/" | "÷") signed | juxtaposed }
//! signed   = { "+" | "-" | "−" } power
//! power    = primary [ "^" signed | "²" | "³" ]
//! primary  = number | name | function argument | "√" primary | "(" sum ")"
//! argument = "(" sum ")" | power { juxtaposed power }     sin ωk is sin(ω·k)
//! number   = digits [ ("." | ",") digits ] [ "e" [sign] digits ]
//! ```
//!
//! Juxtaposed factors, as in `2ωk` or `3(a + b)`, are a product that binds as tightly as a written one. A comma is a decimal comma.

use crate::error::{Error, Result};

/// The longest text that is read.
const MAX_LENGTH: usize = 1000;
/// The deepest nesting of parentheses, signs and functions that is read.
const MAX_DEPTH: usize = 60;

/// A function of one number that expressions may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    SquareRoot,
    Exponential,
    Logarithm,
    Sine,
    Cosine,
    HyperbolicTangent,
    Absolute,
}

/// Names of functions, the longer ones first where one begins another.
const FUNCTIONS: [(&str, Function); 7] = [
    ("sqrt", Function::SquareRoot),
    ("exp", Function::Exponential),
    ("ln", Function::Logarithm),
    ("sin", Function::Sine),
    ("cos", Function::Cosine),
    ("tanh", Function::HyperbolicTangent),
    ("abs", Function::Absolute),
];

impl Function {
    fn apply(self, x: f64) -> f64 {
        match self {
            Function::SquareRoot => x.sqrt(),
            Function::Exponential => libm::exp(x),
            Function::Logarithm => libm::log(x),
            Function::Sine => libm::sin(x),
            Function::Cosine => libm::cos(x),
            Function::HyperbolicTangent => libm::tanh(x),
            Function::Absolute => x.abs(),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Number(f64),
    Variable(usize),
    Negate(Box<Node>),
    Add(Box<Node>, Box<Node>),
    Subtract(Box<Node>, Box<Node>),
    Multiply(Box<Node>, Box<Node>),
    Divide(Box<Node>, Box<Node>),
    Power(Box<Node>, Box<Node>),
    Apply(Function, Box<Node>),
}

/// An expression that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    node: Node,
    decimals: Option<i32>,
}

impl Expression {
    /// Reads an expression. `variables` are the names it may use, beside the constants `pi` and `π`.
    ///
    /// # Errors
    /// [`Error::Syntax`], with the place of the error, counted in characters from 0.
    ///
    /// # Complexity
    /// Proportional to the length of the text, which may be 1 000 characters.
    ///
    /// # Example
    /// ```
    /// use attograph::exercise::expression::Expression;
    /// let turn = Expression::read("sin ωk + 1/2", &["ω", "k"])?;
    /// assert_eq!(turn.value(&[0.0, 7.0]), 0.5);
    /// assert_eq!(Expression::read("2 + )", &[]).unwrap_err().code(), "syntax");
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn read(text: &str, variables: &[&str]) -> Result<Expression> {
        let characters: Vec<char> = text.chars().collect();
        if characters.len() > MAX_LENGTH {
            return Err(syntax(MAX_LENGTH, "at most 1000 characters"));
        }
        let mut reader = Reader { characters: &characters, at: 0, variables, depth: 0, decimals: None };
        let node = reader.sum()?;
        reader.skip_spaces();
        if reader.at < characters.len() {
            return Err(syntax(reader.at, "an operator or the end"));
        }
        let plain = match &node {
            Node::Number(_) => true,
            Node::Negate(inner) => matches!(**inner, Node::Number(_)),
            _ => false,
        };
        Ok(Expression { node, decimals: reader.decimals.filter(|_| plain) })
    }

    /// The value, given those of the variables in their order. NaN or an infinity where it has none.
    pub fn value(&self, variables: &[f64]) -> f64 {
        evaluate(&self.node, variables)
    }

    /// For a plain decimal number: how many digits stand behind its point (fewer than none for `2e3`). `None` for anything that is computed.
    pub fn decimals(&self) -> Option<i32> {
        self.decimals
    }
}

fn evaluate(node: &Node, variables: &[f64]) -> f64 {
    let of = |node: &Node| evaluate(node, variables);
    match node {
        Node::Number(number) => *number,
        Node::Variable(position) => variables.get(*position).copied().unwrap_or(f64::NAN),
        Node::Negate(inner) => -of(inner),
        Node::Add(left, right) => of(left) + of(right),
        Node::Subtract(left, right) => of(left) - of(right),
        Node::Multiply(left, right) => of(left) * of(right),
        Node::Divide(left, right) => of(left) / of(right),
        Node::Power(base, exponent) => libm::pow(of(base), of(exponent)),
        Node::Apply(function, argument) => function.apply(of(argument)),
    }
}

fn syntax(place: usize, expected: &str) -> Box<Error> {
    Box::new(Error::Syntax { place, expected: expected.into() })
}

struct Reader<'a> {
    characters: &'a [char],
    at: usize,
    variables: &'a [&'a str],
    depth: usize,
    /// Of the last number.
    decimals: Option<i32>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// The next character after spaces, taken if it is one of these.
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
            let right = Box::new(self.product()?);
            left = if sign == '+' { Node::Add(Box::new(left), right) } else { Node::Subtract(Box::new(left), right) };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn product(&mut self) -> Result<Node> {
        let mut left = self.signed()?;
        loop {
            left = match self.take(&['·', '*', '×', '⋅', '/', '÷']) {
                Some('/' | '÷') => Node::Divide(Box::new(left), Box::new(self.signed()?)),
                Some(_) => Node::Multiply(Box::new(left), Box::new(self.signed()?)),
                None if self.juxtaposed() => Node::Multiply(Box::new(left), Box::new(self.power()?)),
                None => return Ok(left),
            };
        }
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
        let base = self.primary()?;
        match self.take(&['^', '²', '³']) {
            None => Ok(base),
            Some('^') => {
                self.deeper()?;
                let exponent = self.signed()?;
                self.depth -= 1;
                Ok(Node::Power(Box::new(base), Box::new(exponent)))
            }
            Some(raised) => {
                let exponent = if raised == '²' { 2.0 } else { 3.0 };
                Ok(Node::Power(Box::new(base), Box::new(Node::Number(exponent))))
            }
        }
    }

    /// Whether a factor follows without a sign between.
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
                Ok(Node::Apply(Function::SquareRoot, Box::new(argument)))
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

    /// The longest known name that stands here: a variable, a constant or a function.
    fn name(&mut self) -> Result<Node> {
        let rest = self.characters.get(self.at..).unwrap_or_default();
        let stands = |name: &str| name.chars().zip(rest).filter(|(a, b)| a == *b).count() == name.chars().count();
        let length = |name: &str| name.chars().count();
        let variable = (0..self.variables.len())
            .filter_map(|position| self.variables.get(position).map(|name| (position, *name)))
            .filter(|(_, name)| stands(name))
            .max_by_key(|(_, name)| length(name));
        let function = FUNCTIONS.iter().find(|(name, _)| stands(name));
        match (variable, function) {
            (Some((position, name)), function) if function.is_none_or(|(other, _)| length(name) > length(other)) => {
                self.at += length(name);
                Ok(Node::Variable(position))
            }
            (_, Some((name, function))) => {
                self.at += length(name);
                self.deeper()?;
                let argument = self.argument()?;
                self.depth -= 1;
                Ok(Node::Apply(*function, Box::new(argument)))
            }
            _ if stands("π") || stands("pi") => {
                self.at += if stands("π") { 1 } else { 2 };
                Ok(Node::Number(std::f64::consts::PI))
            }
            _ => Err(syntax(self.at, "a name that is known here")),
        }
    }

    /// What a function is applied to: a parenthesis, or factors that stand side by side up to the next function.
    fn argument(&mut self) -> Result<Node> {
        self.skip_spaces();
        if self.peek() == Some('(') {
            return self.parenthesized();
        }
        let mut product = self.power()?;
        while self.juxtaposed() && self.peek() != Some('(') && !self.at_function() {
            product = Node::Multiply(Box::new(product), Box::new(self.power()?));
        }
        Ok(product)
    }

    fn at_function(&self) -> bool {
        let rest: String = self.characters.get(self.at..).unwrap_or_default().iter().take(4).collect();
        FUNCTIONS.iter().any(|(name, _)| rest.starts_with(name))
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
        // Up to 15 digits and a power of ten up to 22 this is the nearest number there is; beyond, at most a few units in the last place away.
        let scale = libm::pow(10.0, f64::from(exponent.unsigned_abs().min(400)));
        Ok(Node::Number(if exponent < 0 { mantissa / scale } else { mantissa * scale }))
    }

    /// `e` with digits after it; an `e` alone is no exponent.
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
