//! The topics of the catalog. The WebAssembly package has a file for each, so that nobody loads what is not used; Cargo features choose.
//!
//! A new algorithm is entered here, in the list of its topic, and in a list of practice when exercises are about it.

use super::Algorithm;

/// In every file: the attention that its self-test computes.
static COMMON: &[&Algorithm] = &[&crate::attention::scaled_dot_product::ALGORITHM];

/// Attention on sequences.
static ATTENTION: &[&Algorithm] = &[
    &crate::attention::additive::ALGORITHM,
    &crate::attention::bilinear::ALGORITHM,
    &crate::attention::multi_head::ALGORITHM,
    &crate::attention::split_input::ALGORITHM,
    &crate::measure::query_key_variance::ALGORITHM,
    &crate::measure::softmax_jacobian::ALGORITHM,
];

/// What came before attention, what is built of it, on words and on images, and how that is trained.
static TRANSFORMER: &[&Algorithm] = &[
    &crate::sequence::rnn::ALGORITHM,
    &crate::transformer::layer_norm::ALGORITHM,
    &crate::transformer::batch_norm::ALGORITHM,
    &crate::transformer::feed_forward::ALGORITHM,
    &crate::transformer::encoder_layer::ALGORITHM,
    &crate::transformer::decoder_layer::ALGORITHM,
    &crate::transformer::encoder::ALGORITHM,
    &crate::transformer::decoder::ALGORITHM,
    &crate::transformer::encoder_decoder::ALGORITHM,
    &crate::vision::image_patches::ALGORITHM,
    &crate::vision::patch_embedding::ALGORITHM,
    &crate::vision::masked_autoencoder_masking::ALGORITHM,
    &crate::pretraining::token_masking::ALGORITHM,
    &crate::pretraining::masked_language_model_loss::ALGORITHM,
    &crate::pretraining::causal_language_model_loss::ALGORITHM,
    &crate::pretraining::linear_warmup_decay::ALGORITHM,
];

/// Where tokens and nodes stand.
static POSITION: &[&Algorithm] = &[
    &crate::position::index::ALGORITHM,
    &crate::position::normalized_index::ALGORITHM,
    &crate::position::binary::ALGORITHM,
    &crate::position::learned::ALGORITHM,
    &crate::position::sinusoidal::ALGORITHM,
    &crate::position::sinusoidal_shift::ALGORITHM,
    &crate::position::rotary::ALGORITHM,
    &crate::position::alibi::ALGORITHM,
    &crate::position::relative::ALGORITHM,
    &crate::position::laplacian::ALGORITHM,
    &crate::position::random_walk::ALGORITHM,
    &crate::position::weisfeiler_lehman::ALGORITHM,
    &crate::position::distance::ALGORITHM,
    &crate::position::random_features::ALGORITHM,
    &crate::graph::shortest_path_distances::ALGORITHM,
];

/// Layers on graphs whose weights the graph decides.
static GRAPH: &[&Algorithm] = &[
    &crate::graph::gcn_normalization::ALGORITHM,
    &crate::graph::gcn_layer::ALGORITHM,
    &crate::graph::gcn_network::ALGORITHM,
    &crate::graph::message_passing_layer::ALGORITHM,
    &crate::graph::mean_aggregation_layer::ALGORITHM,
    &crate::graph::graph_isomorphism_layer::ALGORITHM,
    &crate::graph::gaussian_mixture_layer::ALGORITHM,
    &crate::graph::graph_readout::ALGORITHM,
    &crate::graph::personalized_pagerank::ALGORITHM,
    &crate::graph::receptive_field::ALGORITHM,
    &crate::graph::over_smoothing::ALGORITHM,
];

