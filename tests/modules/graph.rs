//! Crates, their modules, and who names whom.
//!
//! A folder is one module to its neighbours and a graph of its own inside. Its `mod.rs` is the head of the folder: it
//! may declare a type whose methods are in the parts, so the parts may name it, and it is not a node of the graph
//! inside. What the root of a crate declares no module may name. Calls of methods name no module and are not seen: a
//! method belongs to the module that declares its type, or should.

use crate::text::{Named, read};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The path of a module in its crate; empty for the root.
pub type ModulePath = Vec<String>;

/// A crate of the product.
pub struct Crate {
    /// As code spells it.
    pub name: String,
    /// Crates of the product that its manifest names; for tests too.
    pub dependencies: Vec<String>,
    pub test_dependencies: Vec<String>,
    modules: BTreeMap<ModulePath, Source>,
}

struct Source {
    file: String,
    named: Vec<Named>,
}

impl Source {
    fn edge(&self, named: &Named) -> Edge {
        Edge { place: format!("{}:{}", self.file, named.line), path: named.path.join("::") }
    }
}

/// One module names another.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it does: `checker/src/search/mod.rs:12`.
    pub place: String,
    /// As it is written there.
    pub path: String,
}

/// Who names whom in one folder, with the first place of each pair.
pub type Graph = BTreeMap<(String, String), Edge>;

impl Crate {
    /// Reads the crate in a folder of the repository.
    pub fn read(root: &Path, folder: &str) -> Crate {
        let manifest = std::fs::read_to_string(root.join(folder).join("Cargo.toml")).expect("a manifest");
        let (mut name, mut section) = (String::new(), String::new());
        let (mut dependencies, mut test_dependencies) = (Vec::new(), Vec::new());
        for line in manifest.lines() {
            if line.starts_with('[') {
                section = line.to_string();
            } else if let Some((key, value)) = line.split_once(" = ") {
                match section.as_str() {
                    "[package]" if key == "name" => name = value.trim_matches('"').replace('-', "_"),
                    "[dependencies]" if value.contains("path = ") => dependencies.push(key.replace('-', "_")),
                    "[dev-dependencies]" if value.contains("path = ") => test_dependencies.push(key.replace('-', "_")),
                    _ => {}
                }
            }
        }
        let mut modules = BTreeMap::new();
        let source = Path::new(folder).join("src");
        for part in ["lib.rs", "main.rs"] {
            read_module(root, &source, part, Vec::new(), &mut modules);
        }
        assert!(!modules.is_empty(), "no sources in {folder}");
        Crate { name, dependencies, test_dependencies, modules }
    }

