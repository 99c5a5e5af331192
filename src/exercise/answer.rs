//! Compares a typed number with the right one: rounded or truncated at the digits that were typed, as a fraction, or as an expression.
//!
//! ```text
//! right 0.99911   typed 1.00 and 1 (rounded)   0.99 (truncated)   0.9991 (both)   0.9 (too few digits where two are required)   0.98 and 0 (wrong)
//! ```

use crate::error::Result;

use super::expression::Expression;

/// The result of comparing a typed number with the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is right to the digits that were typed.
    Right,
    /// Its digits agree, but it has fewer decimals than required, and those that are left out are not all zeros.
    TooFewDigits,
    /// It is a different number.
    Wrong,
}

/// Tolerance for a computed answer, such as a fraction, relative to the right number or to 1, whichever is larger.
const EXACT: f64 = 1e-9;

/// A typed number.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Its value.
    pub value: f64,
    /// The number of decimals of a plain decimal number.
    pub decimals: Option<i32>,
}

impl Answer {
    /// Reads a typed number: `0.75`, `0,75`, `3/4`, `7.5e-1`, `−∞`, or any expression without variables (see [`Expression`]).
    ///
    /// # Errors
    /// [`crate::error::Error::Syntax`], with the place of the error.
    ///
    /// # Example
    /// ```
    /// use attograph::exercise::answer::{Answer, Verdict};
    /// assert_eq!(Answer::read("0,99")?.against(0.99911, 2), Verdict::Right); // truncated
    /// assert_eq!(Answer::read("1.00")?.against(0.99911, 2), Verdict::Right); // rounded
    /// assert_eq!(Answer::read("3/8")?.against(0.375, 2), Verdict::Right);
    /// assert_eq!(Answer::read("0.9")?.against(0.99911, 2), Verdict::TooFewDigits);
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn read(text: &str) -> Result<Answer> {
        match text.trim() {
            "∞" | "+∞" | "inf" | "+inf" => Ok(Answer { value: f64::INFINITY, decimals: None }),
            "−∞" | "-∞" | "-inf" | "−inf" => Ok(Answer { value: f64::NEG_INFINITY, decimals: None }),
            text => {
                let expression = Expression::read(text, &[])?;
                Ok(Answer { value: expression.value(&[]), decimals: expression.decimals() })
            }
        }
    }

    /// Compares with the right number. At least `asked` decimals have to be typed; zeros at their end may be left out, so that `5.2` stands for `5.20`.
    ///
    /// A 0 has no digit that could agree, so it is compared at the decimals that were asked for: it may stand for 0.004, but not for 0.88.
    ///
    /// ```
    /// use attograph::exercise::answer::{Answer, Verdict};
    /// assert_eq!(Answer::read("5.2")?.against(5.2034, 2), Verdict::Right); // 5.20
    /// assert_eq!(Answer::read("5.2")?.against(5.2351, 2), Verdict::TooFewDigits);
    /// assert_eq!(Answer::read("0")?.against(0.004, 2), Verdict::Right); // 0.00
    /// assert_eq!(Answer::read("0")?.against(0.88, 2), Verdict::Wrong);
    /// # Ok::<(), Box<attograph::error::Error>>(())
    /// ```
    pub fn against(&self, right: f64, asked: i32) -> Verdict {
        if !right.is_finite() || !self.value.is_finite() {
            return if self.value == right { Verdict::Right } else { Verdict::Wrong };
        }
        let exact = (self.value - right).abs() <= EXACT * right.abs().max(1.0);
        match self.decimals {
            _ if exact => Verdict::Right,
            None => Verdict::Wrong,
            Some(decimals) if !self.agrees(right, if self.value == 0.0 { decimals.max(asked) } else { decimals }) => {
                Verdict::Wrong
            }
            Some(decimals) if decimals < asked && !self.agrees(right, asked) => Verdict::TooFewDigits,
            Some(_) => Verdict::Right,
        }
    }

    /// Whether the right number, rounded or truncated to this number of decimals, equals this one.
    fn agrees(&self, right: f64, decimals: i32) -> bool {
        let unit = libm::pow(10.0, f64::from(-decimals));
        // Rounding errors of the arithmetic may move a number that lies on the boundary.
        let slack = 1e-9 * unit + 4.0 * f64::EPSILON * right.abs();
        let rounded = (self.value - right).abs() <= 0.5 * unit + slack;
        let cut = right.abs() - self.value.abs();
        let same_side = self.value == 0.0 || (self.value < 0.0) == (right < 0.0);
        rounded || same_side && cut >= -slack && cut < unit
    }
}
