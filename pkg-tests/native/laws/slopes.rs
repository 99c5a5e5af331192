//! The slopes that functions state and the transposes that rules state, against central differences; no function and no rule is left out.

use std::collections::{BTreeMap, BTreeSet};

use attograph::catalog::ALGORITHMS;
use attograph::op::{DIVIDE_OR_ZERO, Function, Local, Obstacle, Op, Reads, Rule, Settings, Slope, Source, Transpose};
use attograph::tensor::Tensor;

use crate::support;
use crate::support::draws::numbers;

const STEP: f64 = 1e-6;
const ALLOWED: f64 = 1e-7;

fn functions() -> BTreeMap<&'static str, &'static Function> {
    let of_step = |op| if let Op::Map(function) = op { Some((function.name, function)) } else { None };
    ALGORITHMS.iter().flat_map(|algorithm| algorithm.steps()).filter_map(|step| of_step(step.spec.op)).collect()
}

/// What a slope is at a point; nothing where it is that of whole numbers.
fn value_of(slope: Slope, operands: &[f64], result: f64) -> Option<f64> {
    let settings = Settings::default();
    Some(match slope {
        Slope::Zero(Obstacle::Names) => return None,
        Slope::Zero(Obstacle::Comparison | Obstacle::Rounding) => 0.0,
        Slope::Zero(why) => panic!("{} is no reason for a function", why.name()),
        Slope::One => 1.0,
        Slope::Minus => -1.0,
        Slope::Factor(function) => function.apply(&[1.0], &settings),
        Slope::Operand(position) => operands[position],
        Slope::Result => result,
        Slope::By(function, locals) => {
            let local = |local: &Local| if let Local::Operand(position) = local { operands[*position] } else { result };
            assert_eq!(function.arity(), locals.len(), "{}", function.name);
            function.apply(&locals.iter().map(local).collect::<Vec<f64>>(), &settings)
        }
    })
}

