//! Differential attention: the difference of two softmax maps, in which the attention that both give to the same keys cancels.
//!
//! ```text
//! X [n, d] ─┬─► first:  Q₁, K₁ ─► S/√k ─► mask ─► softmax ─► A₁ [heads, n, n] ─┐
//!           ├─► second: Q₂, K₂ ─► S/√k ─► mask ─► softmax ─► A₂ ────────► · λ ─┴─► A₁ − λ A₂ ─┐
//!           └─► V [heads, n, v] ──────────────────────────────────────────────────────────────┴─► A V ─► norm ─► · (1 − λ_init) ─► W^O
//! λ vectors [k] ─► exp(λ_q1 · λ_k1) − exp(λ_q2 · λ_k2) + λ_init = λ,   one for all heads of a layer
//! ```
//!
//! The paper writes the projections of both maps in one matrix: \[Q₁; Q₂\] = X W^Q. Here each map has its own.
//!
//! Source: Ye et al. 2024, *Differential Transformer*, arXiv 2410.05258, eq. (1) to (3).

use crate::algorithm::{
    Algorithm, Inputs, Parameters, Part, always, flag, include, integer, integer_or, number_or, optional, output,
    required, when, within,
};
use crate::error::Result;
use crate::op::{
    ADD, Cost, DIVIDE, EXP, Function, Local, MULTIPLY, ONE_MINUS, Op, Reduction, SQUARE_ROOT, SUBTRACT, Slope,
    StepSpec, given, step,
};
use crate::trace::{Notice, Run, Value};

use crate::attention::head_projections::{
    KEY, KEY_HEADS, KEY_PROJECTION, QUERY, QUERY_HEADS, QUERY_PROJECTION, TO_KEY, TO_QUERY, TO_VALUE, VALUE,
    VALUE_HEADS, VALUE_PROJECTION, project,
};
use crate::attention::heads::{
    CAUSAL, CONCATENATED, EXPONENTIALS, HEAD_OUTPUT, MASKED, MASKS, ROW_MAX, ROW_SUM, SCALED_SCORES, WEIGHTS,
    bind_heads, scaled_scores_in_heads,
};
use crate::attention::mask::{CAUSAL_MASK, MASK, Mask, apply_masks, given_mask};
use crate::attention::multi_head::{MIXED, OUTPUT, OUTPUT_BIAS, OUTPUT_BIASED, OUTPUT_PROJECTION, X};
use crate::attention::softmax::{SoftmaxSteps, softmax_rows};

use super::normalization::{EPSILON, EPSILON_GIVEN, given_epsilon};

const ATTENTION: &str = "Ye et al. 2024, eq. (1)";
const LAMBDA_SOURCE: &str = "Ye et al. 2024, eq. (2)";
const HEADS: &str = "Ye et al. 2024, eq. (3)";
const HEAD_NORM: &str = "Ye et al. 2024, eq. (3), with the RMSNorm of its implementation";

/// The first attention map.
static FIRST_WEIGHTS: StepSpec = StepSpec { symbol: "A_1", formula: r"(A_1)_{hij} = E_{hij} / z_{hi}", ..WEIGHTS };

/// The second attention map, which is subtracted.
static SECOND_WEIGHTS: StepSpec = StepSpec { symbol: "A_2", formula: r"(A_2)_{hij} = E_{hij} / z_{hi}", ..WEIGHTS };

/// The number of the layer, counted from 1.
pub static LAYER: StepSpec = given("differential.layer", "", &[]).written("l", "l", LAMBDA_SOURCE);

/// What λ is before anything is learned: the deeper the layer, the more is subtracted.
pub static INITIAL: StepSpec = step("differential.initial", Op::Map(&INITIAL_LAMBDA), &[""], "", &[]).written(
    r"\lambda_{\text{init}}",
    r"\lambda_{\text{init}} = 0.8 - 0.6 \exp(-0.3 (l - 1))",
    LAMBDA_SOURCE,
);

