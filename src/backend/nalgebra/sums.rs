//! Sums and maxima over swept letters, in index order: the same bits as the reference's.
//!
//! A cell's terms are taken one after another, as the reference takes them; several neighboring cells of a row are under way at once, so that they
//! share a vector register and do not wait for each other.

use crate::op::{Plan, Reduction};

use super::axes::{Axes, Sweep, by_rows};

/// How many cells of a row are under way at once.
const CELLS: usize = 8;

/// Where the numbers for neighboring cells stand in one operand.
trait Across: Copy {
    /// The numbers for `N` neighboring cells, the first of which reads this place.
    fn load<const N: usize>(self, data: &[f64], place: usize) -> [f64; N];
}

/// All cells read the same number.
#[derive(Clone, Copy)]
struct Shared;

/// Each cell reads the number after its neighbor's.
#[derive(Clone, Copy)]
struct Adjacent;

/// Each cell reads the number that stands so far behind its neighbor's.
#[derive(Clone, Copy)]
struct Apart(usize);

impl Across for Shared {
    #[inline(always)]
    fn load<const N: usize>(self, data: &[f64], place: usize) -> [f64; N] {
        [data.get(place).copied().unwrap_or(f64::NAN); N]
    }
}

impl Across for Adjacent {
    #[inline(always)]
    fn load<const N: usize>(self, data: &[f64], place: usize) -> [f64; N] {
        data.get(place..).and_then(<[f64]>::first_chunk).copied().unwrap_or([f64::NAN; N])
    }
}

impl Across for Apart {
    #[inline(always)]
    fn load<const N: usize>(self, data: &[f64], place: usize) -> [f64; N] {
        std::array::from_fn(|cell| data.get(place + cell * self.0).copied().unwrap_or(f64::NAN))
    }
}

/// Σ left · right over the swept letters.
pub(super) fn sum_products(plan: &Plan, left: &[f64], right: &[f64]) -> Vec<f64> {
    let axes = Axes::swept(plan);
    let mut sweep = Sweep::new(&axes);
    by_rows(plan, |row, places, steps| match steps {
        [0, 1] => product_row(row, &mut sweep, (left, Shared), (right, Adjacent), places, steps),
        [1, 0] => product_row(row, &mut sweep, (left, Adjacent), (right, Shared), places, steps),
        [1, 1] => product_row(row, &mut sweep, (left, Adjacent), (right, Adjacent), places, steps),
        [a, b] => product_row(row, &mut sweep, (left, Apart(a)), (right, Apart(b)), places, steps),
    })
}

#[inline(always)]
fn product_row<L: Across, R: Across>(
    row: &mut [f64],
    sweep: &mut Sweep<2>,
    left: (&[f64], L),
    right: (&[f64], R),
    mut places: [usize; 2],
    steps: [usize; 2],
) {
    let (blocks, rest) = row.as_chunks_mut::<CELLS>();
    for block in blocks {
        *block = products(sweep, left, right, places);
        places.iter_mut().zip(steps).for_each(|(place, step)| *place += CELLS * step);
    }
    for cell in rest {
        [*cell] = products(sweep, left, right, places);
        places.iter_mut().zip(steps).for_each(|(place, step)| *place += step);
    }
}

#[inline(always)]
fn products<const N: usize, L: Across, R: Across>(
    sweep: &mut Sweep<2>,
    (left, from_left): (&[f64], L),
    (right, from_right): (&[f64], R),
    places: [usize; 2],
) -> [f64; N] {
    let mut sums = [0.0; N];
    sweep.each(places, |[a, b]| {
        let (a, b): ([f64; N], [f64; N]) = (from_left.load(left, a), from_right.load(right, b));
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    });
    sums
}

/// The sum or the maximum of the one operand over the swept letters.
pub(super) fn reduce(plan: &Plan, reduction: Reduction, data: &[f64]) -> Vec<f64> {
    match reduction {
        Reduction::Sum => folded(plan, data, Reduction::Sum),
        Reduction::Max => folded(plan, data, Reduction::Max),
    }
}

#[inline(always)]
fn folded(plan: &Plan, data: &[f64], reduction: Reduction) -> Vec<f64> {
    let axes = Axes::swept(plan);
    let mut sweep = Sweep::new(&axes);
    by_rows(plan, |row, [place], [step]| match step {
        1 => fold_row(row, &mut sweep, data, Adjacent, place, step, reduction),
        _ => fold_row(row, &mut sweep, data, Apart(step), place, step, reduction),
    })
}

#[inline(always)]
fn fold_row<A: Across>(
    row: &mut [f64],
    sweep: &mut Sweep<1>,
    data: &[f64],
    across: A,
    mut place: usize,
    step: usize,
    reduction: Reduction,
) {
    let (blocks, rest) = row.as_chunks_mut::<CELLS>();
    for block in blocks {
        *block = fold(sweep, data, across, place, reduction);
        place += CELLS * step;
    }
    for cell in rest {
        [*cell] = fold(sweep, data, across, place, reduction);
        place += step;
    }
}

#[inline(always)]
fn fold<const N: usize, A: Across>(
    sweep: &mut Sweep<1>,
    data: &[f64],
    across: A,
    place: usize,
    reduction: Reduction,
) -> [f64; N] {
    let mut so_far = [reduction.start(); N];
    sweep.each([place], |[place]| {
        let next: [f64; N] = across.load(data, place);
        so_far.iter_mut().zip(next).for_each(|(so_far, next)| *so_far = reduction.fold(*so_far, next));
    });
    so_far
}