#[test]
fn the_slopes_of_every_function_agree_with_central_differences() {
    // No point where a function jumps or has a corner, in the operand that changes; 0 and 1 are masks.
    let changing = [-91.7, -2.3, -0.71, 0.31, 0.87, 1.93, 3.7, 94.3];
    let others = [-1.37, -0.53, 0.0, 0.42, 1.0, 2.11, 4.3];
    let settings = Settings::default();
    let functions = functions();
    assert!(functions.len() >= 50, "only {} functions", functions.len());
    let mut wrong = Vec::new();
    for (name, function) in functions {
        assert_eq!(function.slopes.len(), function.arity(), "{name} states no slopes");
        for (position, &slope) in function.slopes.iter().enumerate() {
            let mut compared = 0;
            for point in 0..changing.len() * others.len() * others.len() {
                let (first, rest) = (changing[point % changing.len()], point / changing.len());
                let mut operands = vec![others[rest % others.len()], others[rest / others.len()]];
                operands.insert(position.min(2), first);
                operands.truncate(function.arity());
                let at = |change: f64| {
                    let mut moved = operands.clone();
                    moved[position] += change;
                    function.apply(&moved, &settings)
                };
                let difference = (at(STEP) - at(-STEP)) / (2.0 * STEP);
                let Some(stated) = value_of(slope, &operands, at(0.0)) else { continue };
                if !difference.is_finite() || !stated.is_finite() || at(0.0).abs() > 1e6 {
                    continue; // outside of the function's domain
                }
                let allowed = ALLOWED * (1.0 + difference.abs() + at(0.0).abs());
                let what = format!("{name} of {operands:?}, operand {position}: {stated} instead of {difference}");
                wrong.extend(((stated - difference).abs() > allowed).then_some(what));
                compared += 1;
            }
            let whole = matches!(slope, Slope::Zero(Obstacle::Names));
            assert!(whole || compared >= 2, "{name}, operand {position}: {compared} points");
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// The gradient of one operand, as the rule's transpose gives it; nothing for an operand that has none.
fn pulled(rule: &Rule, operands: &[&Tensor], result: &Tensor, upstream: &Tensor, operand: usize) -> Option<Vec<f64>> {
    let summed = |upstream: &Tensor| {
        let tensors: Vec<&Tensor> = std::iter::once(upstream).chain(operands.iter().copied()).collect();
        rule.transposed(operand, &tensors)
    };
    match rule.transpose {
        Transpose::Constant(_) | Transpose::None(_) => None,
        Transpose::Copies(of) => of.contains(&operand).then(|| summed(upstream)),
        Transpose::Means(of, count) => {
            let counts = count.tensor(operands, result.shape());
            let shares = upstream.data().iter().zip(counts);
            let shares = shares.map(|(number, count)| DIVIDE_OR_ZERO.apply(&[*number, count], &Settings::default()));
            let shares = Tensor::new(result.shape().to_vec(), shares.collect()).expect("shares");
            (of == operand).then(|| summed(&shares))
        }
        Transpose::By(pulls) => {
            let pull = pulls.iter().find(|pull| pull.operand == operand)?;
            let read = |source: &Source| if let Source::Operand(k) = source { operands[*k] } else { upstream };
            let read: Vec<&Tensor> = pull.reads.iter().map(read).collect();
            Some(pull.rule.tensor(&read, operands[operand].shape()))
        }
        Transpose::Solution(transposed) => {
            let side = transposed.tensor(&[operands[0], upstream], operands[1].shape());
            if operand == 1 {
                return Some(side);
            }
            let (size, width) = (result.shape()[0], result.shape()[1]);
            let cell = |place: usize| {
                let (row, column) = (place / size, place % size);
                -(0..width).map(|f| side[row * width + f] * result.data()[column * width + f]).sum::<f64>()
            };
            Some((0..size * size).map(cell).collect())
        }
    }
}

fn moved(tensor: &Tensor, direction: &Tensor, by: f64) -> Tensor {
    let data = tensor.data().iter().zip(direction.data()).map(|(number, change)| number + by * change).collect();
    Tensor::new(tensor.shape().to_vec(), data).expect("a tensor of the same shape")
}

/// Compares the transpose of a rule with central differences along a random direction of each operand, or that a constant rule is constant. Returns how
/// much was compared.
fn compare(rule: &Rule, operands: &[&Tensor], result: &Tensor, seed: u64) -> usize {
    let upstream = numbers(result.shape(), seed);
    let with = |operand: usize, tensor: &Tensor| {
        let mut changed = operands.to_vec();
        changed[operand] = tensor;
        rule.tensor(&changed, result.shape())
    };
    if let Transpose::Copies(listed) = rule.transpose {
        let cells = (0..result.data().len()).map(|offset| result.index_of(offset));
        let read: BTreeSet<usize> = cells
            .flat_map(|index| rule.sources(operands, result.shape(), &index))
            .map(|source| source.operand)
            .collect();
        assert!(
            read.iter().all(|operand| listed.contains(operand)),
            "{} reads {read:?}, and lists {listed:?}",
            rule.name
        );
    }
    let mut compared = 0;
    for operand in 0..operands.len() {
        let direction = numbers(operands[operand].shape(), seed + 1 + operand as u64);
        if let Transpose::Constant(why) = rule.transpose {
            compared += 1;
            if why == Obstacle::Names {
                continue;
            }
            // Between the whole numbers that count or compare, where nothing jumps.
            let between = moved(operands[operand], &direction, 1e-3);
            let quarter = Tensor::new(between.shape().to_vec(), between.data().iter().map(|x| x + 0.25).collect());
            let quarter = quarter.expect("a tensor of the same shape");
            let (left, right) = (with(operand, &quarter), with(operand, &moved(&quarter, &direction, 1e-9)));
            let same = left.len() == right.len() && left.iter().zip(&right).all(|(a, b)| a.to_bits() == b.to_bits());
            assert!(same, "{}, operand {operand}, is not constant because of {}", rule.name, why.name());
            continue;
        }
        let Some(found) = pulled(rule, operands, result, &upstream, operand) else { continue };
        let (above, below) = (
            with(operand, &moved(operands[operand], &direction, STEP)),
            with(operand, &moved(operands[operand], &direction, -STEP)),
        );
        let expected: f64 =
            upstream.data().iter().zip(above.iter().zip(&below)).map(|(g, (a, b))| g * (a - b)).sum::<f64>()
                / (2.0 * STEP);
        let stated: f64 = found.iter().zip(direction.data()).map(|(gradient, change)| gradient * change).sum();
        let scale: f64 =
            upstream.data().iter().zip(result.data()).map(|(g, value)| (g * value).abs()).sum::<f64>() + 1.0;
        assert!(
            (stated - expected).abs() <= 1e-7 * (scale + expected.abs()),
            "{}, operand {operand}: {stated} instead of {expected}",
            rule.name
        );
        compared += 1;
    }
    compared
}

/// A rule as some step computed it: its operands and its result.
type Instance = (&'static Rule, Vec<Tensor>, Tensor);

#[test]
fn the_transpose_of_every_rule_agrees_with_central_differences() {
    let of_step = |op| if let Op::Rule(rule) = op { Some((rule.name, rule)) } else { None };
    let rules: BTreeMap<&str, &Rule> =
        ALGORITHMS.iter().flat_map(|algorithm| algorithm.steps()).filter_map(|step| of_step(step.spec.op)).collect();
    assert!(rules.len() >= 50, "only {} rules", rules.len());
    // For each rule a few of its smaller steps with numbers.
    let mut instances: BTreeMap<&str, Vec<Instance>> = BTreeMap::new();
    for case in support::all_cases() {
        let trace = attograph::catalog::trace(&case.algorithm, &case.inputs).expect("a trace");
        for step in &trace.steps {
            let Op::Rule(rule) = step.spec.op() else { continue };
            let operands: Vec<Tensor> =
                step.operands.iter().map(|&number| trace.steps[number].tensor.clone()).collect();
            let finite = operands.iter().all(|operand| operand.data().iter().all(|number| number.is_finite()));
            let list = instances.entry(rule.name).or_default();
            if finite && !step.tensor.data().is_empty() && step.tensor.data().len() <= 600 && list.len() < 4 {
                list.push((rule, operands, step.tensor.clone()));
            }
        }
    }
    for (name, rule) in rules {
        let nothing = matches!(rule.reads, Reads::Nothing);
        let underived = matches!(rule.transpose, Transpose::None(Obstacle::Spectrum | Obstacle::Orthogonalization));
        let mut compared = 0;
        for (seed, (rule, operands, result)) in instances.get(name).into_iter().flatten().enumerate() {
            compared += compare(rule, &operands.iter().collect::<Vec<_>>(), result, 17 * seed as u64);
        }
        assert!(nothing || underived || compared > 0, "{name} was compared with nothing");
        let is_constant = matches!(rule.transpose, Transpose::Constant(_));
        assert!(!nothing || is_constant, "{name} reads nothing: it is constant");
    }
}
