//! Which module may use which: only the bindings use JavaScript, no algorithm uses a backend, and each module uses only those below it.

mod imports;

use std::fs;
use std::path::{Path, PathBuf};

use imports::Imports;
use toml::{Table, Value};

use crate::support::ROOT;

const JAVASCRIPT_CRATES: [&str; 4] = ["wasm_bindgen", "js_sys", "web_sys", "serde_wasm_bindgen"];

/// The modules of the library from the lowest to the highest. Code of a module may name only those of its own line and of the lines before it.
const LAYERS: &[&[&str]] = &[
    &["error"],
    &["tensor"],
    &["random"],
    &["op"],
    &["backend"],
    &["trace"],
    &["gradient"],
    &["algorithm"],
    &["rules"],
    &["attention"],
    &["sequence"],
    &["transformer"],
    &["graph"],
    &["position"],
    &["sparse"],
    &["loss"],
    &["learning"],
    &["pretraining"],
    &["vision"],
    &["catalog"],
    &["measure"],
    &["exercise"],
    &["lecture"],
    &["bindings"],
];

/// Modules of [`LAYERS`] that hold algorithms: the topics.
const TOPICS: &[&str] = &[
    "attention", "sequence", "transformer", "graph", "position", "sparse", "loss", "learning", "pretraining", "vision",
];

fn root() -> &'static Path {
    Path::new(ROOT)
}

/// Every Rust file below a folder of `src/`, with its text outside of comments and unit tests.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    texts(folder).into_iter().map(|(path, text)| (path, code_of(&text))).collect()
}

/// Every Rust file below a folder of `src/`, with its text.
fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("src").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of src") {
            let path = entry.expect("a folder entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a readable file");
                found.push((path, text));
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

/// The program of the unit tests is compiled without the topics and what is above them.
#[test]
fn unit_tests_stand_below_the_topics() {
    let library = fs::read_to_string(root().join("src/lib.rs")).expect("a readable file");
    let is_left_out = |module: &str| library.contains(&format!("#[cfg(not(test))]\npub mod {module};"));
    let lowest = LAYERS.iter().position(|layer| TOPICS.contains(&layer[0])).expect("a topic");
    let (below, above) = LAYERS.split_at(lowest);
    assert!(below.concat().iter().all(|module| !is_left_out(module)));
    for module in above.concat() {
        assert!(is_left_out(module) || module == "bindings", "{module} is compiled with the unit tests");
        for (path, text) in texts(module) {
            assert!(!text.contains("#[cfg(test)]"), "the unit tests of {} do not run", path.display());
        }
    }
}

