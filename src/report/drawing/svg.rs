//! A drawing as a picture that any browser shows.

use super::Drawing;
use super::layout::{CHARACTER, LINE, Layout, RADIUS, layout};
use std::fmt::Write;

const STYLE: &str = "\
    text { font: 13px sans-serif; text-anchor: middle; dominant-baseline: central; fill: #222 }
    .label { font: 12px monospace }
    .title { font: 13px monospace }
    path, circle { fill: none; stroke: #444; stroke-width: 1.4px }
    circle { fill: white }
    .unreached circle { stroke: #999; stroke-dasharray: 4 3; fill: #eee }
    .unreached text { fill: #888 }
";

pub fn svg(drawing: &Drawing) -> String {
    let placed = layout(drawing);
    let unreached = drawing.nodes.iter().filter(|n| n.unreached).count();
    let mut caption = drawing.title.clone();
    if unreached > 0 {
        caption += " — dashed: not reached";
    }
    let width = placed.width.max(caption.chars().count() as f64 * 8.0 + 30.0);
    let height = placed.height + 30.0;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 \
        {width:.0} {height:.0}\">\n"
    );
    let _ = write!(text, "  <style>\n{STYLE}  </style>\n");
    text += "  <defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" \
    markerHeight=\"8\" orient=\"auto\">\
             <path d=\"M0,0.5 L9.5,5 L0,9.5 z\" style=\"fill: #444; stroke: none\"/></marker></defs>\n";
    text += "  <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    let _ = writeln!(
        text,
        "  <text class=\"title\" x=\"{:.0}\" y=\"{:.0}\">{}</text>",
        width / 2.0,
        height - 18.0,
        escaped(&caption)
    );
    edges(&placed, &mut text);
    nodes(drawing, &placed, &mut text);
    labels(&placed, &mut text);
    text + "</svg>\n"
}

fn edges(placed: &Layout, text: &mut String) {
    if let Some((x, y)) = placed.nodes.first() {
        let (from, to) = (x - RADIUS - 30.0, x - RADIUS);
        let _ = writeln!(text, "  <path d=\"M{from:.1},{y:.1} L{to:.1},{y:.1}\" marker-end=\"url(#head)\"/>");
    }
    for edge in &placed.edges {
        let [a, b, c, d] = edge.curve.map(|(x, y)| format!("{x:.1},{y:.1}"));
        let _ = writeln!(text, "  <path d=\"M{a} C{b} {c} {d}\" marker-end=\"url(#head)\"/>");
    }
}

fn nodes(drawing: &Drawing, placed: &Layout, text: &mut String) {
    for (node, (x, y)) in drawing.nodes.iter().zip(&placed.nodes) {
        let class = if node.unreached { " class=\"unreached\"" } else { "" };
        let inner = match node.accepting {
            true => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"/>", RADIUS - 4.0),
            false => String::new(),
        };
        let _ = writeln!(
            text,
            "  <g{class}><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS:.1}\"/>{inner}<text x=\"{x:.1}\" \
            y=\"{y:.1}\">{}</text></g>",
            escaped(&node.name)
        );
    }
}

fn labels(placed: &Layout, text: &mut String) {
    for edge in &placed.edges {
        let (x, y) = edge.label;
        let first = y - (edge.lines.len() as f64 - 1.0) * LINE / 2.0;
        for (i, line) in edge.lines.iter().enumerate() {
            let y = first + i as f64 * LINE;
            let (wide, high) = (line.chars().count() as f64 * CHARACTER + 4.0, LINE - 2.0);
            let (left, top) = (x - wide / 2.0, y - high / 2.0);
            let _ = writeln!(
                text,
                "  <rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"white\"/>"
            );
            let _ = writeln!(text, "  <text class=\"label\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escaped(line));
        }
    }
}

/// Text inside of XML, attributes too. Characters that XML cannot hold become `?`.
pub fn escaped(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() && !"\n\t\r".contains(c) { '?' } else { c }).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
