//! No module knows, directly or by others, a module that knows it; no crate either.
//!
//! Reads the `use` lines and paths of the product and draws them: `docs/modules.svg` has to be that picture, and
//! `UPDATE_MODULES=1` makes it so.

mod draw;
mod graph;
mod lengths;
mod text;

use draw::{Picture, svg};
use graph::{Crate, Edge, Graph, cycles};
use std::path::Path;

/// The crates of the product, those that need nobody first.
const CRATES: [&str; 8] = [
    "checker/promela",
    "checker/slicer",
    "checker/machine",
    "abstraction-tables",
    "extractor",
    "checker",
    "harnesses",
    ".",
];

/// A folder with so many parts has a picture of its own.
const LARGE: usize = 12;

fn crates() -> Vec<Crate> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    CRATES.iter().map(|folder| Crate::read(root, folder)).collect()
}

/// Who depends on whom among the crates, in their tests too.
fn between(crates: &[Crate]) -> Graph {
    let mut graph = Graph::new();
    for unit in crates {
        for other in unit.dependencies.iter().chain(&unit.test_dependencies) {
            let edge = Edge { place: format!("Cargo.toml of {}", unit.name), path: other.clone() };
            graph.insert((unit.name.clone(), other.clone()), edge);
        }
    }
    graph
}

/// Cycles, with the places that close them.
fn tell(name: &str, graph: &Graph) -> String {
    let mut text = String::new();
    for cycle in cycles(graph) {
        text += &format!("{name}: {}\n", cycle.join(" -> "));
        for pair in cycle.windows(2) {
            let edge = &graph[&(pair[0].clone(), pair[1].clone())];
            text += &format!("    {}: `{}`\n", edge.place, edge.path);
        }
    }
    text
}

/// The name of a folder, as a path.
fn name(unit: &Crate, folder: &[String]) -> String {
    std::iter::once(&unit.name).chain(folder).map(String::as_str).collect::<Vec<_>>().join("::")
}

/// A new crate has to be in the list above.
#[test]
fn all_crates_are_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    let members = manifest.split("members = [").nth(1).and_then(|rest| rest.split(']').next()).expect("members");
    let mut members: Vec<&str> = members.split('"').skip(1).step_by(2).filter(|m| !m.starts_with("tests/")).collect();
    let mut read: Vec<&str> = CRATES.into_iter().filter(|folder| *folder != ".").collect();
    members.sort_unstable();
    read.sort_unstable();
    assert_eq!(read, members);
}

#[test]
fn modules_form_no_cycle() {
    let crates = crates();
    let mut text = tell("crates", &between(&crates));
    for unit in &crates {
        for edge in unit.names_of_root() {
            text += &format!("{}: the root of the crate\n    {}: `{}`\n", unit.name, edge.place, edge.path);
        }
        for folder in unit.folders() {
            text += &tell(&name(unit, &folder), &unit.inside(&folder));
        }
    }
    assert!(text.is_empty(), "they know each other:\n{text}");
}

#[test]
fn the_picture_is_that_of_the_code() {
    let crates = crates();
    let depends = crates.iter().flat_map(|unit| unit.dependencies.iter().map(|d| (unit.name.clone(), d.clone())));
    let nodes = crates.iter().map(|unit| unit.name.clone()).collect();
    let mut pictures = vec![Picture { title: "crates".to_string(), nodes, edges: depends.collect() }];
    for of_crates in [true, false] {
        for unit in crates.iter().rev() {
            let folders = unit.folders().into_iter().filter(|folder| folder.is_empty() == of_crates);
            for folder in folders.filter(|folder| folder.is_empty() || unit.parts(folder).len() >= LARGE) {
                let edges = unit.inside(&folder).into_keys().collect();
                pictures.push(Picture { title: name(unit, &folder), nodes: unit.parts(&folder), edges });
            }
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/modules.svg");
    let drawn = svg(&pictures);
    if std::env::var_os("UPDATE_MODULES").is_some() {
        std::fs::write(&path, &drawn).expect("the picture can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == drawn, "docs/modules.svg is not the picture of the code: run this test with UPDATE_MODULES=1");
}

#[test]
fn paths_are_found() {
    let source = "use crate::a::{self, b::C, d::*};\nuse super::e as f;\n// use crate::no;\n\
        fn g() { let s = \"crate::no\"; crate::h::i(); }\n\
                  #[cfg(test)]\nmod tests {\n    use crate::no;\n}\n\
                  const T: char = '\"'; type U<'x> = super::super::v::W<'x>;\n\
                  mod x { use super::y; pub(in super::super) struct Z; }\nuse super::*;\n";
    let paths: Vec<(String, usize)> = text::read(source).named.iter().map(|n| (n.path.join("::"), n.line)).collect();
    let expected = [
        ("crate::a", 1),
        ("crate::a::b::C", 1),
        ("crate::a::d", 1),
        ("super::e", 2),
        ("crate::h::i", 4),
        ("super::super::v::W", 9),
        ("self::y", 10),
        ("super", 11),
    ];
    assert_eq!(paths, expected.map(|(path, line)| (path.to_string(), line)));
}

#[test]
fn cycles_are_found() {
    let edge = || Edge { place: String::new(), path: String::new() };
    let graph: Graph =
        ["ab", "bc", "ca", "cd", "de"].map(|e| ((e[..1].to_string(), e[1..].to_string()), edge())).into();
    assert_eq!(cycles(&graph), [["a", "b", "c", "a"]]);
}
