//! Formulas with the symbols of a run's operands, by the cases of `pkg-tests/formulas.json`, which the package in JavaScript has as well.

use attograph::op::{Spec, given};
use serde_json::Value;

#[test]
fn a_formula_has_the_symbols_of_its_operands() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../formulas.json")).expect("a list of cases");
    let text = |value: &Value| -> &'static str { value.as_str().expect("a text").to_string().leak() };
    for case in &cases {
        let symbols: Vec<&str> = case["symbols"].as_array().expect("a list").iter().map(text).collect();
        let declared = given("a.step", "", &[]).written("a", text(&case["formula"]), "a source");
        let spec = Spec::from(&*Box::leak(Box::new(declared)));
        assert_eq!(spec.formula_with(|operand| symbols.get(operand).copied()), text(&case["written"]), "{case}");
    }
}