/// The learned vector that λ grows with, on the side of the queries.
pub static FIRST_QUERY_VECTOR: StepSpec = given("differential.first-query-vector", "k", &["feature"])
    .written(r"\lambda_{q_1}", r"\lambda_{q_1} \in \mathbb{R}^{d_k}", LAMBDA_SOURCE);

/// The learned vector that λ grows with, on the side of the keys.
pub static FIRST_KEY_VECTOR: StepSpec = StepSpec {
    id: "differential.first-key-vector",
    symbol: r"\lambda_{k_1}",
    formula: r"\lambda_{k_1} \in \mathbb{R}^{d_k}",
    ..FIRST_QUERY_VECTOR
};

/// The learned vector that λ falls with, on the side of the queries.
pub static SECOND_QUERY_VECTOR: StepSpec = StepSpec {
    id: "differential.second-query-vector",
    symbol: r"\lambda_{q_2}",
    formula: r"\lambda_{q_2} \in \mathbb{R}^{d_k}",
    ..FIRST_QUERY_VECTOR
};

/// The learned vector that λ falls with, on the side of the keys.
pub static SECOND_KEY_VECTOR: StepSpec = StepSpec {
    id: "differential.second-key-vector",
    symbol: r"\lambda_{k_2}",
    formula: r"\lambda_{k_2} \in \mathbb{R}^{d_k}",
    ..FIRST_QUERY_VECTOR
};

/// The dot product of the vectors that λ grows with.
pub static FIRST_DOT: StepSpec = step("differential.first-dot", Op::Contract, &["k", "k"], "", &[])
    .written(r"\lambda_{q_1} \cdot \lambda_{k_1}", r"\lambda_{q_1} \cdot \lambda_{k_1}", LAMBDA_SOURCE);

/// Its exponential.
pub static FIRST_EXPONENTIAL: StepSpec = step("differential.first-exponential", Op::Map(&EXP), &[""], "", &[]).written(
    r"\exp(\lambda_{q_1} \cdot \lambda_{k_1})",
    r"\exp(\lambda_{q_1} \cdot \lambda_{k_1})",
    LAMBDA_SOURCE,
);

/// The dot product of the vectors that λ falls with.
pub static SECOND_DOT: StepSpec = StepSpec {
    id: "differential.second-dot",
    symbol: r"\lambda_{q_2} \cdot \lambda_{k_2}",
    formula: r"\lambda_{q_2} \cdot \lambda_{k_2}",
    ..FIRST_DOT
};

/// Its exponential.
pub static SECOND_EXPONENTIAL: StepSpec = StepSpec {
    id: "differential.second-exponential",
    symbol: r"\exp(\lambda_{q_2} \cdot \lambda_{k_2})",
    formula: r"\exp(\lambda_{q_2} \cdot \lambda_{k_2})",
    ..FIRST_EXPONENTIAL
};

/// What was learned about λ.
pub static LEARNED: StepSpec = step("differential.learned", Op::Map(&SUBTRACT), &["", ""], "", &[]).written(
    r"\Delta\lambda",
    r"\Delta\lambda = \exp(\lambda_{q_1} \cdot \lambda_{k_1}) - \exp(\lambda_{q_2} \cdot \lambda_{k_2})",
    LAMBDA_SOURCE,
);

/// How much of the second map is subtracted.
pub static LAMBDA: StepSpec = step("differential.lambda", Op::Map(&ADD), &["", ""], "", &[]).written(
    r"\lambda",
    r"\lambda = \Delta\lambda + \lambda_{\text{init}}",
    LAMBDA_SOURCE,
);

/// The second map times λ.
pub static SUBTRACTED: StepSpec =
    step("differential.subtracted", Op::Map(&MULTIPLY), &["hij", ""], "hij", &["head", "query", "key"])
        .written(r"\lambda A_2", r"\lambda A_2", ATTENTION);

/// The first map less the second.
pub static DIFFERENCE: StepSpec =
    step("differential.weights", Op::Map(&SUBTRACT), &["hij", "hij"], "hij", &["head", "query", "key"])
        .written("A", r"A = A_1 - \lambda A_2", ATTENTION);

