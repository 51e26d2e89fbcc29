//! Graphs without cycles as a picture in layers: who names others stands above them.
//!
//! The classical way (Sugiyama, Tagawa, Toda 1981): layers by the longest path, edges through each layer they cross, an
//! order in the layers that has few crossings, then places near the neighbours. Edges that follow from others are left
//! out. The same graph always gives the same picture.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const LETTER: f64 = 6.6;
const HEIGHT: f64 = 20.0;
/// From layer to layer, and between boxes of a layer.
const STEP: f64 = 46.0;
const GAP: f64 = 10.0;
/// Around a graph, with its title above it.
const MARGIN: f64 = 14.0;
const TITLE: f64 = 26.0;
/// The picture is not wider, if no graph is.
const WIDEST: f64 = 1180.0;

/// A graph to draw.
pub struct Picture {
    pub title: String,
    pub nodes: Vec<String>,
    pub edges: BTreeSet<(String, String)>,
}

/// A box, or a bend of an edge.
struct Node {
    label: Option<String>,
    layer: usize,
    x: f64,
}

impl Node {
    fn width(&self) -> f64 {
        self.label.as_ref().map_or(2.0, |label| label.chars().count() as f64 * LETTER + 14.0)
    }
}

struct Layout {
    nodes: Vec<Node>,
    /// From a node to one in the layer below.
    links: Vec<(usize, usize)>,
    /// From left to right, the lowest layer first.
    layers: Vec<Vec<usize>>,
}

