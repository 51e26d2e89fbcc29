//! A drawing in the language of graphviz.

use super::Drawing;
use std::fmt::Write;

pub fn dot(drawing: &Drawing) -> String {
    let mut text = String::from("digraph automaton {\n    rankdir=LR;\n");
    let _ = writeln!(text, "    label={};", quoted(&drawing.title));
    text += "    node [shape=circle];\n    start [shape=point];\n    start -> n0;\n";
    for (i, node) in drawing.nodes.iter().enumerate() {
        let shape = if node.accepting { ", shape=doublecircle" } else { "" };
        let style =
            if node.unreached { ", style=dashed, color=gray50, fontcolor=gray50, tooltip=\"not reached\"" } else { "" };
        let _ = writeln!(text, "    n{i} [label={}{shape}{style}];", quoted(&node.name));
    }
    for edge in &drawing.edges {
        let _ = writeln!(text, "    n{} -> n{} [label={}];", edge.from, edge.to, quoted(&edge.label));
    }
    text + "}\n"
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