#[test]
fn only_the_bindings_use_javascript() {
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

/// The folders of the topics that have some, from the lowest to the highest.
const FOLDERS: &[(&str, &[&str])] = &[
    ("graph", &["structure", "convolution", "attention", "message", "propagation"]),
    ("sparse", &["hashing", "patterns"]),
];

/// Every module of the library that `code` names.
fn modules_named(code: &str) -> Vec<&str> {
    let names: Vec<&str> = code.match_indices("crate::").map(|(at, found)| &code[at + found.len()..]).collect();
    assert!(names.iter().all(|rest| !rest.starts_with('{')), "modules are named one a line, to be found here");
    let end = |rest: &&str| rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    names.iter().map(|rest| &rest[..end(rest)]).collect()
}

#[test]
fn each_module_uses_only_those_below_it() {
    let layer = |module: &str| LAYERS.iter().position(|layer| layer.contains(&module));
    let mut uses = 0;
    for module in LAYERS.concat() {
        let own = layer(module);
        for (path, code) in module_sources(module) {
            for named in modules_named(&code) {
                let Some(other) = layer(named) else { panic!("{}: crate::{named} is in no layer", path.display()) };
                assert!(Some(other) <= own, "{} uses crate::{named}, which is above {module}", path.display());
                uses += 1;
            }
        }
    }
    assert!(uses > 500, "only {uses} uses of modules were found");
}

#[test]
fn each_folder_of_a_topic_uses_only_those_below_it() {
    for (topic, folders) in FOLDERS {
        for (own, folder) in folders.iter().enumerate() {
            for (path, code) in sources(&format!("{topic}/{folder}")) {
                for above in &folders[own + 1..] {
                    let names = code.contains(&format!("crate::{topic}::{above}"));
                    assert!(!names, "{} uses {above}, which is above {folder}", path.display());
                }
            }
        }
    }
}

/// The sources of a module, which is a folder or a file of `src/`.
fn module_sources(module: &str) -> Vec<(PathBuf, String)> {
    let file = root().join("src").join(module).with_extension("rs");
    match fs::read_to_string(&file) {
        Ok(text) => vec![(file, code_of(&text))],
        Err(_) => sources(module),
    }
}

#[test]
fn an_algorithm_uses_no_concrete_backend() {
    for (path, code) in TOPICS.iter().chain(&["algorithm", "rules"]).flat_map(|topic| sources(topic)) {
        for name in ["Reference", "Nalgebra"] {
            let named = code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
            assert!(!named, "{} names the backend {name}", path.display());
        }
    }
}

/// The files below a folder of `src/`, by their paths below `src/`.
fn files(folder: &str) -> Vec<(String, String)> {
    let source = root().join("src");
    let path_of = |path: &Path| {
        let names = path.strip_prefix(&source).expect("a path below src").components();
        names.map(|name| name.as_os_str().to_string_lossy().into_owned()).collect::<Vec<_>>().join("/")
    };
    sources(folder).into_iter().map(|(path, code)| (path_of(&path), code)).collect()
}

#[test]
fn no_module_of_these_folders_imports_itself() {
    let folders = ["op", "backend", "trace", "gradient", "catalog", "lecture", "measure", "rules", "bindings"];
    let cycles = folders.iter().chain(TOPICS).flat_map(|folder| Imports::of(files(folder)).cycles());
    assert_eq!(cycles.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn a_cycle_of_imports_is_found_through_groups_and_reexports() {
    let file = |path: &str, code: &str| (path.to_string(), code.to_string());
    let cyclic = [
        file("lib.rs", "pub mod a;\npub mod b;\n"),
        file("a.rs", "use std::fmt;\nuse crate::b::{\n    other::{self, Other},\n    Thing,\n};\n"),
        file("b/mod.rs", "mod other;\nmod thing;\n\npub use thing::Thing;\npub mod other;\n"),
        file("b/thing.rs", "fn f() -> super::super::a::A {}\n"),
        file("b/other.rs", "use super::Thing;\n"),
    ];
    assert_eq!(Imports::of(cyclic.clone()).cycles(), ["a → b::other → b::thing → a"]);
    let acyclic = cyclic.map(|(path, code)| (path, code.replace("super::super::a::A", "super::super::c::C")));
    assert_eq!(Imports::of(acyclic).cycles(), [""; 0]);
}

#[test]
fn every_module_has_its_layer() {
    let modules: Vec<String> = fs::read_dir(root().join("src"))
        .expect("src")
        .map(|entry| entry.expect("a folder entry").path())
        .filter(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == "rs"))
        .filter_map(|path| path.file_stem().and_then(|name| name.to_str()).map(str::to_string))
        .filter(|name| !["lib", "js", "text"].contains(&name.as_str()))
        .collect();
    for module in &modules {
        assert!(LAYERS.concat().contains(&module.as_str()), "src/{module} is new: add it to its layer");
    }
    for module in LAYERS.concat() {
        assert!(modules.iter().any(|known| known == module), "src/{module} is gone: take it out of its layer");
    }
}

#[test]
fn the_texts_on_an_algorithm_are_in_the_file_of_its_topic() {
    for language in ["en", "ko"] {
        for topic in TOPICS {
            let path = root().join("src/text").join(language).join("algorithms").join(topic).with_extension("json");
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let texts: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).expect("an object");
            let sources = sources(topic);
            for id in texts.keys() {
                let declared = sources.iter().any(|(_, code)| code.contains(&format!("id: \"{id}\",")));
                assert!(declared, "{}: no file of src/{topic} declares {id}", path.display());
            }
        }
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
