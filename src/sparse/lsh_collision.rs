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
use crate::rules::draws::normal_draws;
use crate::trace::{Cost, DIVIDE, Function, Op, Reduction, Rule, SourceCell, StepSpec, each_once};

use super::hashing::ARGMAX_MIRRORED;
use super::rotation::{GRAM_SCHMIDT, orthogonalize};

const KINDS: &[&str] = &["orthogonal", "gaussian"];
const SOURCE: &str = "Andoni et al. 2015, section 3";
const GAUSSIAN: &str = "Goemans & Williamson 1995, lemma 3.2, for two directions";
/// The angle between the two vectors, in degrees.
pub static ANGLE: StepSpec = StepSpec::given("collision.angle", r"\theta", "", &[], r"\theta", SOURCE);

/// How many rotations are drawn.
pub static TRIALS: StepSpec = StepSpec::given("collision.trials", "N", "", &[], "N", SOURCE);

/// Where the random numbers start.
pub static SEED: StepSpec = StepSpec::given("collision.seed", "z", "", &[], "z", SOURCE);

/// The two vectors, of length 1 and at that angle.
pub static POINTS: StepSpec = StepSpec {
    id: "collision.points",
    symbol: "X",
    op: Op::Rule(&ON_THE_CIRCLE),
    index: "sk",
    axes: &["vector", "feature"],
    reads: &[""],
    formula: r"X = \begin{pmatrix} 1 & 0 \\ \cos\theta & \sin\theta \end{pmatrix}",
    source: SOURCE,
};

/// Random directions, two a trial.
pub static DIRECTIONS: StepSpec = StepSpec {
    id: "collision.directions",
    symbol: "R",
    op: Op::Rule(&DRAWS),
    index: "hkru",
    axes: &["trial", "feature", "round", "direction"],
    reads: &[""],
    formula: r"R_{ku} \sim \mathcal{N}(0, 1)",
    source: SOURCE,
};

/// The directions at right angles and of length 1: true rotations.
pub static ORTHOGONAL: StepSpec = StepSpec {
    id: "collision.orthogonal",
    symbol: r"\tilde{R}",
    op: Op::Rule(&GRAM_SCHMIDT),
    index: "hkru",
    axes: &["trial", "feature", "round", "direction"],
    reads: &["hkru"],
    formula: r"R = \tilde{R} U, \; \tilde{R}^\top \tilde{R} = I",
    source: SOURCE,
};

/// How far each vector points along each direction.
pub static ROTATED: StepSpec = StepSpec {
    id: "collision.rotated",
    symbol: "XR",
    op: Op::Contract,
    index: "hrsu",
    axes: &["trial", "round", "vector", "direction"],
    reads: &["sk", "hkru"],
    formula: "X R",
    source: SOURCE,
};

/// The bucket of each vector.
pub static BUCKETS: StepSpec = StepSpec {
    id: "collision.buckets",
    symbol: "b",
    op: Op::Rule(&ARGMAX_MIRRORED),
    index: "hrs",
    axes: &["trial", "round", "vector"],
    reads: &["hrsu"],
    formula: r"b(x) = \operatorname{arg\,max}\,[xR ; -xR]",
    source: SOURCE,
};

/// Whether the two share a bucket.
pub static SAME: StepSpec = StepSpec {
    id: "collision.same",
    symbol: "c",
    op: Op::Rule(&BOTH_EQUAL),
    index: "hr",
    axes: &["trial", "round"],
    reads: &["hrs"],
    formula: "c = [b(x) = b(y)]",
    source: SOURCE,
};

/// In how many trials they do.
pub static COUNT: StepSpec = StepSpec {
    id: "collision.count",
    symbol: r"\textstyle\sum c",
    op: Op::Reduce(Reduction::Sum),
    index: "",
    axes: &[],
    reads: &["hr"],
    formula: r"\sum c",
    source: SOURCE,
};

/// In what share of the trials they do.
pub static MEASURED: StepSpec = StepSpec {
    id: "collision.measured",
    symbol: r"\hat{p}",
    op: Op::Map(&DIVIDE),
    index: "",
    axes: &[],
    reads: &["", ""],
    formula: r"\hat{p} = \tfrac{1}{N} \sum c",
    source: SOURCE,
};

/// How probable it is for a true rotation.
pub static ROTATION_LAW: StepSpec = StepSpec {
    id: "collision.rotation-law",
    symbol: "p",
    op: Op::Map(&WITHIN_A_QUARTER),
    index: "",
    axes: &[],
    reads: &[""],
    formula: r"p = \max(0, 1 - \theta / 90^\circ)",
    source: SOURCE,
};

/// How probable it is for Gaussian directions.
pub static GAUSSIAN_LAW: StepSpec = StepSpec {
    id: "collision.gaussian-law",
    symbol: "p",
    op: Op::Map(&TWO_SIGNS),
    index: "",
    axes: &[],
    reads: &[""],
    formula: r"p = (1 - \theta / 180^\circ)^2",
    source: GAUSSIAN,
};

static DRAWS: Rule = normal_draws::<0>();

/// max(0, 1 − a/90)
pub static WITHIN_A_QUARTER: Function = Function {
    name: "within-a-quarter",
    template: "max(0, 1 − {0} / 90)",
    arity: 1,
    cost: Cost { multiplications: 1, additions: 1, comparisons: 1, ..Cost::NONE },
    apply: |x, _| x.first().map_or(f64::NAN, |angle| (1.0 - angle / 90.0).max(0.0)),
};

/// (1 − a/180)²
pub static TWO_SIGNS: Function = Function {
    name: "two-signs",
    template: "(1 − {0} / 180)²",
    arity: 1,
    cost: Cost { multiplications: 2, additions: 1, ..Cost::NONE },
    apply: |x, _| {
        x.first().map_or(f64::NAN, |angle| {
            let share = 1.0 - angle / 180.0;
            share * share
        })
    },
};

/// (1, 0), and the point of the unit circle at the angle.
static ON_THE_CIRCLE: Rule = Rule {
    name: "on-the-circle",
    template: "point({0})",
    cumulative: false,
    work: each_once,
    fill: |operands, _| {
        let angle = operands.first().and_then(|angle| angle.data().first().copied()).unwrap_or(f64::NAN);
        [[0, 0], [0, 1], [1, 0], [1, 1]].map(|index| on_the_circle(angle, index)).to_vec()
    },
    reads: |_, _, _| vec![SourceCell { operand: 0, offset: 0 }],
    value: |values, _, index| match (values, index) {
        ([angle], &[vector, feature]) => on_the_circle(*angle, [vector, feature]),
        _ => f64::NAN,
    },
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

/// Tells whether both numbers of the last axis are the same.
static BOTH_EQUAL: Rule = Rule {
    name: "both-equal",
    template: "[{0} = {1}]",
    cumulative: false,
    work: each_once,
    fill: |operands, _| {
        let data = operands.first().map_or(&[][..], |buckets| buckets.data());
        data.as_chunks::<2>().0.iter().map(|[left, right]| f64::from(left == right)).collect()
    },
    reads: |operands, _, index| {
        let first: Vec<usize> = index.iter().copied().chain([0]).collect();
        let offset = operands.first().and_then(|buckets| buckets.offset(&first)).unwrap_or_default();
        vec![SourceCell { operand: 0, offset }, SourceCell { operand: 0, offset: offset + 1 }]
    },
    value: |values, _, _| f64::from(matches!(values, [left, right] if left == right)),
};

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
