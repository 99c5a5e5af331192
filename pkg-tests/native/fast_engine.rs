//! The fast f32 engine against the f64 reference, natively.

mod fast;

#[test]
fn products_stay_within_their_bound() {
    fast::product::products_stay_within_their_bound(1000);
}

#[test]
fn attention_stays_within_its_bound() {
    fast::attention::attention_stays_within_its_bound(1000);
}

#[test]
fn attention_refuses_what_does_not_fit() {
    fast::attention::attention_refuses_what_does_not_fit();
}

#[test]
fn sparse_products_stay_within_their_bound() {
    fast::graph::sparse_products_stay_within_their_bound(1000);
}

#[test]
fn convolutions_stay_within_their_bound() {
    fast::graph::convolutions_stay_within_their_bound(1000);
}

#[test]
fn graph_attention_stays_within_its_bound() {
    fast::graph::graph_attention_stays_within_its_bound(1000);
}

#[test]
fn listed_blocks_stay_within_their_bound() {
    fast::attention::listed_blocks_stay_within_their_bound(1000);
}

#[test]
fn window_attention_stays_within_its_bound() {
    fast::window::window_attention_stays_within_its_bound(1000);
}

#[test]
fn windows_refuse_what_does_not_fit() {
    fast::window::windows_refuse_what_does_not_fit();
}

#[test]
fn attention_by_hash_stays_within_its_bound() {
    fast::lsh::attention_by_hash_stays_within_its_bound(1000);
}

#[test]
fn norms_stay_within_their_bound() {
    fast::layers::norms_stay_within_their_bound(1000);
}

#[test]
fn feed_forwards_stay_within_their_bound() {
    fast::layers::feed_forwards_stay_within_their_bound(1000);
}

#[test]
fn encoder_layers_stay_within_their_bound() {
    fast::layers::encoder_layers_stay_within_their_bound(1000);
}
