//! Derivations: every equal form is right; everything else is marked with a point at which it is wrong, or with the position of the syntax error.

use std::collections::BTreeMap;

use attograph::backend::Reference;
use attograph::catalog::{Arguments, evaluate};
use attograph::exercise::derivation::{Checked, DERIVATIONS, Derivation, Mark, POINTS, find};
use attograph::exercise::expression::{Expression, Language, Value};
use attograph::random::Random;
use proptest::prelude::*;

use super::derivation_forms::{EQUAL, UNEQUAL};

fn check(derivation: &Derivation, entries: &[(&str, &str)], seed: u64) -> Checked {
    let texts: BTreeMap<String, String> =
        entries.iter().map(|(entry, text)| (entry.to_string(), text.to_string())).collect();
    derivation.check(&texts, seed).expect("marks")
}

/// The mark of one entry, the others empty.
fn mark(id: &str, entry: &str, text: &str) -> Mark {
    let marks = check(find(id).expect(id), &[(entry, text)], 7).marks;
    marks.into_iter().find(|(known, _)| *known == entry).expect(entry).1
}

/// A value for each name that an expression may use.
fn environment(derivation: &Derivation, values: &[Value]) -> (Vec<&'static str>, Vec<Value>) {
    let names = derivation.symbols.iter().zip(values).flat_map(|(symbol, value)| {
        std::iter::once(&symbol.name).chain(symbol.also).map(move |name| (*name, value.clone()))
    });
    names.unzip()
}

fn close(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) => (a - b).abs() <= 1e-9 * b.abs().max(1.0),
        (Value::Matrix(a), Value::Matrix(b)) => a.shape() == b.shape() && (a - b).amax() <= 1e-9 * b.amax().max(1.0),
        _ => false,
    }
}

#[test]
fn every_solution_satisfies_its_equation() {
    for derivation in DERIVATIONS {
        let mut random = Random::new(1);
        for number in 0..100 {
            let values = (derivation.draw)(&mut random, number % 2 == 0);
            assert_eq!(values.len(), derivation.symbols.len());
            let (mut names, mut numbers) = environment(derivation, &values);
            for (symbol, value) in derivation.symbols.iter().zip(&values) {
                assert_eq!(symbol.axes.is_empty(), matches!(value, Value::Number(_)), "{}", symbol.name);
            }
            for entry in derivation.entries {
                let solution = Expression::read_in(derivation.language, entry.solution, &names).expect(entry.solution);
                let value = solution.at(&numbers).expect(entry.solution);
                names.push(entry.name);
                numbers.push(value);
            }
            for entry in derivation.entries {
                let [left, right] = entry.equation.map(|side| {
                    Expression::read_in(Language::Claims, side, &names).and_then(|side| side.at(&numbers)).expect(side)
                });
                assert!(close(&left, &right), "{}: {:?}", derivation.id, entry.equation);
            }
        }
    }
}

#[test]
fn names_are_unique() {
    for derivation in DERIVATIONS {
        let symbols = derivation.symbols.iter().flat_map(|symbol| std::iter::once(&symbol.name).chain(symbol.also));
        let mut names: Vec<&str> = symbols.copied().chain(derivation.entries.iter().map(|entry| entry.name)).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "{}", derivation.id);
    }
}

#[test]
fn all_solutions_together_are_complete_for_every_seed() {
    for derivation in DERIVATIONS {
        let solutions: Vec<_> = derivation.entries.iter().map(|entry| (entry.id, entry.solution)).collect();
        for seed in 0..10 {
            let checked = check(derivation, &solutions, seed);
            assert!(checked.complete, "{}: {checked:?}", derivation.id);
        }
        assert!(!check(derivation, &solutions[1..], 0).complete);
        assert!(check(derivation, &[], 0).marks.iter().all(|(_, mark)| *mark == Mark::Empty));
    }
    const { assert!(POINTS >= 50) };
}

#[test]
fn at_least_five_equal_forms_of_every_entry_are_right() {
    let mut entries = 0;
    for (id, entry, forms) in EQUAL {
        assert!(forms.len() >= 5, "{id}: {entry}");
        for form in *forms {
            assert_eq!(mark(id, entry, form), Mark::Right, "{id}, {entry}: {form}");
        }
        entries += 1;
    }
    assert_eq!(entries, DERIVATIONS.iter().map(|derivation| derivation.entries.len()).sum::<usize>());
}

