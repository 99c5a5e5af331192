//! One core for all layers on graphs: the neighborhood, the scores, their normalization, the values, and the update are options.
//!
//! ```text
//!                 neighborhood   score         normalization   value        update   activation
//! sum-GNN         given          none          none            projection   add      relu …
//! mean-GNN        given          none          mean            projection   add      relu …
//! GCN             given + self   none          symmetric       projection   none     relu …
//! GAT             given + self   additive      softmax         projection   none     …
//! graph attention given + self   dot-product   softmax         projection   none     none
//! self-attention  complete       dot-product   softmax         projection   none     none
//! ```
//!
//! h_v = σ(U x_v + Σ_u c(v, u) · V x_u), where c are the normalized scores: a layers differ only in their fields.
//!
//! Sources: Gilmer et al. 2017, *Neural Message Passing for Quantum Chemistry*; Joshi 2020, *Transformers are Graph Neural Networks*.

use crate::algorithm::{
    Algorithm, always, choice, flag, graph, include_when, integer_or, number_or, optional, output, required, when,
    within, within_when,
};
use crate::attention::head_projections::{KEY, KEY_HEADS, KEY_PROJECTION, QUERY, QUERY_HEADS, QUERY_PROJECTION};
use crate::attention::heads::{SCALE, SCALED, SCORES as DOT_PRODUCTS, WIDTH};
use crate::graph::attention::gat_layer::{
    ATTENTION_SOURCE, ATTENTION_TARGET, NEGATIVE_SLOPE, PROJECTED, PROJECTION, RAW_SCORE, SCORES, SOURCE_SCORE,
    TARGET_SCORE,
};
use crate::graph::attention::neighbor_attention::{
    AGGREGATED, CONCATENATED, DEFAULT_NEGATIVE_SLOPE, EXPONENTIALS, MASKED, ROW_MAX, ROW_SUM, WEIGHTS,
};
use crate::graph::convolution::gcn_normalization::PLAIN_ROOT;
use crate::graph::structure::adjacency::{ADDED_LOOPS, ADJACENCY, NEIGHBORS, PLAIN_DEGREE};
use crate::graph::structure::messages::{MESSAGE_WEIGHTS, MESSAGES};

use super::message_passing_fields::{
    COMPLETE, EQUAL_SCORES, LOOPED, MEAN, MIXED, MIXING, NEIGHBORHOODS, NORMALIZATIONS, POSITIONED, POSITIONS, SCALES,
    SCORED, SCORINGS, SOURCE, SPREAD, SYMMETRIC, UPDATES, VALUES, pass_messages,
};
use super::update::{
    ACTIVATIONS, BIAS, BIASED, COMBINED, FEATURES, FROM_SELF, RELU_STEP, SELF_PROJECTION, SIGMOID_STEP, TANH_STEP,
};

