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
