//! A control-flow graph as text and as dot.

use super::graph::{Graph, Label, Loc};
use crate::program::{Program, print};
use std::fmt::Write;

/// One line for each edge: `loc0 -> loc1  D: short s,E=0,cnt=0`.
pub fn text(graph: &Graph<'_>, program: &Program) -> String {
    let mut out = String::new();
    for (at, edges) in graph.edges.iter().enumerate() {
        for e in edges {
            let _ = writeln!(out, "{} -> {}  {}", Loc(at as u32), e.to, label(graph, program, &e.label));
        }
        if graph.exit == Some(Loc(at as u32)) {
            let _ = writeln!(out, "{} end", Loc(at as u32));
        }
    }
    out
}

/// The graph in the language of graphviz.
pub fn dot(graph: &Graph<'_>, program: &Program) -> String {
    let mut out = String::new();
    let name = &program.function(graph.flow.function).name;
    let _ = writeln!(out, "digraph {} {{", quoted(name));
    let _ = writeln!(out, "  node [shape=circle, fontname=\"sans-serif\"];\n  edge [fontname=\"monospace\"];");
    for (at, edges) in graph.edges.iter().enumerate() {
        let shape = if graph.exit == Some(Loc(at as u32)) { ", shape=doublecircle" } else { "" };
        let _ = writeln!(out, "  {} [label=\"{at}\"{shape}];", Loc(at as u32));
        for e in edges {
            let _ =
                writeln!(out, "  {} -> {} [label={}];", Loc(at as u32), e.to, quoted(&label(graph, program, &e.label)));
        }
    }
    out.push_str("}\n");
    out
}

fn label(graph: &Graph<'_>, program: &Program, label: &Label<'_>) -> String {
    match label {
        Label::Step(s) => {
            let step = graph.flow.step(*s);
            format!("{}: {}", step.class, step.text)
        }
        Label::Not(s) => format!("C: {}", graph.flow.step(*s).negated()),
        Label::Let(temp, value) => format!("t{temp}={}", print::expression(program, value)),
        Label::Any => "any".to_string(),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