const OF_HEADS: &[&str] = &["head", "query", "value-feature"];

/// The square of each number of the heads' outputs.
pub static SQUARES: StepSpec = step("differential.squares", Op::Map(&MULTIPLY), &["hiv", "hiv"], "hiv", OF_HEADS)
    .written(r"\text{head}^2", r"(\text{head}_h)_{iv}^2", HEAD_NORM);

/// Their sum, for each token in each head.
pub static SQUARE_SUM: StepSpec =
    step("differential.square-sum", Op::Reduce(Reduction::Sum), &["hiv"], "hi", &["head", "query"])
        .written(r"\sum_v \text{head}^2", r"\sum_v \text{head}_{hiv}^2", HEAD_NORM);

/// The number of value features of a head.
pub static WIDTH: StepSpec = step("differential.width", Op::Size('v'), &["hiv"], "", &[]).written(
    "d_v",
    r"\text{head}_h \in \mathbb{R}^{n \times d_v}",
    HEAD_NORM,
);

/// The mean of the squares.
pub static MEAN_SQUARE: StepSpec =
    step("differential.mean-square", Op::Map(&DIVIDE), &["hi", ""], "hi", &["head", "query"]).written(
        r"\overline{\text{head}^2}",
        r"\tfrac{1}{d_v} \sum_v \text{head}_{hiv}^2",
        HEAD_NORM,
    );

/// The mean of the squares plus ε, which is not 0.
pub static STABILIZED: StepSpec = step("differential.stabilized", Op::Map(&ADD), &["hi", ""], "hi", &["head", "query"])
    .written(r"\overline{\text{head}^2} + \varepsilon", r"\overline{\text{head}^2} + \varepsilon", HEAD_NORM);

/// The root of the mean square.
pub static ROOT: StepSpec = step("differential.root", Op::Map(&SQUARE_ROOT), &["hi"], "hi", &["head", "query"])
    .written("r", r"r = \sqrt{\overline{\text{head}^2} + \varepsilon}", HEAD_NORM);

/// The output of each head, of the same length for every token.
pub static NORMALIZED: StepSpec = step("differential.normalized", Op::Map(&DIVIDE), &["hiv", "hi"], "hiv", OF_HEADS)
    .written(r"\text{LN}(\text{head})", r"\text{LN}(\text{head}_h)_{iv} = (\text{head}_h)_{iv} / r_{hi}", HEAD_NORM);

/// A learned factor for each value feature, shared by the heads.
pub static GAMMA: StepSpec =
    given("differential.gamma", "v", &["value-feature"]).written(r"\gamma", r"\gamma \in \mathbb{R}^{d_v}", HEAD_NORM);

/// The normalized outputs times γ.
pub static TIMES_GAMMA: StepSpec = step("differential.times-gamma", Op::Map(&MULTIPLY), &["hiv", "v"], "hiv", OF_HEADS)
    .written(r"\text{LN}(\text{head}) \gamma", r"\text{LN}(\text{head}_h)_{iv} \gamma_v", HEAD_NORM);

/// The factor that leaves gradients as large as those of a transformer.
pub static KEPT: StepSpec = step("differential.kept", Op::Map(&ONE_MINUS), &[""], "", &[])
    .written(r"1 - \lambda_{\text{init}}", r"1 - \lambda_{\text{init}}", HEADS);

/// The normalized outputs times that factor.
pub static SCALED: StepSpec = step("differential.scaled", Op::Map(&MULTIPLY), &["hiv", ""], "hiv", OF_HEADS).written(
    r"\overline{\text{head}}",
    r"\overline{\text{head}}_h = (1 - \lambda_{\text{init}}) \, #1{\text{LN}(\text{head})}",
    HEADS,
);

/// The normalized heads side by side.
static SIDE_BY_SIDE: StepSpec = StepSpec {
    formula: r"\text{Concat}(\overline{\text{head}}_1, \ldots, \overline{\text{head}}_H)",
    source: HEADS,
    ..CONCATENATED
};

