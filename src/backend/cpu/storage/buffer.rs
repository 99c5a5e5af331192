//! Allocation that returns an error when the memory is not there.

use crate::error::{Error, Result};
use crate::tensor::MAX_ELEMENTS;

/// Allocates a matrix whose size a caller decides, filled with one value.
///
/// # Errors
/// Those of [`room`].
pub fn filled<T: Clone>(what: &str, rows: usize, columns: usize, value: T) -> Result<Vec<T>> {
    let mut room = room(what, rows, columns)?;
    room.resize(rows * columns, value);
    Ok(room)
}

/// Allocates for a matrix whose size a caller decides: an empty vector with the capacity for all its numbers.
///
/// # Errors
/// [`Error::TooLarge`], with the requested shape and the limit, beyond [`MAX_ELEMENTS`] or when the memory is not there. Nothing is
/// allocated then.
pub fn room<T>(what: &str, rows: usize, columns: usize) -> Result<Vec<T>> {
    let refusal = || Box::new(Error::TooLarge { what: what.into(), shape: vec![rows, columns], limit: MAX_ELEMENTS });
    let count = rows.checked_mul(columns).filter(|&count| count <= MAX_ELEMENTS).ok_or_else(refusal)?;
    let mut room = Vec::new();
    room.try_reserve_exact(count).map_err(|_| refusal())?;
    Ok(room)
}

#[cfg(test)]
mod tests {
    use super::filled;
    use crate::error::Error;
    use crate::tensor::MAX_ELEMENTS;

    #[test]
    fn what_is_too_large_is_refused_with_both_figures() {
        for (rows, columns) in [(1 << 20, 1 << 20), (usize::MAX, 2), (MAX_ELEMENTS + 1, 1)] {
            let error = filled("output", rows, columns, 0f32).unwrap_err();
            let expected = Error::TooLarge { what: "output".into(), shape: vec![rows, columns], limit: MAX_ELEMENTS };
            assert_eq!(*error, expected);
        }
    }

    #[test]
    fn room_is_as_large_as_asked() {
        assert_eq!(filled("output", 2, 3, 1f32).unwrap(), [1.0; 6]);
        assert!(filled("output", 0, usize::MAX, 1f32).unwrap().is_empty());
    }
}
