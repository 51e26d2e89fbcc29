//! What the searches left out because nothing depends on it, for people: once for all properties of an answer.

use super::Answer;
use std::fmt::Write;

/// Why most of it goes.
const NOTHING: &str = ": no property depends on it";

/// Empty if nothing went, or if every property has an error: its run is one of the whole program.
pub fn sliced(answer: &Answer) -> String {
    let mut out = String::new();
    if answer.properties.iter().all(|p| !p.errors.is_empty()) {
        return out;
    }
    let mut told: Vec<&String> = Vec::new();
    for line in answer.properties.iter().flat_map(|p| &p.sliced) {
        if !told.contains(&line) {
            told.push(line);
        }
    }
    if !told.is_empty() {
        out.push_str("Sliced away, without influence on this:\n");
    }
    let everywhere = |line: &str| answer.properties.iter().all(|p| p.sliced.iter().any(|l| l == line));
    for line in told.iter().filter(|line| everywhere(line)) {
        let _ = writeln!(out, "  {line}");
    }
    // Other properties depend on these.
    for property in &answer.properties {
        let own: Vec<&String> = property.sliced.iter().filter(|line| !everywhere(line)).collect();
        let names: Vec<&str> = own.iter().filter_map(|line| line.strip_suffix(NOTHING)).collect();
        if !names.is_empty() {
            let _ = writeln!(out, "  for `{}`: {}", property.name, names.join(", "));
        }
        for line in own.iter().filter(|line| !line.ends_with(NOTHING)) {
            let _ = writeln!(out, "  for `{}`: {line}", property.name);
        }
    }
    out
}