/// 0.3 · (0.8 − a): the slope of [`INITIAL_LAMBDA`], whose result is a.
static LAMBDA_SLOPE: Function = Function::unary(
    "initial-lambda-slope",
    "0.3 · (0.8 − {0})",
    Cost { multiplications: 1, additions: 1, ..Cost::NONE },
    |lambda| 0.3 * (0.8 - lambda),
)
.derivative();

/// 0.8 − 0.6 · exp(−0.3 · (a − 1))
pub static INITIAL_LAMBDA: Function = Function::unary(
    "initial-lambda",
    "0.8 − 0.6 · exp(−0.3 · ({0} − 1))",
    Cost { multiplications: 2, additions: 2, functions: 1, ..Cost::NONE },
    |layer| 0.8 - 0.6 * libm::exp(-0.3 * (layer - 1.0)),
)
.slopes(&[Slope::By(&LAMBDA_SLOPE, &[Local::Result])]);

static FIRST: SoftmaxSteps =
    SoftmaxSteps { row_max: &ROW_MAX, exponentials: &EXPONENTIALS, row_sum: &ROW_SUM, weights: &FIRST_WEIGHTS };

static SECOND: SoftmaxSteps = SoftmaxSteps { weights: &SECOND_WEIGHTS, ..FIRST };

/// The steps of one map up to its exponentials; the groups `first` and `second`.
static TO_EXPONENTIALS: &[Part] = &[
    always(&[&QUERY_PROJECTION, &QUERY, &QUERY_HEADS, &KEY_PROJECTION, &KEY, &KEY_HEADS]),
    include("", SCALED_SCORES),
    when("/mask", &[&MASKED]),
    when("/causal", &[&CAUSAL_MASK, &CAUSAL]),
    always(&[&ROW_MAX, &EXPONENTIALS, &ROW_SUM]),
];

/// What both maps are computed from.
struct Tokens {
    x: Value,
    heads: usize,
    mask: Option<Value>,
    causal: bool,
}

/// Computes one of the two maps, with the learned matrices of `params`.
fn attention_map(run: &mut Run, tokens: &Tokens, softmax: &SoftmaxSteps, params: &Parameters) -> Result<Value> {
    bind_heads(run, tokens.heads)?;
    run.bind_axes("id", tokens.x, "`x`")?;
    run.bind_axes("jc", tokens.x, "`x`")?;
    let query = project(run, &TO_QUERY, tokens.x, params)?;
    run.require_positive('k', &params.name("wQuery"))?;
    let key = project(run, &TO_KEY, tokens.x, params)?;
    let scores = scaled_scores_in_heads(run, query, key)?;
    let masked = apply_masks(run, &MASKS, scores, tokens.mask, tokens.causal)?;
    softmax_rows(run, softmax, masked, Notice::fully_masked_rows)
}

/// Computes λ, from its initial value and the four learned vectors.
fn lambda(run: &mut Run, inputs: &Inputs, initial: Value) -> Result<Value> {
    let params = Parameters::new(inputs, "");
    let mut exponential = |[query, key, dot, exponential]: [&'static StepSpec; 4], params: Parameters| {
        let query = params.given(run, query, "lambdaQuery")?;
        let key = params.given(run, key, "lambdaKey")?;
        let dot = run.step(dot, &[query, key])?;
        run.step(exponential, &[dot])
    };
    let first = [&FIRST_QUERY_VECTOR, &FIRST_KEY_VECTOR, &FIRST_DOT, &FIRST_EXPONENTIAL];
    let second = [&SECOND_QUERY_VECTOR, &SECOND_KEY_VECTOR, &SECOND_DOT, &SECOND_EXPONENTIAL];
    let first = exponential(first, params.inside("first"))?;
    let second = exponential(second, params.inside("second"))?;
    let learned = run.step(&LEARNED, &[first, second])?;
    run.step(&LAMBDA, &[learned, initial])
}