/// All graphs in one picture: each goes to the highest free place, and there as far to the left as it can.
pub fn svg(pictures: &[Picture]) -> String {
    let mut body = String::new();
    let mut taken: Vec<[f64; 4]> = Vec::new();
    for (width, height, text) in pictures.iter().map(draw) {
        let corners = taken.iter().flat_map(|a| taken.iter().map(|b| (b[3] + GAP, a[2] + GAP)));
        let edges = taken.iter().flat_map(|a| [(GAP, a[2] + GAP), (a[3] + GAP, GAP)]);
        let is_free = |&(y, x): &(f64, f64)| {
            let meets =
                |t: &[f64; 4]| x < t[2] + GAP && t[0] < x + width + GAP && y < t[3] + GAP && t[1] < y + height + GAP;
            (x == GAP || x + width + GAP <= WIDEST) && !taken.iter().any(meets)
        };
        let mut free: Vec<(f64, f64)> = corners.chain(edges).chain([(GAP, GAP)]).filter(is_free).collect();
        free.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let (y, x) = free[0];
        let _ = write!(body, "<g transform=\"translate({x:.0},{y:.0})\">\n{text}</g>\n");
        taken.push([x, y, x + width, y + height]);
    }
    let widest = taken.iter().map(|t| t[2]).fold(0.0, f64::max) + GAP;
    let height = taken.iter().map(|t| t[3]).fold(0.0, f64::max) + GAP;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{widest:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {widest:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <style>.c{{fill:#fff;stroke:#bbb}}.n{{fill:#eef3fb;stroke:#7a95c2}}.e{{fill:none;stroke:#555}}\
         .t{{font-weight:bold;font-size:13px}}</style>\n\
         <marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0 1L8 4L0 7z\" fill=\"#555\"/></marker>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{body}</svg>\n"
    )
}

fn draw(picture: &Picture) -> (f64, f64, String) {
    let mut layout = Layout::of(picture);
    layout.order();
    layout.place();
    let left = layout.nodes.iter().map(|n| n.x - n.width() / 2.0).fold(f64::MAX, f64::min);
    let right = layout.nodes.iter().map(|n| n.x + n.width() / 2.0).fold(f64::MIN, f64::max);
    let width = (right - left).max(picture.title.chars().count() as f64 * 8.0) + 2.0 * MARGIN;
    let top = layout.layers.len().max(1) - 1;
    let height = TITLE + MARGIN + top as f64 * STEP + HEIGHT;
    let x = |n: &Node| n.x - left + MARGIN;
    let y = |n: &Node| TITLE + (top - n.layer) as f64 * STEP;
    let mut text = format!("<rect class=\"c\" width=\"{width:.0}\" height=\"{height:.0}\" rx=\"4\"/>\n");
    let _ = writeln!(text, "<text class=\"t\" x=\"{MARGIN}\" y=\"17\">{}</text>", picture.title);
    for path in layout.paths() {
        let points: Vec<&Node> = path.iter().map(|&i| &layout.nodes[i]).collect();
        let _ = write!(text, "<path class=\"e\" marker-end=\"url(#a)\" d=\"");
        for pair in points.windows(2) {
            let start = y(pair[0]) + if pair[0].label.is_some() { HEIGHT } else { HEIGHT / 2.0 };
            let end = y(pair[1]) + if pair[1].label.is_some() { 0.0 } else { HEIGHT / 2.0 };
            let (from, to, middle) = (x(pair[0]), x(pair[1]), (start + end) / 2.0);
            if pair[0].label.is_some() {
                let _ = write!(text, "M{from:.1} {start:.1}");
            }
            let _ = write!(text, "C{from:.1} {middle:.1} {to:.1} {middle:.1} {to:.1} {end:.1}");
        }
        text += "\"/>\n";
    }
    for node in &layout.nodes {
        let Some(label) = &node.label else { continue };
        let (left, top, width) = (x(node) - node.width() / 2.0, y(node), node.width());
        let _ = writeln!(
            text,
            "<rect class=\"n\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\" rx=\"3\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
            x(node),
            top + 14.0
        );
    }
    (width, height, text)
}

impl Layout {
    fn of(picture: &Picture) -> Layout {
        let number: BTreeMap<&str, usize> = picture.nodes.iter().enumerate().map(|(i, n)| (n.as_str(), i)).collect();
        let edges: BTreeSet<(usize, usize)> =
            picture.edges.iter().map(|(a, b)| (number[a.as_str()], number[b.as_str()])).collect();
        let mut layer = vec![0; picture.nodes.len()];
        for _ in 0..picture.nodes.len() {
            for &(a, b) in &edges {
                layer[a] = layer[a].max(layer[b] + 1);
            }
        }
        let mut layout = Layout { nodes: Vec::new(), links: Vec::new(), layers: Vec::new() };
        for (label, &layer) in picture.nodes.iter().zip(&layer) {
            layout.add(Some(label.clone()), layer);
        }
        for (a, b) in essential(&edges) {
            let mut above = a;
            for between in (layer[b] + 1..layer[a]).rev() {
                let bend = layout.add(None, between);
                layout.links.push((above, bend));
                above = bend;
            }
            layout.links.push((above, b));
        }
        layout
    }

    fn add(&mut self, label: Option<String>, layer: usize) -> usize {
        self.nodes.push(Node { label, layer, x: 0.0 });
        if self.layers.len() <= layer {
            self.layers.resize(layer + 1, Vec::new());
        }
        self.layers[layer].push(self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// The nodes of the layer above (or below) that a node is linked with.
    fn neighbours(&self, node: usize, above: bool) -> impl Iterator<Item = usize> + '_ {
        let links = self.links.iter().map(move |&(a, b)| if above { (b, a) } else { (a, b) });
        links.filter(move |&(here, _)| here == node).map(|(_, there)| there)
    }

    /// Orders each layer by the places of the neighbours in the layer before, up and down, and keeps the order with the
    /// fewest crossings.
    fn order(&mut self) {
        let mut best = (self.crossings(), self.layers.clone());
        for round in 0..24 {
            let above = round % 2 == 0;
            let count = self.layers.len();
            for i in 1..count {
                let (layer, before) = if above { (count - 1 - i, count - i) } else { (i, i - 1) };
                let place = places(&self.layers[before]);
                let mut keys: Vec<(f64, usize)> = Vec::new();
                for (own, &node) in self.layers[layer].iter().enumerate() {
                    let near: Vec<usize> = self.neighbours(node, above).map(|n| place[&n]).collect();
                    let mean = near.iter().sum::<usize>() as f64 / near.len().max(1) as f64;
                    keys.push((if near.is_empty() { own as f64 } else { mean }, node));
                }
                keys.sort_by(|a, b| a.0.total_cmp(&b.0));
                self.layers[layer] = keys.into_iter().map(|(_, node)| node).collect();
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
        }
        self.layers = best.1;
    }

    fn crossings(&self) -> usize {
        let place: BTreeMap<usize, usize> = self.layers.iter().flat_map(|layer| places(layer)).collect();
        let crosses = |&(a, b): &(usize, usize), &(c, d): &(usize, usize)| {
            self.nodes[a].layer == self.nodes[c].layer && place[&a] < place[&c] && place[&b] > place[&d]
        };
        self.links.iter().map(|one| self.links.iter().filter(|other| crosses(one, other)).count()).sum()
    }

    /// Puts nodes near their neighbours, in the order of their layer and with room between them.
    fn place(&mut self) {
        for round in 0..16 {
            let count = self.layers.len();
            for i in 0..count {
                let layer = if round % 2 == 0 { i } else { count - 1 - i };
                let nodes = self.layers[layer].clone();
                let mut offset = 0.0;
                let mut wanted = Vec::new();
                for &node in &nodes {
                    let near: Vec<f64> = [true, false]
                        .iter()
                        .flat_map(|&up| self.neighbours(node, up))
                        .map(|n| self.nodes[n].x)
                        .collect();
                    let own = self.nodes[node].x;
                    let mean = if near.is_empty() { own } else { near.iter().sum::<f64>() / near.len() as f64 };
                    let half = self.nodes[node].width() / 2.0;
                    offset += half;
                    wanted.push((mean - offset, offset));
                    offset += half + GAP;
                }
                let targets: Vec<f64> = wanted.iter().map(|(x, _)| *x).collect();
                for ((&node, x), (_, offset)) in nodes.iter().zip(rising(&targets)).zip(&wanted) {
                    self.nodes[node].x = x + offset;
                }
            }
        }
    }

    /// The nodes of each edge, from box to box.
    fn paths(&self) -> Vec<Vec<usize>> {
        let begins = self.links.iter().filter(|&&(a, _)| self.nodes[a].label.is_some());
        let follow = |&(a, b): &(usize, usize)| {
            let mut path = vec![a, b];
            let mut last = b;
            while self.nodes[last].label.is_none() {
                let Some(next) = self.neighbours(last, false).next() else { break };
                path.push(next);
                last = next;
            }
            path
        };
        begins.map(follow).collect()
    }
}

fn places(layer: &[usize]) -> BTreeMap<usize, usize> {
    layer.iter().enumerate().map(|(place, &node)| (node, place)).collect()
}

/// The edges that do not follow from others.
fn essential(edges: &BTreeSet<(usize, usize)>) -> Vec<(usize, usize)> {
    let leads = |from: usize, to: usize| {
        let (mut open, mut seen) = (vec![from], BTreeSet::new());
        while let Some(node) = open.pop() {
            for &(_, next) in edges.range((node, 0)..(node + 1, 0)) {
                if next == to {
                    return true;
                }
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    };
    let follows = |&(a, b): &(usize, usize)| {
        edges.range((a, 0)..(a + 1, 0)).any(|&(_, between)| between != b && leads(between, b))
    };
    edges.iter().filter(|edge| !follows(edge)).copied().collect()
}

/// The numbers that never fall and are nearest to the given ones (least squares).
fn rising(wanted: &[f64]) -> Vec<f64> {
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for &x in wanted {
        let mut block = (x, 1);
        while let Some(&(mean, count)) = blocks.last()
            && mean > block.0
        {
            blocks.pop();
            let all = count + block.1;
            block = ((mean * count as f64 + block.0 * block.1 as f64) / all as f64, all);
        }
        blocks.push(block);
    }
    blocks.into_iter().flat_map(|(mean, count)| std::iter::repeat_n(mean, count)).collect()
}