/// Layers on graphs whose weights the features decide.
static GRAPH_ATTENTION: &[&Algorithm] = &[
    &crate::graph::gat_layer::ALGORITHM,
    &crate::graph::gatv2_layer::ALGORITHM,
    &crate::graph::graph_transformer_layer::ALGORITHM,
    &crate::graph::graph_masked_attention::ALGORITHM,
    &crate::graph::graphormer_attention::ALGORITHM,
    &crate::graph::attention_diffusion::ALGORITHM,
    &crate::graph::message_passing::ALGORITHM,
];

/// Attention that leaves most pairs out.
static SPARSE: &[&Algorithm] = &[
    &crate::sparse::bucket_attention::ALGORITHM,
    &crate::sparse::lsh_attention::ALGORITHM,
    &crate::sparse::window_attention::ALGORITHM,
    &crate::sparse::bigbird_attention::ALGORITHM,
    &crate::sparse::block_sparse_attention::ALGORITHM,
    &crate::sparse::k_hop_attention::ALGORITHM,
    &crate::sparse::binary_partition_attention::ALGORITHM,
    &crate::sparse::shifted_window_attention::ALGORITHM,
    &crate::sparse::pattern_error::ALGORITHM,
    &crate::sparse::lsh_collision::ALGORITHM,
];

/// What exercises on attention are about, on what goes into it and on what comes out.
static ATTENTION_PRACTICE: &[&Algorithm] = &[
    &crate::attention::multi_head::ALGORITHM,
    &crate::attention::split_input::ALGORITHM,
    &crate::position::sinusoidal::ALGORITHM,
    &crate::pretraining::masked_language_model_loss::ALGORITHM,
];

/// On the layers around it, and what was there before.
static TRANSFORMER_PRACTICE: &[&Algorithm] = &[
    &crate::sequence::rnn::ALGORITHM,
    &crate::transformer::layer_norm::ALGORITHM,
    &crate::transformer::encoder_layer::ALGORITHM,
];

/// On graphs.
static GRAPH_PRACTICE: &[&Algorithm] = &[
    &crate::graph::gcn_normalization::ALGORITHM,
    &crate::graph::gcn_layer::ALGORITHM,
    &crate::graph::mean_aggregation_layer::ALGORITHM,
];

/// On attention behind a graph.
static GRAPH_ATTENTION_PRACTICE: &[&Algorithm] = &[
    &crate::graph::gat_layer::ALGORITHM,
    &crate::graph::graph_masked_attention::ALGORITHM,
    &crate::graph::graphormer_attention::ALGORITHM,
];

/// On patterns of sparse attention.
static SPARSE_PRACTICE: &[&Algorithm] = &[
    &crate::sparse::window_attention::ALGORITHM,
    &crate::sparse::bigbird_attention::ALGORITHM,
    &crate::sparse::k_hop_attention::ALGORITHM,
];

/// On attention by hash.
static HASHING_PRACTICE: &[&Algorithm] =
    &[&crate::sparse::bucket_attention::ALGORITHM, &crate::sparse::lsh_attention::ALGORITHM];

/// What errata on sequences are about.
static SEQUENCE_ERRATA: &[&Algorithm] = &[
    &crate::attention::multi_head::ALGORITHM,
    &crate::attention::split_input::ALGORITHM,
    &crate::measure::query_key_variance::ALGORITHM,
    &crate::position::normalized_index::ALGORITHM,
    &crate::sequence::rnn::ALGORITHM,
    &crate::transformer::feed_forward::ALGORITHM,
    &crate::transformer::encoder_layer::ALGORITHM,
    &crate::vision::image_patches::ALGORITHM,
    &crate::pretraining::token_masking::ALGORITHM,
    &crate::pretraining::masked_language_model_loss::ALGORITHM,
    &crate::pretraining::causal_language_model_loss::ALGORITHM,
];

