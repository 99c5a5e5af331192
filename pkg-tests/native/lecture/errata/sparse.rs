//! Errors about hashing.

use super::{assert_first, assert_numbers, compare};

#[test]
fn s0_e21_at_a_right_angle_only_gaussian_numbers_collide() {
    let found = assert_first("S0-E21", "collision.rotation-law", &[], 0.0, 0.249, 2e-3);
    assert_numbers(found.shown[1].right.data(), &[0.0], 0.0);
    assert_numbers(found.shown[1].wrong.data(), &[0.249], 0.03);
}

#[test]
fn s0_e23_one_hash_sorts_once_and_four_hashes_four_times() {
    let found = compare("S0-E23");
    assert_eq!((found.shown[0].right.shape(), found.shown[0].wrong.shape()), (&[1, 1, 8][..], &[1, 4, 8][..]));
    assert_eq!(found.shown[0].right.data(), [0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 0.0]);
    // Nothing but the number of hashes differs: the first of the four is the one of the right version, and each has four buckets.
    assert_eq!(&found.shown[0].wrong.data()[..8], found.shown[0].right.data());
    assert!((0..4).all(|round| found.shown[0].wrong.data()[8 * round..][..8].contains(&3.0)));
}
