//! The crate as cargo packs it: what it holds, and that its examples run and print what `docs/rust.md` shows.

use std::path::Path;
use std::process::Command;

use crate::support::ROOT;

/// Runs cargo in the repository, and returns what it prints.
fn cargo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(args).current_dir(ROOT).output().expect("cargo");
    assert!(output.status.success(), "cargo {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The examples in Rust, by name. The folders beside them are those of other programs.
fn examples() -> Vec<String> {
    let files = std::fs::read_dir(Path::new(ROOT).join("examples")).expect("the folder of the examples");
    let mut names: Vec<String> = files
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn the_crate_holds_the_library_its_examples_and_its_documents() {
    let files = cargo(&["package", "--package", "attograph", "--list", "--allow-dirty", "--quiet"]);
    let documents = [
        ".cargo_vcs_info.json", "CHANGELOG.md", "Cargo.lock", "Cargo.toml", "Cargo.toml.orig", "LICENSE-APACHE",
        "LICENSE-MIT", "README.md", "docs/rust.md",
    ];
    let is_source = |file: &str| file.starts_with("src/") && (file.ends_with(".rs") || file.ends_with(".wgsl"));
    let is_example = |file: &str| examples().iter().any(|name| file == format!("examples/{name}.rs"));
    let strangers: Vec<&str> =
        files.lines().filter(|file| !documents.contains(file) && !is_source(file) && !is_example(file)).collect();
    assert!(strangers.is_empty(), "{strangers:?}");
    assert!(
        files.lines().any(|file| file == "src/lib.rs") && files.lines().filter(|file| is_example(file)).count() >= 3
    );
}

#[test]
fn each_example_prints_what_the_documentation_shows() {
    let document = std::fs::read_to_string(Path::new(ROOT).join("docs/rust.md")).expect("the documentation");
    // With the features of this test, with which `cargo test` has compiled the examples.
    let features = if cfg!(feature = "gpu") { "gpu" } else { "" };
    for name in examples() {
        let printed = cargo(&["run", "--quiet", "--locked", "--features", features, "--example", &name]);
        let printed: String = printed.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        let shown = document
            .split_once(&format!("`cargo run --example {name}`"))
            .and_then(|(_, rest)| rest.split_once("```text\n"))
            .and_then(|(_, rest)| rest.split_once("```"))
            .map(|(shown, _)| shown);
        assert_eq!(Some(printed.as_str()), shown, "{name}");
    }
}
