//! The probability that two vectors share a bucket: measured over random rotations, beside the formula.
//!
//! ```text
//! angle θ ─► x = (1, 0), y = (cos θ, sin θ)
//! seed ─► random R, one a trial ─► (orthogonal) ─► buckets of x and y ─► same? ─► share of the trials │ law
//! ```
//!
//! In the plane and with four buckets both formulas are simple. A true rotation moves both vectors together, and a border lies between them with
//! probability θ/90°: they share a bucket with probability max(0, 1 − θ/90°). With Gaussian numbers it is (1 − θ/180°)²: the bucket is decided by the
//! signs of r₁ + r₂ and r₁ − r₂, two independent Gaussian directions, each of which separates the two with probability θ/180°. At a right angle that
//! is 1/4, but 0 with a true rotation.
//!
//! Source: Andoni et al. 2015, section 3, for rotations; Goemans & Williamson 1995, lemma 3.2, for the sign of one Gaussian direction.

use crate::algorithm::{Algorithm, always, choice, integer_or, number, output, when};
use crate::error::Error;
use crate::op::{
    Cost, DIVIDE, Fill, Function, Local, Obstacle, Op, Pull, Reads, Reduction, Rule, Slope, Source, SourceCell,
    StepSpec, given, step,
};
use crate::rules::draws::normal_draws;

use super::buckets::ARGMAX_MIRRORED;
use super::rotation::{GRAM_SCHMIDT, orthogonalize};

const KINDS: &[&str] = &["orthogonal", "gaussian"];
const SOURCE: &str = "Andoni et al. 2015, section 3";
const GAUSSIAN: &str = "Goemans & Williamson 1995, lemma 3.2, for two directions";
/// The angle between the two vectors, in degrees.
pub static ANGLE: StepSpec = given("collision.angle", "", &[]).written(r"\theta", r"\theta", SOURCE);

/// The number of trials.
pub static TRIALS: StepSpec = given("collision.trials", "", &[]).written("N", "N", SOURCE);

/// The seed of the random numbers.
pub static SEED: StepSpec = given("collision.seed", "", &[]).written("z", "z", SOURCE);

/// The two vectors, of length 1, with that angle between them.
pub static POINTS: StepSpec = step("collision.points", Op::Rule(&ON_THE_CIRCLE), &[""], "sk", &["vector", "feature"])
    .written("X", r"X = \begin{pmatrix} 1 & 0 \\ \cos\theta & \sin\theta \end{pmatrix}", SOURCE);

/// Random directions, two for each trial.
pub static DIRECTIONS: StepSpec =
    step("collision.directions", Op::Rule(&DRAWS), &[""], "hkru", &["trial", "feature", "round", "direction"])
        .written("R", r"R_{ku} \sim \mathcal{N}(0, 1)", SOURCE);

/// The directions, orthonormal: true rotations.
pub static ORTHOGONAL: StepSpec = step(
    "collision.orthogonal",
    Op::Rule(&GRAM_SCHMIDT),
    &["hkru"],
    "hkru",
    &["trial", "feature", "round", "direction"],
)
.written(r"\tilde{R}", r"R = \tilde{R} U, \; \tilde{R}^\top \tilde{R} = I", SOURCE);

/// The product of each vector with each direction.
pub static ROTATED: StepSpec =
    step("collision.rotated", Op::Contract, &["sk", "hkru"], "hrsu", &["trial", "round", "vector", "direction"])
        .written("XR", "X #2R", SOURCE);

/// The bucket of each vector.
pub static BUCKETS: StepSpec =
    step("collision.buckets", Op::Rule(&ARGMAX_MIRRORED), &["hrsu"], "hrs", &["trial", "round", "vector"])
        .written("b", r"b_i = \operatorname{arg\,max}\,[x_i R ; -x_i R]", SOURCE)
        .names();

/// 1 where the two share a bucket, 0 elsewhere.
pub static SAME: StepSpec = step("collision.same", Op::Rule(&BOTH_EQUAL), &["hrs"], "hr", &["trial", "round"])
    .written("c", "c = [b_1 = b_2]", SOURCE);

/// The number of trials in which they do.
pub static COUNT: StepSpec = step("collision.count", Op::Reduce(Reduction::Sum), &["hr"], "", &[])
    .written(r"\textstyle\sum c", r"\sum c", SOURCE);

/// The share of the trials in which they do.
pub static MEASURED: StepSpec = step("collision.measured", Op::Map(&DIVIDE), &["", ""], "", &[])
    .written(r"\hat{p}", r"\hat{p} = \tfrac{1}{N} \sum c", SOURCE);

/// The probability for a true rotation.
pub static ROTATION_LAW: StepSpec = step("collision.rotation-law", Op::Map(&WITHIN_A_QUARTER), &[""], "", &[]).written(
    "p",
    r"p = \max(0, 1 - \theta / 90^\circ)",
    "derived for the plane and four buckets: a boundary every 90°",
);

/// The probability for Gaussian directions.
pub static GAUSSIAN_LAW: StepSpec = step("collision.gaussian-law", Op::Map(&TWO_SIGNS), &[""], "", &[])
    .written("p", r"p = (1 - \theta / 180^\circ)^2", GAUSSIAN);

