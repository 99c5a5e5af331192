//! The steps of the over-smoothing curve, in order.

use crate::algorithm::{Part, always, rounds};
use crate::rules::rows::APPENDED;
use crate::trace::{DIVIDE_OR_ZERO, MULTIPLY, Op, Reduction, Rule, SQUARE_ROOT, SUBTRACT, StepSpec};

const SOURCE: &str = "Li et al. 2018, theorem 1";
const ENERGY_SOURCE: &str = "Cai & Wang 2020, definition 3.1";

/// The direction that propagation leaves as it is.
pub static ROOT: StepSpec = StepSpec {
    id: "smoothing.root-degree",
    symbol: r"\sqrt{\hat{d}}",
    op: Op::Map(&SQUARE_ROOT),
    index: "v",
    axes: &["target"],
    reads: &["v"],
    formula: r"\sqrt{\hat{d}_v}",
    source: SOURCE,
};

/// All degrees together: its length, squared.
pub static DEGREES: StepSpec = StepSpec {
    id: "smoothing.degree-sum",
    symbol: r"\textstyle\sum_v \hat{d}_v",
    op: Op::Reduce(Reduction::Sum),
    index: "",
    axes: &[],
    reads: &["v"],
    formula: r"\sum_v \hat{d}_v",
    source: SOURCE,
};

/// Its length.
pub static ROOT_LENGTH: StepSpec = StepSpec {
    id: "smoothing.root-length",
    symbol: r"|\sqrt{\hat{d}}|",
    op: Op::Map(&SQUARE_ROOT),
    index: "",
    axes: &[],
    reads: &[""],
    formula: r"|\sqrt{\hat{d}}|",
    source: SOURCE,
};

/// The curve before its first point.
pub static NO_COSINES: StepSpec = StepSpec {
    id: "smoothing.no-cosines",
    symbol: r"c",
    op: Op::Rule(&NOTHING),
    index: "rf",
    axes: &["step", "feature"],
    reads: &[],
    formula: r"c = ()",
    source: SOURCE,
};

/// The other curve before its first point.
pub static NO_ENERGIES: StepSpec = StepSpec {
    id: "smoothing.no-energies",
    symbol: r"E",
    op: Op::Rule(&NOTHING),
    index: "r",
    axes: &["step"],
    reads: &[],
    formula: r"E = ()",
    source: ENERGY_SOURCE,
};

/// How far each feature goes in that direction.
pub static DOT: StepSpec = StepSpec {
    id: "smoothing.dot",
    symbol: r"z \cdot \sqrt{\hat{d}}",
    op: Op::Contract,
    index: "f",
    axes: &["feature"],
    reads: &["vf", "v"],
    formula: r"z \cdot \sqrt{\hat{d}}",
    source: SOURCE,
};

/// The squares of each feature, added up.
pub static SQUARES: StepSpec = StepSpec {
    id: "smoothing.squares",
    symbol: r"|z|^2",
    op: Op::Contract,
    index: "f",
    axes: &["feature"],
    reads: &["vf", "vf"],
    formula: r"|z|^2 = \sum_v z_v^2",
    source: SOURCE,
};

/// The length of each feature.
pub static LENGTH: StepSpec = StepSpec {
    id: "smoothing.length",
    symbol: r"|z|",
    op: Op::Map(&SQUARE_ROOT),
    index: "f",
    axes: &["feature"],
    reads: &["f"],
    formula: r"|z|",
    source: SOURCE,
};

/// Both lengths, multiplied.
pub static LENGTHS: StepSpec = StepSpec {
    id: "smoothing.lengths",
    symbol: r"|z|\,|\sqrt{\hat{d}}|",
    op: Op::Map(&MULTIPLY),
    index: "f",
    axes: &["feature"],
    reads: &["f", ""],
    formula: r"|z|\,|\sqrt{\hat{d}}|",
    source: SOURCE,
};

/// The cosine of the angle between the two.
pub static COSINE: StepSpec = StepSpec {
    id: "smoothing.cosine",
    symbol: r"\cos",
    op: Op::Map(&DIVIDE_OR_ZERO),
    index: "f",
    axes: &["feature"],
    reads: &["f", "f"],
    formula: r"\cos(z, \sqrt{\hat{d}}) = \frac{z \cdot \sqrt{\hat{d}}}{|z|\,|\sqrt{\hat{d}}|}",
    source: SOURCE,
};

/// One more propagation.
pub static HEARD: StepSpec = StepSpec {
    id: "smoothing.heard",
    symbol: r"\hat{S} Z",
    op: Op::Contract,
    index: "vf",
    axes: &["target", "feature"],
    reads: &["vu", "uf"],
    formula: r"Z^{(k+1)} = \hat{S} Z^{(k)}",
    source: SOURCE,
};

/// What the propagation takes away.
pub static ROUGHNESS: StepSpec = StepSpec {
    id: "smoothing.roughness",
    symbol: r"Z - \hat{S} Z",
    op: Op::Map(&SUBTRACT),
    index: "vf",
    axes: &["target", "feature"],
    reads: &["vf", "vf"],
    formula: r"(I - \hat{S}) Z",
    source: ENERGY_SOURCE,
};

/// The Dirichlet energy: how much neighbors differ.
pub static ENERGY: StepSpec = StepSpec {
    id: "smoothing.energy",
    symbol: r"E",
    op: Op::Contract,
    index: "",
    axes: &[],
    reads: &["vf", "vf"],
    formula: r"E(Z) = \operatorname{tr}(Z^\top (I - \hat{S}) Z)",
    source: ENERGY_SOURCE,
};

/// The curve of cosines so far.
pub static COSINES: StepSpec = StepSpec {
    id: "smoothing.cosines",
    symbol: r"c",
    op: Op::Rule(&APPENDED),
    index: "lf",
    axes: &["step", "feature"],
    reads: &["rf", "f"],
    formula: r"c_k = \cos(\hat{S}^k z, \sqrt{\hat{d}})",
    source: SOURCE,
};

/// The curve of energies so far.
pub static ENERGIES: StepSpec = StepSpec {
    id: "smoothing.energies",
    symbol: r"E",
    op: Op::Rule(&APPENDED),
    index: "l",
    axes: &["step"],
    reads: &["r", ""],
    formula: r"E_k = E(\hat{S}^k Z)",
    source: ENERGY_SOURCE,
};

/// An empty list.
static NOTHING: Rule = Rule {
    name: "nothing",
    template: "",
    fill: |_, _| Vec::new(),
    reads: |_, _, _| Vec::new(),
    value: |_, _, _| f64::NAN,
};

/// What follows the normalization.
pub static PARTS: &[Part] = &[
    always(&ROOT),
    always(&DEGREES),
    always(&ROOT_LENGTH),
    always(&NO_COSINES),
    always(&NO_ENERGIES),
    rounds(
        "layers",
        "",
        &[
            always(&DOT),
            always(&SQUARES),
            always(&LENGTH),
            always(&LENGTHS),
            always(&COSINE),
            always(&HEARD),
            always(&ROUGHNESS),
            always(&ENERGY),
            always(&COSINES),
            always(&ENERGIES),
        ],
    ),
];
