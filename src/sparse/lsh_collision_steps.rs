//! The steps of the collision probability, in order.

use crate::rules::draws::normal_draws;
use crate::trace::{Cost, DIVIDE, Function, Op, Reduction, Rule, SourceCell, StepSpec};

use super::hashing::ARGMAX_MIRRORED;
use super::rotation::GRAM_SCHMIDT;

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
