//! Algorithms as parts of another: in a run of several, each computes what it computes alone.

use attograph::algorithm::{Inputs, Parameters};
use attograph::attention::additive::additive_attention;
use attograph::attention::bilinear::bilinear_attention;
use attograph::attention::from_scores::Masking;
use attograph::attention::head_options::HeadOptions;
use attograph::attention::scaled_dot_product::{self, scaled_dot_product_attention};
use attograph::attention::split_input::split_input_attention;
use attograph::backend::Reference;
use attograph::catalog::{self, Arguments};
use attograph::error::Result;
use attograph::graph::Graph;
use attograph::graph::attention::gat_layer::gat_layer;
use attograph::graph::attention::gatv2_layer::gatv2_layer;
use attograph::graph::attention::neighbor_attention;
use attograph::graph::convolution::gcn_layer::{self, gcn_layer};
use attograph::graph::structure::messages::given_graph;
use attograph::op::{Settings, StepSpec, given};
use attograph::random::{Distribution, tensor};
use attograph::sparse::hashing::bucket_attention::bucket_attention;
use attograph::sparse::hashing::lsh_attention::lsh_attention;
use attograph::tensor::Tensor;
use attograph::trace::{Run, Untraced, Value};

use crate::support::alike::assert_same_bits;

static X: StepSpec = given("composed.x", "ab", &["token", "feature"]).written("X", "X", "a test");
static ROTATION: StepSpec = given("composed.rotation", "cd", &["feature", "direction"]).written("R", "R", "a test");

/// How many tokens or nodes there are, and how wide each of them is, before and after every part.
const TOKENS: usize = 6;
const WIDTH: usize = 4;

fn random(shape: &[usize], seed: u64) -> Tensor {
    tensor(shape, seed, Distribution::Normal, None).expect("a tensor")
}

