//! How often two vectors fall into one bucket: measured over random rotations, beside the law.
//!
//! ```text
//! angle θ ─► x = (1, 0), y = (cos θ, sin θ)
//! seed ─► random R, one a trial ─► (orthogonal) ─► buckets of x and y ─► same? ─► share of the trials │ law
//! ```
//!
//! In the plane and with four buckets both laws are simple. A true rotation turns the two together, and a border lies between them with probability
//! θ/90°: they share a bucket with probability max(0, 1 − θ/90°). With Gaussian numbers it is (1 − θ/180°)²: the bucket is decided by the signs of r₁ + r₂
//! and r₁ − r₂, two independent Gaussian directions, each of which separates the two with probability θ/180°. At a right angle that is 1/4, where a
//! rotation never lets them meet.
//!
//! Source: Andoni et al. 2015, section 3, for rotations; Goemans & Williamson 1995, lemma 3.2, for the sign of one Gaussian direction.

use crate::algorithm::{Algorithm, Output, always, choice, integer_or, number, when};
use crate::error::Error;

pub use super::lsh_collision_steps::*;

use super::rotation::orthogonalize;

const KINDS: &[&str] = &["orthogonal", "gaussian"];

/// Measures how often two vectors at an angle share one of four buckets in the plane, over rotations drawn from a seed, beside the law.
///
/// # Shapes
/// | output | shape |
/// |---|---|
/// | measured | one number |
/// | theory | one number |
///
/// # Errors
/// [`Error::OutOfRange`] for an angle outside 0° to 180°, [`Error::TooLarge`] for too many trials.
///
/// # Complexity
/// Proportional to the trials.
///
/// # Example
/// Vectors at a right angle never share a bucket of a true rotation; of Gaussian directions they do in one case of four.
/// ```
/// use attograph::catalog::{self, Arguments};
/// let inputs = Arguments::new().with("angle", 90.0).with("trials", 400.0);
/// let rotation = catalog::trace("lsh-collision", &inputs)?;
/// assert_eq!((rotation.outputs["measured"].data(), rotation.outputs["theory"].data()), (&[0.0][..], &[0.0][..]));
/// let gaussian = catalog::trace("lsh-collision", &inputs.with("rotationKind", "gaussian"))?;
/// assert_eq!(gaussian.outputs["theory"].data(), [0.25]);
/// assert!((gaussian.outputs["measured"].data()[0] - 0.25).abs() < 0.1);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "lsh-collision",
    title: "Collision probability of hashing by direction",
    source: "Andoni et al. 2015, section 3",
    inputs: &[
        number("angle"),
        integer_or("trials", 1, 1000),
        integer_or("seed", 0, 0),
        choice("rotationKind", KINDS, "orthogonal"),
    ],
    parts: &[
        always(&ANGLE),
        always(&TRIALS),
        always(&SEED),
        always(&POINTS),
        always(&DIRECTIONS),
        when("rotationKind=orthogonal", &ORTHOGONAL),
        always(&ROTATED),
        always(&BUCKETS),
        always(&SAME),
        always(&COUNT),
        always(&MEASURED),
        when("rotationKind=orthogonal", &ROTATION_LAW),
        when("rotationKind=gaussian", &GAUSSIAN_LAW),
    ],
    outputs: &[
        Output { name: "measured", steps: &[&MEASURED] },
        Output { name: "theory", steps: &[&ROTATION_LAW, &GAUSSIAN_LAW] },
    ],
    run: |arguments, run| {
        let degrees = arguments.number("angle", f64::NAN)?;
        if arguments.get("angle").is_none() {
            return Err(Error::MissingInput { input: "angle".into() }.into());
        }
        let gaussian = arguments.choice("rotationKind", KINDS)? == Some("gaussian");
        let count = arguments.optional_integer("trials", 1)?.unwrap_or(1000);
        let seed = arguments.optional_integer("seed", 0)?.unwrap_or(0);
        let angle = run.given_number(&ANGLE, "angle", degrees)?;
        if !(0.0..=180.0).contains(&degrees) {
            let (input, expected) = ("angle".into(), "from 0 to 180".into());
            return Err(Error::OutOfRange { input, index: Vec::new(), value: degrees, expected }.into());
        }
        let trials = run.given_number(&TRIALS, "trials", count as f64)?;
        let seed = run.given_number(&SEED, "seed", seed as f64)?;
        for (letter, size) in [('h', count), ('k', 2), ('r', 1), ('u', 2), ('s', 2)] {
            run.bind(letter, size, "`trials`")?;
        }
        let points = run.step(&POINTS, &[angle])?;
        let mut directions = run.step(&DIRECTIONS, &[seed])?;
        if !gaussian {
            directions = orthogonalize(run, &ORTHOGONAL, "seed", directions)?;
        }
        let rotated = run.step(&ROTATED, &[points, directions])?;
        let buckets = run.step(&BUCKETS, &[rotated])?;
        let same = run.step(&SAME, &[buckets])?;
        let same = run.step(&COUNT, &[same])?;
        let measured = run.step(&MEASURED, &[same, trials])?;
        let theory = run.step(if gaussian { &GAUSSIAN_LAW } else { &ROTATION_LAW }, &[angle])?;
        Ok(vec![("measured", measured), ("theory", theory)])
    },
};
