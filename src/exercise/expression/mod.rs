//! Expressions typed by students, parsed by a small grammar, never by `eval`.
//!
//! ```text
//! sum         = product { ("+" | "−" | "-") product }
//! product     = signed { ("·" | "*" | "×" | "/" | "÷") signed | juxtaposed }
//! signed      = { "+" | "-" | "−" } power
//! power       = primary { "^" signed | superscript | transposed }
//! primary     = number | "½" | name | function argument | "√" primary | "(" sum ")"
//! argument    = "(" sum ")" | power { juxtaposed power }     sin ωk is sin(ω·k), and so is sin ω(k); sin ω (k) is sin(ω)·k
//! number      = digits [ ("." | ",") digits ] [ "e" [sign] digits ]
//! superscript = [ "⁻" ] ("⁰" … "⁹" | "½")
//! transposed  = "ᵀ" | "^T"                                   where matrices are allowed
//! ```
//!
//! Juxtaposed factors, as in `2ωk` or `3(a + b)`, are a product with the same precedence as a written one. A comma is a decimal comma.

mod function;
mod reader;
mod value;

use crate::error::{Error, Result};

use function::Function;
use reader::Reader;
pub use value::Value;

/// The longest allowed text.
const MAX_LENGTH: usize = 1000;
/// The deepest allowed nesting of parentheses, signs and functions.
const MAX_DEPTH: usize = 60;

/// What an expression may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// Numbers only.
    Numbers,
    /// Matrices too: transposed, multiplied, in a softmax.
    Matrices,
    /// Also what only the library's own expressions use: the degrees of a matrix.
    Claims,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Raise,
}

/// A part of an expression. Parts that can fail have their position in the text.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    Number(f64),
    Variable(usize),
    Negate(Box<Node>),
    Transpose(Box<Node>),
    Combine(Operator, usize, Box<Node>, Box<Node>),
    Apply(Function, usize, Box<Node>),
}

/// A parsed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    node: Node,
    decimals: Option<i32>,
}

impl Expression {
    /// Parses an expression of numbers. `variables` are the names it may use, in addition to the constants `pi` and `π`.
    ///
    /// # Errors
    /// [`Error::Syntax`], with the position of the error, counted in characters from 0.
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
        Expression::read_in(Language::Numbers, text, variables)
    }

    /// Parses an expression of a language.
    ///
    /// # Errors
    /// [`Error::Syntax`], with the position of the error, counted in characters from 0.
    pub fn read_in(language: Language, text: &str, variables: &[&str]) -> Result<Expression> {
        let characters: Vec<char> = text.chars().collect();
        if characters.len() > MAX_LENGTH {
            return Err(syntax(MAX_LENGTH, "at most 1000 characters"));
        }
        let mut reader = Reader::new(language, &characters, variables);
        let node = reader.all()?;
        let plain = match &node {
            Node::Number(_) => true,
            Node::Negate(inner) => matches!(**inner, Node::Number(_)),
            _ => false,
        };
        Ok(Expression { node, decimals: reader.decimals.filter(|_| plain) })
    }

    /// Returns the value of an expression of numbers for these values of the variables, in their order. NaN or an infinity where it is undefined.
    pub fn value(&self, variables: &[f64]) -> f64 {
        let variables: Vec<Value> = variables.iter().copied().map(Value::Number).collect();
        match self.at(&variables) {
            Ok(Value::Number(number)) => number,
            _ => f64::NAN,
        }
    }

    /// Returns the value for these values of the variables, in their order.
    ///
    /// # Errors
    /// [`Error::Syntax`] where shapes do not fit, or where a matrix is in the place of a number.
    pub fn at(&self, variables: &[Value]) -> Result<Value> {
        value::evaluate(&self.node, variables)
    }

    /// Returns the number of decimals of a plain decimal number (negative for `2e3`). `None` for a computed value.
    pub fn decimals(&self) -> Option<i32> {
        self.decimals
    }
}

fn syntax(place: usize, expected: &str) -> Box<Error> {
    Box::new(Error::Syntax { place, expected: expected.into() })
}