fn graph() -> Graph {
    Graph::new(TOKENS, vec![[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [0, 3]], false).expect("a graph")
}

/// The learned tensors, and what else the catalog asks for, of one algorithm.
fn inputs(id: &str) -> Arguments {
    let square = |seed| random(&[WIDTH, WIDTH], seed);
    match id {
        "gcn-layer" => Arguments::new().with("w", square(1)).with("b", random(&[WIDTH], 2)),
        "gat-layer" => Arguments::new()
            .with("w", square(3))
            .with("attentionSource", random(&[1, WIDTH], 4))
            .with("attentionTarget", random(&[1, WIDTH], 5)),
        "gatv2-layer" => Arguments::new()
            .with("wSource", square(6))
            .with("wTarget", square(7))
            .with("attention", random(&[1, WIDTH], 8)),
        "additive-attention" => Arguments::new().with("w1", random(&[2 * WIDTH, 3], 9)).with("w2", random(&[3], 10)),
        "bilinear-attention" => Arguments::new().with("w", square(11)),
        "split-input-attention" => Arguments::new()
            .with("heads", 2.0)
            .with("wQuery", random(&[2, 2, 3], 12))
            .with("wKey", random(&[2, 2, 3], 13))
            .with("wValue", random(&[2, 2, 2], 14)),
        "bucket-attention" => Arguments::new().with("rotation", random(&[WIDTH, 2], 15)),
        "lsh-attention" => Arguments::new()
            .with("wQueryKey", square(16))
            .with("wValue", square(17))
            .with("rotations", random(&[1, WIDTH, 2, 2], 18))
            .with("chunkLength", 3.0),
        _ => Arguments::new(),
    }
}

/// What the catalog computes from these tokens.
fn alone(id: &str, x: Tensor) -> Tensor {
    let inputs = inputs(id);
    let inputs = match id {
        "gcn-layer" | "gat-layer" | "gatv2-layer" => inputs.with("graph", graph()).with("x", x),
        "split-input-attention" | "bucket-attention" | "lsh-attention" => inputs.with("x", x),
        _ => inputs.with("query", x.clone()).with("key", x.clone()).with("value", x),
    };
    let mut found = catalog::trace(id, &inputs).unwrap_or_else(|error| panic!("{id}: {error}"));
    found.outputs.remove("output").expect("an output")
}

/// What a run computes in which the tokens come from the part before.
fn within(id: &str, run: &mut Run, x: Value) -> Result<Value> {
    let inputs = inputs(id);
    let params = Parameters::new(&inputs, "");
    run.within(id, |run| {
        Ok(match id {
            "gcn-layer" => {
                let graph = given_graph(run, &graph())?;
                gcn_layer(run, (&graph, x), &params, &gcn_layer::Options::default())?.output
            }
            "gat-layer" | "gatv2-layer" => {
                let messages = given_graph(run, &graph())?.messages;
                let layer = if id == "gat-layer" { gat_layer } else { gatv2_layer };
                layer(
                    run,
                    (messages, x),
                    &params,
                    &neighbor_attention::Options::read(&Inputs::new(catalog::find(id)?, &inputs))?,
                )?
                .output
            }
            "additive-attention" => additive_attention(run, (x, x, x), &params, &Masking::default())?.output,
            "bilinear-attention" => bilinear_attention(run, (x, x, x), &params, &Masking::default())?.output,
            "split-input-attention" => split_input_attention(run, x, 2, &params, &HeadOptions::default())?.concatenated,
            "bucket-attention" => {
                let rotation = run.given(&ROTATION, "rotation", inputs.tensor("rotation")?)?;
                bucket_attention(run, (x, None), rotation, false)?.output
            }
            "lsh-attention" => lsh_attention(run, x, &params, &lsh_options())?.output,
            _ => scaled_dot_product_attention(run, (x, x, x), &scaled_dot_product::Options::default())?.output,
        })
    })
}

fn lsh_options() -> attograph::sparse::hashing::lsh_attention::Options {
    use attograph::sparse::hashing::lsh_attention::{
        DEFAULT_EPSILON, DEFAULT_FUTURE_SCORE, DEFAULT_SELF_SCORE, Options,
    };
    Options {
        heads: 1,
        head_size: None,
        n_buckets: None,
        n_hashes: None,
        chunk_length: 3,
        orthogonal: false,
        once: false,
        causal: false,
        self_score: DEFAULT_SELF_SCORE,
        future_score: DEFAULT_FUTURE_SCORE,
        epsilon: DEFAULT_EPSILON,
    }
}

#[test]
fn a_stack_of_algorithms_computes_what_each_computes_alone() {
    let parts = [
        "gcn-layer", "gat-layer", "gatv2-layer", "scaled-dot-product-attention", "additive-attention",
        "bilinear-attention", "split-input-attention", "lsh-attention", "bucket-attention",
        // Once more, in other scopes of the same run.
        "gat-layer", "gcn-layer",
    ];
    let mut expected = random(&[TOKENS, WIDTH], 19);
    let mut tape = Untraced;
    let mut run = Run::new(&Reference, &mut tape, Settings::default());
    let mut value = run.given(&X, "x", &expected).expect("x");
    for id in parts {
        value = within(id, &mut run, value).unwrap_or_else(|error| panic!("{id}: {error}"));
        expected = alone(id, expected);
        assert_same_bits(run.tensor(value).expect("a tensor"), &expected, id);
    }
}

#[test]
fn what_is_missing_is_reported_before_what_does_not_fit() {
    let short = random(&[1, WIDTH], 20);
    let vector = random(&[WIDTH], 21);
    let on_graph = Arguments::new().with("graph", graph()).with("x", short.clone());
    let on_pair = Arguments::new().with("query", short.clone()).with("key", vector.clone());
    let on_tokens = Arguments::new().with("x", vector).with("heads", 1.0).with("chunkLength", 3.0);
    let cases = [
        ("gcn-layer", &on_graph, "w"),
        ("gat-layer", &on_graph, "w"),
        ("scaled-dot-product-attention", &on_pair, "value"),
        ("additive-attention", &on_pair, "w1"),
        ("bilinear-attention", &on_pair, "value"),
        ("split-input-attention", &on_tokens, "wQuery"),
        ("lsh-attention", &on_tokens, "wQueryKey"),
    ];
    for (id, inputs, missing) in cases {
        let declared = catalog::find(id).expect("an algorithm").inputs;
        let known = inputs.iter().filter(|(name, _)| declared.iter().any(|input| input.name == *name));
        let inputs = known.fold(Arguments::new(), |inputs, (name, argument)| inputs.with(name, argument.clone()));
        let error = catalog::trace(id, &inputs).expect_err("an error");
        assert_eq!(
            error.to_string(),
            attograph::error::Error::MissingInput { input: missing.into() }.to_string(),
            "{id}"
        );
    }
}
