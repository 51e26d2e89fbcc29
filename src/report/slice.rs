//! A slice: the model, with what is not in it as a comment; or why something is.

use super::style::{counted, place};
use promela::claim::ClaimChoice;
use promela::source::Sources;
use serde::Serialize;
use slicer::{Dropped, Kind, Link, Property, Sliced};
use std::fmt::Write;

pub struct Told<'a> {
    pub property: &'a Property,
    pub sliced: &'a Sliced,
    pub sources: &'a Sources,
    /// What `--why` asked for.
    pub why: Option<(&'a str, Vec<Link>)>,
}

impl Told<'_> {
    pub fn text(&self) -> String {
        match &self.why {
            Some((name, links)) => self.chain(name, links),
            None => format!("{}{}", self.comment(), promela::print(&self.sliced.program)),
        }
    }

    fn chain(&self, name: &str, links: &[Link]) -> String {
        if links.is_empty() {
            return format!("{name}: not in the slice; no property depends on it\n");
        }
        let mut out = format!("{name} is in the slice:\n");
        for l in links {
            let at = l.span.map_or(String::new(), |span| format!("{}: ", place(self.sources, span)));
            let _ = writeln!(out, "  {at}{}", l.text);
        }
        out
    }

    /// What was asked, and what is gone, as a comment of the model.
    fn comment(&self) -> String {
        let mut out = format!("/* Sliced for: {}.\n", asked(self.property));
        for limit in &self.sliced.limits {
            let _ = writeln!(out, " * Limited: {limit}.");
        }
        for range in &self.sliced.ranges {
            let _ = writeln!(out, " * Values that stand for a range: {range}.");
        }
        for narrowed in &self.sliced.narrowed {
            let _ = writeln!(out, " * Smaller type: {narrowed}.");
        }
        if self.sliced.is_whole() {
            let _ = writeln!(out, " * Nothing is redundant.");
        }
        for (kind, noun) in KINDS {
            let list: Vec<&Dropped> = self.sliced.dropped.iter().filter(|d| d.what == kind).collect();
            if list.is_empty() {
                continue;
            }
            let number = match (kind, list.len() as u64) {
                (Kind::Process, n) if n != 1 => format!("{n} processes"),
                (_, n) => counted(n, noun),
            };
            let _ = writeln!(out, " * Redundant: {number}");
            for d in list {
                let name = d.name.replace("*/", "* /").replace("/*", "/ *");
                let _ = writeln!(out, " *   {}: {name}: {}", place(self.sources, d.span), d.why);
            }
        }
        out.push_str(" */\n\n");
        out
    }

    pub fn json(&self) -> String {
        let dropped = self
            .sliced
            .dropped
            .iter()
            .map(|d| {
                let p = self.sources.place(d.span);
                DroppedJson {
                    what: noun(d.what),
                    name: &d.name,
                    file: p.file.to_string(),
                    line: p.line,
                    column: p.column,
                    why: &d.why,
                }
            })
            .collect();
        let why = self.why.as_ref().map(|(name, links)| WhyJson {
            name,
            in_slice: !links.is_empty(),
            chain: links
                .iter()
                .map(|l| LinkJson { text: &l.text, at: l.span.map(|s| place(self.sources, s)) })
                .collect(),
        });
        let all = SliceJson {
            model: promela::print(&self.sliced.program),
            dropped,
            limits: &self.sliced.limits,
            ranges: &self.sliced.ranges,
            narrowed: &self.sliced.narrowed,
            why,
        };
        serde_json::to_string_pretty(&all).map_or_else(|_| String::new(), |text| text + "\n")
    }
}

const KINDS: [(Kind, &str); 5] = [
    (Kind::Process, "process"),
    (Kind::Channel, "channel"),
    (Kind::Field, "message field"),
    (Kind::Variable, "variable"),
    (Kind::Statement, "statement"),
];

fn noun(kind: Kind) -> &'static str {
    KINDS.iter().find(|(k, _)| *k == kind).map_or("", |(_, noun)| noun)
}

/// What the slice is for, in words.
fn asked(property: &Property) -> String {
    let mut parts = Vec::new();
    match &property.claim {
        ClaimChoice::Named(name) => parts.push(format!("the claim {name}")),
        ClaimChoice::Formula(_) => parts.push("the formula".to_string()),
        ClaimChoice::First => parts.push("the claim, if there is one".to_string()),
        ClaimChoice::NonProgress => parts.push("progress".to_string()),
        ClaimChoice::None => {}
    }
    if property.assertions {
        parts.push("assertions".to_string());
    }
    if property.end_states {
        parts.push("deadlock".to_string());
    }
    parts.join(", ")
}

#[derive(Serialize)]
struct SliceJson<'a> {
    model: String,
    dropped: Vec<DroppedJson<'a>>,
    limits: &'a [String],
    ranges: &'a [String],
    narrowed: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<WhyJson<'a>>,
}

#[derive(Serialize)]
struct DroppedJson<'a> {
    what: &'static str,
    name: &'a str,
    file: String,
    line: u32,
    column: u32,
    why: &'a str,
}

#[derive(Serialize)]
struct WhyJson<'a> {
    name: &'a str,
    in_slice: bool,
    chain: Vec<LinkJson<'a>>,
}

#[derive(Serialize)]
struct LinkJson<'a> {
    text: &'a str,
    at: Option<String>,
}
