//! Every algorithm of the catalog.

use crate::algorithm::Algorithm;
use crate::error::{Error, Named, Result};
use crate::op::{EmptyRow, NonFinite, Settings};

/// Every algorithm, by topic, in the order in which the catalog lists them.
pub static ALGORITHMS: &[&Algorithm] = &[
    // Attention on sequences.
    &crate::attention::scaled_dot_product::ALGORITHM,
    &crate::attention::additive::ALGORITHM,
    &crate::attention::bilinear::ALGORITHM,
    &crate::attention::multi_head::ALGORITHM,
    &crate::attention::split_input::ALGORITHM,
    &crate::attention::linear::ALGORITHM,
    &crate::attention::performer::ALGORITHM,
    &crate::attention::linformer::ALGORITHM,
    &crate::attention::query_key_variance::ALGORITHM,
    &crate::attention::softmax_jacobian::ALGORITHM,
    &crate::attention::vector_comparison::ALGORITHM,
    // Recurrence.
    &crate::sequence::rnn::ALGORITHM,
    // Layers, encoder and decoder.
    &crate::transformer::layer_norm::ALGORITHM,
    &crate::transformer::batch_norm::ALGORITHM,
    &crate::transformer::feed_forward::ALGORITHM,
    &crate::transformer::differential_attention::ALGORITHM,
    &crate::transformer::encoder_layer::ALGORITHM,
    &crate::transformer::decoder_layer::ALGORITHM,
    &crate::transformer::encoder::ALGORITHM,
    &crate::transformer::decoder::ALGORITHM,
    &crate::transformer::encoder_decoder::ALGORITHM,
    // Images as tokens.
    &crate::vision::image_patches::ALGORITHM,
    &crate::vision::patch_embedding::ALGORITHM,
    &crate::vision::masked_autoencoder_masking::ALGORITHM,
    // Losses, steps of learning, pre-training.
    &crate::loss::mean_squared_error::ALGORITHM,
    &crate::loss::cross_entropy::ALGORITHM,
    &crate::loss::binary_cross_entropy::ALGORITHM,
    &crate::learning::gradient_descent::ALGORITHM,
    &crate::pretraining::token_masking::ALGORITHM,
    &crate::pretraining::masked_language_model_loss::ALGORITHM,
    &crate::pretraining::causal_language_model_loss::ALGORITHM,
    &crate::pretraining::linear_warmup_decay::ALGORITHM,
    // Positions of tokens and nodes.
    &crate::position::index::ALGORITHM,
    &crate::position::normalized_index::ALGORITHM,
    &crate::position::binary::ALGORITHM,
    &crate::position::learned::ALGORITHM,
    &crate::position::sinusoidal::ALGORITHM,
    &crate::position::sinusoidal_shift::ALGORITHM,
    &crate::position::plane_rotation::ALGORITHM,
    &crate::position::rotary::ALGORITHM,
    &crate::position::alibi::ALGORITHM,
    &crate::position::relative::ALGORITHM,
    &crate::position::laplacian::ALGORITHM,
    &crate::position::random_walk::ALGORITHM,
    &crate::position::weisfeiler_lehman::ALGORITHM,
    &crate::position::distance::ALGORITHM,
    &crate::position::random_features::ALGORITHM,
    // Layers on graphs.
    &crate::graph::structure::shortest_path_distances::ALGORITHM,
    &crate::graph::convolution::gcn_normalization::ALGORITHM,
    &crate::graph::convolution::gcn_layer::ALGORITHM,
    &crate::graph::convolution::gcn_network::ALGORITHM,
    &crate::graph::message::message_passing_layer::ALGORITHM,
    &crate::graph::message::mean_aggregation_layer::ALGORITHM,
    &crate::graph::message::graph_isomorphism_layer::ALGORITHM,
    &crate::graph::message::gaussian_mixture_layer::ALGORITHM,
    &crate::graph::message::graph_readout::ALGORITHM,
    &crate::graph::propagation::personalized_pagerank::ALGORITHM,
    &crate::graph::propagation::receptive_field::ALGORITHM,
    &crate::graph::propagation::over_smoothing::ALGORITHM,
    &crate::graph::attention::gat_layer::ALGORITHM,
    &crate::graph::attention::gatv2_layer::ALGORITHM,
    &crate::graph::attention::graph_transformer_layer::ALGORITHM,
    &crate::graph::attention::graph_masked_attention::ALGORITHM,
    &crate::graph::attention::graphormer_attention::ALGORITHM,
    &crate::graph::propagation::attention_diffusion::ALGORITHM,
    &crate::graph::message::message_passing::ALGORITHM,
    // Sparse attention.
    &crate::sparse::hashing::bucket_attention::ALGORITHM,
    &crate::sparse::hashing::lsh_attention::ALGORITHM,
    &crate::sparse::patterns::window_attention::ALGORITHM,
    &crate::sparse::patterns::bigbird_attention::ALGORITHM,
    &crate::sparse::patterns::block_sparse_attention::ALGORITHM,
    &crate::sparse::patterns::k_hop_attention::ALGORITHM,
    &crate::sparse::patterns::binary_partition_attention::ALGORITHM,
    &crate::sparse::patterns::shifted_window_attention::ALGORITHM,
    &crate::sparse::patterns::pattern_error::ALGORITHM,
    &crate::sparse::hashing::lsh_collision::ALGORITHM,
    &crate::sparse::lsh_error::ALGORITHM,
];

/// Finds an algorithm by its id.
///
/// # Errors
/// [`Error::Unknown`].
pub fn find(id: &str) -> Result<&'static Algorithm> {
    ALGORITHMS
        .iter()
        .find(|algorithm| algorithm.id == id)
        .copied()
        .ok_or_else(|| Error::unknown(Named::Algorithm, id, ALGORITHMS.iter().map(|known| known.id)))
}

/// The algorithms on graphs whose steps can all be computed from the messages, without a matrix of all pairs of nodes.
pub static SPARSE: &[&Algorithm] = &[
    &crate::graph::convolution::gcn_layer::ALGORITHM,
    &crate::graph::convolution::gcn_network::ALGORITHM,
    &crate::graph::message::message_passing_layer::ALGORITHM,
    &crate::graph::message::mean_aggregation_layer::ALGORITHM,
    &crate::graph::message::graph_isomorphism_layer::ALGORITHM,
    &crate::graph::propagation::personalized_pagerank::ALGORITHM,
    &crate::graph::attention::gat_layer::ALGORITHM,
];

/// Whether a run of an algorithm can be computed from the messages: no policy may let numbers through that are not finite, as 0 times such a number, of a cell
/// that is not kept, would be missing.
pub(super) fn is_sparse(algorithm: &Algorithm, settings: &Settings) -> bool {
    SPARSE.iter().any(|sparse| sparse.id == algorithm.id)
        && settings.non_finite == NonFinite::Error
        && settings.empty_row != EmptyRow::Nan
}