/// On graphs, and on sparse attention.
static GRAPH_ERRATA: &[&Algorithm] = &[
    &crate::graph::gcn_normalization::ALGORITHM,
    &crate::graph::gcn_layer::ALGORITHM,
    &crate::graph::mean_aggregation_layer::ALGORITHM,
    &crate::graph::gat_layer::ALGORITHM,
    &crate::graph::graph_masked_attention::ALGORITHM,
    &crate::graph::graphormer_attention::ALGORITHM,
    &crate::sparse::bucket_attention::ALGORITHM,
    &crate::sparse::lsh_attention::ALGORITHM,
    &crate::sparse::lsh_collision::ALGORITHM,
];

/// What the evidence of polls runs.
static POLLS: &[&Algorithm] = &[
    &crate::attention::multi_head::ALGORITHM,
    &crate::sequence::rnn::ALGORITHM,
    &crate::graph::gat_layer::ALGORITHM,
    &crate::graph::receptive_field::ALGORITHM,
];

/// Whether the file is one of topics. The others bring algorithms only for what they are about.
pub const HAS_TOPICS: bool = cfg!(any(
    feature = "attention",
    feature = "transformer",
    feature = "position",
    feature = "graph",
    feature = "graph-attention",
    feature = "sparse"
));

/// The lists that were chosen.
const CHOSEN: [&[&Algorithm]; 16] = [
    COMMON,
    if cfg!(feature = "attention") { ATTENTION } else { &[] },
    if cfg!(feature = "transformer") { TRANSFORMER } else { &[] },
    if cfg!(feature = "position") { POSITION } else { &[] },
    if cfg!(feature = "graph") { GRAPH } else { &[] },
    if cfg!(feature = "graph-attention") { GRAPH_ATTENTION } else { &[] },
    if cfg!(feature = "sparse") { SPARSE } else { &[] },
    if cfg!(feature = "attention-practice") && !HAS_TOPICS { ATTENTION_PRACTICE } else { &[] },
    if cfg!(feature = "transformer-practice") && !HAS_TOPICS { TRANSFORMER_PRACTICE } else { &[] },
    if cfg!(feature = "graph-practice") && !HAS_TOPICS { GRAPH_PRACTICE } else { &[] },
    if cfg!(feature = "graph-attention-practice") && !HAS_TOPICS { GRAPH_ATTENTION_PRACTICE } else { &[] },
    if cfg!(feature = "sparse-practice") && !HAS_TOPICS { SPARSE_PRACTICE } else { &[] },
    if cfg!(feature = "hashing-practice") && !HAS_TOPICS { HASHING_PRACTICE } else { &[] },
    if cfg!(feature = "sequence-errata") && !HAS_TOPICS { SEQUENCE_ERRATA } else { &[] },
    if cfg!(feature = "graph-errata") && !HAS_TOPICS { GRAPH_ERRATA } else { &[] },
    if cfg!(feature = "polls") && !HAS_TOPICS { POLLS } else { &[] },
];

/// Every algorithm of the chosen topics, topic by topic.
pub static ALGORITHMS: [&Algorithm; count(&CHOSEN)] = join(&CHOSEN, &crate::attention::scaled_dot_product::ALGORITHM);

/// How many entries the lists have together.
#[expect(clippy::indexing_slicing, reason = "the compiler evaluates it, and would stop at a place that does not exist")]
pub(crate) const fn count<T>(lists: &[&[T]]) -> usize {
    let (mut list, mut count) = (0, 0);
    while list < lists.len() {
        count += lists[list].len();
        list += 1;
    }
    count
}

/// One list of several; `any` is any entry, to begin with.
#[expect(clippy::indexing_slicing, reason = "as above")]
pub(crate) const fn join<T: Copy, const COUNT: usize>(lists: &[&[T]], any: T) -> [T; COUNT] {
    let mut all = [any; COUNT];
    let (mut list, mut at) = (0, 0);
    while list < lists.len() {
        let mut place = 0;
        while place < lists[list].len() {
            all[at] = lists[list][place];
            (place, at) = (place + 1, at + 1);
        }
        list += 1;
    }
    all
}
