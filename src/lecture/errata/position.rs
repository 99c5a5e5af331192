//! Errors about positions.

use crate::lecture::inputs::Input;
use crate::lecture::{Erratum, Kind, Wrong};
use crate::tensor::Tensor;

use Input::{Number, Word};

/// Every erratum of this topic.
pub static ERRATA: &[Erratum] = &[
    // The number 0.2 in a sequence of ten, taken to be twice as far along as the second of five.
    Erratum {
        id: "S0-E10",
        kind: Kind::Run {
            algorithm: "normalized-index-position",
            inputs: &[("length", Number(10.0))],
            wrong: Wrong::Step("position.normalized", |run| {
                let positions = run.step("position.positions")?.tensor.data();
                let length = positions.len() as f64;
                Tensor::vector(positions.iter().map(|position| (position - 1.0) / length).collect())
            }),
            shown: &[("position.normalized", "")],
        },
    },
    // A range that ends before 1.
    Erratum {
        id: "S0-E11",
        kind: Kind::Run {
            algorithm: "normalized-index-position",
            inputs: &[("length", Number(5.0)), ("divideBy", Word("last"))],
            wrong: Wrong::Inputs(&[("divideBy", Word("length"))]),
            shown: &[("position.normalized", "")],
        },
    },
];