#[test]
fn unequal_forms_are_marked_with_a_counterexample() {
    let mut entries = 0;
    for (id, entry_id, forms) in UNEQUAL {
        let derivation = find(id).expect(id);
        let entry = derivation.entries.iter().find(|entry| entry.id == *entry_id).expect(entry_id);
        for form in *forms {
            let Mark::Unequal { at, cell, found, expected, .. } = mark(id, entry_id, form) else {
                panic!("{id}, {entry_id}: {form} is {:?}", mark(id, entry_id, form));
            };
            // The counterexample is one: both numbers come out at this very point.
            let (names, values) =
                environment(derivation, &at.iter().map(|(_, value)| value.clone()).collect::<Vec<_>>());
            let number = |text: &str| {
                let read = Expression::read_in(derivation.language, text, &names).expect(text);
                match (read.at(&values).expect(text), cell) {
                    (Value::Number(number), None) => number,
                    (Value::Matrix(matrix), Some([i, j])) => matrix[(i, j)],
                    (other, cell) => panic!("{form}: {other:?} at {cell:?}"),
                }
            };
            assert_eq!(number(form), found, "{form}");
            assert_eq!(number(entry.solution), expected, "{form}");
            assert!((found - expected).abs() > 1e-9, "{form}");
        }
        entries += 1;
    }
    assert_eq!(entries, DERIVATIONS.iter().map(|derivation| derivation.entries.len()).sum::<usize>());
}

#[test]
fn mistakes_are_named_in_every_equal_form() {
    let mut mistakes = 0;
    for derivation in DERIVATIONS {
        for entry in derivation.entries {
            for (id, expression) in entry.mistakes {
                for form in [expression.to_string(), format!("({expression}) · 1"), format!("2 ({expression}) / 2")] {
                    let Mark::Unequal { mistake, .. } = mark(derivation.id, entry.id, &form) else {
                        panic!("{}, {}: {form}", derivation.id, entry.id);
                    };
                    assert_eq!(mistake, Some(*id), "{}, {}: {form}", derivation.id, entry.id);
                }
                mistakes += 1;
            }
        }
    }
    assert!(mistakes > 30, "{mistakes}");
    for text in ["σ⁴ d + 1", "σ³ d", "-σ⁴ d"] {
        assert!(
            matches!(mark("dot-product-variance", "dot-product", text), Mark::Unequal { mistake: None, .. }),
            "{text}"
        );
    }
}

#[test]
fn s0_x01_a_matrix_that_depends_on_the_position_is_marked_so() {
    for (entry, form) in [
        ("sine-from-sine", "sin(ω(pos + k))/sin(ω pos)"),
        ("sine-from-sine", "cos(ωk) + pos − 1"),
        ("sine-from-cosine", "sin ω(p+k) / cos ωp"),
        ("cosine-from-cosine", "cos(ω(pos + k)) / cos(ω pos)"),
    ] {
        let Mark::Depends { symbol, at, other, here, there, .. } = mark("shifted-position", entry, form) else {
            panic!("{form} is {:?}", mark("shifted-position", entry, form));
        };
        assert_eq!(symbol, "pos");
        let number = |value: &Value| match value {
            Value::Number(number) => *number,
            Value::Matrix(_) => panic!("a position is a number"),
        };
        let value = |position: f64| {
            let (w, k) = (number(&at[0].1), number(&at[1].1));
            Expression::read(form, &["ω", "k", "pos", "p"]).expect(form).value(&[w, k, position, position])
        };
        assert_eq!((value(number(&at[2].1)), value(number(&other))), (here, there), "{form}");
        assert!((here - there).abs() > 1e-9);
    }
    // What only looks as if it knew the position does not.
    for form in ["cos(ωk) + pos − p", "cos(ω(pos + k) - ω pos)", "cos(ωk) pos/pos"] {
        assert_eq!(mark("shifted-position", "sine-from-sine", form), Mark::Right, "{form}");
    }
}

#[test]
fn s0_x01_for_the_inverse_rotation_both_sides_of_a_row_are_given() {
    let transposed = [
        ("sine-from-sine", "cos ωk"),
        ("sine-from-cosine", "-sin ωk"),
        ("cosine-from-sine", "sin ωk"),
        ("cosine-from-cosine", "cos ωk"),
    ];
    let checked = check(find("shifted-position").expect("a derivation"), &transposed, 3);
    assert_eq!((&checked.marks[0].1, &checked.marks[3].1), (&Mark::Right, &Mark::Right));
    for (row, function) in [(1, f64::sin as fn(f64) -> f64), (2, f64::cos)] {
        let Mark::Unequal { at, sides: Some([left, right]), .. } = &checked.marks[row].1 else {
            panic!("{:?}", checked.marks[row]);
        };
        let [w, k, pos] = [0, 1, 2].map(|symbol| match at[symbol].1 {
            Value::Number(number) => number,
            Value::Matrix(_) => panic!("a number"),
        });
        // Turned the other way, the hand shows the position pos − k.
        assert!((function(w * (pos - k)) - left).abs() < 1e-12);
        assert!((function(w * (pos + k)) - right).abs() < 1e-12);
    }
    // Without the rest of its row an entry has no equation yet.
    assert!(matches!(mark("shifted-position", "sine-from-cosine", "-sin ωk"), Mark::Unequal { sides: None, .. }));
}

