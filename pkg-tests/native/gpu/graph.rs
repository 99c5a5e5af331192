//! Random sparse matrices and graphs: empty rows, full rows, and entries on the diagonal.

use attograph::backend::check::{Expected, check};
use attograph::backend::cpu::matrix::Matrix;

use crate::fast::chance::Chance;

/// Places of a matrix, none twice, row by row.
pub fn draw_places(chance: &mut Chance, rows: usize, columns: usize) -> Vec<[u32; 2]> {
    if rows * columns == 0 {
        return Vec::new();
    }
    let count = chance.below(3 * rows + 2);
    let mut places: Vec<[u32; 2]> =
        (0..count).map(|_| [chance.below(rows) as u32, chance.below(columns) as u32]).collect();
    if chance.once_in(4) {
        let full = chance.below(rows) as u32;
        places.extend((0..columns as u32).map(|column| [full, column]));
    }
    if chance.once_in(3) {
        places.extend((0..rows.min(columns) as u32).map(|both| [both; 2]));
    }
    places.sort_unstable();
    places.dedup();
    places
}

/// Places of a matrix of 6 rows, some of which have about as many entries as a workgroup shares, or more; and how many columns it has.
pub fn draw_long(chance: &mut Chance) -> (Vec<[u32; 2]>, usize) {
    let columns = [300, 1100][chance.below(2)];
    let mut places = Vec::new();
    for row in 0..6 {
        let count = [0, 3, 255, 256, 257, 258, 300, columns][chance.below(8)] as u32;
        places.extend((0..count).map(|column| [row, column]));
    }
    (places, columns)
}

/// Asserts that every number of a result is within its bound.
pub fn hold(found: &[f32], expected: &dyn Expected, what: &str) {
    let (rows, columns) = expected.shape();
    let found = Matrix::new("found", found, rows, columns).expect("a matrix");
    let verdict = check(expected, found, rows).expect("a verdict");
    assert!(verdict.within && verdict.rows == rows, "{what}: {verdict:?}");
}
