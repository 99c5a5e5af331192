//! Which source file of the library imports which, read from the paths in their code.

use std::collections::{BTreeMap, BTreeSet};

/// A module by the names on the way to it; the crate itself has none.
type Module = Vec<String>;

/// The source files of a crate, each by its module.
pub struct Imports {
    /// The code of each module, without comments and tests.
    code: BTreeMap<Module, String>,
    /// What each module re-exports under which name.
    exports: BTreeMap<Module, BTreeMap<String, Module>>,
}

/// The module of a file, by its path below `src` with `/` between the folders.
fn module_of(path: &str) -> Module {
    let names = path.trim_end_matches(".rs").split('/').map(String::from);
    names.filter(|name| name != "mod" && name != "lib").collect()
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Splits at the commas outside of braces.
fn branches(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (place, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&group[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    found.push(&group[start..]);
    found
}

/// The paths of the tree of a `use`, each with the name under which it is imported.
fn expand(tree: &str, prefix: &[String], found: &mut Vec<(Module, String)>) {
    let tree = tree.trim();
    if let Some((before, group)) = tree.split_once('{') {
        let mut prefix = prefix.to_vec();
        prefix.extend(before.split("::").map(str::trim).filter(|name| !name.is_empty()).map(String::from));
        for branch in branches(group.trim_end().trim_end_matches('}')) {
            expand(branch, &prefix, found);
        }
        return;
    }
    let (path, name) = tree.split_once(" as ").map_or((tree, None), |(path, name)| (path, Some(name.trim())));
    let mut path: Module = prefix.iter().cloned().chain(path.split("::").map(|name| name.trim().to_string())).collect();
    path.retain(|name| !name.is_empty() && name != "self" && name != "*");
    if let Some(last) = path.last().cloned() {
        found.push((path, name.map_or(last, String::from)));
    }
}

/// The statements of a module that begin with `use`, apart from its other code: whether each is public, and its tree.
fn statements(code: &str) -> (Vec<(bool, String)>, String) {
    let (mut uses, mut rest) = (Vec::new(), String::new());
    for statement in code.split_inclusive(';') {
        let begin = statement.find("use ").filter(|place| {
            // An attribute or the end of a block may stand in the lines before, only its visibility in its own.
            let before = statement[..*place].rsplit('\n').next().unwrap_or_default().trim();
            before.is_empty() || before == "pub" || (before.starts_with("pub(") && before.ends_with(')'))
        });
        let Some(begin) = begin else {
            rest.push_str(statement);
            continue;
        };
        let is_public = statement[..begin].trim_end().ends_with(['b', ')']) && !statement[..begin].ends_with('\n');
        uses.push((is_public, statement[begin + 4..].trim_end_matches(';').to_string()));
        rest.push_str(&statement[..begin]);
    }
    (uses, rest)
}

impl Imports {
    /// Reads the imports of files: the path of each below `src`, and its code.
    pub fn of(files: impl IntoIterator<Item = (String, String)>) -> Imports {
        let code: BTreeMap<Module, String> = files.into_iter().map(|(path, code)| (module_of(&path), code)).collect();
        let mut imports = Imports { code, exports: BTreeMap::new() };
        for (module, code) in &imports.code {
            let names = imports.exports.entry(module.clone()).or_default();
            for (_, tree) in statements(code).0.into_iter().filter(|(public, _)| *public) {
                let mut paths = Vec::new();
                expand(&tree, &[], &mut paths);
                names.extend(paths.into_iter().map(|(path, name)| (name, path)));
            }
        }
        imports
    }

    /// A path as it is written in a module, from the crate on; `None` for one that leads out of the crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "super" => {
                let ups = path.iter().take_while(|name| *name == "super").count();
                let parent = module.get(..module.len().checked_sub(ups)?)?;
                Some([parent, &path[ups..]].concat())
            }
            _ => {
                let child = [&module[..], &path[..1]].concat();
                self.code.contains_key(&child).then(|| [&module[..], path].concat())
            }
        }
    }

    /// The module that has what a path names, through re-exports.
    fn resolve(&self, path: &[String]) -> Module {
        let mut module = Module::new();
        for (place, name) in path.iter().enumerate() {
            let child = [&module[..], std::slice::from_ref(name)].concat();
            if self.code.contains_key(&child) {
                module = child;
                continue;
            }
            let exported = self.exports.get(&module).and_then(|names| names.get(name));
            let Some(target) = exported.and_then(|target| self.absolute(&module, target)) else { break };
            return self.resolve(&[&target[..], &path[place + 1..]].concat());
        }
        module
    }

    /// The modules that a module imports.
    fn imported(&self, module: &Module) -> BTreeSet<Module> {
        let (uses, rest) = statements(&self.code[module]);
        let mut paths = Vec::new();
        for (_, tree) in uses.into_iter().filter(|(public, _)| !*public) {
            expand(&tree, &[], &mut paths);
        }
        for start in ["crate::", "super::"] {
            for (place, _) in rest.match_indices(start) {
                let begins = !rest[..place].ends_with(|c: char| is_name(c) || c == ':');
                let path: String = rest[place..].chars().take_while(|c| is_name(*c) || *c == ':').collect();
                if begins {
                    expand(&path, &[], &mut paths);
                }
            }
        }
        let targets = paths.iter().filter_map(|(path, _)| self.absolute(module, path));
        targets.map(|path| self.resolve(&path)).filter(|target| target != module).collect()
    }

    /// Every cycle that a depth-first search meets, each as the modules along it.
    pub fn cycles(&self) -> Vec<String> {
        let edges: BTreeMap<&Module, BTreeSet<Module>> =
            self.code.keys().map(|module| (module, self.imported(module))).collect();
        let (mut done, mut found) = (BTreeSet::new(), Vec::new());
        for module in self.code.keys() {
            visit(module, &edges, &mut Vec::new(), &mut done, &mut found);
        }
        found
    }
}

fn visit(
    module: &Module,
    edges: &BTreeMap<&Module, BTreeSet<Module>>,
    path: &mut Vec<Module>,
    done: &mut BTreeSet<Module>,
    found: &mut Vec<String>,
) {
    if let Some(start) = path.iter().position(|before| before == module) {
        let cycle = path[start..].iter().chain([module]).map(|module| module.join("::"));
        found.push(cycle.collect::<Vec<_>>().join(" → "));
        return;
    }
    if done.contains(module) {
        return;
    }
    path.push(module.clone());
    for target in edges.get(module).into_iter().flatten() {
        visit(target, edges, path, done, found);
    }
    path.pop();
    done.insert(module.clone());
}
