//! Who may know whom: bindings know JavaScript and nobody else does; a backend knows no algorithm, an algorithm no backend.

use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

const JAVASCRIPT_CRATES: [&str; 4] = ["wasm_bindgen", "js_sys", "web_sys", "serde_wasm_bindgen"];

/// Folders of `src/` that hold algorithms.
const ALGORITHMS: &[&str] =
    &["attention", "graph", "measure", "position", "pretraining", "sequence", "sparse", "transformer", "vision"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file below a folder of `src/`, with what it says outside comments, its unit tests left out.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("src").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of src") {
            let path = entry.expect("a folder entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a readable file");
                found.push((path, code_of(&text)));
            }
        }
    }
    assert!(!found.is_empty(), "src/{folder} has no Rust file");
    found
}

fn code_of(text: &str) -> String {
    let before_tests = text.split("#[cfg(test)]").next().unwrap_or_default();
    before_tests.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn only_the_bindings_know_javascript() {
    for (path, code) in sources("") {
        if path.starts_with(root().join("src/bindings")) {
            continue;
        }
        for name in JAVASCRIPT_CRATES {
            assert!(!code.contains(name), "{} names {name}", path.display());
        }
    }
    let bindings = sources("bindings");
    assert!(
        bindings.iter().any(|(_, code)| code.contains("wasm_bindgen")),
        "the bindings are where they are looked for"
    );
}

#[test]
fn a_backend_knows_no_algorithm() {
    for (path, code) in sources("backend") {
        for topic in ALGORITHMS.iter().chain(&["catalog", "exercise", "lecture"]) {
            assert!(!code.contains(&format!("crate::{topic}")), "{} names {topic}", path.display());
        }
    }
}

#[test]
fn an_algorithm_knows_no_backend() {
    for (path, code) in ALGORITHMS.iter().flat_map(|topic| sources(topic)) {
        for above in ["crate::exercise", "crate::lecture"] {
            assert!(!code.contains(above), "{} names {above}", path.display());
        }
        for name in ["Reference", "Cpu"] {
            let named = code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
            assert!(!named, "{} names the backend {name}", path.display());
        }
    }
}

#[test]
fn every_folder_of_algorithms_is_watched() {
    let watched = |name: &str| {
        ALGORITHMS.contains(&name)
            || ["backend", "bindings", "catalog", "exercise", "js", "lecture", "trace"].contains(&name)
    };
    for entry in fs::read_dir(root().join("src")).expect("src") {
        let path = entry.expect("a folder entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        assert!(!path.is_dir() || watched(name), "src/{name} is new: say here whether it holds algorithms");
    }
}

#[test]
fn a_native_build_has_no_javascript_crate() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    let manifest: Table = manifest.parse().expect("valid TOML");
    check_sections(&manifest, "every build");
    for (target, sections) in manifest.get("target").and_then(Value::as_table).into_iter().flatten() {
        if target != "cfg(target_arch = \"wasm32\")" {
            check_sections(sections.as_table().expect("a table"), target);
        }
    }
}

fn check_sections(table: &Table, target: &str) {
    for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
        for name in table.get(section).and_then(Value::as_table).into_iter().flat_map(Table::keys) {
            let name = name.replace('-', "_");
            let is_javascript = JAVASCRIPT_CRATES.contains(&name.as_str()) || name.starts_with("wasm_bindgen");
            assert!(!is_javascript, "{section} of {target} has {name}");
        }
    }
}