    /// All modules with parts, the root first.
    pub fn folders(&self) -> Vec<ModulePath> {
        let parents = self.modules.keys().filter(|path| !path.is_empty()).map(|path| path[..path.len() - 1].to_vec());
        parents.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The direct parts of a module.
    pub fn parts(&self, folder: &[String]) -> Vec<String> {
        let parts = self.modules.keys().filter(|path| path.len() == folder.len() + 1 && path.starts_with(folder));
        parts.map(|path| path[folder.len()].clone()).collect()
    }

    /// Who names whom among the direct parts of a module.
    pub fn inside(&self, folder: &[String]) -> Graph {
        let mut graph = Graph::new();
        let depth = folder.len();
        for (from, source) in self.modules.iter().filter(|(path, _)| path.len() > depth && path.starts_with(folder)) {
            for named in &source.named {
                for to in self.targets(from, named) {
                    if to.len() > depth && to.starts_with(folder) && to[depth] != from[depth] {
                        graph.entry((from[depth].clone(), to[depth].clone())).or_insert_with(|| source.edge(named));
                    }
                }
            }
        }
        graph
    }

    /// Where modules name something that the root of the crate declares. It names all of them, so these are cycles.
    pub fn names_of_root(&self) -> Vec<Edge> {
        let mut found = Vec::new();
        for (from, source) in self.modules.iter().filter(|(path, _)| !path.is_empty()) {
            let to_root = |named: &&Named| self.targets(from, named).last().is_some_and(Vec::is_empty);
            found.extend(source.named.iter().filter(to_root).map(|named| source.edge(named)));
        }
        found
    }

    /// The modules of this crate that a path goes through, when it is named in `from`.
    fn targets(&self, from: &ModulePath, named: &Named) -> Vec<ModulePath> {
        let mut found = Vec::new();
        self.follow(from, &named.path, 0, &mut found);
        found
    }

    fn follow(&self, from: &ModulePath, path: &[String], depth: usize, found: &mut Vec<ModulePath>) {
        let mut here = from.clone();
        let mut rest = path;
        match path.first().map(String::as_str) {
            Some("crate") => here.clear(),
            Some("self") => {}
            Some("super") => {
                here.pop();
            }
            Some(_) if self.is_part(&here, &path[0]) => here.push(path[0].clone()),
            _ => return,
        }
        rest = &rest[1..];
        while let Some(next) = rest.first() {
            if next == "super" {
                here.pop();
            } else if self.is_part(&here, next) {
                here.push(next.clone());
            } else {
                break;
            }
            rest = &rest[1..];
        }
        found.push(here.clone());
        // A name that a module only has from elsewhere leads there.
        let (Some(name), Some(source)) = (rest.first(), self.modules.get(&here)) else { return };
        if depth < 8 && here != *from {
            for other in source.named.iter().filter(|other| other.binds.as_ref() == Some(name)) {
                self.follow(&here, &other.path, depth + 1, found);
            }
        }
    }

    fn is_part(&self, folder: &ModulePath, name: &str) -> bool {
        let mut path = folder.clone();
        path.push(name.to_string());
        self.modules.contains_key(&path)
    }
}

/// Reads a module and those that its folder has for it.
fn read_module(root: &Path, folder: &Path, file: &str, path: ModulePath, modules: &mut BTreeMap<ModulePath, Source>) {
    let place = folder.join(file);
    let Ok(text) = std::fs::read_to_string(root.join(&place)) else { return };
    let text = read(&text);
    let head = matches!(file, "lib.rs" | "main.rs" | "mod.rs");
    let inner = if head { folder.to_path_buf() } else { folder.join(file.trim_end_matches(".rs")) };
    for entry in std::fs::read_dir(root.join(&inner)).into_iter().flatten() {
        let entry = entry.expect("the folder can be read");
        let name = entry.file_name().to_string_lossy().into_owned();
        let module = name.trim_end_matches(".rs").to_string();
        if matches!(name.as_str(), "lib.rs" | "main.rs" | "mod.rs") || text.test_modules.contains(&module) {
            continue;
        }
        let part = path.iter().cloned().chain([module]).collect();
        if entry.path().is_dir() {
            read_module(root, &inner.join(&name), "mod.rs", part, modules);
        } else if name.ends_with(".rs") {
            read_module(root, &inner, &name, part, modules);
        }
    }
    modules.insert(path, Source { file: place.to_string_lossy().into_owned(), named: text.named });
}

/// The shortest cycle of each group of nodes that reach one another.
pub fn cycles(graph: &Graph) -> Vec<Vec<String>> {
    let nodes: BTreeSet<&String> = graph.keys().flat_map(|(a, b)| [a, b]).collect();
    let mut done = BTreeSet::new();
    let mut found = Vec::new();
    for &start in &nodes {
        if done.contains(start) {
            continue;
        }
        if let Some(cycle) = shortest_cycle(graph, start) {
            let group = nodes.iter().filter(|&&n| reaches(graph, start, n) && reaches(graph, n, start));
            done.extend(group.copied());
            found.push(cycle);
        }
    }
    found
}

fn reaches(graph: &Graph, from: &str, to: &str) -> bool {
    from == to || path(graph, from, to).is_some()
}

fn shortest_cycle(graph: &Graph, start: &str) -> Option<Vec<String>> {
    let back = graph.keys().filter(|(a, _)| a == start).filter_map(|(_, next)| path(graph, next, start));
    let mut cycle = back.min_by_key(Vec::len)?;
    cycle.insert(0, start.to_string());
    Some(cycle)
}

/// The nodes on a shortest way, breadth first.
fn path(graph: &Graph, from: &str, to: &str) -> Option<Vec<String>> {
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = vec![from];
    let mut next = 0;
    while next < queue.len() {
        let node = queue[next];
        next += 1;
        if node == to {
            let mut way = vec![node.to_string()];
            let mut at = node;
            while at != from {
                at = before[at];
                way.insert(0, at.to_string());
            }
            return Some(way);
        }
        for (_, target) in graph.keys().filter(|(a, _)| a == node) {
            if target != from && !before.contains_key(target.as_str()) {
                before.insert(target, node);
                queue.push(target);
            }
        }
    }
    None
}
