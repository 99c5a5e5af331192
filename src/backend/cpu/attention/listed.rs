//! Attention along a list of blocks: each block of queries sees some blocks of keys.
//!
//! ```text
//! block length 2, lists [0 2] [1] [0 2]
//!   1 1 0 0 1 1
//!   1 1 0 0 1 1
//!   0 0 1 1 0 0
//!   0 0 1 1 0 0        only the listed blocks are computed
//!   1 1 0 0 1 1
//!   1 1 0 0 1 1
//! ```
//!
//! Block-sparse patterns, windows of whole blocks and the chunks of LSH attention are all of this kind. The bound is that of [`super::tiled`], with as
//! many keys as are listed.

use crate::error::{Error, Result};

use super::keys::Keys;
use super::online::{Online, QUERIES};
use super::pair_rule::{Band, Rules};
use crate::backend::cpu::compressed::Compressed;
use crate::backend::cpu::matrix::{Matrix, MatrixMut};

/// Computes attention of every block of queries to the blocks of keys that its row of `lists` names. The last block may be shorter than `length`.
///
/// # Errors
/// [`Error::ShapeMismatch`] unless the lists have a row for every block of queries and the queries are as wide as the keys, [`Error::OutOfRange`] for a
/// length of 0, [`Error::TooLarge`].
///
/// # Complexity
/// listed blocks · length² · (d + v) multiplications. Extra memory: 32 rows of queries, scores and results.
pub fn attend_listed(
    query: Matrix,
    keys: &Keys,
    length: usize,
    lists: &Compressed,
    target: &mut MatrixMut,
) -> Result<()> {
    if length == 0 {
        let expected = "at least 1".into();
        return Err(Error::OutOfRange { input: "blockLength".into(), index: Vec::new(), value: 0.0, expected }.into());
    }
    let expectations = [
        ("lists", 0, lists.rows(), query.rows().div_ceil(length), "`query`"),
        ("lists", 1, lists.width(), keys.count().div_ceil(length), "`key`"),
        ("key", 1, keys.depth(), query.columns(), "`query`"),
    ];
    for (input, axis, found, expected, because) in expectations {
        if found != expected {
            let (input, because) = (input.into(), because.into());
            return Err(Error::ShapeMismatch { input, axis, expected, found, because }.into());
        }
    }
    let (mut online, all) =
        (Online::new(keys)?, Rules { band: Band::FULL, mask: None, bias: None, keys: keys.count() });
    for block in 0..lists.rows() {
        let end = query.rows().min((block + 1) * length);
        for first in (block * length..end).step_by(QUERIES) {
            let queries = first..end.min(first + QUERIES);
            online.start(query.row_range(queries.clone()), first);
            for listed in lists.row(block).0 {
                let start = *listed as usize * length;
                online.see(keys, start..start + length, &all);
            }
            online.finish(&mut target.row_range(queries), None);
        }
    }
    Ok(())
}
