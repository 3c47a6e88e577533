//! Checks that no two modules of a crate use each other, except a parent and its child.
//!
//! A module is a file. It uses the modules that its paths lead to, outside of tests. A path may
//! begin with `crate`, `self`, `super`, a child module or an imported name. If a name in it is
//! imported or re-exported, the path leads to the importing module and to the defining module.
//!
//! A use of one module by another counts at the level where their paths part, as a use between two modules with the same
//! parent. So the folders of two modules must not use each other either.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[cfg(test)]
mod tests;

/// Groups of modules that may use each other, as the check names them, and why.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// Returns one line for each group of modules that use each other, and for each exception that does not apply.
pub(crate) fn check(root: &Path) -> Result<Vec<String>, String> {
    let mut groups = BTreeMap::new();
    for folder in crates(root).map_err(|error| error.to_string())? {
        let name = folder.strip_prefix(root).unwrap_or(&folder);
        let name = name.display().to_string();
        let mut files = BTreeMap::new();
        read(&folder.join("src"), "", &mut files).map_err(|error| format!("{name}: {error}"))?;
        let uses = Modules::new(&files).uses();
        for cycle in cycles(&between_siblings(&uses)) {
            let examples = examples(&uses, &cycle);
            let cycle: Vec<String> = cycle.into_iter().collect();
            groups.insert(format!("{name}: {}", cycle.join(", ")), examples);
        }
    }
    Ok(refused(&groups, EXCEPTIONS))
}

/// Returns one line for each group without an exception, with examples of its uses, and for each exception without a group.
fn refused(groups: &BTreeMap<String, String>, exceptions: &[(&str, &str)]) -> Vec<String> {
    let mut refused = Vec::new();
    for (group, examples) in groups {
        if !exceptions.iter().any(|(listed, _)| listed == group) {
            refused.push(format!("{group}: modules use each other: {examples}"));
        }
    }
    for (listed, _) in exceptions {
        if !groups.contains_key(*listed) {
            refused.push(format!(
                "{listed}: no such group of modules: remove the exception from xtask/src/cycles.rs"
            ));
        }
    }
    refused
}

/// Returns the folders of the crates in `crates`, and `xtask`.
fn crates(root: &Path) -> Result<Vec<PathBuf>, std::io::Error> {
    let mut folders = vec![root.join("xtask")];
    for folder in std::fs::read_dir(root.join("crates"))? {
        folders.push(folder?.path());
    }
    folders.sort();
    Ok(folders)
}

/// Returns the texts of a folder's files by their modules; the crate's root is the empty name.
fn read(
    folder: &Path,
    parent: &str,
    files: &mut BTreeMap<String, String>,
) -> Result<(), std::io::Error> {
    let is_program = !folder.join("lib.rs").exists();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let module = match (parent, &*stem) {
            ("", "lib") => String::new(),
            ("", "main") if is_program => String::new(),
            (parent, "mod") => parent.to_owned(),
            (parent, stem) => child(parent, stem),
        };
        if path.is_dir() {
            read(&path, &module, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.insert(module, std::fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// The modules that each module uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// The modules of a crate, without those for tests.
struct Modules {
    /// The code of each module.
    code: BTreeMap<String, String>,
    /// The paths that `use` statements give to a name, by the path of the name.
    imported: BTreeMap<String, Vec<Vec<String>>>,
}

impl Modules {
    fn new(files: &BTreeMap<String, String>) -> Self {
        let tests = tests(files);
        let mut code = BTreeMap::new();
        let mut imported: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
        for (module, text) in files {
            if tests.iter().any(|test| is_within(module, test)) {
                continue;
            }
            let product = product(text);
            for import in imports(&product) {
                let path = absolute(module, &import.path);
                let name = child(module, &import.name);
                imported.entry(name).or_default().push(path);
            }
            code.insert(module.clone(), product);
        }
        Self { code, imported }
    }

    /// Returns the modules that each module uses, apart from those above and below it.
    fn uses(&self) -> Uses {
        let apart = |(module, code): (&String, &String)| {
            let mut used = self.used(module, code);
            used.retain(|used| !is_within(used, module) && !is_within(module, used));
            (module.clone(), used)
        };
        self.code.iter().map(apart).collect()
    }

    /// Returns the modules that the paths in a module's code lead to.
    fn used(&self, module: &str, code: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for path in paths(code) {
            found.extend(self.followed(absolute(module, &path)));
        }
        found
    }

    /// Returns the module that a path leads to or into, and those that its imported names lead to.
    fn followed(&self, path: Vec<String>) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut left = vec![path];
        while let Some(path) = left.pop() {
            let mut module = String::new();
            let mut rest = path.iter();
            for name in rest.by_ref() {
                let next = child(&module, name);
                if self.code.contains_key(&next) {
                    module = next;
                    continue;
                }
                let targets = self.imported.get(&next).into_iter().flatten();
                if seen.insert(next) {
                    let rest: Vec<String> = rest.cloned().collect();
                    left.extend(targets.map(|target| [target.as_slice(), &rest].concat()));
                }
                break;
            }
            found.insert(module);
        }
        found
    }
}

/// Returns the uses between modules with the same parent: of each module, those at or below it count.
fn between_siblings(uses: &Uses) -> Uses {
    let mut between = Uses::new();
    for (user, used) in uses.iter().flat_map(pairs) {
        if let Some((user, used)) = siblings(user, used) {
            between.entry(used.clone()).or_default();
            between.entry(user).or_default().insert(used);
        }
    }
    between
}

/// Returns an example of each use between two modules of a group: two modules at or below them.
fn examples(uses: &Uses, group: &BTreeSet<String>) -> String {
    let mut examples = BTreeMap::new();
    for (user, used) in uses.iter().flat_map(pairs) {
        let siblings = siblings(user, used);
        let between = siblings.filter(|(user, used)| group.contains(user) && group.contains(used));
        if let Some(between) = between {
            let example = || format!("{user} uses {used}");
            examples.entry(between).or_insert_with(example);
        }
    }
    let examples: Vec<String> = examples.into_values().collect();
    examples.join(", ")
}

/// Returns a module with each module that it uses.
fn pairs<'u>(
    (user, used): (&'u String, &'u BTreeSet<String>),
) -> impl Iterator<Item = (&'u str, &'u str)> {
    used.iter().map(|used| (user.as_str(), used.as_str()))
}

/// Returns the two modules with the same parent that are, or are above, these modules; `None` if one is above the other.
fn siblings(module: &str, other: &str) -> Option<(String, String)> {
    let (mut names, mut others) = (module.split("::"), other.split("::"));
    let mut parent = String::new();
    loop {
        let (name, other) = (names.next()?, others.next()?);
        if name != other {
            return Some((child(&parent, name), child(&parent, other)));
        }
        parent = child(&parent, name);
    }
}

/// Returns the groups of modules in which each module uses all others, directly or not.
fn cycles(uses: &Uses) -> BTreeSet<BTreeSet<String>> {
    let reached: BTreeMap<&String, BTreeSet<String>> = uses
        .keys()
        .map(|module| (module, reached(module, uses)))
        .collect();
    let mut cycles = BTreeSet::new();
    for (module, used) in &reached {
        let is_mutual = |other: &&String| reached[other].contains(*module);
        let cycle: BTreeSet<String> = used.iter().filter(is_mutual).cloned().collect();
        if !cycle.is_empty() {
            cycles.insert(cycle);
        }
    }
    cycles
}

/// Returns the modules that a module uses, directly or through others.
fn reached(module: &str, uses: &Uses) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut left = vec![module];
    while let Some(module) = left.pop() {
        for used in uses.get(module).into_iter().flatten() {
            if reached.insert(used.clone()) {
                left.push(used);
            }
        }
    }
    reached
}

/// Returns the modules that are declared for tests only.
fn tests(files: &BTreeMap<String, String>) -> Vec<String> {
    let mut tests = Vec::new();
    for (module, text) in files {
        let mut lines = text.lines().map(str::trim);
        while let Some(line) = lines.next() {
            if line != "#[cfg(test)]" {
                continue;
            }
            let declared = lines.next().and_then(|line| line.strip_suffix(';'));
            let name = declared.and_then(|line| line.rsplit_once("mod "));
            if let Some((_, name)) = name {
                tests.push(child(module, name));
            }
        }
    }
    tests
}

/// Returns a file's code without comments and without items for tests.
fn product(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let mut code = Vec::new();
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            let is_last = |it: &&str| indent(it) == indent(line) && it.ends_with([';', ',', '}']);
            lines.by_ref().find(is_last);
        } else {
            code.push(line);
        }
    }
    code.join("\n")
}