/// Divides the output of each head by its root mean square over the value features.
fn head_norm(run: &mut Run, heads: Value, epsilon: Value, gamma: &Parameters) -> Result<Value> {
    let squares = run.step(&SQUARES, &[heads, heads])?;
    let sum = run.step(&SQUARE_SUM, &[squares])?;
    let width = run.step(&WIDTH, &[heads])?;
    let mean = run.step(&MEAN_SQUARE, &[sum, width])?;
    let stabilized = run.step(&STABILIZED, &[mean, epsilon])?;
    let root = run.step(&ROOT, &[stabilized])?;
    let normalized = run.step(&NORMALIZED, &[heads, root])?;
    match gamma.optional(run, &GAMMA, "gamma")? {
        Some(gamma) => run.step(&TIMES_GAMMA, &[normalized, gamma]),
        None => Ok(normalized),
    }
}

/// Computes Concat(head̅_1, …, head̅_H) W^O with head_h = (A₁ − λ A₂) V_h, where A₁ and A₂ are the softmax maps of two pairs of queries and keys,
/// and head̅_h = (1 − λ_init) · RMSNorm(head_h).
///
/// λ = exp(λ_q1 · λ_k1) − exp(λ_q2 · λ_k2) + λ_init is shared by the heads of a layer, and λ_init = 0.8 − 0.6 · exp(−0.3 · (l − 1)) for layer l,
/// counted from 1. A row of A₁ − λ A₂ sums to 1 − λ, and may have negative weights.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | first.wQuery, first.wKey, second.wQuery, second.wKey | [d, heads · k] |
/// | first.lambdaQuery, first.lambdaKey, second.lambdaQuery, second.lambdaKey | \[k\] |
/// | wValue, wOutput, bOutput | [d, heads · v], [heads · v, o], \[o\] |
/// | gamma | \[v\]; left out, all are 1 |
/// | mask | [n, n], the same for both maps and every head |
/// | firstWeights, secondWeights, weights | [heads, n, n] |
/// | lambda | one number |
/// | output | [n, o] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; `heads` must divide the columns of the projections, k and v must be at least 1,
/// and ε may not be negative.
///
/// # Complexity
/// n · d · H · (4 k + v) + n² · H · (2 k + v) + n · H · v · o multiplications.
///
/// # Example
/// Both maps are alike, so that their difference is 1 − λ times either: with all vectors 0, λ is λ_init, 0.2 in the first layer.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let one = Tensor::matrix(&[[1.0]])?;
/// let mut inputs = Arguments::new().with("x", Tensor::matrix(&[[0.0], [2.0]])?).with("heads", 1.0);
/// for name in ["first.wQuery", "first.wKey", "second.wQuery", "second.wKey", "wValue", "wOutput"] {
///     inputs = inputs.with(name, one.clone());
/// }
/// for name in ["first.lambdaQuery", "first.lambdaKey", "second.lambdaQuery", "second.lambdaKey"] {
///     inputs = inputs.with(name, Tensor::vector(vec![0.0])?);
/// }
/// let trace = catalog::trace("differential-attention", &inputs)?;
/// let weight = trace.outputs["weights"].get(&[0, 0, 1]).unwrap();
/// assert!((weight - 0.8 * 0.5).abs() < 1e-15); // a query of 0 attends to both alike
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "differential-attention",
    title: "Differential attention",
    source: "Ye et al. 2024, eq. (1) to (3)",
    inputs: &[
        required("x", &X),
        integer("heads", 1),
        required("first.wQuery", &QUERY_PROJECTION).learned(),
        required("first.wKey", &KEY_PROJECTION).learned(),
        required("second.wQuery", &QUERY_PROJECTION).learned(),
        required("second.wKey", &KEY_PROJECTION).learned(),
        required("wValue", &VALUE_PROJECTION).learned(),
        integer_or("layer", 1, 1),
        required("first.lambdaQuery", &FIRST_QUERY_VECTOR).learned(),
        required("first.lambdaKey", &FIRST_KEY_VECTOR).learned(),
        required("second.lambdaQuery", &SECOND_QUERY_VECTOR).learned(),
        required("second.lambdaKey", &SECOND_KEY_VECTOR).learned(),
        number_or("epsilon", EPSILON),
        optional("gamma", &GAMMA).learned(),
        required("wOutput", &OUTPUT_PROJECTION).learned(),
        optional("bOutput", &OUTPUT_BIAS).learned(),
        optional("mask", &MASK),
        flag("causal", false),
    ],
    parts: &[
        always(&[&X]),
        when("mask", &[&MASK]),
        within("first", "first.", &[include("", TO_EXPONENTIALS), always(&[&FIRST_WEIGHTS])]),
        within("second", "second.", &[include("", TO_EXPONENTIALS), always(&[&SECOND_WEIGHTS])]),
        always(&[
            &LAYER, &INITIAL, &FIRST_QUERY_VECTOR, &FIRST_KEY_VECTOR, &FIRST_DOT, &FIRST_EXPONENTIAL,
            &SECOND_QUERY_VECTOR, &SECOND_KEY_VECTOR, &SECOND_DOT, &SECOND_EXPONENTIAL, &LEARNED, &LAMBDA, &SUBTRACTED,
            &DIFFERENCE, &VALUE_PROJECTION, &VALUE, &VALUE_HEADS, &HEAD_OUTPUT, &EPSILON_GIVEN, &SQUARES, &SQUARE_SUM,
            &WIDTH, &MEAN_SQUARE, &STABILIZED, &ROOT, &NORMALIZED,
        ]),
        when("gamma", &[&GAMMA, &TIMES_GAMMA]),
        always(&[&KEPT, &SCALED, &SIDE_BY_SIDE]),
        include("", MIXED),
    ],
    outputs: &[
        output("firstWeights", &[&FIRST_WEIGHTS]),
        output("secondWeights", &[&SECOND_WEIGHTS]),
        output("lambda", &[&LAMBDA]),
        output("weights", &[&DIFFERENCE]),
        output("output", &[&OUTPUT_BIASED, &OUTPUT]),
    ],
    run: |inputs, run| {
        let heads = inputs.integer("heads")?;
        bind_heads(run, heads)?;
        let x = run.given(&X, "x", inputs.tensor("x")?)?;
        run.bind_axes("jc", x, "`x`")?;
        let mask = given_mask(run, inputs.optional_tensor("mask")?.map(Mask::New))?;
        let tokens = Tokens { x, heads, mask, causal: inputs.flag("causal")? };
        let params = Parameters::new(inputs, "");
        let first = run.within("first", |run| attention_map(run, &tokens, &FIRST, &params.inside("first")))?;
        let second = run.within("second", |run| attention_map(run, &tokens, &SECOND, &params.inside("second")))?;
        run.bind_axes("hij", first, "`x`")?;
        let layer = inputs.integer("layer")?;
        let layer = run.given_number(&LAYER, "layer", layer as f64)?;
        let initial = run.step(&INITIAL, &[layer])?;
        let lambda = lambda(run, inputs, initial)?;
        let subtracted = run.step(&SUBTRACTED, &[second, lambda])?;
        let weights = run.step(&DIFFERENCE, &[first, subtracted])?;
        let value = project(run, &TO_VALUE, x, &params)?;
        run.require_positive('v', "wValue")?;
        let attended = run.step(&HEAD_OUTPUT, &[weights, value])?;
        let epsilon = given_epsilon(run, inputs)?;
        let normalized = head_norm(run, attended, epsilon, &params)?;
        let kept = run.step(&KEPT, &[initial])?;
        let scaled = run.step(&SCALED, &[normalized, kept])?;
        let concatenated = run.step(&SIDE_BY_SIDE, &[scaled])?;
        let projection = params.given(run, &OUTPUT_PROJECTION, "wOutput")?;
        let mixed = run.step(&OUTPUT, &[concatenated, projection])?;
        let output = match params.optional(run, &OUTPUT_BIAS, "bOutput")? {
            Some(bias) => run.step(&OUTPUT_BIASED, &[mixed, bias])?,
            None => mixed,
        };
        Ok(vec![
            ("firstWeights", first),
            ("secondWeights", second),
            ("lambda", lambda),
            ("weights", weights),
            ("output", output),
        ])
    },
};
