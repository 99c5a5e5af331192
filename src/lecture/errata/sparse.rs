//! Errors about hashing.

use crate::lecture::inputs::{Input, Inputs};
use crate::lecture::{Erratum, Kind, Quoted, Status, Wrong};

use Input::{Matrix, Number, Tensor, Word};
use Quoted::{Formula, Words};
use Status::Notation;

/// Eight points around the origin, two in each quarter between the diagonals.
const POINTS: Input = Matrix(2, &[2., 1., 1., 2., -1., 2., -2., 1., -2., -1., -1., -2., 1., -2., 2., -1.]);
const UNIT_2: Input = Matrix(2, &[1.0, 0.0, 0.0, 1.0]);

/// The number of buckets.
const BUCKETS: f64 = 4.0;

/// Every erratum of this topic.
pub static ERRATA: &[Erratum] = &[
    // Random numbers called a rotation.
    Erratum {
        id: "S0-E21",
        part: "hashing",
        quoted: Formula,
        status: Status::Error,
        kind: Kind::Run {
            algorithm: "lsh-collision",
            inputs: &[("angle", Number(90.0)), ("trials", Number(1000.0))],
            wrong: Wrong::Inputs(&[("rotationKind", Word("gaussian"))]),
            shown: &[("collision.rotation-law", "collision.gaussian-law"), ("collision.measured", "")],
        },
    },
    // The letter of the number of buckets, used for the size of a bucket.
    Erratum { id: "S0-E22", part: "hashing", quoted: Formula, status: Notation, kind: Kind::Statement },
    // Buckets of one hash called hashes.
    Erratum {
        id: "S0-E23",
        part: "hashing",
        quoted: Words,
        status: Status::Contested,
        kind: Kind::Run {
            algorithm: "lsh-attention",
            inputs: HASHED,
            wrong: Wrong::Inputs(&[("nHashes", Number(BUCKETS)), ("rotations", Tensor(&[1, 2, 4, 2], FOUR_ROTATIONS))]),
            shown: &[("lsh.buckets", ""), ("lsh.output", "")],
        },
    },
    // Two typing errors.
    Erratum { id: "S0-E30", part: "hashing", quoted: Words, status: Notation, kind: Kind::Statement },
    // A paragraph that is there twice.
    Erratum { id: "S3-E06", part: "article", quoted: Words, status: Notation, kind: Kind::Statement },
];

const HASHED: Inputs = &[
    ("x", POINTS),
    ("wQueryKey", UNIT_2),
    ("wValue", UNIT_2),
    ("rotations", Tensor(&[1, 2, 1, 2], &[1.0, 0.0, 0.0, 1.0])),
    ("nHashes", Number(1.0)),
    ("nBuckets", Number(BUCKETS)),
    ("chunkLength", Number(2.0)),
];

/// The directions of four hashes of four buckets each: first those of the right version, then others.
const FOUR_ROTATIONS: &[f64] = &[1.0, 0.0, 1.0, -1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, -1.0, 0.0, -1.0, 1.0];
