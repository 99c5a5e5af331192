//! What one application of each function costs: the stated cost against the operations of its formula, counted while it is evaluated.
//!
//! Each formula is written here once more, over numbers that count what is done with them. It has to give the function's own bits at every grid point,
//! so it is the same formula; the most that it counts at any of them has to be the stated cost.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::{Add, Div, Mul, Neg, Rem, Sub};

use attograph::catalog::ALGORITHMS;
use attograph::op::{Cost, EmptyRow, Function, Op, Settings, Slope};

use crate::support::close::same_bits;

thread_local! {
    static COUNTED: Cell<Cost> = const { Cell::new(Cost::NONE) };
}

fn tally(one: Cost) {
    COUNTED.with(|counted| counted.set(sum(counted.get(), one)));
}

fn sum(left: Cost, right: Cost) -> Cost {
    Cost {
        multiplications: left.multiplications + right.multiplications,
        additions: left.additions + right.additions,
        functions: left.functions + right.functions,
        comparisons: left.comparisons + right.comparisons,
    }
}

fn most(left: Cost, right: Cost) -> Cost {
    Cost {
        multiplications: left.multiplications.max(right.multiplications),
        additions: left.additions.max(right.additions),
        functions: left.functions.max(right.functions),
        comparisons: left.comparisons.max(right.comparisons),
    }
}

/// A number that counts the operations in which it takes part.
#[derive(Clone, Copy)]
struct Counted(f64);

macro_rules! counted_operators {
    ($($operator:ident $method:ident $cost:ident)*) => {$(
        impl $operator for Counted {
            type Output = Counted;
            fn $method(self, other: Counted) -> Counted {
                tally(Cost::$cost);
                Counted(self.0.$method(other.0))
            }
        }
        impl $operator<f64> for Counted {
            type Output = Counted;
            fn $method(self, other: f64) -> Counted {
                self.$method(Counted(other))
            }
        }
        impl $operator<Counted> for f64 {
            type Output = Counted;
            fn $method(self, other: Counted) -> Counted {
                Counted(self).$method(other)
            }
        }
    )*};
}

counted_operators! { Add add ADDITION Sub sub ADDITION Mul mul MULTIPLICATION Div div MULTIPLICATION Rem rem MULTIPLICATION }

impl Neg for Counted {
    type Output = Counted;
    fn neg(self) -> Counted {
        tally(Cost::ADDITION);
        Counted(-self.0)
    }
}

impl Counted {
    fn of(self, function: fn(f64) -> f64) -> Counted {
        tally(Cost::FUNCTION);
        Counted(function(self.0))
    }

    fn power(self, exponent: Counted) -> Counted {
        tally(Cost::FUNCTION);
        Counted(libm::pow(self.0, exponent.0))
    }

    fn angle_to(self, beside: Counted) -> Counted {
        tally(Cost::FUNCTION);
        Counted(libm::atan2(self.0, beside.0))
    }

    fn min(self, other: Counted) -> Counted {
        tally(Cost::COMPARISON);
        Counted(self.0.min(other.0))
    }

    fn max(self, other: Counted) -> Counted {
        tally(Cost::COMPARISON);
        Counted(self.0.max(other.0))
    }

    fn is(self, holds: fn(&f64, &f64) -> bool, other: Counted) -> bool {
        tally(Cost::COMPARISON);
        holds(&self.0, &other.0)
    }

    /// A test that only keeps a value defined, which is not counted.
    fn guards(self, value: f64) -> bool {
        self.0 == value
    }
}

const ZERO: Counted = Counted(0.0);
const ONE: Counted = Counted(1.0);

fn flag(holds: bool) -> Counted {
    Counted(f64::from(u8::from(holds)))
}

fn chosen(condition: bool, then: Counted, otherwise: Counted) -> Counted {
    if condition { then } else { otherwise }
}

fn t5_bucket(distance: Counted, buckets: Counted, farthest: Counted) -> Counted {
    let exact = (buckets / 2.0).of(libm::floor);
    if distance.is(f64::lt, exact) {
        return distance;
    }
    let share = (distance / exact).of(libm::log) / (farthest / exact).of(libm::log) * (buckets - exact);
    (exact + (share + 1e-9).of(libm::floor)).min(buckets - 1.0)
}