/// Computes one layer of message passing whose every part is chosen by a named field.
///
/// | field | values (the first is the default) |
/// |---|---|
/// | neighborhood | `given`: the edges of the graph; `complete`: every node is a neighbor of every node, itself included |
/// | selfLoops | false; true adds a loop where a node has none |
/// | score | `none`: 1 for every pair; `additive`: LeakyReLU(a_t·V_v + a_s·V_u), as GAT; `dot-product`: q_v·k_u |
/// | scale | `d-head`: dot products are divided by √k; `none`: they are not |
/// | normalization | `none`; `mean`: divided by the degree; `symmetric`: by the roots of both degrees; `softmax`: over the neighbors |
/// | value | `features`: x_u, to each head; `projection`: x_u W by head |
/// | update | `none`; `add`: x_v U is added |
/// | activation | `none`, `relu`, `sigmoid`, `tanh` |
///
/// With softmax the neighborhood is a set: weights and repetitions are ignored. Otherwise the scores are multiplied by the weighted adjacency, and
/// degrees are its row sums. Additive scores are computed from the values, as in GAT. Inputs that no chosen field needs may be left out.
///
/// The self term: N(v) usually does not contain v, so a layer needs U x_v; the complete graph contains v, and a transformer's layer has
/// no such term besides its residual connection. The scale: the articles that write attention as a graph layer omit 1/√d.
///
/// Every setting is equivariant to the order of the nodes, until `positions` (a number for each node and feature, added to x) or `mixing` (a learned
/// number for each pair of nodes, n × n, applied to the result) break this.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | graph | n nodes |
/// | x, positions | [n, f] |
/// | wValue, wQuery, wKey | [f, heads · k] |
/// | attentionSource, attentionTarget | [heads, k] |
/// | wSelf | [f, heads · k] |
/// | b | \[heads · k\] |
/// | mixing | [n, n] |
/// | weights | [heads, n, n]: `[head, target, source]`, the weight of each message |
/// | output | [n, heads · k]; without projection k = f |
///
/// # Errors
/// [`crate::error::Error::MissingInput`] for a matrix that a chosen field needs, [`crate::error::Error::InvalidDegree`] for `symmetric` and weights
/// that add up to a negative degree, and typed errors naming inputs whose shape or numbers do not fit.
///
/// # Complexity
/// n · f · heads · k for each projection + n² · heads · k multiplications.
///
/// # Example
/// The middle of a path, as a sum and as a mean over its neighbors:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::graph::Graph;
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("graph", Graph::new(3, vec![[0, 1], [1, 2]], false)?)
///     .with("x", Tensor::matrix(&[[1.0], [10.0], [3.0]])?);
/// let middle = |normalization: &str| {
///     let trace = catalog::trace("message-passing", &inputs.clone().with("normalization", normalization));
///     trace.map(|trace| trace.outputs["output"].data()[1])
/// };
/// assert_eq!(middle("none")?, 4.0);
/// assert_eq!(middle("mean")?, 2.0);
/// assert_eq!(middle("softmax")?, 2.0); // a softmax of equal scores is the mean
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "message-passing",
    title: "Message passing, one core",
    source: SOURCE,
    inputs: &[
        graph("graph"),
        required("x", &FEATURES),
        integer_or("heads", 1, 1),
        choice("neighborhood", NEIGHBORHOODS, "given"),
        flag("selfLoops", false),
        choice("score", SCORINGS, "none"),
        choice("scale", SCALES, "d-head"),
        choice("normalization", NORMALIZATIONS, "none"),
        choice("value", VALUES, "features"),
        choice("update", UPDATES, "none"),
        choice("activation", ACTIVATIONS, "none"),
        optional("wValue", &PROJECTION).learned(),
        optional("attentionSource", &ATTENTION_SOURCE).learned(),
        optional("attentionTarget", &ATTENTION_TARGET).learned(),
        number_or("negativeSlope", DEFAULT_NEGATIVE_SLOPE),
        optional("wQuery", &QUERY_PROJECTION).learned(),
        optional("wKey", &KEY_PROJECTION).learned(),
        optional("wSelf", &SELF_PROJECTION).learned(),
        optional("b", &BIAS).learned(),
        optional("positions", &POSITIONS),
        optional("mixing", &MIXING).learned(),
    ],
    parts: &[
        within(
            "graph",
            "",
            &[
                always(&[&MESSAGES]),
                when("normalization=softmax", &[&NEIGHBORS]),
                when("!normalization=softmax", &[&MESSAGE_WEIGHTS, &ADJACENCY]),
                when("selfLoops", &[&ADDED_LOOPS, &LOOPED]),
                when("neighborhood=complete", &[&COMPLETE]),
            ],
        ),
        always(&[&FEATURES]),
        when("positions", &[&POSITIONS, &POSITIONED]),
        when("value=features", &[&SPREAD]),
        when("value=projection", &[&PROJECTION, &PROJECTED]),
        when("score=none", &[&EQUAL_SCORES]),
        when(
            "score=additive",
            &[&ATTENTION_SOURCE, &ATTENTION_TARGET, &NEGATIVE_SLOPE, &SOURCE_SCORE, &TARGET_SCORE, &RAW_SCORE, &SCORES],
        ),
        within_when(
            "score=dot-product",
            "dot-product",
            "",
            &[
                always(&[&QUERY_PROJECTION, &QUERY, &QUERY_HEADS, &KEY_PROJECTION, &KEY, &KEY_HEADS, &DOT_PRODUCTS]),
                when("scale=d-head", &[&WIDTH, &SCALE, &SCALED]),
            ],
        ),
        include_when(
            "!normalization=softmax",
            "",
            &[
                always(&[&SCORED]),
                when("!normalization=none", &[&PLAIN_DEGREE]),
                when("normalization=mean", &[&MEAN]),
                when("normalization=symmetric", &[&PLAIN_ROOT, &SYMMETRIC]),
            ],
        ),
        when("normalization=softmax", &[&MASKED, &ROW_MAX, &EXPONENTIALS, &ROW_SUM, &WEIGHTS]),
        always(&[&AGGREGATED, &CONCATENATED]),
        when("mixing", &[&MIXING, &MIXED]),
        when("update=add", &[&SELF_PROJECTION, &FROM_SELF, &COMBINED]),
        when("b", &[&BIAS, &BIASED]),
        when("activation=relu", &[&RELU_STEP]),
        when("activation=sigmoid", &[&SIGMOID_STEP]),
        when("activation=tanh", &[&TANH_STEP]),
    ],
    outputs: &[
        output("weights", &[&WEIGHTS, &SYMMETRIC, &MEAN, &SCORED]),
        output("output", &[&RELU_STEP, &SIGMOID_STEP, &TANH_STEP, &BIASED, &COMBINED, &MIXED, &CONCATENATED]),
    ],
    run: pass_messages,
};
