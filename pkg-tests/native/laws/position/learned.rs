//! Learned tables of positions.

use attograph::catalog::{Arguments, trace};
use attograph::tensor::Tensor;
use proptest::prelude::*;

use crate::support::assert_lawful;
use crate::support::draws::numbers;

const ID: &str = "learned-position-embedding";

fn table(rows: usize, width: usize, seed: u64) -> Tensor {
    numbers(&[rows, width], seed)
}

proptest! {
    #[test]
    fn in_one_direction_the_encoding_is_the_beginning_of_the_table(rows in 0usize..7, width in 0usize..5, less in 0usize..7, seed in any::<u64>()) {
        let (table, length) = (table(rows, width, seed), rows.saturating_sub(less));
        let inputs = Arguments::new().with("table", table.clone());
        prop_assert_eq!(&assert_lawful(ID, &inputs, "all").outputs["encoding"], &table);
        let trace = assert_lawful(ID, &inputs.with("length", length as f64), "the beginning");
        prop_assert_eq!(trace.outputs["encoding"].data(), &table.data()[..length * width]);
    }

    #[test]
    fn in_two_directions_each_patch_has_the_rows_of_its_row_and_its_column(
        (h, w) in (0usize..4, 0usize..4), (c, e) in (0usize..4, 0usize..4), less in 0usize..5, concat in any::<bool>(), seed in any::<u64>()
    ) {
        let e = if concat { e } else { c };
        let (rows, columns) = (table(h, c, seed), table(w, e, seed.wrapping_add(1)));
        let length = (h * w).saturating_sub(less);
        let inputs = Arguments::new()
            .with("table", rows.clone())
            .with("columnTable", columns.clone())
            .with("combineTables", if concat { "concat" } else { "add" })
            .with("length", length as f64);
        let trace = assert_lawful(ID, &inputs, "an image");
        let mut expected = Vec::new();
        for patch in 0..length {
            let (r, q) = (&rows.data()[patch / w * c..][..c], &columns.data()[patch % w * e..][..e]);
            if concat {
                expected.extend(r.iter().chain(q));
            } else {
                expected.extend(r.iter().zip(q).map(|(a, b)| a + b));
            }
        }
        prop_assert_eq!(trace.outputs["encoding"].data(), expected);
        prop_assert_eq!(trace.outputs["encoding"].shape(), [length, if concat { c + e } else { c }]);
    }
}

#[test]
fn positions_beyond_the_table_and_tables_of_different_widths_are_typed_errors() {
    let code = |inputs: Arguments| trace(ID, &inputs).expect_err("an error").code();
    let inputs = Arguments::new().with("table", table(3, 2, 1));
    assert_eq!(code(inputs.clone().with("length", 4.0)), "out-of-range");
    assert_eq!(code(inputs.clone().with("columnTable", table(3, 4, 1))), "shape-mismatch");
    assert_eq!(code(inputs.with("columnTable", table(3, 2, 1)).with("length", 10.0)), "out-of-range");
}