fn sine_of_degrees(degrees: Counted) -> Counted {
    let turn = degrees % 360.0;
    let quarters = (turn / 90.0).of(libm::round);
    let rest = (turn - 90.0 * quarters) * (std::f64::consts::PI / 180.0);
    match quarters.0 as i32 & 3 {
        0 => rest.of(libm::sin),
        1 => rest.of(libm::cos),
        2 => 0.0 - rest.of(libm::sin),
        _ => -rest.of(libm::cos),
    }
}

/// The formula of a function of three operands at most; those beyond its arity are not read.
fn formula(name: &str, [a, b, c]: [Counted; 3], settings: &Settings) -> Counted {
    match name {
        "copy" => a,
        "reciprocal" => 1.0 / a,
        "reciprocal-or-zero" => chosen(a.guards(0.0), ZERO, 1.0 / a),
        "reciprocal-of-total" => chosen(a.guards(0.0) && settings.empty_row != EmptyRow::Nan, ZERO, 1.0 / a),
        "minus-quotient" => chosen(a.guards(0.0), ZERO, -a / b),
        "half" => a / 2.0,
        "minus-half-of" => -a / 2.0,
        "half-of-reciprocal" => chosen(a.guards(0.0), ZERO, 1.0 / (2.0 * a)),
        "one-minus-square" => 1.0 - a * a,
        "times-one-minus" => a * (1.0 - a),
        "minus-sine" => -a.of(libm::sin),
        "gelu-slope" => {
            let probability = 0.5 * (1.0 + (a * std::f64::consts::FRAC_1_SQRT_2).of(libm::erf));
            probability + a * (0.3989422804014327 * (-0.5 * a * a).of(libm::exp))
        }
        "not-zero" => flag(a.is(f64::ne, ZERO)),
        "is-zero" => flag(a.is(f64::eq, ZERO)),
        "one-if-positive" => chosen(a.is(f64::gt, ZERO), ONE, b),
        "negative-part" => chosen(a.is(f64::gt, ZERO), ZERO, a),
        "sign" if a.is(f64::gt, ZERO) => ONE,
        "sign" => chosen(a.is(f64::lt, ZERO), Counted(-1.0), ZERO),
        "elu-slope" => chosen(a.is(f64::gt, ZERO), ONE, a + 1.0),
        "inverse-square-root-slope" => -(a * a * a) / 2.0,
        "at-most-one" => chosen(a.is(f64::gt, ONE), ONE, a),
        "half-of-quotient" => chosen(b.guards(0.0), ZERO, a / (2.0 * b)),
        "arccosine-slope" => -1.0 / ((1.0 - a) * (1.0 + a)).max(ZERO).of(f64::sqrt),
        "minus-ln-2-times" => -a * std::f64::consts::LN_2,
        "power-slope-in-base" => -a * b / c,
        "power-slope-in-exponent" => -a * b.of(libm::log),
        "cosine-of-degrees-slope" => -sine_of_degrees(a) * (std::f64::consts::PI / 180.0),
        "sine-of-degrees-slope" => sine_of_degrees(a % 360.0 + 90.0) * (std::f64::consts::PI / 180.0),
        "within-a-quarter-slope" => chosen(a.is(f64::lt, Counted(90.0)), Counted(-1.0 / 90.0), ZERO),
        "two-signs-slope" => -(1.0 - a / 180.0) / 90.0,
        "one-unless-empty" if a.is(f64::ne, ZERO) => ONE,
        "one-unless-empty" => chosen(settings.empty_row == EmptyRow::Nan, Counted(f64::NAN), ZERO),
        "initial-lambda-slope" => 0.3 * (0.8 - a),
        "one" => ONE,
        "add" => a + b,
        "subtract" => a - b,
        "multiply" => a * b,
        "divide" => a / b,
        "negate" => -a,
        "one-plus" => 1.0 + a,
        "one-minus" => 1.0 - a,
        "predecessor" => a - 1.0,
        "half-of-predecessor" => (a - 1.0) / 2.0,
        "average" => (a + b) / 2.0,
        "never-zero" => 1e-15 + a,
        "divide-or-zero" => chosen(b.guards(0.0), ZERO, a / b),
        "normalize" => chosen(b.guards(0.0) && settings.empty_row != EmptyRow::Nan, ZERO, a / b),
        "remainder" => a % b,
        "parity" => a % 2.0,
        "share" => a / b.max(ONE),
        "square-root" => a.of(f64::sqrt),
        "root-of-product" => {
            let product = a * b;
            if product.0.is_normal() { product.of(f64::sqrt) } else { a.of(f64::sqrt) * b.of(f64::sqrt) }
        }
        "exp" => a.of(libm::exp),
        "log" => a.of(libm::log),
        "tanh" => a.of(libm::tanh),
        "sine" => a.of(libm::sin),
        "cosine" => a.of(libm::cos),
        "sine-of-degrees" => sine_of_degrees(a),
        "cosine-of-degrees" => sine_of_degrees(a % 360.0 + 90.0),
        "arccosine" => ((1.0 - a) * (1.0 + a)).max(ZERO).of(f64::sqrt).angle_to(a),
        "to-degrees" => a * f64::to_degrees(1.0),
        "floor" => a.of(libm::floor),
        "magnitude" | "absolute-value" => a.of(f64::abs),
        "sigmoid" => 1.0 / (1.0 + (-a).of(libm::exp)),
        "softplus" => a.max(ZERO) + (-a.of(f64::abs)).of(libm::exp).of(libm::log1p),
        "gelu" => 0.5 * a * (1.0 + (a * std::f64::consts::FRAC_1_SQRT_2).of(libm::erf)),
        "bell" => (-0.5 * a).of(libm::exp),
        "two-to-minus" => (-a).of(libm::exp2),
        "power-of-minus" => a.power(-b),
        "inverse-square-root" => chosen(a.guards(0.0), ZERO, 1.0 / a.of(f64::sqrt)),
        "exp-shifted" => chosen(b.guards(f64::NEG_INFINITY), ZERO, (a - b).of(libm::exp)),
        "log-sum-exp" => a + b.of(libm::log),
        "floor-divide" => (a / b).of(libm::floor),
        "floor-of-product" => (a * b).of(libm::floor),
        "minus-distance" => 0.0 - (a - b).of(f64::abs),
        "minus-distance-back" => {
            if a.is(f64::gt, b) {
                b - a
            } else {
                ZERO
            }
        }
        "elu" => {
            if a.is(f64::gt, ZERO) {
                a
            } else {
                a.of(libm::expm1)
            }
        }
        "elu-plus-one" => {
            if a.is(f64::gt, ZERO) {
                a + 1.0
            } else {
                a.of(libm::exp)
            }
        }
        "minus-half" => a - 0.5 * b,
        "initial-lambda" => 0.8 - 0.6 * (-0.3 * (a - 1.0)).of(libm::exp),
        "relu" => chosen(a.is(f64::lt, ZERO), ZERO, a),
        "leaky-relu" => {
            if a.is(f64::gt, ZERO) {
                a
            } else {
                b * a
            }
        }
        "positive" => flag(a.is(f64::gt, ZERO)),
        "equal" => flag(a.is(f64::eq, b)),
        "greater" => flag(a.is(f64::gt, b)),
        "not-below" => flag(a.is(f64::ge, b)),
        "keep-or-minus-infinity" => chosen(b.is(f64::eq, ZERO), Counted(f64::NEG_INFINITY), a),
        "unless-empty" => {
            let empty = Counted(if settings.empty_row == EmptyRow::Nan { f64::NAN } else { 0.0 });
            chosen(b.is(f64::ne, ZERO), a, empty)
        }
        "zero-for-nothing" => chosen(a.is(f64::eq, Counted(f64::NEG_INFINITY)), ZERO, a),
        "replace-where" => chosen(b.is(f64::ne, ZERO), c, a),
        "replace-if-0" => chosen(b.is(f64::eq, ZERO), c, a),
        "replace-if-1" => chosen(b.is(f64::eq, ONE), c, a),
        "choose-treatment" => {
            if a.is(f64::lt, b) {
                ZERO
            } else {
                chosen(a.is(f64::lt, b + c), ONE, Counted(2.0))
            }
        }
        "clip" => {
            let least = 0.0 - b;
            if a.is(f64::gt, b) { b } else { chosen(a.is(f64::lt, least), least, a) }
        }
        "at-least-one" => {
            if a.is(f64::gt, ZERO) {
                (a + 0.5).of(libm::floor).max(ONE)
            } else {
                ZERO
            }
        }
        "at-most-last" => a.min(b - 1.0),
        "entry-of-distance" => {
            if a.is(f64::lt, ZERO) {
                b - 1.0
            } else {
                a.min(b - 2.0)
            }
        }
        "distance-column" => {
            if a.is(f64::lt, ZERO) {
                b + 1.0
            } else {
                a.min(b)
            }
        }
        "within-a-quarter" => (1.0 - a / 90.0).max(ZERO),
        "two-signs" => {
            let share = 1.0 - a / 180.0;
            share * share
        }
        "t5-bucket" => {
            let half = b / 2.0;
            let bucket = t5_bucket(a.of(f64::abs), half, c);
            if a.is(f64::gt, ZERO) { bucket + half } else { bucket }
        }
        "t5-bucket-back" => {
            let back = if a.is(f64::lt, ZERO) { -a } else { ZERO };
            t5_bucket(back, b, c)
        }
        _ => panic!("write the formula of `{name}` here"),
    }
}

