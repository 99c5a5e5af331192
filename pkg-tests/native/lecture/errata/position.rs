//! Errors about positions and pictures.

use super::{amounts, assert_first, assert_numbers};

#[test]
fn s0_e10_0_2_is_the_third_of_ten() {
    let found = assert_first("S0-E10", "position.normalized", &[0], 0.0, -0.1, 1e-15);
    let third = |numbers: &[f64]| numbers.iter().position(|number| (number - 0.2).abs() < 1e-12).map(|index| index + 1);
    assert_eq!((third(found.shown[0].right.data()), third(found.shown[0].wrong.data())), (Some(3), Some(4)));
}

#[test]
fn s0_e11_only_one_of_them_reaches_1() {
    let found = assert_first("S0-E11", "position.normalized", &[1], 0.25, 0.2, 1e-15);
    assert_numbers(found.shown[0].right.data(), &[0.0, 0.25, 0.5, 0.75, 1.0], 1e-15);
    assert_numbers(found.shown[0].wrong.data(), &[0.0, 0.2, 0.4, 0.6, 0.8], 1e-15);
}

#[test]
fn s0_e18_and_s0_e19_count_pixels_numbers_and_patches() {
    assert_eq!(amounts("S0-E18"), [Some(12_288.0), Some(4_096.0)]);
    assert_eq!(amounts("S0-E19"), [Some(196.0), Some(256.0)]);
}
