//! Errors about positions, and about patches of images.

use crate::backend::Reference;
use crate::catalog::{Arguments, evaluate};
use crate::error::{Error, Result};
use crate::lecture::inputs::Input;
use crate::lecture::{Erratum, Kind, Quoted, Status, Wrong};
use crate::tensor::Tensor;

use Input::{Number, Word};
use Quoted::{Formula, Words};
use Status::{Contested, Notation};

/// Every erratum of this topic.
pub static ERRATA: &[Erratum] = &[
    // The position 0.2 in a sequence of ten, taken to be twice as far along as the second of five.
    Erratum {
        id: "S0-E10",
        part: "positions",
        quoted: Words,
        status: Status::Error,
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
        part: "positions",
        quoted: Words,
        status: Notation,
        kind: Kind::Run {
            algorithm: "normalized-index-position",
            inputs: &[("length", Number(5.0)), ("divideBy", Word("last"))],
            wrong: Wrong::Inputs(&[("divideBy", Word("length"))]),
            shown: &[("position.normalized", "")],
        },
    },
    // The numbers of an image called pixels.
    Erratum {
        id: "S0-E18",
        part: "long-inputs",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Amount {
            right: || patches(&[3, 64, 64], 1.0).map(|shape| shape.iter().product::<usize>() as f64),
            wrong: || patches(&[3, 64, 64], 1.0).and_then(|shape| first(&shape)),
        },
    },
    // An image divided into 16 by 16 tokens, instead of tokens of 16 by 16 pixels.
    Erratum {
        id: "S0-E19",
        part: "vision",
        quoted: Words,
        status: Contested,
        kind: Kind::Amount {
            right: || patches(&[1, 224, 224], 16.0).and_then(|shape| first(&shape)),
            wrong: || patches(&[1, 224, 224], 224.0 / 16.0).and_then(|shape| first(&shape)),
        },
    },
    // A conference.
    Erratum { id: "S0-E20", part: "vision", quoted: Words, status: Notation, kind: Kind::Statement },
];

/// The shape of an image of this shape divided into patches: one row for each patch.
fn patches(image: &[usize], patch: f64) -> Result<Vec<usize>> {
    let blank = Tensor::new(image.to_vec(), vec![0.0; image.iter().product()])?;
    let inputs = Arguments::new().with("image", blank).with("patch", patch);
    let found = evaluate("image-patches", &inputs, &Reference)?;
    Ok(found.outputs.get("patches").map(|patches| patches.shape().to_vec()).unwrap_or_default())
}

fn first(shape: &[usize]) -> Result<f64> {
    let none = || Error::Internal { step: "vision.patches".into(), reason: "no axes".into() };
    shape.first().map(|&length| length as f64).ok_or_else(|| none().into())
}