/// The formula's value, and what it costs to compute.
pub fn evaluated(name: &str, operands: &[f64], settings: &Settings) -> (f64, Cost) {
    let operand = |position: usize| Counted(operands.get(position).copied().unwrap_or(f64::NAN));
    COUNTED.set(Cost::NONE);
    let value = formula(name, [operand(0), operand(1), operand(2)], settings).0;
    (value, COUNTED.get())
}

/// Every function that a step of the catalog applies, and those that slopes are computed by, by name.
fn functions() -> BTreeMap<&'static str, &'static Function> {
    let steps = ALGORITHMS.iter().flat_map(|algorithm| algorithm.steps());
    let mut functions: BTreeMap<&str, &Function> = BTreeMap::new();
    for step in steps {
        let Op::Map(function) = step.spec.op else { continue };
        let of_slope = |slope: &Slope| match *slope {
            Slope::By(function, _) | Slope::Factor(function) => Some(function),
            _ => None,
        };
        for function in std::iter::once(function).chain(function.slopes.iter().filter_map(of_slope)) {
            let known = functions.insert(function.name, function);
            assert!(known.is_none_or(|known| std::ptr::eq(known, function)), "two functions named {}", function.name);
        }
    }
    functions
}

#[test]
fn the_cost_of_every_function_is_what_its_formula_takes() {
    let grid = [f64::NEG_INFINITY, -90.0, -2.0, -0.3, 0.0, 0.25, 1.0, 3.0, 7.0, 32.0, 128.0];
    let settings = [EmptyRow::Zero, EmptyRow::Nan].map(|empty_row| Settings { empty_row, ..Settings::default() });
    let functions = functions();
    assert!(functions.len() >= 50, "only {} functions", functions.len());
    for (name, function) in functions {
        let mut counted = Cost::NONE;
        for point in 0..grid.len().pow(3) {
            let operands = [0, 1, 2].map(|axis| grid[point / grid.len().pow(axis) % grid.len()]);
            let operands = &operands[..function.arity()];
            for settings in &settings {
                let (value, cost) = evaluated(name, operands, settings);
                let expected = function.apply(operands, settings);
                assert!(
                    same_bits(value, expected),
                    "{name} of {operands:?} is {expected}, its formula here gives {value}"
                );
                counted = most(counted, cost);
            }
        }
        assert_eq!(function.cost, counted, "{name}");
    }
}
