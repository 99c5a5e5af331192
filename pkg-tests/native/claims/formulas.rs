//! A formula is that of the mode in which a step is taken, and a source has what is cited from it.

use crate::support::all_cases;
use crate::support::draws::numbers;
use crate::support::graphs::lecture;
use crate::support::runs::trace;
use attograph::catalog::{self, Arguments};
use attograph::op::Spec;

/// Returns the formula of a step of a run.
fn formula(id: &str, inputs: &Arguments, step: &str) -> String {
    let found = trace(id, inputs);
    found.formula(found.step(step).unwrap_or_else(|_| panic!("{id} has no step {step}"))).into_owned()
}

#[test]
fn a_step_may_differ_from_its_table_in_notation_alone() {
    for case in all_cases() {
        let algorithm = catalog::find(&case.algorithm).expect("an algorithm");
        let declared = algorithm.steps();
        for step in &catalog::trace(algorithm.id, &case.inputs).expect("a trace").steps {
            let Some(table) = declared.iter().find(|other| other.spec.id == step.spec.id() && !step.id().contains('['))
            else {
                continue;
            };
            let kind = |spec: &Spec| {
                let shape = (spec.index().to_string(), spec.axes().to_vec(), spec.reads().join(","));
                (spec.op().name(), spec.op().function(), shape)
            };
            assert_eq!(kind(&step.spec), kind(&table.spec.into()), "{} / {}: {}", case.algorithm, case.name, step.id());
        }
    }
}

#[test]
fn only_where_loops_were_added_a_degree_counts_them() {
    let graph = Arguments::new().with("graph", lecture());
    let gcn =
        |self_loops: bool, step: &str| formula("gcn-normalization", &graph.clone().with("selfLoops", self_loops), step);
    assert_eq!(gcn(true, "graph.degree"), r"\hat{d}_v = \sum_u \hat{A}_{vu}");
    assert_eq!(gcn(false, "graph.degree"), r"d_v = \sum_u A_{vu}");
    assert!(!gcn(false, "gcn.normalized-adjacency").contains(r"\hat{A}"));
    for normalization in ["row", "column"] {
        let inputs = graph.clone().with("selfLoops", false).with("normalization", normalization);
        let step = format!("gcn.{normalization}-normalized-adjacency");
        assert!(!formula("gcn-normalization", &inputs, &step).contains("hat"));
    }
    assert_eq!(formula("laplacian-encoding", &graph, "graph.degree"), r"d_v = \sum_u \bar{A}_{vu}");
    assert!(!formula("laplacian-encoding", &graph, "gcn.deg-inv-sqrt").contains("hat"));
    let added = formula("gcn-normalization", &graph, "graph.with-loops");
    let identity = formula("gcn-normalization", &graph.clone().with("loopRule", "add"), "graph.with-loops");
    assert_eq!([added, identity], [r"\hat{A} = A + I'", r"\hat{A} = A + I"]);
}

#[test]
fn the_centrality_of_graphormer_counts_no_added_loops() {
    let square = |seed: u64| numbers(&[2, 2], seed);
    let inputs = Arguments::new().with("graph", lecture()).with("x", numbers(&[6, 2], 1)).with("wQuery", square(2));
    let inputs =
        inputs.with("wKey", square(3)).with("spatialBias", numbers(&[4], 4)).with("centrality", numbers(&[5, 2], 5));
    let found = formula("graphormer-attention", &inputs, "centrality/graph.degree");
    assert_eq!(found, r"\deg^-(v) = \sum_u N_{vu}");
}

#[test]
fn the_exponents_and_the_bias_of_alibi_are_those_of_the_mode() {
    let alibi = |heads: f64, causal: bool, step: &str| {
        let inputs = Arguments::new().with("length", 3.0).with("heads", heads).with("causal", causal);
        formula("alibi-bias", &inputs, step)
    };
    // 8 (h + 1) / 3 would begin with 8/3; the program's first exponent of three heads is 4.
    let three = Arguments::new().with("length", 1.0).with("heads", 3.0);
    assert_eq!(trace("alibi-bias", &three).step("alibi.exponents").expect("a step").tensor.data(), [4.0, 8.0, 2.0]);
    assert_eq!(alibi(4.0, false, "alibi.exponents"), r"e_h = 8 (h + 1) / H");
    assert!(alibi(3.0, false, "alibi.exponents").contains(r"\log_2 H"));
    assert!(alibi(2.0, false, "alibi.bias").contains("|i - j|"));
    assert!(alibi(2.0, true, "alibi.bias").contains(r"\max(i - j, 0)"));
}

#[test]
fn the_heads_of_gat_have_a_letter_of_their_own() {
    for step in catalog::find("gat-layer").expect("an algorithm").steps() {
        assert!(
            step.spec.symbol != "H" || step.spec.id == "gat.heads",
            "{} is called H, as the heads are",
            step.spec.id
        );
    }
}

#[test]
fn what_a_paper_does_not_have_is_not_cited_from_it() {
    for algorithm in catalog::ALGORITHMS {
        for step in algorithm.steps() {
            let (id, source) = (step.spec.id, step.spec.source);
            if id.starts_with("multi-head.") && id.contains("bias") || id == "vision.projection-bias" {
                assert!(source.contains("implementations"), "{id}: {source}");
            }
            if id == "relative-position.table" || id == "relative-position.bias" {
                assert!(source.starts_with("Raffel"), "{id}: {source}");
            }
            if ["index-position", "normalized-index-position", "binary-position"].contains(&algorithm.id) {
                assert!(!source.contains("Vaswani"), "{id}: {source}");
            }
        }
    }
}