/// A name that a `use` statement defines.
struct Import {
    name: String,
    path: Vec<String>,
}

/// Returns the names that the `use` statements of a module define.
fn imports(code: &str) -> Vec<Import> {
    let mut imports = Vec::new();
    for (at, word) in code.match_indices("use ") {
        let before = code[..at].rsplit('\n').next().unwrap_or_default().trim();
        if before.is_empty() || before.starts_with("pub") {
            tree(&code[at + word.len()..], &[], &mut imports);
        }
    }
    imports
}

/// Returns the paths of two or more names in a module's code.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("::") {
        let start = code[..at].trim_end_matches(is_word).len();
        if start < at && !code[..start].ends_with("::") {
            tree(&code[start..], &[], &mut found);
        }
    }
    found.into_iter().map(|import| import.path).collect()
}

/// Reads a path or a tree of paths; returns the text after it.
fn tree<'a>(mut rest: &'a str, start: &[String], imports: &mut Vec<Import>) -> &'a str {
    let mut path = start.to_vec();
    loop {
        rest = rest.trim_start();
        if let Some(mut inside) = rest.strip_prefix('{') {
            loop {
                inside = tree(inside, &path, imports).trim_start();
                match inside.strip_prefix(',') {
                    Some(next) => inside = next,
                    None => return inside.strip_prefix('}').unwrap_or(inside),
                }
            }
        }
        let (word, after) = split_word(rest);
        if !word.is_empty() && (word != "self" || path.is_empty()) {
            path.push(word.to_owned());
        }
        match after.strip_prefix("::") {
            Some(next) if !word.is_empty() => rest = next,
            _ => {
                let renamed = after.strip_prefix(" as ").map(split_word);
                let last = path.last().map_or("", String::as_str);
                let (name, after) = renamed.unwrap_or((last, after));
                let name = name.to_owned();
                imports.push(Import { name, path });
                return after;
            }
        }
    }
}

/// Returns a path from the crate's root; a path of another crate leads to the module itself.
fn absolute(module: &str, path: &[String]) -> Vec<String> {
    let mut absolute: Vec<String> = module.split("::").map(str::to_owned).collect();
    absolute.retain(|name| !name.is_empty());
    for name in path {
        match name.as_str() {
            "crate" => absolute.clear(),
            "super" => drop(absolute.pop()),
            "self" => {}
            name => absolute.push(name.to_owned()),
        }
    }
    absolute
}

fn split_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c| !is_word(c)).unwrap_or(text.len()))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn child(module: &str, name: &str) -> String {
    match module {
        "" => name.to_owned(),
        module => format!("{module}::{name}"),
    }
}

/// Whether a module is another or below it.
fn is_within(module: &str, other: &str) -> bool {
    let rest = module.strip_prefix(other);
    other.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}