#[test]
fn entries_that_cannot_be_read_are_marked_with_their_position() {
    for (id, entry, text, place, expected) in [
        ("shifted-position", "sine-from-sine", "cos ωt", 5, "a name that is known here"),
        ("shifted-position", "sine-from-sine", "cos(ωk", 6, "a closing parenthesis"),
        ("shifted-position", "sine-from-sine", "cos ωk = 1", 7, "an operator or the end"),
        ("shifted-position", "sine-from-sine", "softmax(k)", 0, "a name that is known here"),
        ("shifted-position", "sine-from-sine", "kᵀ", 1, "a name that is known here"),
        ("shifted-position", "sine-from-sine", "k⁻", 2, "a digit"),
        ("dot-product-variance", "dot-product", "alert(1)", 0, "a name that is known here"),
        ("graph-convolution-equivariance", "layer", "Â W", 2, "shapes that fit together (5 × 5, 2 × 3)"),
        ("graph-convolution-equivariance", "layer", "H W + H", 4, "shapes that fit together (5 × 3, 5 × 2)"),
        ("graph-convolution-equivariance", "layer", "H W + 1", 4, "shapes that fit together"),
        ("graph-convolution-equivariance", "layer", "W / H", 2, "a number, not a matrix"),
        ("graph-convolution-equivariance", "layer", "2^A H W", 1, "a number, not a matrix"),
        ("graph-convolution-equivariance", "layer", "H^2", 1, "a power that this matrix has"),
        ("graph-convolution-equivariance", "layer", "A^(-1/2) H W", 1, "a power that this matrix has"),
        ("graph-convolution-equivariance", "layer", "exp(H) W", 0, "a number, not a matrix"),
        ("graph-convolution-equivariance", "layer", "softmax(2) H W", 0, "a matrix, not a number"),
        ("graph-convolution-equivariance", "degrees", "degrees(PÂPᵀ)", 0, "a name that is known here"),
        ("graph-convolution-equivariance", "layer", "1", 0, "a matrix, not a number"),
        ("graph-convolution-equivariance", "layer", "Â H", 0, "a matrix of the right shape (5 × 3)"),
        ("message-passing-to-attention", "attention", "H A V", 2, "shapes that fit together (5 × 2, 5 × 5)"),
        ("node-weights", "parameters", "M", 0, "a number, not a matrix"),
    ] {
        let unreadable = Mark::Unreadable { place, expected: expected.into() };
        assert_eq!(mark(id, entry, text), unreadable, "{id}, {entry}: {text}");
    }
}

#[test]
fn an_expression_without_a_value_is_undefined() {
    for text in ["ln(-1)", "0/0", "1/(k - k)", "√(0 − k)"] {
        assert!(matches!(mark("shifted-position", "sine-from-sine", text), Mark::Undefined { .. }), "{text}");
    }
}

#[test]
fn an_entry_that_does_not_exist_is_refused() {
    let texts = BTreeMap::from([("fifth".to_string(), "1".to_string())]);
    let error = find("shifted-position").expect("a derivation").check(&texts, 0).expect_err("no such entry");
    assert_eq!(error.code(), "unknown-entry");
    let Err(error) = find("shifted") else { panic!("no such derivation") };
    assert_eq!(error.code(), "unknown-derivation");
}

/// The variance of drawn queries and keys agrees with the closed form.
#[test]
fn s0_x02_the_variance_of_drawn_queries_and_keys_agrees_with_the_solution() {
    let derivation = find("dot-product-variance").expect("a derivation");
    let solution = derivation.entries.iter().find(|entry| entry.id == "dot-product").expect("an entry").solution;
    let solution = Expression::read(solution, &["σ", "d"]).expect(solution);
    for (deviation, width) in [(1.0, 4.0), (2.0, 4.0), (1.0, 64.0)] {
        let inputs = Arguments::new()
            .with("width", width)
            .with("deviation", deviation)
            .with("samples", 20_000.0)
            .with("seed", 5.0);
        let outputs = evaluate("query-key-variance", &inputs, &Reference).expect("outputs").outputs;
        let measured = outputs["measured"].data()[0];
        assert!((measured / solution.value(&[deviation, width]) - 1.0).abs() < 0.05, "{measured}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_check_panic(text in "(H|W|Â|A|P|I|D̂|softmax|relu|exp|sqrt|ᵀ|\\^T|\\^|½|⁻½|²|\\(|\\)|\\+|-|·|/|√| |[0-9.,]){0,24}") {
        let derivation = find("graph-convolution-equivariance").expect("a derivation");
        for entry in derivation.entries {
            let texts = BTreeMap::from([(entry.id.to_string(), text.clone())]);
            prop_assert!(derivation.check(&texts, 1).is_ok());
        }
    }
}
