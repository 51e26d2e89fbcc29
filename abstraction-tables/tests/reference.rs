//! The examples of docs/tables.md do what the text says.

mod common;

use abstraction_tables::entry::{Mapping, Piece};
use abstraction_tables::{Shipped, Tables, update};
use common::{found, statement};
use promela::NoFiles;
use promela::finding::Findings;
use promela::source::Sources;

/// The fenced blocks: what follows the fence, and the text.
fn blocks(text: &str) -> Vec<(&str, String)> {
    let mut list = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("```") {
            let body: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            list.push((name, body.join("\n") + "\n"));
        }
    }
    list
}

fn load(text: &str) -> Tables {
    let (mut sources, mut findings) = (Sources::new(), Findings::default());
    let tables = Tables::load("t.lut", text, Shipped::OnlyIncluded, &NoFiles, &mut sources, &mut findings);
    assert_eq!(findings.list, [], "{text}");
    tables
}

fn answer(tables: &Tables, line: &str) -> String {
    let Some(decision) = tables.lookup(&statement(line)) else { return "nothing".to_string() };
    match &decision.mapping {
        Mapping::Promela(pieces) => pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Bound { c, .. } => format!("<{c}>"),
            })
            .collect(),
        other => other.text(),
    }
}

#[test]
fn examples() {
    let text = include_str!("../../docs/tables.md");
    let blocks = blocks(text);
    let mut asked = 0;
    let mut table = "";
    for (i, (name, body)) in blocks.iter().enumerate() {
        match *name {
            "lut" => {
                load(body);
                table = body;
            }
            "asked" => {
                let tables = load(table);
                for line in body.lines() {
                    let (line, wanted) = line.split_once("=>").expect("a question and its answer");
                    assert_eq!(answer(&tables, line.trim()), wanted.trim(), "{line}");
                    asked += 1;
                }
            }
            "found" => {
                let lines: Vec<String> =
                    body.lines().map(|l| l.split("=>").map(str::trim).collect::<Vec<_>>().join(" => ")).collect();
                let mut list = found(&lines.iter().map(String::as_str).collect::<Vec<_>>());
                for one in &mut list {
                    one.statement.place = "abp.c:31".to_string();
                }
                assert_eq!(blocks[i + 1].0, "updated");
                assert_eq!(update(table, &list).text, blocks[i + 1].1);
                asked += 1;
            }
            "updated" => {}
            other => panic!("a block of an unknown kind: {other}"),
        }
    }
    assert!(asked > 20);
}

#[test]
fn every_shipped_table_is_named() {
    let text = include_str!("../../docs/tables.md");
    for (name, _) in abstraction_tables::shipped::TABLES {
        assert!(text.contains(&format!("| `{name}` |")), "{name}");
    }
}