static DRAWS: Rule = normal_draws::<0>();

/// −1/90 where a is below 90, 0 elsewhere.
static QUARTER_SLOPE: Function =
    Function::unary("within-a-quarter-slope", "−1/90 if {0} < 90, else 0", Cost::COMPARISON, |angle| {
        if angle < 90.0 { -1.0 / 90.0 } else { 0.0 }
    })
    .derivative();

/// −(1 − a/180) / 90
static TWO_SIGNS_SLOPE: Function = Function::unary(
    "two-signs-slope",
    "−(1 − {0} / 180) / 90",
    Cost { multiplications: 2, additions: 2, ..Cost::NONE },
    |angle| -(1.0 - angle / 180.0) / 90.0,
)
.derivative();

/// max(0, 1 − a/90)
pub static WITHIN_A_QUARTER: Function = Function::unary(
    "within-a-quarter",
    "max(0, 1 − {0} / 90)",
    Cost { multiplications: 1, additions: 1, comparisons: 1, ..Cost::NONE },
    |angle| (1.0 - angle / 90.0).max(0.0),
)
.slopes(&[Slope::By(&QUARTER_SLOPE, &[Local::Operand(0)])]);

/// (1 − a/180)²
pub static TWO_SIGNS: Function = Function::unary(
    "two-signs",
    "(1 − {0} / 180)²",
    Cost { multiplications: 2, additions: 1, ..Cost::NONE },
    |angle| {
        let share = 1.0 - angle / 180.0;
        share * share
    },
)
.slopes(&[Slope::By(&TWO_SIGNS_SLOPE, &[Local::Operand(0)])]);

/// (1, 0), and the point of the unit circle at the angle.
static ON_THE_CIRCLE: Rule = Rule {
    name: "on-the-circle",
    template: "point({0})",
    reads: Reads::All,
    value: |values, _, index| match (values, index) {
        ([angle], &[vector, feature]) => on_the_circle(*angle, [vector, feature]),
        _ => f64::NAN,
    },
    ..Rule::by(&[Pull { operand: 0, rule: &ALONG_THE_CIRCLE, reads: &[Source::Operand(0), Source::Upstream] }])
};

/// How much a gradient of the point of the circle grows with the angle.
static ALONG_THE_CIRCLE: Rule = Rule {
    name: "along-the-circle",
    template: "tangent({0}) · ({1}, {2})",
    reads: Reads::Cells(|_, _, _| {
        let upstream = [2, 3].map(|offset| SourceCell { operand: 1, offset });
        std::iter::once(SourceCell { operand: 0, offset: 0 }).chain(upstream).collect()
    }),
    value: |values, _, _| match values {
        [angle, x, y] => {
            let radians = angle * std::f64::consts::PI / 180.0;
            (y * libm::cos(radians) - x * libm::sin(radians)) * std::f64::consts::PI / 180.0
        }
        _ => f64::NAN,
    },
    ..Rule::underived(Obstacle::SecondOrder)
};

fn on_the_circle(angle: f64, index: [usize; 2]) -> f64 {
    let radians = angle * std::f64::consts::PI / 180.0;
    match index {
        [0, 0] => 1.0,
        [0, _] => 0.0,
        [_, 0] => libm::cos(radians),
        _ => libm::sin(radians),
    }
}

/// 1 where both numbers of the last axis are equal, 0 elsewhere.
static BOTH_EQUAL: Rule = Rule {
    name: "both-equal",
    template: "[{0} = {1}]",
    fill: Fill::AtOnce(|operands, _| {
        let data = operands.first().map_or(&[][..], |buckets| buckets.data());
        data.as_chunks::<2>().0.iter().map(|[left, right]| f64::from(left == right)).collect()
    }),
    reads: Reads::Cells(|operands, _, index| {
        let first: Vec<usize> = index.iter().copied().chain([0]).collect();
        let offset = operands.first().and_then(|buckets| buckets.offset(&first)).unwrap_or_default();
        vec![SourceCell { operand: 0, offset }, SourceCell { operand: 0, offset: offset + 1 }]
    }),
    value: |values, _, _| f64::from(matches!(values, [left, right] if left == right)),
    ..Rule::constant(Obstacle::Comparison)
};

/// Measures how often two vectors at an angle share one of four buckets in the plane, over rotations drawn from a seed, beside the formula.
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
/// Vectors at a right angle never share a bucket of a true rotation; with Gaussian directions they do in one of four cases.
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
        always(&[&ANGLE, &TRIALS, &SEED, &POINTS, &DIRECTIONS]),
        when("rotationKind=orthogonal", &[&ORTHOGONAL]),
        always(&[&ROTATED, &BUCKETS, &SAME, &COUNT, &MEASURED]),
        when("rotationKind=orthogonal", &[&ROTATION_LAW]),
        when("rotationKind=gaussian", &[&GAUSSIAN_LAW]),
    ],
    outputs: &[output("measured", &[&MEASURED]), output("theory", &[&ROTATION_LAW, &GAUSSIAN_LAW])],
    run: |inputs, run| {
        let degrees = inputs.number("angle")?;
        let gaussian = inputs.choice("rotationKind")? == "gaussian";
        let count = inputs.integer("trials")?;
        let seed = inputs.integer("seed")?;
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
