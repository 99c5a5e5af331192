//! The build profile never asks for fat link-time optimization: with +simd128 at opt-level 2 or 3, rustc 1.95 then builds a module in which freeing
//! any allocation aligned to 16 bytes traps.

use std::path::Path;

use toml::{Table, Value};

use crate::support::ROOT;

fn read(path: &str) -> Option<Table> {
    let text = std::fs::read_to_string(Path::new(ROOT).join(path)).ok()?;
    Some(text.parse().expect("valid TOML"))
}

/// Every `lto` of every profile, profiles of single packages included.
fn lto_settings(table: &Table) -> Vec<&Value> {
    let profiles = table.get("profile").and_then(Value::as_table);
    profiles.into_iter().flat_map(Table::values).filter_map(|profile| profile.get("lto")).collect()
}

fn is_fat(lto: &Value) -> bool {
    lto.as_bool() == Some(true) || lto.as_str().is_some_and(|word| word == "fat")
}

#[test]
fn no_profile_uses_fat_link_time_optimization() {
    let manifest = read("Cargo.toml").expect("Cargo.toml");
    assert!(!lto_settings(&manifest).is_empty(), "the release profile has no `lto`");
    for table in [Some(manifest), read(".cargo/config.toml"), read(".cargo/config")].into_iter().flatten() {
        for lto in lto_settings(&table) {
            assert!(!is_fat(lto), "lto = {lto} makes aligned allocations trap in WebAssembly");
        }
    }
}

#[test]
fn both_spellings_of_fat_are_recognized() {
    for (text, fat) in
        [("lto = \"fat\"", true), ("lto = true", true), ("lto = \"thin\"", false), ("lto = false", false)]
    {
        let table: Table = format!("[profile.release]\n{text}").parse().expect("valid TOML");
        assert!(lto_settings(&table).into_iter().any(is_fat) == fat, "{text}");
    }
}
