//! Expressions as students type them: read by a small grammar, never by `eval`.
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
//! transposed  = "ᵀ" | "^T"                                   where matrices may stand
//! ```
//!
//! Juxtaposed factors, as in `2ωk` or `3(a + b)`, are a product that binds as tightly as a written one. A comma is a decimal comma.

mod function;
mod reader;
mod value;

use crate::error::{Error, Result};

use function::Function;
use reader::Reader;
pub use value::Value;

/// The longest text that is read.
const MAX_LENGTH: usize = 1000;
/// The deepest nesting of parentheses, signs and functions that is read.
const MAX_DEPTH: usize = 60;

/// What may stand in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// Numbers only.
    Numbers,
    /// Matrices too: transposed, multiplied, in a softmax.
    Matrices,
    /// Beside this, what a claim of the library says and no student types: the degrees of a matrix.
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

/// A part of an expression. What can fail knows its place in the text.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    Number(f64),
    Variable(usize),
    Negate(Box<Node>),
    Transpose(Box<Node>),
    Combine(Operator, usize, Box<Node>, Box<Node>),
    Apply(Function, usize, Box<Node>),
}

/// An expression that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    node: Node,
    decimals: Option<i32>,
}

impl Expression {
    /// Reads an expression of numbers. `variables` are the names it may use, beside the constants `pi` and `π`.
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
        Expression::read_in(Language::Numbers, text, variables)
    }

    /// Reads an expression of a language.
    ///
    /// # Errors
    /// [`Error::Syntax`], with the place of the error, counted in characters from 0.
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

    /// The value of an expression of numbers, given those of the variables in their order. NaN or an infinity where it has none.
    pub fn value(&self, variables: &[f64]) -> f64 {
        let variables: Vec<Value> = variables.iter().copied().map(Value::Number).collect();
        match self.at(&variables) {
            Ok(Value::Number(number)) => number,
            _ => f64::NAN,
        }
    }

    /// The value, given those of the variables in their order.
    ///
    /// # Errors
    /// [`Error::Syntax`] where shapes do not fit, or where a number should stand and a matrix does.
    pub fn at(&self, variables: &[Value]) -> Result<Value> {
        value::evaluate(&self.node, variables)
    }

    /// For a plain decimal number: how many digits stand behind its point (fewer than none for `2e3`). `None` for anything that is computed.
    pub fn decimals(&self) -> Option<i32> {
        self.decimals
    }
}

fn syntax(place: usize, expected: &str) -> Box<Error> {
    Box::new(Error::Syntax { place, expected: expected.into() })
}
